//! The register of certificates.

use server::domain::{Certificate, CertificateStatus, Score};
use server::storage::{CertificateIssued, CertificateWithdrawn, NewCertificate};

use super::database::on_both;
use super::samples::{FAILED, PASSED, at, certificate_id, finished, issued, learner, new_certificate, started};

on_both! {
    async fn a_certificate_comes_back_as_it_was_signed(db: &Database) {
        let id = learner(&db.storage).await;
        let attempt = finished(&db.storage, id, PASSED).await;
        let new = new_certificate(&attempt);
        let CertificateIssued::New(certificate) = db.storage.issue_certificate(new.clone()).await.unwrap() else {
            panic!("not new")
        };
        assert_eq!((certificate.id, &certificate.jwt, &certificate.kid), (new.id, &new.jwt, &new.kid));
        assert_eq!(certificate.holder, "Nguyễn Thị Ánh Nguyệt");
        assert_eq!(certificate.status, CertificateStatus::Active);
        let stored = Certificate::Issued(Box::new(certificate.clone()));
        assert_eq!(db.storage.certificate(new.id).await.unwrap(), Some(stored));
        assert_eq!(db.storage.certificate_of_attempt(attempt.id).await.unwrap(), Some(certificate.clone()));
        assert_eq!(db.storage.certificates_of(id).await.unwrap(), [certificate]);
        assert_eq!(db.storage.certificate(certificate_id()).await.unwrap(), None);
    }

    async fn of_two_tabs_that_ask_both_get_the_same_certificate(db: &Database) {
        let attempt = finished(&db.storage, learner(&db.storage).await, PASSED).await;
        let tasks: Vec<_> = (0..20).map(|_| {
            let (storage, new) = (db.storage.clone(), new_certificate(&attempt));
            tokio::spawn(async move { storage.issue_certificate(new).await.unwrap() })
        }).collect();
        let (mut new, mut already) = (Vec::new(), Vec::new());
        for task in tasks {
            match task.await.unwrap() {
                CertificateIssued::New(certificate) => new.push(certificate),
                CertificateIssued::Already(certificate) => already.push(certificate),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!((new.len(), already.len()), (1, 19));
        assert!(already.iter().all(|certificate| *certificate == new[0]));
    }

    async fn only_a_passed_attempt_of_ones_own_earns_one(db: &Database) {
        let (id, other) = (learner(&db.storage).await, learner(&db.storage).await);
        let failed = finished(&db.storage, id, FAILED).await;
        let running = started(&db.storage, id).await;
        for attempt in [&failed, &running] {
            let outcome = db.storage.issue_certificate(new_certificate(attempt)).await.unwrap();
            assert_eq!(outcome, CertificateIssued::NotEarned);
        }
        let passed = finished(&db.storage, other, PASSED).await;
        let foreign = NewCertificate { learner: id, ..new_certificate(&passed) };
        let outcome = db.storage.issue_certificate(foreign).await.unwrap();
        assert_eq!(outcome, CertificateIssued::UnknownAttempt);
        let better = NewCertificate { score: Score { correct: 4, max: 4 }, ..new_certificate(&passed) };
        assert_eq!(db.storage.issue_certificate(better).await.unwrap(), CertificateIssued::NotEarned);
        assert_eq!(db.count("SELECT count(*) FROM certificate").await, 0);
    }

    async fn a_withdrawn_certificate_says_when_and_why_and_is_not_issued_again(db: &Database) {
        let id = learner(&db.storage).await;
        let certificate = issued(&db.storage, id).await;
        let outcome = db.storage.withdraw_certificate(certificate.id, "wrong name", at(5)).await.unwrap();
        let withdrawn = certificate.clone().withdraw("wrong name".to_owned(), at(5)).unwrap();
        assert_eq!(outcome, CertificateWithdrawn::Now(withdrawn.clone()));
        let again = db.storage.withdraw_certificate(certificate.id, "another reason", at(6)).await.unwrap();
        assert_eq!(again, CertificateWithdrawn::Before(withdrawn.clone()));
        let stored = Certificate::Issued(Box::new(withdrawn.clone()));
        assert_eq!(db.storage.certificate(certificate.id).await.unwrap(), Some(stored));

        let attempt = db.storage.attempt(certificate.attempt).await.unwrap().unwrap();
        let reissued = db.storage.issue_certificate(new_certificate(&attempt)).await.unwrap();
        assert_eq!(reissued, CertificateIssued::Already(withdrawn));
        let unknown = db.storage.withdraw_certificate(certificate_id(), "why", at(5)).await.unwrap();
        assert_eq!(unknown, CertificateWithdrawn::Unknown);
    }
}
