//! Taking back.

use server::domain::{Certificate, Tombstone};
use server::storage::{CertificateWithdrawn, CourseReset, LearnerDeleted};

use super::database::{Database, on_both};
use super::samples::{
    FAILED, at, course, finished, in_attempt, issued, learner, learner_id, learner_of, lesson, other_course, practice,
    record, report, started, token,
};

/// Rows that stand for progress in the course.
async fn progress(db: &Database) -> i64 {
    db.count(
        "SELECT (SELECT count(*) FROM lesson_read) + (SELECT count(*) FROM practice_answer)
            + (SELECT count(*) FROM attempt) + (SELECT count(*) FROM attempt_item)
            + (SELECT count(*) FROM attempt_answer)",
    )
    .await
}

on_both! {
    async fn a_reset_forgets_progress_and_keeps_certificates(db: &Database) {
        let id = learner(&db.storage).await;
        db.storage.mark_lesson_read(id, &course(), &lesson("a"), at(1)).await.unwrap();
        record(&db.storage, &practice(id, "first", 1)).await;
        let certificate = issued(&db.storage, id).await;
        let failed = finished(&db.storage, id, FAILED).await;
        let running = started(&db.storage, id).await;
        record(&db.storage, &in_attempt(&running, "first", 1)).await;
        db.storage.add_report(&report(id)).await.unwrap();

        assert_eq!(db.storage.reset_course(id, &course(), &[]).await.unwrap(), CourseReset::Done);

        assert_eq!(db.storage.lesson_reads(id, &course()).await.unwrap(), []);
        assert_eq!(db.storage.answers_for_course(id, &course()).await.unwrap(), []);
        for gone in [failed.id, running.id] {
            assert_eq!(db.storage.attempt(gone).await.unwrap(), None);
            assert_eq!(db.storage.answers_for_attempt(gone).await.unwrap(), []);
        }
        let kept: Vec<_> = db.storage.attempts(id, &course()).await.unwrap().into_iter().map(|it| it.id).collect();
        assert_eq!(kept, [certificate.attempt]);
        assert_eq!(db.storage.certificates_of(id).await.unwrap(), [certificate]);
        assert_eq!(db.storage.reports(None, 9).await.unwrap().len(), 1);
        record(&db.storage, &practice(id, "first", 1)).await;
        started(&db.storage, id).await;
    }

    async fn a_reset_touches_neither_other_courses_nor_other_learners(db: &Database) {
        let (id, other) = (learner(&db.storage).await, learner(&db.storage).await);
        db.storage.mark_lesson_read(id, &other_course(), &lesson("a"), at(1)).await.unwrap();
        record(&db.storage, &practice(other, "first", 1)).await;
        let before = progress(db).await;
        db.storage.reset_course(id, &course(), &[]).await.unwrap();
        assert_eq!(progress(db).await, before);
        assert_eq!(db.storage.reset_course(learner_id(), &course(), &[]).await.unwrap(), CourseReset::UnknownLearner);
    }

    async fn a_deleted_learner_leaves_nothing_but_tombstones(db: &Database) {
        let (id, other) = (learner(&db.storage).await, learner(&db.storage).await);
        db.storage.mark_lesson_read(id, &course(), &lesson("a"), at(1)).await.unwrap();
        db.storage.create_device_link(&token("link"), id, at(0), at(100)).await.unwrap();
        record(&db.storage, &practice(id, "first", 1)).await;
        let active = issued(&db.storage, id).await;
        let withdrawn = issued(&db.storage, id).await;
        db.storage.withdraw_certificate(withdrawn.id, "the name of a person", at(2)).await.unwrap();
        record(&db.storage, &in_attempt(&started(&db.storage, id).await, "first", 1)).await;
        db.storage.add_report(&report(id)).await.unwrap();
        let of_other = issued(&db.storage, other).await;

        let outcome = db.storage.delete_learner(id, at(50)).await.unwrap();
        assert_eq!(outcome, LearnerDeleted::Done { certificates: 2 });

        for certificate in [active.id, withdrawn.id] {
            let tombstone = Certificate::Erased(Tombstone { id: certificate, erased_at: at(50) });
            assert_eq!(db.storage.certificate(certificate).await.unwrap(), Some(tombstone));
            let outcome = db.storage.withdraw_certificate(certificate, "again", at(60)).await.unwrap();
            assert_eq!(outcome, CertificateWithdrawn::Erased);
        }
        let personal = "SELECT count(*) FROM certificate WHERE state = 'erased' AND coalesce(
            learner, attempt, course, edition, holder, lang, kid, jwt, reason) IS NOT NULL";
        assert_eq!(db.count(personal).await, 0);
        assert_eq!(learner_of(&db.storage, &token(&id.to_string())).await, None);
        assert_eq!(db.storage.device_link(&token("link"), at(3)).await.unwrap(), None);
        assert_eq!(db.storage.reports(None, 9).await.unwrap(), []);
        assert_eq!(db.storage.certificates_of(other).await.unwrap(), [of_other]);
        db.storage.delete_learner(other, at(51)).await.unwrap();
        assert_eq!(progress(db).await, 0);
        assert_eq!(db.storage.delete_learner(id, at(52)).await.unwrap(), LearnerDeleted::UnknownLearner);
    }
}

/// What SQLite deletes it leaves in the file unless told otherwise.
#[tokio::test]
async fn a_deleted_name_is_not_in_the_file_any_more() {
    let db = Database::sqlite().await;
    let id = learner(&db.storage).await;
    let certificate = issued(&db.storage, id).await;
    db.storage.close().await;
    assert!(file_holds(&db, &certificate.holder), "the test looks for the right thing");

    let storage = db.second().await;
    storage.delete_learner(id, at(50)).await.unwrap();
    storage.close().await;
    assert!(!file_holds(&db, &certificate.holder));
    assert!(!file_holds(&db, &certificate.jwt));
}

fn file_holds(db: &Database, text: &str) -> bool {
    let bytes = std::fs::read(db.folder().join("vramlab.db")).unwrap();
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}
