//! Reports of mistakes.

use server::domain::MistakeReport;
use server::storage::{MAX_REPORTS, ReportAdded};

use super::database::on_both;
use super::samples::{learner, learner_id, report};

on_both! {
    async fn reports_are_read_in_the_order_in_which_they_were_sent(db: &Database) {
        let (a, b) = (learner(&db.storage).await, learner(&db.storage).await);
        let sent: Vec<MistakeReport> = [a, b, a].map(report).into();
        for report in &sent {
            assert_eq!(db.storage.add_report(report).await.unwrap(), ReportAdded::Added);
        }
        assert_eq!(db.storage.reports(None, 2).await.unwrap(), sent[..2]);
        assert_eq!(db.storage.reports(Some(sent[1].id), 2).await.unwrap(), sent[2..]);
        assert_eq!(db.storage.reports(Some(sent[2].id), 2).await.unwrap(), []);
    }

    async fn reports_have_a_cap(db: &Database) {
        let id = learner(&db.storage).await;
        for _ in 0..MAX_REPORTS {
            db.storage.add_report(&report(id)).await.unwrap();
        }
        assert_eq!(db.storage.add_report(&report(id)).await.unwrap(), ReportAdded::TooMany);
        let other = learner(&db.storage).await;
        assert_eq!(db.storage.add_report(&report(other)).await.unwrap(), ReportAdded::Added);
    }

    async fn nobody_reports_nothing(db: &Database) {
        assert_eq!(db.storage.add_report(&report(learner_id())).await.unwrap(), ReportAdded::UnknownLearner);
    }
}
