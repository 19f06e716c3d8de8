//! The two clocks of a decision: the processor's and the one on the wall.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::ending::Ending;
use crate::limits::{Limits, Usage};
use crate::running::Running;

/// Runs from a question to its answer.
pub(crate) struct Clock {
    started: Instant,
    cpu_before: Duration,
    cpu_limit: Duration,
    wall_limit: Duration,
    /// How many processors can work for the program at once.
    processors: u32,
}

/// The processor's clock is not asked more often than this.
const FINEST: Duration = Duration::from_millis(2);

/// Asked once, because the answer is read from a dozen files.
static PROCESSORS: LazyLock<u32> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |processors| processors.get() as u32));

impl Clock {
    /// Starts both, given the processor time that does not count.
    pub(crate) fn start(cpu_before: Duration, limits: &Limits) -> Clock {
        Clock {
            started: Instant::now(),
            cpu_before,
            cpu_limit: limits.cpu,
            wall_limit: limits.wall,
            processors: *PROCESSORS,
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
        let wall_left = self.wall_limit.checked_sub(wall).filter(|left| !left.is_zero()).ok_or(Ending::WallClock)?;
        // Nobody can use processor time faster than all processors give it: before that we need not ask the kernel.
        let most = wall.saturating_mul(self.processors);
        let cpu = if most < self.cpu_limit { most } else { running.cpu().saturating_sub(self.cpu_before) };
        let cpu_left = self.cpu_limit.checked_sub(cpu).filter(|left| !left.is_zero()).ok_or(Ending::CpuTime)?;
        Ok(wall_left.min((cpu_left / self.processors).max(FINEST)))
    }
}
