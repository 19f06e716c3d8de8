//! A small trained network, run in plain Rust.
//!
//! A forward pass must take a fraction of a millisecond on any machine. So the first layer adds up the rows of the few
//! inputs that are not 0. Matrices are cut into tiles of outputs whose sums stay in registers while the weights stream
//! by in order. After a rectifier only nonzero inputs count. Weights are stored as 16-bit floats and widened once.

use std::error::Error;
use std::fmt;

/// The number of outputs that are summed together: eight vector registers of four floats.
pub(crate) const TILE: usize = 32;
const MAGIC: &[u8] = b"CSNET001";
/// The value that training uses.
const EPSILON: f32 = 1e-5;

/// An error in the bytes of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidNet {
    /// The header is missing.
    NotStored,
    /// The number of inputs is wrong.
    Inputs {
        /// The number in the file.
        found: usize,
        /// The number that is needed.
        expected: usize,
    },
    /// The length does not match the sizes in the header.
    Length,
    /// A weight is not finite.
    NotFinite,
}

impl fmt::Display for InvalidNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidNet::NotStored => f.write_str("this is no stored network: it does not begin with CSNET001"),
            InvalidNet::Inputs { found, expected } => write!(f, "the network takes {found} inputs, not {expected}"),
            InvalidNet::Length => f.write_str("the network is longer or shorter than its sizes say"),
            InvalidNet::NotFinite => f.write_str("the network has weights that are not finite"),
        }
    }
}

impl Error for InvalidNet {}

/// A network of residual blocks.
pub(crate) struct Net {
    features: usize,
    width: usize,
    /// One row of weights per feature.
    input: Vec<f32>,
    input_bias: Vec<f32>,
    blocks: Vec<Block>,
    norm: Norm,
    heads: Vec<Linear>,
}

struct Block {
    norm: Norm,
    first: Linear,
    second: Linear,
}

struct Norm {
    gain: Vec<f32>,
    bias: Vec<f32>,
}

pub(crate) struct Linear {
    outputs: usize,
    /// Ordered by tile, then by input.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Net {
    /// Reads a stored network with this number of features and these output sizes of its heads.
    pub(crate) fn read(bytes: &[u8], features: usize, heads: &[usize]) -> Result<Net, InvalidNet> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(InvalidNet::NotStored)?;
        let (sizes, rest) = rest.split_first_chunk::<12>().ok_or(InvalidNet::NotStored)?;
        let (sizes, _) = sizes.as_chunks::<4>();
        let [found, width, blocks] = [0, 1, 2].map(|place: usize| u32::from_le_bytes(sizes[place]) as usize);
        if found != features {
            return Err(InvalidNet::Inputs { found, expected: features });
        }
        // The length is checked before memory is allocated.
        if rest.len() as u128 != 2 * numbers(features, width, blocks, heads) || width == 0 {
            return Err(InvalidNet::Length);
        }
        if rest.chunks_exact(2).any(|pair| pair[1] & 0x7c == 0x7c) {
            return Err(InvalidNet::NotFinite);
        }
        let mut reader = Reader(rest);
        let input = reader.take(features * width);
        let input_bias = reader.take(width);
        let block = |_| Block {
            norm: reader.norm(width),
            first: reader.linear(width, width),
            second: reader.linear(width, width),
        };
        let blocks = (0..blocks).map(block).collect();
        let norm = reader.norm(width);
        let heads = heads.iter().map(|&outputs| reader.linear(width, outputs)).collect();
        Ok(Net { features, width, input, input_bias, blocks, norm, heads })
    }

    /// Returns the outputs of all heads, one after another.
    pub(crate) fn forward(&self, features: &[f32]) -> Vec<f32> {
        self.forward_all(&[features]).swap_remove(0)
    }

    /// Evaluates many inputs at once. This is cheaper, because the weights of a tile are fetched once for all.
    pub(crate) fn forward_all(&self, all: &[&[f32]]) -> Vec<Vec<f32>> {
        self.forward_where(all, |_, _| true)
    }

    /// Like [`Net::forward_all`], but computes only the wanted tiles of the first head, by row and tile; others are 0.
    pub(crate) fn forward_where(&self, all: &[&[f32]], wanted: impl Fn(usize, usize) -> bool) -> Vec<Vec<f32>> {
        let mut x: Vec<Vec<f32>> = all.iter().map(|features| self.first_layer(features)).collect();
        let (mut inner, mut outer) = (vec![Vec::new(); all.len()], vec![Vec::new(); all.len()]);
        for block in &self.blocks {
            block.norm.apply(&x, &mut inner);
            block.first.apply(&inner, &mut outer);
            for value in outer.iter_mut().flatten() {
                *value = value.max(0.0);
            }
            block.second.apply(&outer, &mut inner);
            for (sum, value) in x.iter_mut().flatten().zip(inner.iter().flatten()) {
                *sum += value;
            }
        }
        self.norm.apply(&x, &mut inner);
        let mut answers = vec![Vec::new(); all.len()];
        for (number, head) in self.heads.iter().enumerate() {
            head.apply_where(&inner, &mut outer, |row, tile| number > 0 || wanted(row, tile));
            for (answers, outputs) in answers.iter_mut().zip(&outer) {
                answers.extend_from_slice(outputs);
            }
        }
        answers
    }

    fn first_layer(&self, features: &[f32]) -> Vec<f32> {
        assert_eq!(features.len(), self.features, "the features the network was trained on");
        let mut x = self.input_bias.clone();
        for (&feature, row) in features.iter().zip(self.input.chunks_exact(self.width)) {
            if feature != 0.0 {
                for (sum, weight) in x.iter_mut().zip(row) {
                    *sum += feature * weight;
                }
            }
        }
        for value in &mut x {
            *value = value.max(0.0);
        }
        x
    }
}

impl Norm {
    fn apply(&self, all: &[Vec<f32>], out: &mut [Vec<f32>]) {
        for (x, out) in all.iter().zip(out) {
            let count = x.len() as f32;
            let mean = x.iter().sum::<f32>() / count;
            let variance = x.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count;
            let scale = 1.0 / (variance + EPSILON).sqrt();
            let weights = self.gain.iter().zip(&self.bias);
            out.clear();
            out.extend(x.iter().zip(weights).map(|(x, (gain, bias))| (x - mean) * scale * gain + bias));
        }
    }
}

impl Linear {
    /// Builds a layer from weights ordered by input and one bias per output.
    pub(crate) fn new(inputs: usize, outputs: usize, by_input: &[f32], mut bias: Vec<f32>) -> Linear {
        let padded = outputs.next_multiple_of(TILE);
        bias.resize(padded, 0.0);
        let mut weights = vec![0.0; inputs * padded];
        for (place, &weight) in by_input.iter().enumerate() {
            let (input, output) = (place / outputs, place % outputs);
            weights[output / TILE * TILE * inputs + input * TILE + output % TILE] = weight;
        }
        Linear { outputs, weights, bias }
    }

    pub(crate) fn apply(&self, all: &[Vec<f32>], out: &mut [Vec<f32>]) {
        self.apply_where(all, out, |_, _| true);
    }

    fn apply_where(&self, all: &[Vec<f32>], out: &mut [Vec<f32>], wanted: impl Fn(usize, usize) -> bool) {
        let inputs = self.weights.len() / self.bias.len();
        // After a rectifier half of the inputs are 0 and are skipped.
        let not_zero = |x: &Vec<f32>| -> Vec<(u32, f32)> {
            let placed = x.iter().enumerate().filter(|(_, value)| **value != 0.0);
            placed.map(|(place, &value)| (place as u32, value)).collect()
        };
        let all: Vec<Vec<(u32, f32)>> = all.iter().map(not_zero).collect();
        out.iter_mut().for_each(Vec::clear);
        let tiles = self.weights.chunks_exact(TILE * inputs).zip(self.bias.chunks_exact(TILE));
        for (number, (tile, bias)) in tiles.enumerate() {
            let (rows, _) = tile.as_chunks::<TILE>();
            for (row, (x, out)) in all.iter().zip(out.iter_mut()).enumerate() {
                if !wanted(row, number) {
                    out.resize(out.len() + TILE, 0.0);
                    continue;
                }
                out.extend(tile_sums(x, rows).iter().zip(bias).map(|(sum, bias)| sum + bias));
            }
        }
        for out in out {
            out.truncate(self.outputs);
        }
    }
}

/// Returns the sums of a tile. It is a separate function and a fold, because the compiler kept the sums in memory when
/// this was part of the loops above, which took a third longer.
#[inline(never)]
fn tile_sums(x: &[(u32, f32)], rows: &[[f32; TILE]]) -> [f32; TILE] {
    x.iter().fold([0.0; TILE], |sums, &(place, value)| {
        let row = &rows[place as usize];
        std::array::from_fn(|output| sums[output] + value * row[output])
    })
}

fn numbers(features: usize, width: usize, blocks: usize, heads: &[usize]) -> u128 {
    let [features, width, blocks] = [features, width, blocks].map(|size| size as u128);
    let linear = |inputs: u128, outputs: u128| (inputs + 1) * outputs;
    let heads: u128 = heads.iter().map(|&outputs| linear(width, outputs as u128)).sum();
    linear(features, width) + blocks * (2 * width + 2 * linear(width, width)) + 2 * width + heads
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Vec<f32> {
        let (numbers, rest) = self.0.split_at(2 * count);
        self.0 = rest;
        numbers.chunks_exact(2).map(|pair| widen(u16::from_le_bytes([pair[0], pair[1]]))).collect()
    }

    fn norm(&mut self, width: usize) -> Norm {
        Norm { gain: self.take(width), bias: self.take(width) }
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Linear {
        let by_input = self.take(inputs * outputs);
        Linear::new(inputs, outputs, &by_input, self.take(outputs))
    }
}

/// Converts a 16-bit float to 32 bits; a network holds no infinities.
fn widen(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (u32::from(bits >> 15), u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    if exponent == 0 {
        let size = fraction as f32 / 16_777_216.0;
        return if sign == 1 { -size } else { size };
    }
    f32::from_bits(sign << 31 | (exponent + 112) << 23 | fraction << 13)
}

/// Returns the softmax of the logits: temperature 1 is as trained, near 0 always picks the largest.
pub(crate) fn likely(logits: impl Iterator<Item = f32>, temperature: f32) -> Vec<f32> {
    let mut likely: Vec<f32> = logits.collect();
    let best = likely.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for likely in &mut likely {
        *likely = ((*likely - best) / temperature).exp();
        sum += *likely;
    }
    likely.iter().map(|likely| likely / sum).collect()
}

/// Checks that a stored network answers as it did in training, in 32-bit floats. Each of the twelve lines holds the
/// inputs that are not 0 by place (with the value if it is not 1) and the answers.
#[cfg(test)]
pub(crate) fn answers_as_stored(vectors: &str, features: usize, answer: impl Fn(Vec<f32>) -> Vec<f32>) {
    assert_eq!(vectors.lines().count(), 12);
    for line in vectors.lines() {
        let (places, answers) = line.split_once(" | ").expect("inputs and answers");
        let mut inputs = vec![0.0; features];
        for input in places.split(' ') {
            let (place, value) = input.split_once(':').unwrap_or((input, "1"));
            inputs[place.parse::<usize>().expect("a place")] = value.parse().expect("a value");
        }
        let answers: Vec<f32> = answers.split(' ').map(|answer| answer.parse().expect("an answer")).collect();
        let found = answer(inputs);
        assert_eq!(answers.len(), found.len());
        for (answer, found) in answers.iter().zip(&found) {
            assert!((answer - found).abs() < 2e-3, "{answer} and not {found}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORED: &[u8] = include_bytes!("../data/hanamikoji.net");

    #[test]
    fn what_is_no_network_is_refused() {
        let read = |bytes: &[u8]| Net::read(bytes, 380, &[560, 1]).err();
        let changed = |place: usize, byte: u8| {
            let mut bytes = STORED.to_vec();
            bytes[place] = byte;
            bytes
        };
        assert_eq!(read(STORED), None);
        assert_eq!(read(b""), Some(InvalidNet::NotStored));
        assert_eq!(read(&STORED[..19]), Some(InvalidNet::NotStored));
        assert_eq!(read(&changed(0, b'X')), Some(InvalidNet::NotStored));
        assert_eq!(read(&changed(8, 1)), Some(InvalidNet::Inputs { found: 257, expected: 380 }));
        // Another width, width 0, and too many blocks.
        assert_eq!(read(&changed(12, 1)), Some(InvalidNet::Length));
        assert_eq!(read(&changed(13, 0)), Some(InvalidNet::Length));
        assert_eq!(read(&changed(19, 255)), Some(InvalidNet::Length));
        assert_eq!(read(&STORED[..STORED.len() - 1]), Some(InvalidNet::Length));
        assert_eq!(read(&[STORED, &[0]].concat()), Some(InvalidNet::Length));
        assert_eq!(read(&changed(21, 0x7c)), Some(InvalidNet::NotFinite));
        assert_eq!(Net::read(STORED, 380, &[560]).err(), Some(InvalidNet::Length));
    }

    #[test]
    fn many_at_once_get_the_answers_of_each() {
        let net = Net::read(STORED, 380, &[560, 1]).expect("a stored network");
        let row = |number: usize| (0..380).map(|place| f32::from(u8::from(place % (number + 3) == 0))).collect();
        let rows: Vec<Vec<f32>> = (0..5).map(row).collect();
        let all = net.forward_all(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>());
        for (row, answers) in rows.iter().zip(&all) {
            assert_eq!(net.forward(row), *answers);
        }
        assert_ne!(all[0], all[1]);
        // Unwanted tiles are 0; wanted ones are unchanged.
        let some =
            net.forward_where(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>(), |row, tile| tile % 3 == row % 3);
        for (row, (some, all)) in some.iter().zip(&all).enumerate() {
            for (output, (some, all)) in some.iter().zip(all).enumerate() {
                let wanted = output == 560 || output / TILE % 3 == row % 3;
                assert_eq!(*some, if wanted { *all } else { 0.0 }, "{row} {output}");
            }
        }
    }

    #[test]
    fn narrow_floats_widen_to_the_same_number() {
        for (bits, number) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8), (0x8000, 0.0)]
        {
            assert_eq!(widen(bits), number);
        }
    }
}
