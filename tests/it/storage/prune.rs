//! Clearing away what nobody can use any more.

use server::storage::{LinkCreated, Pruned, Recorded};

use super::database::on_both;
use super::samples::{
    at, course, issued, learner, learner_id, learner_of, lesson, practice, record, report, started, token,
};

on_both! {
    async fn expired_links_go_and_others_stay(db: &Database) {
        let id = learner(&db.storage).await;
        for (name, expiry) in [("old", 10), ("due", 20), ("later", 21)] {
            let created = db.storage.create_device_link(&token(name), id, at(0), at(expiry)).await.unwrap();
            assert_eq!(created, LinkCreated::Created);
        }
        assert_eq!(db.storage.prune(at(20), at(0)).await.unwrap(), Pruned { links: 2, learners: 0 });
        assert_eq!(db.storage.device_link(&token("later"), at(20)).await.unwrap(), Some(id));
        assert_eq!(db.storage.prune(at(20), at(0)).await.unwrap(), Pruned::default());
    }

    async fn learners_with_nothing_go_when_they_are_old(db: &Database) {
        let empty = learner(&db.storage).await;
        let young = learner_id();
        db.storage.create_learner(young, &token("young"), at(50)).await.unwrap();
        assert_eq!(db.storage.prune(at(90), at(50)).await.unwrap(), Pruned { links: 0, learners: 1 });
        assert_eq!(learner_of(&db.storage, &token(&empty.to_string())).await, None);
        assert_eq!(learner_of(&db.storage, &token("young")).await, Some(young));
    }

    async fn learners_with_anything_stay(db: &Database) {
        let mut kept = Vec::new();
        for _ in 0..6 {
            kept.push(learner(&db.storage).await);
        }
        record(&db.storage, &practice(kept[0], "first", 1)).await;
        db.storage.mark_lesson_read(kept[1], &course(), &lesson("a"), at(1)).await.unwrap();
        started(&db.storage, kept[2]).await;
        issued(&db.storage, kept[3]).await;
        db.storage.add_report(&report(kept[4])).await.unwrap();
        db.storage.create_device_link(&token("link"), kept[5], at(0), at(1_000)).await.unwrap();
        assert_eq!(db.storage.prune(at(90), at(90)).await.unwrap(), Pruned::default());
        for id in &kept {
            assert_eq!(learner_of(&db.storage, &token(&id.to_string())).await, Some(*id));
        }
        // A learner whose progress was reset has nothing any more, and neither has one whose link has expired.
        db.storage.reset_course(kept[0], &course(), &[]).await.unwrap();
        assert_eq!(db.storage.prune(at(1_000), at(90)).await.unwrap(), Pruned { links: 1, learners: 2 });
    }

    async fn more_than_one_round_of_learners_goes(db: &Database) {
        for _ in 0..230 {
            learner(&db.storage).await;
        }
        assert_eq!(db.storage.prune(at(90), at(90)).await.unwrap().learners, 230);
    }

    async fn no_acknowledged_answer_is_cleared_away(db: &Database) {
        let mut learners = Vec::new();
        for _ in 0..40 {
            learners.push(learner(&db.storage).await);
        }
        let tasks: Vec<_> = learners.into_iter().map(|id| {
            let storage = db.storage.clone();
            tokio::spawn(async move { storage.record_answer(&practice(id, "first", 1)).await.unwrap() })
        }).collect();
        db.storage.prune(at(90), at(90)).await.unwrap();
        let mut acknowledged = 0;
        for task in tasks {
            match task.await.unwrap() {
                Recorded::New(_) => acknowledged += 1,
                other => assert_eq!(other, Recorded::UnknownLearner),
            }
        }
        assert_eq!(db.count("SELECT count(*) FROM practice_answer").await, acknowledged);
    }
}
