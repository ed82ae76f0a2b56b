//! A process that carries runs of labs out for a site, such as on a machine with a GPU.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::Args;
use rand::Rng as _;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::open;
use super::stop::Stop;
use crate::config::{DatabaseArgs, RunArgs};
use crate::domain::DeviceName;
use crate::jobs::child::Program;
use crate::jobs::queue::{Place, Queue};
use crate::service::clock::{self, Clock};
use crate::service::labs::Labs;
use crate::service::labs::feed::Feeds;
use crate::service::labs::turns::Turns;
use crate::service::labs::worker::Worker;
use crate::storage::{DatabaseUrl, QueueLimits, Storage};
use crate::telemetry::{self, DEFAULT_FILTER, LogFormat};

/// What `vramlab worker` can be told.
#[derive(Debug, Args)]
pub(super) struct WorkerArgs {
    /// Device to run labs on, sim or cuda:N; repeat it for several
    #[arg(long = "device", env = "VRAMLAB_LAB_DEVICES", value_name = "DEVICE", value_delimiter = ',', required = true)]
    devices: Vec<DeviceName>,

    /// How log lines are written; auto is human on a terminal and JSON otherwise
    #[arg(long, env = "VRAMLAB_LOG_FORMAT", value_name = "FORMAT", default_value = "auto")]
    log_format: LogFormat,

    /// Which events are logged, such as info,server=debug
    #[arg(long, env = "VRAMLAB_LOG", value_name = "FILTER", default_value = DEFAULT_FILTER)]
    log: String,

    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    limits: RunArgs,
}

/// How long a worker waits when the job queue cannot be used.
const AGAIN: Duration = Duration::from_secs(2);

/// Workers look after lost runs too, but what is kept is the business of the site.
const KEEP_ALL: u32 = u32::MAX;

pub(super) async fn worker(args: WorkerArgs) -> anyhow::Result<ExitCode> {
    telemetry::init(args.log_format, &args.log)?;
    let mut stop = Stop::listen().context("cannot listen for the signals that stop the worker")?;
    ensure!(!args.devices.is_empty(), "name a device, such as --device cuda:0");
    let storage = open(&args.database).await?;
    let queue = open_queue(&args.database.url).await?;
    let labs = Arc::new(Labs {
        queue,
        limits: QueueLimits { per_learner: 0, queued: 0 },
        feeds: Arc::new(Feeds::new(0)),
        turns: Turns::new(QueueLimits { per_learner: 0, queued: 0 }, Duration::ZERO),
        keep: KEEP_ALL,
    });
    let mut workers = Workers::start(&labs, &storage, &args.devices, &args.limits)?;
    tracing::info!(devices = ?args.devices, "working");
    tokio::select! {
        () = stop.asked() => tracing::info!("stopping: runs under way go back to the queue"),
        () = labs.look_after(&storage, Clock) => {}
        () = workers.fail() => anyhow::bail!("a worker ended without being told to"),
    }
    workers.stop().await;
    storage.close().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Opens the job queue that belongs to a database: beside an SQLite file, in a schema of its own in PostgreSQL.
pub(super) async fn open_queue(url: &DatabaseUrl) -> anyhow::Result<Queue> {
    let place = match url {
        DatabaseUrl::Sqlite(path) => Place::File(path.with_extension("jobs.db")),
        DatabaseUrl::Postgres(connect) => Place::Postgres(connect.clone()),
    };
    Queue::open(&place).await.with_context(|| format!("cannot open the job queue of {url}"))
}

/// Workers of this process, one for each device.
pub(super) struct Workers {
    tasks: JoinSet<()>,
    stop: watch::Sender<bool>,
}

impl Workers {
    pub(super) fn start(
        labs: &Arc<Labs>,
        storage: &Storage,
        devices: &[DeviceName],
        limits: &RunArgs,
    ) -> anyhow::Result<Self> {
        let path = std::env::current_exe().context("cannot find the program that carries out runs")?;
        let program = Program { path, arguments: vec!["lab".into(), "child".into()] };
        let (stop, stopping) = watch::channel(false);
        let mut tasks = JoinSet::new();
        for &device in devices {
            let worker = Worker {
                storage: storage.clone(),
                clock: Clock,
                name: unlike_any_other(device),
                device,
                program: program.clone(),
                limits: limits.limits(),
                lease: limits.lease(),
                stop: stopping.clone(),
            };
            tasks.spawn(work(worker, Arc::clone(labs)));
        }
        Ok(Self { tasks, stop })
    }

    /// Waits until a worker has ended by itself, which none should.
    pub(super) async fn fail(&mut self) {
        if self.tasks.join_next().await.is_none() {
            std::future::pending::<()>().await;
        }
    }

    /// Tells all to stop, and waits until their runs are back in the queue and their processes gone.
    pub(super) async fn stop(mut self) {
        self.stop.send_replace(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Takes jobs until it is told to stop. When the queue cannot be used, it is tried again.
async fn work(worker: Worker, labs: Arc<Labs>) {
    let taking = async {
        while !*worker.stop.borrow() {
            let call = worker.clone();
            let run_next = move || {
                let worker = call.clone();
                async move { worker.run_next().await }
            };
            // A name that was used before may be taken for a worker that still lives.
            let name = unlike_any_other(worker.device);
            if let Err(error) = labs.queue.serve(worker.device, &name, worker.stop.clone(), run_next).await {
                tracing::warn!(%error, device = %worker.device, "cannot take jobs; trying again");
                tokio::time::sleep(AGAIN).await;
            }
        }
    };
    tokio::select! { () = taking => {}, () = worker.show() => {} }
    worker.leave().await;
}

fn unlike_any_other(device: DeviceName) -> String {
    let mut bytes = [0; 9];
    clock::rng().fill_bytes(&mut bytes);
    format!("{device}-{}", URL_SAFE_NO_PAD.encode(bytes))
}
