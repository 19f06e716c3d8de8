//! The processor and wall clock limits of a decision, and the checks of memory, scratch folder and idleness.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use crate::limits::{Limits, Usage};
use crate::running::Running;

/// Measures from a question to its answer.
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

/// The shortest interval between two reads of the processor clock.
const CPU_INTERVAL: Duration = Duration::from_millis(2);
/// The interval between two checks of the memory in use, if it is limited.
pub(crate) const MEMORY_INTERVAL: Duration = Duration::from_millis(5);
/// The interval between two checks for idleness, if it is limited.
const IDLE_INTERVAL: Duration = Duration::from_millis(50);
/// A program gets extra wall time while it waits for a processor, at most this many times its limit. A program cannot
/// make itself wait: its own threads use up its processor time meanwhile.
const MAX_WAIT_FACTOR: u32 = 9;

/// Cached, because the standard library reads a dozen files to answer.
static PROCESSORS: LazyLock<u32> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |processors| processors.get() as u32));

impl Clock {
    /// Creates the clock of a program that has just been started.
    pub(crate) fn for_run(limits: &Limits) -> Clock {
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

    /// Creates the clock of one answer. Usage from before the question does not count.
    pub(crate) fn for_answer(running: &mut Running, limits: &Limits) -> Clock {
        Clock {
            cpu_before: running.cpu(),
            waited_before: running.cpu_wait().unwrap_or_default(),
            ..Clock::for_run(limits)
        }
    }

    /// Returns the usage since the question.
    pub(crate) fn usage(&self, running: &mut Running) -> Usage {
        let usage = running.usage();
        Usage { cpu: usage.cpu.saturating_sub(self.cpu_before), wall: self.started.elapsed(), memory: usage.memory }
    }

    /// Returns how long to wait before the next check, or the limit that is exceeded.
    pub(crate) fn next_check(&self, running: &mut Running) -> Result<Duration, Ending> {
        let wall = self.started.elapsed();
        let mut wall_left = self.wall_limit.saturating_sub(wall);
        if wall_left.is_zero() {
            // Waiting for a processor that others use is not the program's fault; sleeping is.
            let Some(waited) = running.cpu_wait() else { return Ok(CPU_INTERVAL) };
            let allowed =
                waited.saturating_sub(self.waited_before).min(self.wall_limit.saturating_mul(MAX_WAIT_FACTOR));
            wall_left = self.wall_limit.saturating_add(allowed).saturating_sub(wall);
        }
        if wall_left.is_zero() {
            return Err(Ending::WallClock);
        }
        // A program cannot use processor time faster than all processors supply it; until then the kernel is not asked.
        let most = wall.saturating_mul(self.processors);
        let cpu = if most < self.cpu_limit { most } else { running.cpu().saturating_sub(self.cpu_before) };
        let cpu_left = self.cpu_limit.checked_sub(cpu).filter(|left| !left.is_zero()).ok_or(Ending::CpuTime)?;
        let mut patience = wall_left.min((cpu_left / self.processors).max(CPU_INTERVAL));
        if self.idle_limit < Duration::MAX {
            if running.idle() >= self.idle_limit {
                return Err(Ending::Idle);
            }
            patience = patience.min(IDLE_INTERVAL);
        }
        if self.resident_limit == u64::MAX && self.scratch_limit == u64::MAX {
            return Ok(patience);
        }
        if self.resident_limit < u64::MAX && running.resident() > self.resident_limit {
            return Err(Ending::Memory);
        }
        if self.scratch_limit < u64::MAX && running.is_scratch_over(self.scratch_limit) {
            return Err(Ending::Flood);
        }
        Ok(patience.min(MEMORY_INTERVAL))
    }
}
