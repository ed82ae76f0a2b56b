//! A worker: takes runs for one device, one at a time, and carries each out in a child process.

use std::io::Write as _;
use std::time::Duration;

use labs::experiment::progress::Progress;
use labs::report::Outcome;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::super::clock::Clock;
use crate::domain::{DeviceName, Ended, Ending, Holder, LabRun, Timestamp};
use crate::jobs::child::{Child, ChildEnd, FailureKind, Limits, Program, Request, Said};
use crate::storage::{Hold, NewEvent, RunResult, Storage, StorageError};

/// How often what happened is written down.
const WRITE: Duration = Duration::from_millis(150);

/// How often a hold is prolonged, and the wish to cancel looked for.
const BEAT: Duration = Duration::from_secs(1);

/// How often a worker says that it is there.
const SHOW: Duration = Duration::from_secs(4);

/// A worker that was not seen for so long is forgotten.
const FORGOTTEN: Duration = Duration::from_hours(1);

/// How often the end of a run is written again when the database is away. Upkeep gives the run to another after that.
const TRIES: u32 = 10;

/// A worker.
#[derive(Debug, Clone)]
pub struct Worker {
    pub storage: Storage,
    pub clock: Clock,
    /// Unlike that of any other, also of one that had this device before.
    pub name: String,
    pub device: DeviceName,
    pub program: Program,
    pub limits: Limits,
    /// A worker that does not prolong its hold for so long has died.
    pub lease: Duration,
    /// Says true when the worker is to stop.
    pub stop: watch::Receiver<bool>,
}

/// Why a run is not followed any further.
enum Verdict {
    /// The child has said all, with or without a report.
    Said,
    Ended(Ending, Option<String>),
    /// The worker is to stop.
    Stopped,
    /// The run is not the worker's any more.
    Lost,
}

/// What is known of a run under way.
struct Progressing {
    holder: Holder,
    held_until: Timestamp,
    /// Not yet written down.
    events: Vec<NewEvent>,
    described: bool,
    outcome: Option<Outcome>,
    report: Option<Vec<u8>>,
    snapshot: Option<Vec<u8>>,
    failure: Option<(FailureKind, String)>,
}

impl Worker {
    /// Takes the run that has waited longest, if there is one, and carries it out.
    pub async fn run_next(&self) {
        if *self.stop.borrow() {
            return;
        }
        let now = self.clock.now();
        match self.storage.take_lab_run(self.device, &self.name, now, now.plus(self.lease)).await {
            Ok(Some(run)) => self.carry_out(run).await,
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, device = %self.device, "cannot take a run"),
        }
    }

    /// Says that the worker is there, for as long as it is polled.
    pub async fn show(&self) {
        let mut tick = interval(SHOW);
        loop {
            tick.tick().await;
            let now = self.clock.now();
            let seen = self.storage.see_lab_worker(&self.name, self.device, now, now.minus(FORGOTTEN)).await;
            if let Err(error) = seen {
                tracing::warn!(%error, "cannot say that a worker is here");
            }
        }
    }

    /// Says that the worker is gone.
    pub async fn leave(&self) {
        // When this fails, it is not seen any more soon enough.
        let _ = self.storage.forget_lab_worker(&self.name).await;
    }

    async fn carry_out(&self, run: LabRun) {
        let id = run.id;
        tracing::info!(run = %id, lab = run.order.lab, device = %self.device, take = run.takes, "a run begins");
        let mut under_way = Progressing::new(&run, &self.name, self.clock.now().plus(self.lease));
        let child = Child::start(&self.program, &self.request(&run), self.limits).await;
        let (verdict, end) = match child {
            Ok(mut child) => {
                let verdict = self.follow(&mut child, &mut under_way).await;
                let said_all = matches!(verdict, Verdict::Said);
                (verdict, Some(child.end(said_all).await))
            }
            Err(error) => {
                tracing::error!(run = %id, %error, "the process of a run cannot be started");
                (Verdict::Ended(Ending::Failed, Some("the process for the run cannot be started".to_owned())), None)
            }
        };
        if let Some(end) = &end
            && !end.complaint.is_empty()
        {
            tracing::warn!(run = %id, said = end.complaint, "the process of a run wrote to standard error");
        }
        self.settle(under_way, verdict, end).await;
    }

    fn request(&self, run: &LabRun) -> Request {
        Request {
            lab: run.order.lab.clone(),
            parameters: run.order.parameters.clone(),
            device: self.device.to_string(),
            memory: (self.device == DeviceName::Sim).then_some(self.limits.memory),
            gpu: self.limits.gpu,
            steps: self.limits.steps,
        }
    }

    /// Listens to the child until it is done, or is to be ended.
    async fn follow(&self, child: &mut Child, run: &mut Progressing) -> Verdict {
        let (mut write, mut beat) = (steady(WRITE), steady(BEAT));
        let mut stop = self.stop.clone();
        loop {
            let verdict = tokio::select! {
                said = child.next() => run.hear(said, self.limits),
                _ = write.tick() => self.write(run).await,
                _ = beat.tick() => self.prolong(run).await,
                () = stopped(&mut stop) => Some(Verdict::Stopped),
            };
            if let Some(verdict) = verdict {
                return verdict;
            }
        }
    }

    /// Writes down what happened. While the database is away, it is kept.
    async fn write(&self, run: &mut Progressing) -> Option<Verdict> {
        if run.events.is_empty() {
            return None;
        }
        match self.note(run).await {
            Ok(true) => None,
            Ok(false) => Some(Verdict::Lost),
            Err(error) => {
                tracing::warn!(run = %run.holder.run, %error, "cannot write down what happens in a run");
                None
            }
        }
    }

    async fn note(&self, run: &mut Progressing) -> Result<bool, StorageError> {
        let mut begin = 0;
        if !run.described
            && let Some(place) = run.events.iter().position(|event| event.kind == "started")
        {
            if !self.storage.describe_lab_run(&run.holder, &run.events[place].data).await? {
                return Ok(false);
            }
            run.described = true;
            begin = place + 1;
        }
        run.events.drain(..begin);
        if run.events.is_empty() {
            return Ok(true);
        }
        let written = self.storage.note_lab_run(&run.holder, &run.events).await?;
        run.events.clear();
        Ok(written)
    }

    async fn prolong(&self, run: &mut Progressing) -> Option<Verdict> {
        let now = self.clock.now();
        let until = now.plus(self.lease);
        match self.storage.hold_lab_run(&run.holder, until).await {
            Ok(Hold::Yes) => {
                run.held_until = until;
                None
            }
            Ok(Hold::CancelAsked) => Some(Verdict::Ended(Ending::Cancelled, None)),
            Ok(Hold::Lost) => Some(Verdict::Lost),
            // Somebody else may have it by then.
            Err(_) if now >= run.held_until => Some(Verdict::Lost),
            Err(error) => {
                tracing::warn!(run = %run.holder.run, %error, "cannot prolong the hold of a run");
                None
            }
        }
    }

    /// Writes down what came of a run.
    async fn settle(&self, mut run: Progressing, verdict: Verdict, end: Option<ChildEnd>) {
        let id = run.holder.run;
        for _ in 0..TRIES {
            match self.try_to_settle(&mut run, &verdict, end.as_ref()).await {
                Ok(Some(state)) => return tracing::info!(run = %id, state, "a run is over"),
                Ok(None) => return tracing::warn!(run = %id, "a run was given to another"),
                Err(error) => tracing::warn!(run = %id, %error, "cannot write down how a run ended"),
            }
            tokio::time::sleep(BEAT).await;
        }
    }

    async fn try_to_settle(
        &self,
        run: &mut Progressing,
        verdict: &Verdict,
        end: Option<&ChildEnd>,
    ) -> Result<Option<&'static str>, StorageError> {
        if matches!(verdict, Verdict::Lost) || !self.note(run).await? {
            return Ok(None);
        }
        if matches!(verdict, Verdict::Stopped) {
            return Ok(self.storage.put_back_lab_run(&run.holder).await?.then_some("queued"));
        }
        let (ending, error) = run.ending(verdict, end, self.limits);
        let result = if matches!(ending, Ending::Done | Ending::OutOfMemory) { run.result() } else { None };
        let name = ending.name();
        let ended = Ended { ending, at: self.clock.now(), error };
        Ok(self.storage.end_lab_run(&run.holder, ended, result.as_ref()).await?.then_some(name))
    }
}

impl Progressing {
    fn new(run: &LabRun, worker: &str, held_until: Timestamp) -> Self {
        Self {
            holder: Holder { run: run.id, worker: worker.to_owned(), take: run.takes },
            held_until,
            events: Vec::new(),
            described: false,
            outcome: None,
            report: None,
            snapshot: None,
            failure: None,
        }
    }

    /// Takes what the child says, and decides whether it is to be ended.
    fn hear(&mut self, said: Said, limits: Limits) -> Option<Verdict> {
        match said {
            Said::Progress(progress) => self.events.extend(self.event(&progress)),
            Said::Omitted(steps) => self.events.push(NewEvent::new("omitted", &format!(r#"{{"steps":{steps}}}"#))),
            Said::Snapshot(snapshot) => self.snapshot = Some(snapshot),
            Said::Report(outcome, report) => (self.outcome, self.report) = (Some(outcome), Some(report)),
            Said::Failure(kind, message) => self.failure = Some((kind, message)),
            Said::Nothing => return Some(Verdict::Said),
            Said::OutOfTime => {
                let seconds = limits.time.as_secs();
                let error = format!("the run was ended after {seconds} s, the longest that a run may take here");
                return Some(Verdict::Ended(Ending::TimedOut, Some(error)));
            }
            Said::TooMuch => {
                let mib = limits.output >> 20;
                let error = format!("the result is larger than the {mib} MiB that a run may have here");
                return Some(Verdict::Ended(Ending::Failed, Some(error)));
            }
            Said::Nonsense => {
                let error = "the process of the run said something that nobody understands".to_owned();
                return Some(Verdict::Ended(Ending::Failed, Some(error)));
            }
        }
        None
    }

    /// Returns what is told of it. The first device that is opened begins the run; the others are the same again.
    fn event(&self, progress: &Progress) -> Option<NewEvent> {
        let (kind, data) = match progress {
            Progress::Device { device } => {
                let begun = self.described || self.events.iter().any(|event| event.kind == "started");
                if begun {
                    return None;
                }
                ("started", serde_json::to_string(device))
            }
            Progress::Run { .. } => ("run", serde_json::to_string(progress)),
            Progress::Step { .. } => ("step", serde_json::to_string(progress)),
        };
        // Numbers and names can always be written.
        Some(NewEvent::new(kind, &data.ok()?))
    }

    fn ending(&self, verdict: &Verdict, end: Option<&ChildEnd>, limits: Limits) -> (Ending, Option<String>) {
        if let Verdict::Ended(ending, error) = verdict {
            return (*ending, error.clone());
        }
        match (self.outcome, &self.failure) {
            (Some(Outcome::Done), _) => (Ending::Done, None),
            (Some(Outcome::OutOfMemory | Outcome::TooSmall), _) => (Ending::OutOfMemory, None),
            (None, Some((FailureKind::Device, message))) => (Ending::DeviceLost, Some(message.clone())),
            (None, Some((FailureKind::Request, message))) => (Ending::Failed, Some(message.clone())),
            (None, None) => (Ending::Failed, Some(died(end, limits))),
        }
    }

    fn result(&mut self) -> Option<RunResult> {
        let report = pack(self.report.as_deref()?).ok()?;
        Some(RunResult { report, snapshot: self.snapshot.clone() })
    }
}

/// Says what became of a child that said nothing of it.
fn died(end: Option<&ChildEnd>, limits: Limits) -> String {
    let complaint = end.map_or("", |end| end.complaint.as_str());
    if complaint.contains("memory allocation of") {
        let mib = limits.memory >> 20;
        return format!("the run needed more than the {mib} MiB of the server's own memory that a run may have here");
    }
    "the process of the run ended without a result".to_owned()
}

fn pack(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packer.write_all(bytes)?;
    packer.finish()
}

/// Waits until the worker is to stop. Whoever would say so and is gone means the same.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

fn steady(period: Duration) -> Interval {
    let mut interval = interval(period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}
