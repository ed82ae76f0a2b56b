//! Labs that run for learners.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::Args;

use crate::domain::DeviceName;
use crate::jobs::child::Limits;
use crate::storage::QueueLimits;

/// What `vramlab serve` can be told about labs.
#[derive(Debug, Clone, Args)]
pub struct LabArgs {
    /// Offer no labs: the API for runs answers 404, and none is carried out
    #[arg(long, env = "VRAMLAB_NO_LABS")]
    pub no_labs: bool,

    /// Device that this process runs labs on, sim or cuda:N; repeat it for several. Give `none` where only `vramlab worker`
    /// does
    #[arg(id = "lab-device", long, env = "VRAMLAB_LAB_DEVICES", value_name = "DEVICE", value_delimiter = ',', default_value = "sim", value_parser = device_or_none)]
    pub devices: Vec<Option<DeviceName>>,

    /// Runs of one learner that may wait or run at the same time
    #[arg(long, env = "VRAMLAB_LAB_RUNS_PER_LEARNER", value_name = "NUMBER", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub lab_runs_per_learner: u32,

    /// Runs that one address may start in an hour
    #[arg(long, env = "VRAMLAB_LAB_RUNS_PER_HOUR", value_name = "NUMBER", default_value = "600")]
    pub lab_runs_per_hour: NonZeroU32,

    /// Runs that may wait, of everybody and for all devices
    #[arg(long, env = "VRAMLAB_LAB_QUEUE", value_name = "NUMBER", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub lab_queue: u32,

    /// Runs that are over and kept with their reports; older ones are removed
    #[arg(long, env = "VRAMLAB_LAB_KEEP", value_name = "NUMBER", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub lab_keep: u32,

    /// Visitors who may follow runs at the same time; each keeps a connection, so raise --max-connections with it
    #[arg(long, env = "VRAMLAB_LAB_LISTENERS", value_name = "NUMBER", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub lab_listeners: u32,

    #[command(flatten)]
    pub limits: RunArgs,
}

/// What one run may take.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// Seconds that a run may take
    #[arg(long, env = "VRAMLAB_LAB_SECONDS", value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub lab_seconds: u64,

    /// MiB of this machine's memory that a run on the simulated device may address
    #[arg(long, env = "VRAMLAB_LAB_MEMORY_MIB", value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(64..=1_048_576))]
    pub lab_memory_mib: u64,

    /// MiB of a GPU that a run may have; what it asks for beyond is refused
    #[arg(long, env = "VRAMLAB_LAB_GPU_MIB", value_name = "MIB", default_value_t = 16_384, value_parser = clap::value_parser!(u64).range(256..=1_048_576))]
    pub lab_gpu_mib: u64,

    /// MiB that a run may write: its steps, its report and its snapshot
    #[arg(long, env = "VRAMLAB_LAB_OUTPUT_MIB", value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub lab_output_mib: u64,

    /// Steps of a run that are told while it runs; the report has all of them
    #[arg(long, env = "VRAMLAB_LAB_STEPS", value_name = "NUMBER", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub lab_steps: u32,

    /// Seconds after which a worker that says nothing has died; all workers of a site have to agree
    #[arg(long, env = "VRAMLAB_LAB_LEASE_SECONDS", value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=600))]
    pub lab_lease_seconds: u64,
}

impl LabArgs {
    /// Returns the devices that this process runs labs on.
    pub fn devices(&self) -> Vec<DeviceName> {
        let mut devices: Vec<DeviceName> = self.devices.iter().copied().flatten().collect();
        devices.sort_unstable();
        devices.dedup();
        devices
    }

    pub fn queue(&self) -> QueueLimits {
        QueueLimits { per_learner: self.lab_runs_per_learner, queued: self.lab_queue }
    }
}

impl RunArgs {
    pub fn limits(&self) -> Limits {
        Limits {
            time: Duration::from_secs(self.lab_seconds),
            memory: self.lab_memory_mib << 20,
            output: self.lab_output_mib << 20,
            steps: self.lab_steps,
            gpu: self.lab_gpu_mib << 20,
        }
    }

    pub fn lease(&self) -> Duration {
        Duration::from_secs(self.lab_lease_seconds)
    }
}

fn device_or_none(text: &str) -> Result<Option<DeviceName>, crate::domain::DeviceNameError> {
    if text == "none" { Ok(None) } else { text.parse().map(Some) }
}
