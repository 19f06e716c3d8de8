//! A network that a user trained, as a style of play.
//!
//! The file is in the safetensors format: the length of a header, the header as JSON, and the numbers. It holds the
//! layers of a plain perceptron as `torch.nn.Sequential` names them (`0.weight`, `0.bias`, `2.weight` and so on), in
//! 32-bit floats, with a rectifier between two layers. Its input is the features of an observation; its output is one
//! logit per action of the game. The softmax over the legal actions gives their probabilities. The metadata names the
//! `game` and the version of its `encoding`, so that no network gets features of another encoding.

use std::error::Error;
use std::fmt;

use cardsharp_rules::{ActionOf, Game, ObservationOf, Style};
use serde_json::Value;

use crate::net::Linear;
use crate::spec::NET;

/// A trained perceptron.
pub struct SavedNet {
    layers: Vec<Linear>,
}

/// An error in the file of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedNetError(String);

impl fmt::Display for SavedNetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for SavedNetError {}

fn wrong<T>(reason: impl Into<String>) -> Result<T, SavedNetError> {
    Err(SavedNetError(reason.into()))
}

/// The header of a file and the bytes after it.
struct Tensors<'a> {
    header: serde_json::Map<String, Value>,
    numbers: &'a [u8],
}

impl<'a> Tensors<'a> {
    fn read(bytes: &'a [u8]) -> Result<Tensors<'a>, SavedNetError> {
        let Some((length, rest)) = bytes.split_first_chunk() else {
            return wrong("the file is too short for a header");
        };
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let Some((header, numbers)) = rest.split_at_checked(length) else {
            return wrong("the file ends within its header: is it in the safetensors format?");
        };
        match serde_json::from_slice(header) {
            Ok(Value::Object(header)) => Ok(Tensors { header, numbers }),
            _ => wrong("the header is no JSON object: is the file in the safetensors format?"),
        }
    }

    fn check<G: Game>(&self) -> Result<(), SavedNetError> {
        let metadata = |key: &str| self.header.get("__metadata__").and_then(|data| data[key].as_str());
        for (key, expected) in [("game", G::NAME.to_owned()), ("encoding", G::ENCODING_VERSION.to_string())] {
            match metadata(key) {
                Some(found) if found == expected => {}
                Some(found) => return wrong(format!("its metadata has {key} {found:?}, not {expected:?}")),
                None => return wrong(format!("its metadata has no {key}: expected {expected:?}")),
            }
        }
        Ok(())
    }

    /// Returns the layer numbers in ascending order.
    fn layers(&self) -> Result<Vec<u32>, SavedNetError> {
        let mut layers = Vec::new();
        for name in self.header.keys().filter(|name| *name != "__metadata__") {
            let layer = name.strip_suffix(".weight").or_else(|| name.strip_suffix(".bias"));
            let Some(layer) = layer.and_then(|layer| layer.parse().ok()) else {
                return wrong(format!("tensor {name:?}: expected names such as 0.weight and 0.bias"));
            };
            layers.push(layer);
        }
        layers.sort_unstable();
        layers.dedup();
        if layers.is_empty() { wrong("there is no layer in it") } else { Ok(layers) }
    }

    fn tensor(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>), SavedNetError> {
        let Some(entry) = self.header.get(name) else { return wrong(format!("tensor {name:?} is missing")) };
        if entry["dtype"] != "F32" {
            return wrong(format!("tensor {name:?} is of {}, not of F32", entry["dtype"]));
        }
        let sizes = |key: &str| -> Option<Vec<usize>> {
            entry[key].as_array()?.iter().map(|size| size.as_u64()?.try_into().ok()).collect()
        };
        let (Some(shape), Some(offsets)) = (sizes("shape"), sizes("data_offsets")) else {
            return wrong(format!("tensor {name:?} has no shape or no place"));
        };
        let [from, to] = offsets[..] else { return wrong(format!("tensor {name:?} has no beginning and end")) };
        let count = shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
        let Some(bytes) = self
            .numbers
            .get(from..to)
            .filter(|bytes| count.and_then(|count| count.checked_mul(4)) == Some(bytes.len()))
        else {
            return wrong(format!("tensor {name:?} has other numbers than its shape {shape:?} says"));
        };
        let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
        if numbers.iter().all(|number| number.is_finite()) {
            return Ok((shape, numbers));
        }
        wrong(format!("tensor {name:?} has numbers that are not finite"))
    }
}

impl SavedNet {
    /// Reads a network of a game.
    ///
    /// # Errors
    /// If the bytes are no such network; the error says what is wrong and where.
    pub fn read<G: Game>(bytes: &[u8]) -> Result<SavedNet, SavedNetError> {
        let tensors = Tensors::read(bytes)?;
        tensors.check::<G>()?;
        let mut layers = Vec::new();
        let (mut inputs, mut taken) = (G::FEATURES, 0);
        for number in tensors.layers()? {
            let (name, (shape, weights)) = (format!("{number}.weight"), tensors.tensor(&format!("{number}.weight"))?);
            let [outputs, width] = shape[..] else { return wrong(format!("tensor {name:?} is no matrix")) };
            if width != inputs {
                return wrong(format!("tensor {name:?} takes {width} numbers, but is given {inputs}"));
            }
            if outputs == 0 {
                return wrong(format!("tensor {name:?} has no outputs"));
            }
            let (bias_shape, bias) = tensors.tensor(&format!("{number}.bias"))?;
            if bias_shape != [outputs] {
                return wrong(format!("tensor \"{number}.bias\" is of shape {bias_shape:?}, not of [{outputs}]"));
            }
            // Layers may not share numbers, or a small file could become a large network.
            taken += weights.len() + outputs;
            if taken > tensors.numbers.len() / 4 {
                return wrong(format!("tensor {name:?} and those before it have more numbers than the file"));
            }
            let mut by_input = vec![0.0; weights.len()];
            for (output, row) in weights.chunks_exact(inputs).enumerate() {
                for (input, &weight) in row.iter().enumerate() {
                    by_input[input * outputs + output] = weight;
                }
            }
            layers.push(Linear::new(inputs, outputs, &by_input, bias));
            inputs = outputs;
        }
        if inputs == G::ACTIONS {
            return Ok(SavedNet { layers });
        }
        wrong(format!("the last layer says {inputs} numbers, but {} has {} actions", G::TITLE, G::ACTIONS))
    }

    /// Returns the logits of every action for many observations at once.
    fn logits(&self, mut rows: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
        let mut next = vec![Vec::new(); rows.len()];
        for (number, layer) in self.layers.iter().enumerate() {
            if number > 0 {
                for value in rows.iter_mut().flatten() {
                    *value = value.max(0.0);
                }
            }
            layer.apply(&rows, &mut next);
            std::mem::swap(&mut rows, &mut next);
        }
        rows
    }
}

impl<G: Game> Style<G> for SavedNet {
    fn name(&self) -> &'static str {
        NET
    }

    fn summary(&self) -> &'static str {
        "a network trained by a user"
    }

    fn weigh(&self, view: &ObservationOf<G>, legal: &[ActionOf<G>], weights: &mut Vec<f32>) {
        *weights = Style::<G>::weigh_all(self, &[(view.clone(), legal)]).swap_remove(0);
    }

    fn weigh_all(&self, views: &[(ObservationOf<G>, &[ActionOf<G>])]) -> Vec<Vec<f32>> {
        let features = |(view, _): &(ObservationOf<G>, &[ActionOf<G>])| {
            let mut features = vec![0.0; G::FEATURES];
            G::encode(view, &mut features);
            features
        };
        let logits = self.logits(views.iter().map(features).collect());
        let softmax = |legal: &[ActionOf<G>], logits: &[f32]| {
            // Sums of large weights may be NaN, which becomes the smallest number, or infinite, which is clamped.
            let finite = |logit: f32| if logit.is_nan() { f32::MIN } else { logit.clamp(f32::MIN, f32::MAX) };
            let liked: Vec<f64> = legal.iter().map(|&action| finite(logits[G::action_index(action)]).into()).collect();
            let most = liked.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let likely: Vec<f64> = liked.iter().map(|liked| (liked - most).exp()).collect();
            let sum: f64 = likely.iter().sum();
            likely.iter().map(|likely| (likely / sum) as f32).collect()
        };
        views.iter().zip(&logits).map(|((_, legal), logits)| softmax(legal, logits)).collect()
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::{Observation as _, Seat, Seed, State as _};
    use serde_json::json;

    use super::*;

    fn file(metadata: &Value, tensors: &[(&str, Vec<usize>, Vec<f32>)]) -> Vec<u8> {
        let (mut header, mut numbers) = (json!({ "__metadata__": metadata }), Vec::new());
        for (name, shape, values) in tensors {
            let from = numbers.len();
            numbers.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            header[*name] = json!({ "dtype": "F32", "shape": shape, "data_offsets": [from, numbers.len()] });
        }
        let header = header.to_string().into_bytes();
        [&(header.len() as u64).to_le_bytes()[..], &header, &numbers].concat()
    }

    fn metadata() -> Value {
        json!({ "game": "indigo", "encoding": Indigo::ENCODING_VERSION.to_string() })
    }

    /// Two layers; the hidden one copies the first three features, the second with its sign reversed.
    fn layers() -> Vec<(&'static str, Vec<usize>, Vec<f32>)> {
        let (features, actions) = (Indigo::FEATURES, Indigo::ACTIONS);
        let mut first = vec![0.0; 3 * features];
        (first[0], first[features + 1], first[2 * features + 2]) = (1.0, -1.0, 1.0);
        let second = (0..3 * actions).map(|place| (place % 7) as f32 - 3.0).collect();
        let bias = (0..actions).map(|action| (action % 5) as f32 / 2.0).collect();
        vec![
            ("0.weight", vec![3, features], first),
            ("0.bias", vec![3], vec![0.5, 0.25, -0.25]),
            ("2.weight", vec![actions, 3], second),
            ("2.bias", vec![actions], bias),
        ]
    }

    #[test]
    fn a_network_is_asked_as_its_layers_say() {
        let net = SavedNet::read::<Indigo>(&file(&metadata(), &layers())).unwrap();
        let view = Indigo.start(&Indigo.shuffle(Seed(3))).unwrap().observe(Seat::FIRST);
        let (mut legal, mut weights, mut features) = (Vec::new(), Vec::new(), vec![0.0; Indigo::FEATURES]);
        view.legal_actions(&mut legal);
        Style::<Indigo>::weigh(&net, &view, &legal, &mut weights);
        Indigo::encode(&view, &mut features);
        // The same layers, written out.
        let hidden = [features[0] + 0.5, 0.25 - features[1], features[2] - 0.25].map(|value| value.max(0.0));
        let logit = |number: usize| {
            let weight = |unit: usize| ((3 * number + unit) % 7) as f32 - 3.0;
            (number % 5) as f32 / 2.0 + (0..3).map(|unit| weight(unit) * hidden[unit]).sum::<f32>()
        };
        let liked: Vec<f32> = legal.iter().map(|&action| logit(Indigo::action_index(action)).exp()).collect();
        for (weight, liked_one) in weights.iter().zip(&liked) {
            assert!((weight - liked_one / liked.iter().sum::<f32>()).abs() < 1e-5, "{weights:?} {liked:?}");
        }
    }

    #[test]
    fn weights_that_add_up_to_infinity_still_choose_something() {
        let view = Indigo.start(&Indigo.shuffle(Seed(3))).unwrap().observe(Seat::FIRST);
        let (mut legal, mut weights) = (Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        for large in [f32::MAX, f32::MIN] {
            let mut all = layers();
            for (_, _, numbers) in &mut all {
                numbers.fill(large);
                numbers[0] = -large;
            }
            let net = SavedNet::read::<Indigo>(&file(&metadata(), &all)).unwrap();
            Style::<Indigo>::weigh(&net, &view, &legal, &mut weights);
            let sum: f32 = weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4 && weights.iter().all(|weight| *weight >= 0.0), "{weights:?}");
        }
    }

    #[test]
    fn layers_that_share_their_numbers_are_refused() {
        let mut header = json!({ "__metadata__": metadata() });
        let features = Indigo::FEATURES;
        let numbers = vec![0_u8; 4 * features * features];
        for layer in 0..4 {
            let weights = json!([0, 4 * features * features]);
            header[format!("{layer}.weight")] =
                json!({ "dtype": "F32", "shape": [features, features], "data_offsets": weights });
            header[format!("{layer}.bias")] =
                json!({ "dtype": "F32", "shape": [features], "data_offsets": [0, 4 * features] });
        }
        let header = header.to_string().into_bytes();
        let bytes = [&(header.len() as u64).to_le_bytes()[..], &header, &numbers].concat();
        let error = SavedNet::read::<Indigo>(&bytes).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("more numbers than the file"), "{error}");
    }

    #[test]
    fn what_is_no_network_of_the_game_is_refused_by_name() {
        let error =
            |bytes: &[u8]| SavedNet::read::<Indigo>(bytes).err().map(|error| error.to_string()).unwrap_or_default();
        let check = |bytes: &[u8], words: &str| assert!(error(bytes).contains(words), "{words}: {}", error(bytes));
        check(b"", "too short");
        check(b"what is this, a text?", "ends within its header");
        check(&[2, 0, 0, 0, 0, 0, 0, 0, b'[', b']'], "no JSON object");
        check(&file(&json!({}), &layers()), "no game");
        check(&file(&json!({ "game": "intensity" }), &layers()), "\"intensity\", not \"indigo\"");
        check(&file(&json!({ "game": "indigo", "encoding": "0" }), &layers()), "encoding \"0\"");
        check(&file(&metadata(), &[]), "no layer");
        check(&file(&metadata(), &layers()[..2]), "says 3 numbers, but Indigo has 52 actions");
        check(&file(&metadata(), &layers()[2..]), "takes 3 numbers, but is given");
        check(&file(&metadata(), &layers()[..3]), "\"2.bias\" is missing");
        let replaced = |place: usize, tensor| {
            let mut all = layers();
            all[place] = tensor;
            file(&metadata(), &all)
        };
        check(&replaced(1, ("0.bias", vec![2], vec![0.0; 2])), "of shape [2], not of [3]");
        check(&replaced(1, ("0.bias", vec![3], vec![0.0; 2])), "other numbers than its shape [3]");
        check(&replaced(1, ("0.bias", vec![3], vec![f32::NAN; 3])), "not finite");
        check(&replaced(0, ("0.weight", vec![3], vec![0.0; 3])), "no matrix");
        check(&replaced(0, ("norm.weight", vec![3], vec![0.0; 3])), "\"norm.weight\": expected names");
        let whole = file(&metadata(), &layers());
        for length in 0..whole.len().min(3000) {
            assert!(SavedNet::read::<Indigo>(&whole[..length]).is_err(), "cut off after {length} bytes");
        }
    }
}
