//! Numbers and byte strings in packed form.

/// Takes a little-endian number of four bytes from the front.
pub(super) fn u32(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

/// Takes a little-endian number of eight bytes from the front.
pub(super) fn u64(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

/// Appends the length in four bytes, then the bytes. Panics at 4 GiB.
pub(super) fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).expect("less than 4 GiB");
    out.extend(length.to_le_bytes());
    out.extend(bytes);
}

/// Takes a byte string that [`put`] wrote from the front.
pub(super) fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = u32(bytes)?;
    let (taken, rest) = bytes.split_at_checked(length as usize)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn put_and_take_round_trip_and_truncation_fails() {
        let mut bytes = 7_u64.to_le_bytes().to_vec();
        put(&mut bytes, b"buffalo");
        let read = |mut bytes: &[u8]| Some((u64(&mut bytes)?, take(&mut bytes)?.to_vec()));
        assert_eq!(read(&bytes), Some((7, b"buffalo".to_vec())));
        assert!((0..bytes.len()).all(|length| read(&bytes[..length]).is_none()));
    }
}
