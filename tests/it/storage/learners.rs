//! Learners and their tokens.

use std::collections::BTreeSet;

use server::domain::LearnerId;
use server::storage::{MAX_TOKENS, Redeemed, Storage};

use super::database::on_both;
use super::samples::{
    PASSED, add_browser, at, course, in_attempt, learner, learner_id, learner_of, lesson, merge, new_certificate,
    practice, record, started, token,
};

async fn revision(storage: &Storage, id: LearnerId) -> i64 {
    storage.learner_by_token(&token(&id.to_string())).await.unwrap().unwrap().revision.0
}

on_both! {
    async fn a_token_leads_to_its_learner_and_no_other_does(db: &Database) {
        let id = learner_id();
        db.storage.create_learner(id, &token("a"), at(0)).await.unwrap();
        assert_eq!(learner_of(&db.storage, &token("a")).await, Some(id));
        assert_eq!(learner_of(&db.storage, &token("b")).await, None);
    }

    /// They are looked up together, more than go into one query.
    async fn of_many_tokens_at_once_each_leads_to_its_own_learner(db: &Database) {
        let mut learners = Vec::new();
        for _ in 0..50 {
            learners.push(learner(&db.storage).await);
        }
        let look_up = |name: String| {
            let storage = db.storage.clone();
            tokio::spawn(async move { learner_of(&storage, &token(&name)).await })
        };
        let known: Vec<_> = learners.iter().map(|id| (Some(*id), look_up(id.to_string()))).collect();
        let strangers: Vec<_> = (0..50).map(|number| (None, look_up(number.to_string()))).collect();
        for (expected, found) in known.into_iter().chain(strangers) {
            assert_eq!(found.await.unwrap(), expected);
        }
    }

    async fn a_second_token_leads_to_the_same_learner(db: &Database) {
        let id = learner(&db.storage).await;
        assert_eq!(add_browser(&db.storage, id, "b", at(1)).await, Redeemed::Continued(id));
        assert_eq!(learner_of(&db.storage, &token("b")).await, Some(id));
    }

    async fn tokens_have_a_cap(db: &Database) {
        let id = learner(&db.storage).await;
        for number in 1..MAX_TOKENS {
            let added = add_browser(&db.storage, id, &number.to_string(), at(number)).await;
            assert_eq!(added, Redeemed::Continued(id), "{number}");
        }
        assert_eq!(add_browser(&db.storage, id, "more", at(0)).await, Redeemed::TooManyTokens);
        assert_eq!(learner_of(&db.storage, &token("more")).await, None);
    }

    /// A page of theirs that was kept before is not shown again.
    /// Else a database that is put back to an earlier state would have pages shown that were made of another future.
    async fn the_same_writes_lead_to_other_revisions(db: &Database) {
        let storage = &db.storage;
        let mut seen = BTreeSet::new();
        for _ in 0..20 {
            let id = learner(storage).await;
            record(storage, &practice(id, "first", 1)).await;
            assert!(seen.insert(revision(storage, id).await));
        }
    }

    async fn whatever_is_written_of_a_learner_moves_their_revision_on(db: &Database) {
        let (storage, id) = (&db.storage, learner(&db.storage).await);
        let mut last = revision(storage, id).await;
        let mut moved_on = async |what: &str| {
            let now = revision(storage, id).await;
            assert_ne!(now, last, "{what}");
            last = now;
        };
        storage.mark_lesson_read(id, &course(), &lesson("streams"), at(1)).await.unwrap();
        moved_on("a lesson read").await;
        storage.unmark_lesson_read(id, &course(), &lesson("streams")).await.unwrap();
        moved_on("a mark taken away").await;
        record(storage, &practice(id, "first", 1)).await;
        moved_on("an answer").await;
        let attempt = started(storage, id).await;
        moved_on("an attempt begun").await;
        record(storage, &in_attempt(&attempt, "first", 1)).await;
        moved_on("an answer in an attempt").await;
        storage.finish_attempt(id, attempt.id, at(9), |_, _| PASSED).await.unwrap();
        moved_on("an attempt finished").await;
        let new = new_certificate(&attempt);
        storage.issue_certificate(new.clone()).await.unwrap();
        moved_on("a certificate").await;
        storage.withdraw_certificate(new.id, "wrong name", at(10)).await.unwrap();
        moved_on("a certificate withdrawn").await;
        merge(storage, learner(storage).await, id, at(11)).await;
        moved_on("another browser merged in").await;
        storage.reset_course(id, &course(), &[]).await.unwrap();
        moved_on("a course reset").await;
        assert_eq!(revision(storage, id).await, last, "reading changes nothing");
    }

    async fn what_another_process_writes_is_seen_at_once(db: &Database) {
        let (here, there) = (&db.storage, db.second().await);
        let id = learner(here).await;
        for number in 1..20 {
            let (before, elsewhere) = (revision(here, id).await, revision(&there, id).await);
            record(if number % 2 == 0 { here } else { &there }, &practice(id, "first", number)).await;
            let (now, seen) = (revision(here, id).await, revision(&there, id).await);
            assert!(now != before && now == seen && before == elsewhere, "{number}: {before}, {elsewhere}; {now}, {seen}");
        }
        there.delete_learner(id, at(1)).await.unwrap();
        assert_eq!(learner_of(here, &token(&id.to_string())).await, None);
        there.close().await;
    }

    async fn the_database_holds_no_token(db: &Database) {
        db.storage.create_learner(learner_id(), &token("secret"), at(0)).await.unwrap();
        let hashes = "SELECT count(*) FROM learner_token WHERE length(hash) = 32";
        assert_eq!(db.count(hashes).await, 1);
    }
}
