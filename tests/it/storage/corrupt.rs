//! Rows that someone else wrote are named, not guessed at.

use server::storage::StorageError;

use super::database::on_both;
use super::samples::{PASSED, at, course, finished, issued, learner, lesson, practice, record, report};

/// Asserts that the error names the place.
fn assert_names<T: std::fmt::Debug>(outcome: Result<T, StorageError>, place: (&str, &str, &str)) {
    match outcome {
        Err(StorageError::Corrupt { table, column, row, .. }) => assert_eq!((table, column, row.as_str()), place),
        other => panic!("not corrupt: {other:?}"),
    }
}

on_both! {
    async fn an_answer_that_cannot_be_read(db: &Database) {
        let id = learner(&db.storage).await;
        record(&db.storage, &practice(id, "first", 1)).await;
        record(&db.storage, &practice(id, "second", 1)).await;
        let key = format!("{id}/gpu-memory/second/1");
        let cases = [
            ("response", "'{\"choice\":\"NO SLUG\"}'", "'{\"choice\":\"reuse\"}'"),
            ("response", "'nonsense'", "'{\"choice\":\"reuse\"}'"),
            ("lang", "'Vietnamese'", "'vi'"),
        ];
        for (column, bad, good) in cases {
            db.raw(&format!("UPDATE practice_answer SET {column} = {bad} WHERE question = 'second'")).await;
            let read = db.storage.answers_for_course(id, &course()).await;
            assert_names(read, ("practice_answer", column, &key));
            let post = db.storage.record_answer(&practice(id, "second", 1)).await;
            assert_names(post, ("practice_answer", column, &key));
            db.raw(&format!("UPDATE practice_answer SET {column} = {good} WHERE question = 'second'")).await;
        }
        db.storage.answers_for_course(id, &course()).await.unwrap();
    }

    async fn an_attempt_that_cannot_be_read(db: &Database) {
        let id = learner(&db.storage).await;
        let attempt = finished(&db.storage, id, PASSED).await;
        db.raw("UPDATE attempt_item SET option_order = '[1]' WHERE question = 'first'").await;
        let key = format!("{}/first", attempt.id);
        assert_names(db.storage.attempt(attempt.id).await, ("attempt_item", "option_order", &key));
        db.raw("UPDATE attempt SET score_max = 5000000000").await;
        let key = attempt.id.to_string();
        assert_names(db.storage.attempts(id, &course()).await, ("attempt", "score_max", &key));
    }

    async fn a_certificate_that_cannot_be_read(db: &Database) {
        let certificate = issued(&db.storage, learner(&db.storage).await).await;
        let key = certificate.id.to_string();
        db.raw("UPDATE certificate SET score = -1").await;
        assert_names(db.storage.certificate(certificate.id).await, ("certificate", "score", &key));
        db.raw("UPDATE certificate SET score = 3, course = 'No Course'").await;
        assert_names(db.storage.certificate(certificate.id).await, ("certificate", "course", &key));
    }

    async fn a_changed_name_is_read_as_it_stands(db: &Database) {
        let certificate = issued(&db.storage, learner(&db.storage).await).await;
        db.raw("UPDATE certificate SET holder = ''").await;
        let stored = db.storage.certificate_of_attempt(certificate.attempt).await.unwrap().unwrap();
        assert_eq!(stored.holder, "", "so that the page can show that it was altered");
    }

    async fn other_rows_that_cannot_be_read(db: &Database) {
        let id = learner(&db.storage).await;
        db.storage.mark_lesson_read(id, &course(), &lesson("a"), at(1)).await.unwrap();
        let report = report(id);
        db.storage.add_report(&report).await.unwrap();
        db.raw("UPDATE lesson_read SET lesson = 'A B'").await;
        let key = format!("{id}/gpu-memory/A B");
        assert_names(db.storage.lesson_reads(id, &course()).await, ("lesson_read", "lesson", &key));
        db.raw("UPDATE mistake_report SET text = ''").await;
        assert_names(db.storage.reports(None, 9).await, ("mistake_report", "text", &report.id.to_string()));
    }
}
