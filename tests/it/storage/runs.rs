//! Runs of labs: the queue, who has which run, what is told of it, and what came of it.

use std::collections::BTreeSet;
use std::time::Duration;

use content::id::LabId;
use server::domain::{DeviceName, Ended, Ending, Holder, LabRun, LearnerId, RunId, RunOrder, RunState, Timestamp};
use server::storage::{Hold, NewEvent, QueueLimits, Recovered, RunAdded, RunCancelled, RunResult, Storage};
use uuid::Uuid;

use super::database::on_both;
use super::samples::{at, course, learner, learner_id, merge, token};

const LIMITS: QueueLimits = QueueLimits { per_learner: 3, queued: 100 };
const LEASE: Duration = Duration::from_secs(10);

fn run(learner: LearnerId, queued_at: Timestamp) -> LabRun {
    LabRun {
        id: RunId::from_uuid(Uuid::new_v4()),
        learner,
        order: RunOrder {
            guess: Some("256".to_owned()),
            lab: "order-of-sizes".to_owned(),
            parameters: vec![("device_mib".to_owned(), "4096".to_owned())],
            device: DeviceName::Sim,
        },
        queued_at,
        turn_at: queued_at,
        takes: 0,
        started_at: None,
        state: RunState::Queued,
        made_on: None,
    }
}

async fn queued(storage: &Storage, learner: LearnerId, millis: i64) -> LabRun {
    let run = run(learner, at(millis));
    assert_eq!(storage.add_lab_run(&run, LIMITS).await.unwrap(), RunAdded::Added);
    run
}

async fn take(storage: &Storage, worker: &str, now: i64) -> Option<LabRun> {
    storage.take_lab_run(DeviceName::Sim, worker, at(now), at(now).plus(LEASE)).await.unwrap()
}

fn holder(run: &LabRun, worker: &str) -> Holder {
    Holder { run: run.id, worker: worker.to_owned(), take: run.takes }
}

fn ended(ending: Ending, millis: i64) -> Ended {
    Ended { ending, at: at(millis), error: None }
}

fn lab() -> LabId {
    "order-of-sizes".parse().unwrap()
}

/// Has a run of a learner end at that time.
async fn finish(storage: &Storage, learner: LearnerId, millis: i64, result: Option<&RunResult>) {
    queued(storage, learner, millis).await;
    let holder = holder(&take(storage, "w", millis).await.unwrap(), "w");
    let ending = if result.is_some() { Ending::Done } else { Ending::Failed };
    assert!(storage.end_lab_run(&holder, ended(ending, millis), result).await.unwrap());
}

async fn kinds(storage: &Storage, run: RunId) -> Vec<String> {
    let events = storage.lab_run_events(run, 0, 100).await.unwrap();
    assert!(events.iter().zip(1..).all(|(event, number)| event.seq == number), "{events:?}");
    events.into_iter().map(|event| event.kind).collect()
}

on_both! {
    async fn a_run_is_stored_taken_told_of_and_ended(db: &Database) {
        let id = learner(&db.storage).await;
        let run = queued(&db.storage, id, 1).await;
        assert_eq!(db.storage.lab_run(run.id).await.unwrap().as_ref(), Some(&run));
        let taken = take(&db.storage, "w", 2).await.unwrap();
        assert_eq!((taken.id, taken.takes, taken.started_at), (run.id, 1, Some(at(2))));
        assert_eq!(db.storage.lab_run(run.id).await.unwrap().as_ref(), Some(&taken));
        assert_eq!(take(&db.storage, "w", 3).await, None);

        let holder = holder(&taken, "w");
        assert!(db.storage.describe_lab_run(&holder, r#"{"name":"x"}"#).await.unwrap());
        let steps = [NewEvent::new("step", r#"{"n":1}"#), NewEvent::new("step", r#"{"n":2}"#)];
        assert!(db.storage.note_lab_run(&holder, &steps).await.unwrap());
        let result = RunResult { report: vec![1, 2, 3], snapshot: Some(vec![4]) };
        assert!(db.storage.end_lab_run(&holder, ended(Ending::OutOfMemory, 9), Some(&result)).await.unwrap());
        assert_eq!(kinds(&db.storage, run.id).await, ["queued", "started", "step", "step", "ended"]);
        let over = db.storage.lab_run(run.id).await.unwrap().unwrap();
        assert_eq!(over.state, RunState::Ended(ended(Ending::OutOfMemory, 9)));
        assert_eq!(over.made_on.as_deref(), Some(r#"{"name":"x"}"#));
        assert_eq!(db.storage.lab_result(run.id).await.unwrap(), Some(result));
        assert!(!db.storage.end_lab_run(&holder, ended(Ending::Failed, 10), None).await.unwrap(), "it ends once");
        let rest = db.storage.lab_run_events(run.id, 3, 1).await.unwrap();
        assert_eq!((rest.len(), rest[0].seq, rest[0].data.as_str()), (1, 4, r#"{"n":2}"#));
    }

    async fn runs_are_taken_in_the_order_in_which_they_came(db: &Database) {
        let (a, b) = (learner(&db.storage).await, learner(&db.storage).await);
        let (second, first, third) =
            (queued(&db.storage, a, 2).await, queued(&db.storage, b, 1).await, queued(&db.storage, a, 3).await);
        let mut elsewhere = run(b, at(0));
        elsewhere.order.device = DeviceName::Cuda(0);
        db.storage.add_lab_run(&elsewhere, LIMITS).await.unwrap();
        let place = async |run: &LabRun| db.storage.lab_run_pulse(run.id).await.unwrap().unwrap().place;
        assert_eq!((place(&first).await, place(&second).await, place(&third).await), (Some(1), Some(2), Some(3)));
        assert_eq!(place(&elsewhere).await, Some(1), "another device has a queue of its own");
        let pulses = db.storage.lab_run_pulses().await.unwrap();
        let order: Vec<_> = pulses.iter().map(|(run, pulse)| (*run, pulse.place)).collect();
        assert_eq!(order, [(elsewhere.id, Some(1)), (first.id, Some(1)), (second.id, Some(2)), (third.id, Some(3))]);
        for expected in [&first, &second, &third] {
            assert_eq!(take(&db.storage, "w", 5).await.unwrap().id, expected.id);
        }
        assert_eq!(place(&third).await, None);
    }

    async fn two_workers_never_take_one_run(db: &Database) {
        let mut all = BTreeSet::new();
        for number in 0..8 {
            let id = learner(&db.storage).await;
            all.insert(queued(&db.storage, id, number).await.id);
        }
        let tasks: Vec<_> = (0..16).map(|number| {
            let storage = db.storage.clone();
            tokio::spawn(async move { take(&storage, &format!("w{number}"), 20).await.map(|run| run.id) })
        }).collect();
        let mut taken = Vec::new();
        for task in tasks {
            taken.extend(task.await.unwrap());
        }
        assert_eq!((taken.len(), taken.into_iter().collect::<BTreeSet<_>>()), (8, all));
    }

    async fn runs_have_caps(db: &Database) {
        let id = learner(&db.storage).await;
        let limits = QueueLimits { per_learner: 2, queued: 3 };
        let add = async |learner| db.storage.add_lab_run(&run(learner, at(1)), limits).await.unwrap();
        assert_eq!((add(id).await, add(id).await, add(id).await), (RunAdded::Added, RunAdded::Added, RunAdded::TooMany));
        take(&db.storage, "w", 2).await.unwrap();
        assert_eq!(add(id).await, RunAdded::TooMany, "what runs counts as well");
        assert_eq!(add(learner(&db.storage).await).await, RunAdded::Added);
        assert_eq!(add(learner(&db.storage).await).await, RunAdded::Added);
        assert_eq!(add(learner(&db.storage).await).await, RunAdded::QueueFull);
        assert_eq!(add(learner_id()).await, RunAdded::UnknownLearner);
    }

    async fn only_its_learner_cancels_a_run(db: &Database) {
        let (id, other) = (learner(&db.storage).await, learner(&db.storage).await);
        let (first, second) = (queued(&db.storage, id, 1).await, queued(&db.storage, id, 2).await);
        let cancel = async |run: RunId, learner| db.storage.cancel_lab_run(run, learner, at(5)).await.unwrap();
        assert_eq!(cancel(first.id, other).await, RunCancelled::NotTheirs);
        assert_eq!(cancel(RunId::from_uuid(Uuid::nil()), id).await, RunCancelled::UnknownRun);
        assert_eq!(cancel(second.id, id).await, RunCancelled::Now);
        assert_eq!(cancel(second.id, id).await, RunCancelled::Before);
        let taken = take(&db.storage, "w", 6).await.unwrap();
        assert_eq!(taken.id, first.id);
        assert_eq!(cancel(first.id, id).await, RunCancelled::Asked);
        let holder = holder(&taken, "w");
        assert_eq!(db.storage.hold_lab_run(&holder, at(99)).await.unwrap(), Hold::CancelAsked);
        assert!(db.storage.end_lab_run(&holder, ended(Ending::Cancelled, 7), None).await.unwrap());
        assert_eq!(kinds(&db.storage, second.id).await, ["queued", "ended"]);
        assert_eq!(take(&db.storage, "w", 8).await, None);
    }

    async fn a_run_of_a_dead_worker_is_taken_up_once_more(db: &Database) {
        let id = learner(&db.storage).await;
        let run = queued(&db.storage, id, 0).await;
        let recover = async |now: i64| db.storage.recover_lab_runs(at(now), at(-1)).await.unwrap();
        let lost = holder(&take(&db.storage, "w", 0).await.unwrap(), "w");
        assert_eq!(db.storage.hold_lab_run(&lost, at(5_000)).await.unwrap(), Hold::Yes);
        assert_eq!(recover(4_999).await, Recovered::default(), "it prolonged its hold");
        assert_eq!(recover(5_000).await, Recovered { requeued: 1, ended: 0 });
        assert_eq!(recover(5_000).await, Recovered::default());
        assert_eq!(db.storage.hold_lab_run(&lost, at(9_000)).await.unwrap(), Hold::Lost, "it comes back too late");
        assert!(!db.storage.note_lab_run(&lost, &[NewEvent::new("step", "{}")]).await.unwrap());
        assert!(!db.storage.end_lab_run(&lost, ended(Ending::Done, 1), None).await.unwrap());
        assert!(!db.storage.put_back_lab_run(&lost).await.unwrap());

        // The same worker under the same name is not the one that it was.
        let again = take(&db.storage, "w", 6_000).await.unwrap();
        assert_eq!((again.id, again.takes), (run.id, 2));
        assert!(!db.storage.end_lab_run(&lost, ended(Ending::Done, 1), None).await.unwrap());
        assert_eq!(recover(60_000).await, Recovered { requeued: 0, ended: 1 });
        let over = db.storage.lab_run(run.id).await.unwrap().unwrap();
        let RunState::Ended(Ended { ending: Ending::Failed, error: Some(error), .. }) = over.state else {
            panic!("{over:?}")
        };
        assert!(error.contains("died twice"), "{error}");
        assert_eq!(kinds(&db.storage, run.id).await, ["queued", "requeued", "ended"]);
    }

    async fn a_worker_that_stops_puts_its_run_back(db: &Database) {
        let id = learner(&db.storage).await;
        let run = queued(&db.storage, id, 0).await;
        db.storage.mark_handed(run.id, at(1)).await.unwrap();
        for _ in 0..4 {
            let taken = take(&db.storage, "w", 2).await.unwrap();
            assert_eq!(taken.takes, 1, "that is no death");
            assert!(db.storage.put_back_lab_run(&holder(&taken, "w")).await.unwrap());
        }
        assert_eq!(db.storage.unhanded_lab_runs(at(0)).await.unwrap(), [(run.id, DeviceName::Sim)]);
    }

    async fn a_run_is_handed_to_the_job_queue_until_it_is_known_there(db: &Database) {
        let id = learner(&db.storage).await;
        let run = queued(&db.storage, id, 0).await;
        assert_eq!(db.storage.unhanded_lab_runs(at(0)).await.unwrap(), [(run.id, DeviceName::Sim)]);
        db.storage.mark_handed(run.id, at(10)).await.unwrap();
        assert_eq!(db.storage.unhanded_lab_runs(at(9)).await.unwrap(), []);
        assert_eq!(db.storage.unhanded_lab_runs(at(10)).await.unwrap(), [(run.id, DeviceName::Sim)], "told again");
        take(&db.storage, "w", 11).await.unwrap();
        assert_eq!(db.storage.unhanded_lab_runs(at(99)).await.unwrap(), []);
    }

    async fn a_run_that_nobody_takes_fails_at_last(db: &Database) {
        let id = learner(&db.storage).await;
        let run = queued(&db.storage, id, 5).await;
        assert_eq!(db.storage.recover_lab_runs(at(10), at(4)).await.unwrap(), Recovered::default());
        assert_eq!(db.storage.recover_lab_runs(at(10), at(5)).await.unwrap(), Recovered { requeued: 0, ended: 1 });
        assert_eq!(db.storage.lab_run(run.id).await.unwrap().unwrap().state.name(), "failed");
    }

    async fn old_runs_are_forgotten_with_all_that_belongs_to_them(db: &Database) {
        let id = learner(&db.storage).await;
        let mut over = Vec::new();
        for number in 0..3 {
            let run = queued(&db.storage, id, number).await;
            let taken = holder(&take(&db.storage, "w", number).await.unwrap(), "w");
            let result = RunResult { report: vec![0], snapshot: None };
            db.storage.end_lab_run(&taken, ended(Ending::Done, 10 + number), Some(&result)).await.unwrap();
            over.push(run.id);
        }
        queued(&db.storage, id, 1).await;
        assert_eq!(db.storage.forget_lab_runs(1).await.unwrap(), 2);
        assert_eq!(db.count("SELECT count(*) FROM lab_run").await, 2, "the latest, and the one that waits");
        assert_eq!(db.count("SELECT count(*) FROM lab_result").await, 1);
        assert!(db.storage.lab_result(over[2]).await.unwrap().is_some());
        assert_eq!(db.count("SELECT count(*) FROM lab_event").await, 3);
    }

    async fn a_lab_is_finished_by_a_run_with_a_report_and_stays_so(db: &Database) {
        let storage = &db.storage;
        let id = learner(storage).await;
        finish(storage, id, 1, None).await;
        assert_eq!(storage.labs_done(id).await.unwrap(), BTreeSet::new(), "that run came to nothing");
        let before = storage.learner_by_token(&token(&id.to_string())).await.unwrap().unwrap().revision;
        finish(storage, id, 2, Some(&RunResult { report: vec![0], snapshot: None })).await;
        assert_eq!(storage.labs_done(id).await.unwrap(), BTreeSet::from([lab()]));
        let after = storage.learner_by_token(&token(&id.to_string())).await.unwrap().unwrap().revision;
        assert_ne!(after, before, "a page that was kept before is not shown again");
        storage.forget_lab_runs(0).await.unwrap();
        assert_eq!(storage.prune(at(90), at(90)).await.unwrap().learners, 0, "a learner with a finished lab has something");
        assert_eq!(storage.labs_done(id).await.unwrap(), BTreeSet::from([lab()]), "the run is forgotten, not the lab");
        assert_eq!(storage.labs_done(learner(storage).await).await.unwrap(), BTreeSet::new());
    }

    async fn a_finished_lab_goes_where_its_learner_goes(db: &Database) {
        let storage = &db.storage;
        let (from, into) = (learner(storage).await, learner(storage).await);
        for (number, id) in [(7, into), (3, from)] {
            finish(storage, id, number, Some(&RunResult { report: vec![0], snapshot: None })).await;
        }
        merge(storage, from, into, at(9)).await;
        assert_eq!(storage.labs_done(into).await.unwrap(), BTreeSet::from([lab()]));
        assert_eq!(db.count("SELECT max(done_at) FROM lab_done").await, at(3).as_millis(), "since the earlier time");
        storage.reset_course(into, &course(), &["other".parse().unwrap()]).await.unwrap();
        assert_eq!(storage.labs_done(into).await.unwrap(), BTreeSet::from([lab()]), "that lab is of another course");
        storage.reset_course(into, &course(), &[lab()]).await.unwrap();
        assert_eq!(storage.labs_done(into).await.unwrap(), BTreeSet::new());
        finish(storage, into, 10, Some(&RunResult { report: vec![0], snapshot: None })).await;
        storage.delete_learner(into, at(11)).await.unwrap();
        assert_eq!(db.count("SELECT count(*) FROM lab_done").await, 0);
    }

    async fn runs_go_with_their_learner_under_the_worker_too(db: &Database) {
        let id = learner(&db.storage).await;
        let run = queued(&db.storage, id, 0).await;
        let holder = holder(&take(&db.storage, "w", 0).await.unwrap(), "w");
        db.storage.delete_learner(id, at(1)).await.unwrap();
        assert_eq!(db.storage.lab_run(run.id).await.unwrap(), None);
        assert_eq!(db.storage.hold_lab_run(&holder, at(9)).await.unwrap(), Hold::Lost);
        assert_eq!(db.count("SELECT count(*) FROM lab_event").await, 0);
    }

    async fn a_learner_with_a_run_stays_and_takes_it_along(db: &Database) {
        let (from, empty) = (learner(&db.storage).await, learner(&db.storage).await);
        let run = queued(&db.storage, from, 0).await;
        assert_eq!(db.storage.prune(at(90), at(90)).await.unwrap().learners, 1, "{empty} has nothing");
        let into = learner(&db.storage).await;
        merge(&db.storage, from, into, at(9)).await;
        assert_eq!(db.storage.lab_run(run.id).await.unwrap().unwrap().learner, into);
        assert_eq!(db.storage.cancel_lab_run(run.id, into, at(10)).await.unwrap(), RunCancelled::Now);
    }

    async fn workers_are_seen_and_forgotten(db: &Database) {
        let see = async |name: &str, device, now: i64| {
            db.storage.see_lab_worker(name, device, at(now), at(now - 50)).await.unwrap();
        };
        see("a", DeviceName::Sim, 0).await;
        see("b", DeviceName::Cuda(0), 10).await;
        see("c", DeviceName::Cuda(0), 12).await;
        let devices = async |since: i64| db.storage.lab_devices(at(since)).await.unwrap();
        assert_eq!(devices(0).await, [DeviceName::Sim, DeviceName::Cuda(0)]);
        assert_eq!(devices(1).await, [DeviceName::Cuda(0)]);
        see("a", DeviceName::Sim, 20).await;
        assert_eq!(devices(11).await, [DeviceName::Sim, DeviceName::Cuda(0)]);
        db.storage.forget_lab_worker("c").await.unwrap();
        assert_eq!(devices(11).await, [DeviceName::Sim]);
        see("a", DeviceName::Sim, 70).await;
        assert_eq!(db.count("SELECT count(*) FROM lab_worker").await, 1, "one that is long gone is forgotten");
    }
}
