//! The two clocks of a decision, the processor's and the one on the wall, and the look at its memory.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use crate::limits::{Limits, Usage};
use crate::running::Running;

/// Runs from a question to its answer.
pub(crate) struct Clock {
    started: Instant,
    cpu_before: Duration,
    /// How long the program had waited for a processor before.
    waited_before: Duration,
    cpu_limit: Duration,
    wall_limit: Duration,
    idle_limit: Duration,
    resident_limit: u64,
    scratch_limit: u64,
    /// How many processors can work for the program at once.
    processors: u32,
}

/// The processor's clock is not asked more often than this.
const FINEST: Duration = Duration::from_millis(2);
/// Memory in use is looked at so often, where it has a limit.
pub(crate) const GLANCE: Duration = Duration::from_millis(5);
/// Whether it does anything is looked at so often, where that matters.
const NAP: Duration = Duration::from_millis(50);
/// How many times its time on the wall a program is given at most for waiting until it gets a processor. It cannot
/// make itself wait: its own threads use up its processor time meanwhile.
const BUSY: u32 = 9;

/// Asked once, because the answer is read from a dozen files.
static PROCESSORS: LazyLock<u32> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |processors| processors.get() as u32));

impl Clock {
    /// For a program that has just been started.
    pub(crate) fn of_life(limits: &Limits) -> Clock {
        Clock {
            started: Instant::now(),
            cpu_before: Duration::ZERO,
            waited_before: Duration::ZERO,
            cpu_limit: limits.cpu,
            wall_limit: limits.wall,
            idle_limit: limits.idle,
            resident_limit: limits.resident,
            scratch_limit: limits.scratch,
            processors: *PROCESSORS,
        }
    }

    /// For a question to a program that has used something before, which does not count.
    pub(crate) fn of_answer(running: &mut Running, limits: &Limits) -> Clock {
        Clock {
            cpu_before: running.cpu(),
            waited_before: running.waited().unwrap_or_default(),
            ..Clock::of_life(limits)
        }
    }

    /// What was used since the start.
    pub(crate) fn usage(&self, running: &mut Running) -> Usage {
        let usage = running.usage();
        Usage { cpu: usage.cpu.saturating_sub(self.cpu_before), wall: self.started.elapsed(), memory: usage.memory }
    }

    /// How long one may wait before looking again, or which limit is passed.
    pub(crate) fn patience(&self, running: &mut Running) -> Result<Duration, Ending> {
        let wall = self.started.elapsed();
        let mut wall_left = self.wall_limit.saturating_sub(wall);
        if wall_left.is_zero() {
            // Waiting for a processor that others use is not the program's fault; sleeping is.
            let Some(waited) = running.waited() else { return Ok(FINEST) };
            let allowed = waited.saturating_sub(self.waited_before).min(self.wall_limit.saturating_mul(BUSY));
            wall_left = self.wall_limit.saturating_add(allowed).saturating_sub(wall);
        }
        if wall_left.is_zero() {
            return Err(Ending::WallClock);
        }
        // Nobody can use processor time faster than all processors give it: before that we need not ask the kernel.
        let most = wall.saturating_mul(self.processors);
        let cpu = if most < self.cpu_limit { most } else { running.cpu().saturating_sub(self.cpu_before) };
        let cpu_left = self.cpu_limit.checked_sub(cpu).filter(|left| !left.is_zero()).ok_or(Ending::CpuTime)?;
        let mut patience = wall_left.min((cpu_left / self.processors).max(FINEST));
        if self.idle_limit < Duration::MAX {
            if running.idle() >= self.idle_limit {
                return Err(Ending::Idle);
            }
            patience = patience.min(NAP);
        }
        if self.resident_limit == u64::MAX && self.scratch_limit == u64::MAX {
            return Ok(patience);
        }
        if self.resident_limit < u64::MAX && running.resident() > self.resident_limit {
            return Err(Ending::Memory);
        }
        if self.scratch_limit < u64::MAX && running.has_filled_its_scratch(self.scratch_limit) {
            return Err(Ending::Flood);
        }
        Ok(patience.min(GLANCE))
    }
}
