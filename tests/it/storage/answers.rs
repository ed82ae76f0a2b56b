//! Answers are stored exactly once.

use std::collections::BTreeSet;

use content::grading::Response;
use server::domain::{Answer, AttemptId, Place};
use server::storage::{MAX_TRIES, Recorded, Storage};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::database::{Database, on_both};
use super::samples::{
    FAILED, at, course, finished, in_attempt, learner, learner_id, option, other_course, practice, question, record,
    started,
};

/// Sends an answer again for as long as its try does not come next.
async fn post_until_counted(storage: Storage, answer: Answer) -> Recorded {
    loop {
        match storage.record_answer(&answer).await.unwrap() {
            Recorded::OutOfStep { .. } => tokio::task::yield_now().await,
            recorded => return recorded,
        }
    }
}

/// Sends one answer from many tabs, each with a response of its own, and returns the one that counts.
async fn post_in_parallel(db: &Database, answer: &Answer) -> Answer {
    let tasks: Vec<_> = (0..100)
        .map(|tab| {
            let storage = db.storage.clone();
            let answer = Answer { response: Response::Number(f64::from(tab)), ..answer.clone() };
            tokio::spawn(async move { storage.record_answer(&answer).await.unwrap() })
        })
        .collect();
    let (mut new, mut already) = (Vec::new(), Vec::new());
    for task in tasks {
        match task.await.unwrap() {
            Recorded::New(answer) => new.push(answer),
            Recorded::Already(answer) => already.push(answer),
            other => panic!("neither new nor there: {other:?}"),
        }
    }
    assert_eq!((new.len(), already.len()), (1, 99));
    assert!(already.iter().all(|answer| *answer == new[0]), "everyone is told of the same answer");
    new.remove(0)
}

on_both! {
    async fn an_answer_comes_back_as_it_was_given(db: &Database) {
        let id = learner(&db.storage).await;
        let responses = [
            ("choice", Response::Choice(option("reuse"))),
            ("choices", Response::Choices(BTreeSet::from([option("a"), option("b")]))),
            ("number", Response::Number(18.33)),
            ("tiny", Response::Number(-1e-300)),
        ];
        let mut given = Vec::new();
        for (name, response) in responses {
            given.push(record(&db.storage, &Answer { response, ..practice(id, name, 1) }).await);
        }
        assert_eq!(db.storage.answers_for_course(id, &course()).await.unwrap(), given);
        assert_eq!(db.storage.answers_for_course(id, &other_course()).await.unwrap(), []);
        assert_eq!(db.storage.answers_for_course(learner_id(), &course()).await.unwrap(), []);
    }

    async fn of_a_hundred_posts_of_a_practice_answer_one_counts(db: &Database) {
        let id = learner(&db.storage).await;
        let counted = post_in_parallel(db, &practice(id, "first", 1)).await;
        assert_eq!(db.storage.answers_for_course(id, &course()).await.unwrap(), [counted]);
    }

    async fn of_a_hundred_posts_of_a_quiz_answer_one_counts(db: &Database) {
        let attempt = started(&db.storage, learner(&db.storage).await).await;
        let counted = post_in_parallel(db, &in_attempt(&attempt, "first", 1)).await;
        assert_eq!(db.storage.answers_for_attempt(attempt.id).await.unwrap(), [counted]);
    }

    async fn answers_that_come_together_are_each_told_what_became_of_theirs(db: &Database) {
        let mut tasks = Vec::new();
        for number in 0..60 {
            // Every third is the second post of an answer, and every fifth of a learner who is not there.
            let id = if number % 5 == 0 { learner_id() } else { learner(&db.storage).await };
            let answer = Answer { response: Response::Number(f64::from(number)), ..practice(id, "first", 1) };
            if number % 3 == 0 && number % 5 != 0 {
                record(&db.storage, &answer).await;
            }
            let (storage, given) = (db.storage.clone(), answer.clone());
            let task = tokio::spawn(async move { storage.record_answer(&given).await.unwrap() });
            tasks.push((number, answer, task));
        }
        for (number, answer, task) in tasks {
            let expected = match number {
                _ if number % 5 == 0 => Recorded::UnknownLearner,
                _ if number % 3 == 0 => Recorded::Already(answer.clone()),
                _ => Recorded::New(answer.clone()),
            };
            assert_eq!(task.await.unwrap(), expected, "{number}");
            let stored = db.storage.answers_for_course(answer.learner, &course()).await.unwrap();
            assert_eq!(stored.len(), usize::from(number % 5 != 0), "{number}");
        }
    }

    async fn tries_of_many_that_come_together_count_once_each(db: &Database) {
        let mut posts = JoinSet::new();
        for _ in 0..12 {
            let id = learner(&db.storage).await;
            for (number, try_no) in [1, 1, 2, 2, 3, 3].into_iter().enumerate() {
                let response = Response::Choice(option(&format!("of-post-{number}")));
                posts.spawn(post_until_counted(db.storage.clone(), Answer { response, ..practice(id, "first", try_no) }));
            }
        }
        let counted = posts.join_all().await;
        let (new, already): (Vec<_>, Vec<_>) = counted.into_iter().partition(|it| matches!(it, Recorded::New(_)));
        assert_eq!((new.len(), already.len()), (36, 36));
        for answer in new.iter().chain(&already) {
            let (Recorded::New(answer) | Recorded::Already(answer)) = answer else { panic!("{answer:?} counts") };
            let stored = db.storage.answers_for_course(answer.learner, &course()).await.unwrap();
            assert_eq!(stored.len(), 3);
            assert!(stored.contains(answer), "{answer:?} is said to be stored");
        }
    }

    async fn two_processes_count_one_answer_as_well(db: &Database) {
        let (here, there) = (db.storage.clone(), db.second().await);
        let id = learner(&here).await;
        for number in 0..20 {
            let answer = practice(id, &format!("q{number}"), 1);
            let (a, b) = tokio::join!(here.record_answer(&answer), there.record_answer(&answer));
            let new = [a.unwrap(), b.unwrap()].iter().filter(|it| matches!(it, Recorded::New(_))).count();
            assert_eq!(new, 1, "{number}");
        }
        there.close().await;
    }

    async fn tries_are_taken_one_after_the_other(db: &Database) {
        let id = learner(&db.storage).await;
        let outcome = async |try_no| db.storage.record_answer(&practice(id, "first", try_no)).await.unwrap();
        assert_eq!(outcome(0).await, Recorded::OutOfStep { next: 1 });
        assert_eq!(outcome(2).await, Recorded::OutOfStep { next: 1 });
        assert_eq!(outcome(1).await, Recorded::New(practice(id, "first", 1)));
        assert_eq!(outcome(3).await, Recorded::OutOfStep { next: 2 });
        assert_eq!(outcome(2).await, Recorded::New(practice(id, "first", 2)));
        assert_eq!(outcome(1).await, Recorded::Already(practice(id, "first", 1)));
        assert_eq!(outcome(u32::MAX).await, Recorded::OutOfStep { next: 3 });
    }

    async fn places_and_questions_and_learners_do_not_mix(db: &Database) {
        let (a, b) = (learner(&db.storage).await, learner(&db.storage).await);
        let attempt = started(&db.storage, a).await;
        let elsewhere = Place::Practice { course: other_course() };
        record(&db.storage, &practice(a, "first", 1)).await;
        record(&db.storage, &Answer { place: elsewhere, ..practice(a, "first", 1) }).await;
        record(&db.storage, &practice(a, "second", 1)).await;
        record(&db.storage, &practice(b, "first", 1)).await;
        record(&db.storage, &in_attempt(&attempt, "first", 1)).await;
        assert_eq!(db.storage.answers_for_course(a, &course()).await.unwrap().len(), 2);
        assert_eq!(db.storage.answers_for_attempt(attempt.id).await.unwrap().len(), 1);
    }

    async fn an_attempt_takes_answers_from_its_learner_only(db: &Database) {
        let (id, other) = (learner(&db.storage).await, learner(&db.storage).await);
        let attempt = started(&db.storage, id).await;
        let foreign = Answer { learner: other, ..in_attempt(&attempt, "first", 1) };
        assert_eq!(db.storage.record_answer(&foreign).await.unwrap(), Recorded::UnknownAttempt);
        let nowhere = Place::Attempt(AttemptId::from_uuid(Uuid::now_v7()));
        let lost = Answer { place: nowhere, ..in_attempt(&attempt, "first", 1) };
        assert_eq!(db.storage.record_answer(&lost).await.unwrap(), Recorded::UnknownAttempt);
        let not_drawn = in_attempt(&attempt, "not-drawn", 1);
        assert_eq!(db.storage.record_answer(&not_drawn).await.unwrap(), Recorded::NotDrawn);
        assert_eq!(db.count("SELECT count(*) FROM attempt_answer").await, 0);
    }

    async fn a_finished_attempt_takes_no_answer_but_knows_those_it_has(db: &Database) {
        let id = learner(&db.storage).await;
        let attempt = started(&db.storage, id).await;
        let given = record(&db.storage, &in_attempt(&attempt, "first", 1)).await;
        db.storage.finish_attempt(id, attempt.id, at(1), |_, _| FAILED).await.unwrap();
        let late = in_attempt(&attempt, "second", 1);
        assert_eq!(db.storage.record_answer(&late).await.unwrap(), Recorded::AttemptClosed);
        assert_eq!(db.storage.record_answer(&given).await.unwrap(), Recorded::Already(given));

        let next = finished(&db.storage, id, FAILED).await;
        assert_eq!(db.storage.record_answer(&in_attempt(&next, "first", 1)).await.unwrap(), Recorded::AttemptClosed);
    }

    async fn tries_have_a_cap(db: &Database) {
        let id = learner(&db.storage).await;
        for try_no in 1..=MAX_TRIES {
            record(&db.storage, &practice(id, "first", try_no)).await;
        }
        let more = practice(id, "first", MAX_TRIES + 1);
        assert_eq!(db.storage.record_answer(&more).await.unwrap(), Recorded::TooManyTries);
    }

    async fn nobody_gives_no_answer(db: &Database) {
        let answer = practice(learner_id(), "first", 1);
        assert_eq!(db.storage.record_answer(&answer).await.unwrap(), Recorded::UnknownLearner);
    }

    async fn answers_come_ordered_by_question_and_try(db: &Database) {
        let id = learner(&db.storage).await;
        for (name, try_no) in [("b", 1), ("a", 1), ("b", 2), ("a-b", 1), ("a", 2)] {
            record(&db.storage, &practice(id, name, try_no)).await;
        }
        let found = db.storage.answers_for_course(id, &course()).await.unwrap();
        let order: Vec<_> = found.into_iter().map(|answer| (answer.question, answer.try_no)).collect();
        let expected = [("a", 1), ("a", 2), ("a-b", 1), ("b", 1), ("b", 2)].map(|(id, try_no)| (question(id), try_no));
        assert_eq!(order, expected);
    }

    async fn a_post_that_is_broken_off_leaves_no_lock_behind(db: &Database) {
        let id = learner(&db.storage).await;
        let mut stored = BTreeSet::new();
        for number in 0..60_u64 {
            let answer = practice(id, &format!("q{number}"), 1);
            let limit = std::time::Duration::from_micros(number * 40);
            if tokio::time::timeout(limit, db.storage.record_answer(&answer)).await.is_ok() {
                stored.insert(answer.question);
            }
        }
        record(&db.storage, &practice(id, "afterwards", 1)).await;
        let found = db.storage.answers_for_course(id, &course()).await.unwrap();
        let found: BTreeSet<_> = found.into_iter().map(|answer| answer.question).collect();
        assert!(found.is_superset(&stored), "what was acknowledged is there");
    }
}
