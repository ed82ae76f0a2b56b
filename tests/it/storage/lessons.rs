//! Lessons marked as read.

use server::storage::{LessonRead, Marked};

use super::database::on_both;
use super::samples::{at, course, learner, learner_id, lesson, other_course};

on_both! {
    async fn the_first_mark_counts(db: &Database) {
        let id = learner(&db.storage).await;
        let mark = |name, time| {
            let storage = db.storage.clone();
            async move { storage.mark_lesson_read(id, &course(), &lesson(name), at(time)).await.unwrap() }
        };
        assert_eq!(mark("streams", 2).await, Marked::Changed);
        assert_eq!(mark("streams", 9).await, Marked::Unchanged);
        assert_eq!(mark("blocks", 1).await, Marked::Changed);
        let read = |name, time| LessonRead { course: course(), lesson: lesson(name), read_at: at(time) };
        let expected = [read("blocks", 1), read("streams", 2)];
        assert_eq!(db.storage.lesson_reads(id, &course()).await.unwrap(), expected);
        assert_eq!(db.storage.lesson_reads(id, &other_course()).await.unwrap(), []);
    }

    async fn a_mark_can_be_taken_away(db: &Database) {
        let id = learner(&db.storage).await;
        let (course, lesson) = (course(), lesson("streams"));
        db.storage.mark_lesson_read(id, &course, &lesson, at(2)).await.unwrap();
        assert_eq!(db.storage.unmark_lesson_read(id, &course, &lesson).await.unwrap(), Marked::Changed);
        assert_eq!(db.storage.unmark_lesson_read(id, &course, &lesson).await.unwrap(), Marked::Unchanged);
        assert_eq!(db.storage.lesson_reads(id, &course).await.unwrap(), []);
    }

    async fn nobody_reads_nothing(db: &Database) {
        let (nobody, course, lesson) = (learner_id(), course(), lesson("streams"));
        let marked = db.storage.mark_lesson_read(nobody, &course, &lesson, at(2)).await.unwrap();
        assert_eq!(marked, Marked::UnknownLearner);
        let unmarked = db.storage.unmark_lesson_read(nobody, &course, &lesson).await.unwrap();
        assert_eq!(unmarked, Marked::UnknownLearner);
    }
}
