//! Things to store.

use std::time::Duration;

use content::grading::Response;
use content::id::{CourseId, LessonId, OptionId, QuestionId};
use content::lang::Lang;
use content::text::Version;
use server::domain::{
    Answer, Attempt, AttemptId, AttemptItem, AttemptResult, CertificateId, HolderName, IssuedCertificate, LearnerId,
    MistakeReport, Place, ReportId, ReportText, Score, Timestamp, TokenHash,
};
use server::storage::{
    CertificateIssued, Device, FinishedAttempt, NewAttempt, NewCertificate, Recorded, Redeemed, Started, Storage,
};
use uuid::Uuid;

/// Whom a token stands for.
pub(crate) async fn learner_of(storage: &Storage, token: &TokenHash) -> Option<LearnerId> {
    storage.learner_by_token(token).await.unwrap().map(|found| found.learner)
}

/// A point in time, so many milliseconds after the tests begin.
pub(crate) fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(1_790_000_000_000 + millis)
}

pub(crate) fn course() -> CourseId {
    "gpu-memory".parse().unwrap()
}

pub(crate) fn other_course() -> CourseId {
    "other-course".parse().unwrap()
}

pub(crate) fn lesson(id: &str) -> LessonId {
    id.parse().unwrap()
}

pub(crate) fn question(id: &str) -> QuestionId {
    id.parse().unwrap()
}

pub(crate) fn option(id: &str) -> OptionId {
    id.parse().unwrap()
}

pub(crate) fn token(text: &str) -> TokenHash {
    TokenHash::of(text)
}

pub(crate) fn learner_id() -> LearnerId {
    LearnerId::from_uuid(Uuid::now_v7())
}

pub(crate) fn certificate_id() -> CertificateId {
    CertificateId::from_uuid(Uuid::new_v4())
}

/// A learner with one token, which nothing but chance could repeat.
pub(crate) async fn learner(storage: &Storage) -> LearnerId {
    let id = learner_id();
    storage.create_learner(id, &token(&id.to_string()), at(0)).await.unwrap();
    id
}

/// Follows a link of `into` in the browser that [`learner`] gave to `from`: the one way in which two learners are merged.
pub(crate) async fn merge(storage: &Storage, from: LearnerId, into: LearnerId, now: Timestamp) -> Redeemed {
    let link = token(&format!("{from} into {into}"));
    storage.create_device_link(&link, into, now, now.plus(Duration::from_secs(1))).await.unwrap();
    let device = Device::Known { learner: from, token: token(&from.to_string()) };
    storage.redeem_device_link(&link, device, now).await.unwrap()
}

/// Follows a link in a fresh browser: the one way in which a learner gets another token.
pub(crate) async fn add_browser(storage: &Storage, id: LearnerId, name: &str, now: Timestamp) -> Redeemed {
    let link = token(&format!("link of {name}"));
    storage.create_device_link(&link, id, now, now.plus(Duration::from_secs(1))).await.unwrap();
    storage.redeem_device_link(&link, Device::Fresh(token(name)), now).await.unwrap()
}

/// A right answer to a question of a lesson.
pub(crate) fn practice(learner: LearnerId, question_id: &str, try_no: u32) -> Answer {
    Answer {
        learner,
        place: Place::Practice { course: course() },
        question: question(question_id),
        question_version: Version("0123abcd".to_owned()),
        try_no,
        response: Response::Choice(option("reuse")),
        correct: true,
        lang: Lang::VI,
        given_at: at(i64::from(try_no) * 1_000),
    }
}

/// A right answer to a question of an attempt.
pub(crate) fn in_attempt(attempt: &Attempt, question_id: &str, try_no: u32) -> Answer {
    Answer { place: Place::Attempt(attempt.id), ..practice(attempt.learner, question_id, try_no) }
}

pub(crate) fn new_attempt(learner: LearnerId, course: CourseId) -> NewAttempt {
    let item = |position, id: &str, options: &[&str]| AttemptItem {
        position,
        question: question(id),
        option_order: options.iter().map(|id| option(id)).collect(),
    };
    NewAttempt {
        id: AttemptId::from_uuid(Uuid::now_v7()),
        learner,
        course,
        edition: Version("ed1710".to_owned()),
        items: vec![item(1, "second", &["b", "a", "c"]), item(2, "first", &["x", "y"]), item(3, "number", &[])],
        started_at: at(10),
    }
}

pub(crate) async fn started(storage: &Storage, learner: LearnerId) -> Attempt {
    match storage.start_attempt(new_attempt(learner, course())).await.unwrap() {
        Started::New(attempt) => attempt,
        other => panic!("not started: {other:?}"),
    }
}

pub(crate) async fn record(storage: &Storage, answer: &Answer) -> Answer {
    match storage.record_answer(answer).await.unwrap() {
        Recorded::New(answer) => answer,
        other => panic!("not recorded: {other:?}"),
    }
}

pub(crate) const PASSED: AttemptResult = AttemptResult { score: Score { correct: 3, max: 3 }, passed: true };
pub(crate) const FAILED: AttemptResult = AttemptResult { score: Score { correct: 1, max: 3 }, passed: false };

/// Starts an attempt and ends it with that result.
pub(crate) async fn finished(storage: &Storage, learner: LearnerId, result: AttemptResult) -> Attempt {
    let attempt = started(storage, learner).await;
    match storage.finish_attempt(learner, attempt.id, at(90_000), |_, _| result).await.unwrap() {
        FinishedAttempt::Now(attempt) => attempt,
        other => panic!("not finished: {other:?}"),
    }
}

pub(crate) fn new_certificate(attempt: &Attempt) -> NewCertificate {
    NewCertificate {
        id: certificate_id(),
        learner: attempt.learner,
        attempt: attempt.id,
        course: attempt.course.clone(),
        edition: attempt.edition.clone(),
        holder: HolderName::parse("Nguyễn Thị Ánh Nguyệt").unwrap(),
        score: PASSED.score,
        issued_at: at(100_000),
        lang: Lang::VI,
        kid: "https://vramlab.example/keys/1".to_owned(),
        jwt: "eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl".to_owned(),
    }
}

/// A learner's certificate for an attempt that passed.
pub(crate) async fn issued(storage: &Storage, learner: LearnerId) -> IssuedCertificate {
    let attempt = finished(storage, learner, PASSED).await;
    match storage.issue_certificate(new_certificate(&attempt)).await.unwrap() {
        CertificateIssued::New(certificate) => certificate,
        other => panic!("not issued: {other:?}"),
    }
}

pub(crate) fn report(learner: LearnerId) -> MistakeReport {
    MistakeReport {
        id: ReportId::from_uuid(Uuid::now_v7()),
        learner,
        course: course(),
        question: question("first"),
        version: Version("0123abcd".to_owned()),
        lang: Lang::EN,
        text: ReportText::parse("Option B is right as well.\nSee the notes.").unwrap(),
        sent_at: at(5),
    }
}
