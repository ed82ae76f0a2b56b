//! Merging two devices loses nothing.

use server::domain::{Answer, AttemptState, MistakeReport};
use server::storage::{MAX_ATTEMPTS, MAX_REPORTS, MAX_TOKENS, MAX_TRIES, Recorded, Redeemed, ReportAdded};

use super::database::on_both;
use super::samples::{
    FAILED, PASSED, add_browser, at, course, finished, in_attempt, issued, learner, learner_of, lesson, merge,
    practice, record, report, started, token,
};

fn given(answer: Answer, time: i64, correct: bool) -> Answer {
    Answer { given_at: at(time), correct, ..answer }
}

on_both! {
    async fn what_only_one_of_them_has_changes_hands(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        record(&db.storage, &practice(from, "first", 1)).await;
        record(&db.storage, &practice(from, "first", 2)).await;
        record(&db.storage, &practice(into, "second", 1)).await;
        let attempt = finished(&db.storage, from, FAILED).await;
        let certificate = issued(&db.storage, from).await;
        let running = started(&db.storage, from).await;
        let answer = record(&db.storage, &in_attempt(&running, "first", 1)).await;
        db.storage.add_report(&report(from)).await.unwrap();

        assert_eq!(merge(&db.storage, from, into, at(9)).await, Redeemed::Continued(into));

        let tries = [practice(into, "first", 1), practice(into, "first", 2), practice(into, "second", 1)];
        assert_eq!(db.storage.answers_for_course(into, &course()).await.unwrap(), tries);
        assert_eq!(db.storage.attempts(into, &course()).await.unwrap().len(), 3);
        assert_eq!(db.storage.attempt(attempt.id).await.unwrap().unwrap().learner, into);
        assert_eq!(db.storage.running_attempt(into, &course()).await.unwrap().unwrap().id, running.id);
        let moved = Answer { learner: into, ..answer };
        assert_eq!(db.storage.answers_for_attempt(running.id).await.unwrap(), [moved]);
        assert_eq!(db.storage.certificates_of(into).await.unwrap()[0].id, certificate.id);
        assert_eq!(db.storage.reports(None, 9).await.unwrap()[0].learner, into);
        assert_eq!(db.count("SELECT count(*) FROM learner").await, 1);
    }

    async fn both_cookies_lead_to_the_merged_learner(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        db.storage.create_device_link(&token("old link"), from, at(0), at(100)).await.unwrap();
        merge(&db.storage, from, into, at(9)).await;
        for id in [from, into] {
            let cookie = token(&id.to_string());
            assert_eq!(learner_of(&db.storage, &cookie).await, Some(into));
        }
        assert_eq!(db.storage.device_link(&token("old link"), at(10)).await.unwrap(), None);
        let late = practice(from, "first", 1);
        assert_eq!(db.storage.record_answer(&late).await.unwrap(), Recorded::UnknownLearner);
    }

    async fn tries_at_the_same_question_are_put_in_the_order_of_time(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        record(&db.storage, &given(practice(into, "first", 1), 20, false)).await;
        record(&db.storage, &given(practice(into, "first", 2), 40, true)).await;
        record(&db.storage, &given(practice(from, "first", 1), 10, true)).await;
        record(&db.storage, &given(practice(from, "first", 2), 30, false)).await;
        record(&db.storage, &given(practice(from, "other", 1), 30, false)).await;
        merge(&db.storage, from, into, at(90)).await;
        let expected = [
            given(practice(into, "first", 1), 10, true),
            given(practice(into, "first", 2), 20, false),
            given(practice(into, "first", 3), 30, false),
            given(practice(into, "first", 4), 40, true),
            given(practice(into, "other", 1), 30, false),
        ];
        assert_eq!(db.storage.answers_for_course(into, &course()).await.unwrap(), expected);
        record(&db.storage, &practice(into, "first", 5)).await;
    }

    async fn merged_tries_keep_to_their_cap(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        for try_no in 1..=MAX_TRIES / 2 + 1 {
            record(&db.storage, &given(practice(from, "first", try_no), i64::from(try_no), false)).await;
            record(&db.storage, &given(practice(into, "first", try_no), i64::from(try_no), true)).await;
        }
        merge(&db.storage, from, into, at(90)).await;
        let tries = db.storage.answers_for_course(into, &course()).await.unwrap();
        assert_eq!(tries.len(), usize::try_from(MAX_TRIES).unwrap());
        assert_eq!(tries[0].given_at, at(1), "the first ones stay");
    }

    async fn a_lesson_is_read_since_the_earlier_time(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        for (id, name, time) in [(from, "a", 1), (into, "a", 2), (from, "b", 2), (into, "b", 1), (from, "c", 3)] {
            db.storage.mark_lesson_read(id, &course(), &lesson(name), at(time)).await.unwrap();
        }
        merge(&db.storage, from, into, at(9)).await;
        let read = db.storage.lesson_reads(into, &course()).await.unwrap();
        let read: Vec<_> = read.into_iter().map(|read| (read.lesson, read.read_at)).collect();
        assert_eq!(read, [("a", 1), ("b", 1), ("c", 3)].map(|(name, time)| (lesson(name), at(time))));
    }

    async fn of_two_running_attempts_the_one_with_more_answers_goes_on(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        let (more, fewer) = (started(&db.storage, from).await, started(&db.storage, into).await);
        record(&db.storage, &in_attempt(&more, "first", 1)).await;
        record(&db.storage, &in_attempt(&more, "second", 1)).await;
        let kept = record(&db.storage, &in_attempt(&fewer, "first", 1)).await;
        merge(&db.storage, from, into, at(9)).await;
        assert_eq!(db.storage.running_attempt(into, &course()).await.unwrap().unwrap().id, more.id);
        let aside = db.storage.attempt(fewer.id).await.unwrap().unwrap();
        assert_eq!(aside.state, AttemptState::Abandoned { at: at(9) });
        assert_eq!(db.storage.answers_for_attempt(fewer.id).await.unwrap(), [kept]);
        let late = Answer { learner: into, ..in_attempt(&fewer, "second", 1) };
        assert_eq!(db.storage.record_answer(&late).await.unwrap(), Recorded::AttemptClosed);
    }

    async fn tokens_keep_to_their_cap_and_the_newest_stay(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        for number in 1..MAX_TOKENS {
            add_browser(&db.storage, from, &format!("from {number}"), at(number)).await;
            add_browser(&db.storage, into, &format!("into {number}"), at(number)).await;
        }
        merge(&db.storage, from, into, at(9)).await;
        assert_eq!(db.count("SELECT count(*) FROM learner_token").await, MAX_TOKENS);
        for name in ["from", "into"] {
            let newest = token(&format!("{name} {}", MAX_TOKENS - 1));
            assert_eq!(learner_of(&db.storage, &newest).await, Some(into));
        }
        let here = token(&from.to_string());
        assert_eq!(learner_of(&db.storage, &here).await, Some(into), "the browser that merges goes on");
    }

    async fn attempts_keep_to_their_cap_and_those_that_count_stay(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        let certificate = issued(&db.storage, into).await;
        let passed = finished(&db.storage, into, PASSED).await;
        let running = started(&db.storage, into).await;
        for (id, count) in [(from, MAX_ATTEMPTS), (into, MAX_ATTEMPTS - 3)] {
            let numbers = format!("WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {count})");
            db.raw(&format!(
                "{numbers} INSERT INTO attempt (id, learner, course, edition, started_at, state, ended_at)
                SELECT '{id}-' || n, '{id}', '{}', 'ed', {} + n, 'abandoned', 0 FROM n",
                course(), at(100_000).as_millis(),
            )).await;
        }
        merge(&db.storage, from, into, at(9)).await;
        let count = format!("SELECT count(*) FROM attempt WHERE learner = '{into}'");
        assert_eq!(db.count(&count).await, MAX_ATTEMPTS);
        assert_eq!(db.storage.running_attempt(into, &course()).await.unwrap().unwrap().id, running.id);
        assert!(db.storage.attempt(passed.id).await.unwrap().is_some());
        assert_eq!(db.storage.certificates_of(into).await.unwrap()[0].id, certificate.id);
        assert!(db.storage.attempt(certificate.attempt).await.unwrap().is_some());
        let oldest = format!("SELECT count(*) FROM attempt WHERE id IN ('{from}-1', '{into}-1')");
        assert_eq!(db.count(&oldest).await, 0, "what goes is the oldest of the rest");
    }

    async fn reports_keep_to_their_cap_and_the_first_ones_stay(db: &Database) {
        let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
        for number in 0..=MAX_REPORTS / 2 {
            for id in [from, into] {
                db.storage.add_report(&MistakeReport { sent_at: at(number), ..report(id) }).await.unwrap();
            }
        }
        merge(&db.storage, from, into, at(9)).await;
        let stored = db.storage.reports(None, 1_000).await.unwrap();
        assert_eq!(stored.len(), usize::try_from(MAX_REPORTS).unwrap());
        assert!(stored.iter().all(|report| report.learner == into && report.sent_at < at(MAX_REPORTS / 2)));
        assert_eq!(db.storage.add_report(&report(into)).await.unwrap(), ReportAdded::TooMany);
    }

    async fn merges_in_opposite_directions_do_not_block_each_other(db: &Database) {
        for _ in 0..10 {
            let (a, b) = (learner(&db.storage).await, learner(&db.storage).await);
            let (one, two) = (db.storage.clone(), db.storage.clone());
            let there = tokio::spawn(async move { merge(&one, a, b, at(9)).await });
            let back = tokio::spawn(async move { merge(&two, b, a, at(9)).await });
            let outcomes = [there.await.unwrap(), back.await.unwrap()];
            let merged = outcomes.iter().filter(|outcome| matches!(outcome, Redeemed::Continued(_))).count();
            assert_eq!(merged, 1, "{outcomes:?}");
        }
    }

    async fn no_acknowledged_answer_is_lost_to_a_merge(db: &Database) {
        for _ in 0..10 {
            let (from, into) = (learner(&db.storage).await, learner(&db.storage).await);
            let tasks: Vec<_> = (0..6).map(|number| {
                let (storage, answer) = (db.storage.clone(), practice(from, &format!("q{number}"), 1));
                tokio::spawn(async move { storage.record_answer(&answer).await.unwrap() })
            }).collect();
            merge(&db.storage, from, into, at(9)).await;
            let mut acknowledged = 0;
            for task in tasks {
                match task.await.unwrap() {
                    Recorded::New(_) => acknowledged += 1,
                    other => assert_eq!(other, Recorded::UnknownLearner),
                }
            }
            assert_eq!(db.storage.answers_for_course(into, &course()).await.unwrap().len(), acknowledged);
        }
    }
}
