//! Assembles system call filters for the kernel.
//!
//! A filter is a binary search instead of the usual chain of comparisons. When a filter is installed, the kernel runs
//! it once for every system call there is. With a chain of two hundred comparisons that takes longer than the start of
//! a small program.

use std::collections::BTreeMap;

use libc::{BPF_ABS, BPF_ALU, BPF_AND, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W};
use libc::{c_long, sock_filter};

/// Offsets of the call number, the architecture and the arguments in `seccomp_data`.
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;

/// Our architecture as an audit constant: the ELF machine, 64 bits, little endian.
#[cfg(target_arch = "x86_64")]
const OURS: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const OURS: u32 = 0xc000_00b7;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
const DENY: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;

/// The required value of one half of an argument, under a mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    offset: u32,
    mask: u32,
    value: u32,
}

/// The lower half of an argument. It comes first on both architectures here.
pub(super) fn lower(argument: u32, mask: u32, value: u32) -> Condition {
    Condition { offset: ARGUMENTS + 8 * argument, mask, value }
}

/// The upper half of an argument has this value.
pub(super) fn upper(argument: u32, value: u32) -> Condition {
    Condition { offset: ARGUMENTS + 8 * argument + 4, mask: u32::MAX, value }
}

pub(super) fn upper_is_zero(argument: u32) -> Condition {
    upper(argument, 0)
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Allowed,
    /// Allowed if all conditions of one alternative hold, else refused.
    If(Vec<Vec<Condition>>),
    /// Allowed if all conditions of one alternative hold, else the program is killed.
    OnlyIf(Vec<Vec<Condition>>),
    /// Allowed unless the condition holds.
    Unless(Condition),
    /// "Permission denied", where programs expect that error.
    Denied,
}

pub(super) type Rules = BTreeMap<c_long, Answer>;

/// Assembles the filter with these answers. All other calls get "function not implemented".
pub(super) fn assemble(rules: &Rules) -> Vec<sock_filter> {
    let mut program = vec![
        load(ARCHITECTURE),
        jump(BPF_JEQ, OURS, 1, 0),
        // The calls of another architecture have other numbers. No honest program makes them.
        ret(KILL),
        load(NUMBER),
    ];
    program.extend(search(&ranges(rules)));
    program
}

/// Returns ranges of call numbers: each start with the code for the calls from there to the next start.
fn ranges(rules: &Rules) -> Vec<(u32, Vec<sock_filter>)> {
    let refuse = || vec![ret(REFUSE)];
    let mut ranges: Vec<(u32, Vec<sock_filter>)> = vec![(0, refuse())];
    for (&call, answer) in rules {
        let (call, code) = (call as u32, decide(answer));
        match ranges.last_mut() {
            // The refused range that begins at this call is replaced.
            Some((start, last)) if *start == call => *last = code,
            _ => ranges.push((call, code)),
        }
        ranges.push((call + 1, refuse()));
    }
    ranges.dedup_by(|next, last| next.1 == last.1);
    ranges
}

fn search(ranges: &[(u32, Vec<sock_filter>)]) -> Vec<sock_filter> {
    if let [(_, code)] = ranges {
        return code.clone();
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let (from, low) = (high[0].0, search(low));
    let mut program = match u8::try_from(low.len()) {
        Ok(over) => vec![jump(BPF_JGE, from, over, 0)],
        // Only the unconditional jump reaches further.
        Err(_) => vec![jump(BPF_JGE, from, 0, 1), jump(BPF_JA, low.len() as u32, 0, 0)],
    };
    program.extend(low);
    program.extend(search(high));
    program
}

fn decide(answer: &Answer) -> Vec<sock_filter> {
    let alternatives = match answer {
        Answer::Unless(Condition { offset, mask, value }) => {
            return vec![load(*offset), and(*mask), jump(BPF_JEQ, *value, 0, 1), ret(REFUSE), ret(ALLOW)];
        }
        Answer::Allowed => return vec![ret(ALLOW)],
        Answer::Denied => return vec![ret(DENY)],
        Answer::If(alternatives) | Answer::OnlyIf(alternatives) => alternatives,
    };
    let or_else = if matches!(answer, Answer::OnlyIf(_)) { KILL } else { REFUSE };
    let mut program = Vec::new();
    for conditions in alternatives {
        let mut left = 3 * conditions.len() as u8;
        for &Condition { offset, mask, value } in conditions {
            left -= 3;
            // If one condition fails, skip the rest of this alternative and its permission.
            program.extend([load(offset), and(mask), jump(BPF_JEQ, value, 0, left + 1)]);
        }
        program.push(ret(ALLOW));
    }
    program.push(ret(or_else));
    program
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

fn load(offset: u32) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, 0, 0, offset)
}

fn and(mask: u32) -> sock_filter {
    instruction(BPF_ALU | BPF_AND | BPF_K, 0, 0, mask)
}

fn jump(condition: u32, value: u32, yes: u8, no: u8) -> sock_filter {
    instruction(BPF_JMP | condition | BPF_K, yes, no, value)
}

fn ret(verdict: u32) -> sock_filter {
    instruction(BPF_RET | BPF_K, 0, 0, verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a filter as the kernel would.
    fn run(program: &[sock_filter], architecture: u32, call: u32, arguments: [u64; 6]) -> u32 {
        let mut words = vec![call, architecture, 0, 0];
        words.extend(arguments.iter().flat_map(|&argument| [argument as u32, (argument >> 32) as u32]));
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = program[at];
            at += 1;
            let branch = |yes: bool| usize::from(if yes { jt } else { jf });
            match u32::from(code) {
                code if code == BPF_LD | BPF_W | BPF_ABS => accumulator = words[k as usize / 4],
                code if code == BPF_ALU | BPF_AND | BPF_K => accumulator &= k,
                code if code == BPF_JMP | BPF_JEQ | BPF_K => at += branch(accumulator == k),
                code if code == BPF_JMP | BPF_JGE | BPF_K => at += branch(accumulator >= k),
                code if code == BPF_JMP | BPF_JA | BPF_K => at += k as usize,
                code if code == BPF_RET | BPF_K => return k,
                code => panic!("instruction {code} at {at}"),
            }
        }
    }

    #[test]
    fn the_search_agrees_with_the_list() {
        // Every third call and two neighbours: enough to need the long jump.
        let answer = |call| if call % 2 == 0 { Answer::Allowed } else { Answer::Denied };
        let rules: Rules =
            (0..1200).filter(|call| call % 3 == 0 || *call == 7).map(|call| (call, answer(call))).collect();
        let program = assemble(&rules);
        for call in 0..1300_u32 {
            let expected = match rules.get(&i64::from(call)) {
                Some(Answer::Allowed) => ALLOW,
                Some(_) => DENY,
                None => REFUSE,
            };
            assert_eq!(run(&program, OURS, call, [0; 6]), expected, "call {call}");
            assert_eq!(run(&program, OURS, call | 0x4000_0000, [0; 6]), REFUSE, "x32 call {call}");
        }
        assert_eq!(run(&program, OURS ^ 1, 0, [0; 6]), KILL);
    }

    #[test]
    fn an_argument_decides_where_it_must() {
        let both = vec![lower(0, u32::MAX, 5), upper_is_zero(0), lower(1, 0xf, 1)];
        let rules = Rules::from([(9, Answer::If(vec![both, vec![lower(2, u32::MAX, 8)]]))]);
        let verdict = |a, b, c| run(&assemble(&rules), OURS, 9, [a, b, c, 0, 0, 0]);
        assert_eq!(verdict(5, 0x31, 0), ALLOW);
        assert_eq!(verdict(5, 0x32, 0), REFUSE);
        assert_eq!(verdict(5 | 1 << 32, 0x31, 0), REFUSE);
        assert_eq!(verdict(0, 0, 8), ALLOW);
        let rules = Rules::from([(9, Answer::OnlyIf(vec![vec![lower(0, u32::MAX, 5)]])), (10, Answer::OnlyIf(vec![]))]);
        assert_eq!(run(&assemble(&rules), OURS, 9, [5; 6]), ALLOW);
        assert_eq!(run(&assemble(&rules), OURS, 9, [4; 6]), KILL);
        assert_eq!(run(&assemble(&rules), OURS, 10, [5; 6]), KILL);
        let rules = Rules::from([(9, Answer::Unless(lower(1, u32::MAX, 18)))]);
        assert_eq!(run(&assemble(&rules), OURS, 9, [18, 17, 18, 0, 0, 0]), ALLOW);
        assert_eq!(run(&assemble(&rules), OURS, 9, [0, 18, 0, 0, 0, 0]), REFUSE);
    }
}
