//! Attempts at a final quiz.

use server::domain::{AttemptId, AttemptResult, AttemptState, Score};
use server::storage::{FinishedAttempt, MAX_ATTEMPTS, NewAttempt, Recorded, Started};
use uuid::Uuid;

use super::database::on_both;
use super::samples::{
    FAILED, PASSED, at, course, finished, in_attempt, learner, learner_id, new_attempt, other_course, record, started,
};

on_both! {
    async fn an_attempt_comes_back_as_it_was_drawn(db: &Database) {
        let id = learner(&db.storage).await;
        let new = new_attempt(id, course());
        let Started::New(attempt) = db.storage.start_attempt(new.clone()).await.unwrap() else { panic!("not new") };
        assert_eq!(attempt.items, new.items);
        assert_eq!(db.storage.attempt(attempt.id).await.unwrap(), Some(attempt.clone()));
        assert_eq!(db.storage.running_attempt(id, &course()).await.unwrap(), Some(attempt.clone()));
        assert_eq!(db.storage.last_attempt(id, &course()).await.unwrap(), Some(attempt));
        assert_eq!(db.storage.running_attempt(id, &other_course()).await.unwrap(), None);
        assert_eq!(db.storage.attempt(AttemptId::from_uuid(Uuid::now_v7())).await.unwrap(), None);
    }

    async fn two_tabs_that_start_get_the_same_attempt(db: &Database) {
        let id = learner(&db.storage).await;
        let tasks: Vec<_> = (0..20).map(|_| {
            let storage = db.storage.clone();
            tokio::spawn(async move { storage.start_attempt(new_attempt(id, course())).await.unwrap() })
        }).collect();
        let (mut new, mut running) = (Vec::new(), Vec::new());
        for task in tasks {
            match task.await.unwrap() {
                Started::New(attempt) => new.push(attempt),
                Started::Running(attempt) => running.push(attempt),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!((new.len(), running.len()), (1, 19));
        assert!(running.iter().all(|attempt| *attempt == new[0]));
        assert!(matches!(db.storage.start_attempt(new_attempt(id, other_course())).await.unwrap(), Started::New(_)));
    }

    async fn an_attempt_is_judged_by_the_answers_it_has(db: &Database) {
        let id = learner(&db.storage).await;
        let attempt = started(&db.storage, id).await;
        let mut given = vec![record(&db.storage, &in_attempt(&attempt, "first", 1)).await];
        given.push(record(&db.storage, &in_attempt(&attempt, "second", 1)).await);
        given.push(record(&db.storage, &in_attempt(&attempt, "second", 2)).await);
        let mut judged = None;
        let outcome = db.storage.finish_attempt(id, attempt.id, at(7), |attempt, answers| {
            judged = Some((attempt.clone(), answers.to_vec()));
            FAILED
        }).await.unwrap();
        assert_eq!(judged, Some((attempt.clone(), given)));
        let FinishedAttempt::Now(ended) = outcome else { panic!("not now") };
        assert_eq!(ended.state, AttemptState::Finished { result: FAILED, at: at(7) });
        assert_eq!(ended.items, attempt.items);
        assert_eq!(db.storage.attempt(attempt.id).await.unwrap(), Some(ended));
        assert_eq!(db.storage.running_attempt(id, &course()).await.unwrap(), None);
    }

    async fn the_first_result_stays(db: &Database) {
        let id = learner(&db.storage).await;
        let attempt = finished(&db.storage, id, FAILED).await;
        let again = db.storage.finish_attempt(id, attempt.id, at(99), |_, _| PASSED).await.unwrap();
        assert_eq!(again, FinishedAttempt::Before(attempt));
    }

    async fn only_its_learner_ends_an_attempt(db: &Database) {
        let (id, other) = (learner(&db.storage).await, learner(&db.storage).await);
        let attempt = started(&db.storage, id).await;
        for stranger in [other, learner_id()] {
            let outcome = db.storage.finish_attempt(stranger, attempt.id, at(1), |_, _| PASSED).await.unwrap();
            assert_eq!(outcome, FinishedAttempt::UnknownAttempt);
        }
        assert_eq!(db.storage.attempt(attempt.id).await.unwrap(), Some(attempt));
    }

    async fn no_answer_slips_in_between_judging_and_the_end(db: &Database) {
        let id = learner(&db.storage).await;
        for round in 0..10 {
            let attempt = started(&db.storage, id).await;
            let tasks: Vec<_> = ["first", "second", "number"].into_iter().map(|name| {
                let (storage, answer) = (db.storage.clone(), in_attempt(&attempt, name, 1));
                tokio::spawn(async move { storage.record_answer(&answer).await.unwrap() })
            }).collect();
            let ended = db.storage.finish_attempt(id, attempt.id, at(1), |_, answers| {
                let correct = u32::try_from(answers.len()).unwrap();
                AttemptResult { score: Score { correct, max: 3 }, passed: false }
            }).await.unwrap();
            let FinishedAttempt::Now(ended) = ended else { panic!("not now") };
            let mut taken = 0;
            for task in tasks {
                match task.await.unwrap() {
                    Recorded::New(_) => taken += 1,
                    other => assert_eq!(other, Recorded::AttemptClosed),
                }
            }
            assert_eq!(ended.result().unwrap().score.correct, taken, "round {round}");
        }
    }

    async fn attempts_are_listed_with_their_results_the_latest_first(db: &Database) {
        let id = learner(&db.storage).await;
        let mut expected = Vec::new();
        for (minute, result) in [(1, FAILED), (2, PASSED)] {
            let new = NewAttempt { started_at: at(minute * 60_000), ..new_attempt(id, course()) };
            db.storage.start_attempt(new.clone()).await.unwrap();
            db.storage.finish_attempt(id, new.id, at(minute * 60_000 + 1), |_, _| result).await.unwrap();
            expected.insert(0, (new.id, Some(result)));
        }
        let new = NewAttempt { started_at: at(180_000), ..new_attempt(id, course()) };
        db.storage.start_attempt(new.clone()).await.unwrap();
        expected.insert(0, (new.id, None));
        let listed = db.storage.attempts(id, &course()).await.unwrap();
        let listed: Vec<_> = listed.into_iter().map(|attempt| (attempt.id, attempt.state.result())).collect();
        assert_eq!(listed, expected);
        assert_eq!(db.storage.last_attempt(id, &course()).await.unwrap().unwrap().id, new.id);
        assert_eq!(db.storage.attempts(id, &other_course()).await.unwrap(), []);
    }

    async fn attempts_have_a_cap(db: &Database) {
        let id = learner(&db.storage).await;
        for _ in 0..MAX_ATTEMPTS {
            finished(&db.storage, id, FAILED).await;
        }
        assert_eq!(db.storage.start_attempt(new_attempt(id, course())).await.unwrap(), Started::TooMany);
        assert!(matches!(db.storage.start_attempt(new_attempt(id, other_course())).await.unwrap(), Started::New(_)));
    }

    async fn nobody_starts_no_attempt(db: &Database) {
        let outcome = db.storage.start_attempt(new_attempt(learner_id(), course())).await.unwrap();
        assert_eq!(outcome, Started::UnknownLearner);
    }
}
