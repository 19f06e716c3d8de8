//! The law of the gate.
