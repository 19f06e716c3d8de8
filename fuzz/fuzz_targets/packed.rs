#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cardsharp_fuzz::packed(data));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    cardsharp_fuzz::mutate(data, size, max_size, seed)
});
