//! `cardsharp protocol`: how a program is asked and answers, for whoever writes one.

use cardsharp_programs::{lines, original};

use crate::args::{Described, Protocol};

pub(crate) fn run(args: &Protocol) -> String {
    match args.which {
        Described::Original => original::PROTOCOL,
        Described::Lines => lines::PROTOCOL,
    }
    .to_owned()
}
