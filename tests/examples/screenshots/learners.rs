//! The people whose pages are shown: each has come so far that a page shows something.

use anyhow::{Context, Result, ensure};
use content::lang::Lang;
use server::http::visit;
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Answer, Visitor};

/// The lesson that is shown.
pub(crate) const LESSON: &str = "fragmentation";
/// Long enough to wrap on a phone, with letters that a tight line would clip.
const NAME: &str = "Nguyễn Thị Ánh Tuyết";

/// Cookies of learners, as a browser sets them, and where their pages are.
#[derive(Debug)]
pub(crate) struct Learners {
    /// Has answered the questions of a lesson, right and wrong in turn, and runs an attempt.
    pub(crate) learning: String,
    /// The questions of that attempt: answered right, answered wrong, not answered yet.
    pub(crate) asked: [String; 3],
    pub(crate) passed: String,
    pub(crate) passed_attempt: String,
    pub(crate) certificate: String,
    pub(crate) failed: String,
    pub(crate) failed_attempt: String,
}

impl Learners {
    pub(crate) async fn prepare(server: &Server) -> Result<Self> {
        let (learning, asked) = learn(&Visitor::of(server)).await?;
        let (passed, passed_attempt, certificate) = pass(&Visitor::of(server)).await?;
        let (failed, failed_attempt) = fail(&Visitor::of(server)).await?;
        Ok(Self { learning, asked, passed, passed_attempt, certificate, failed, failed_attempt })
    }
}

/// Returns the cookie and the last parts of the addresses of the attempt's first questions.
async fn learn(visitor: &Visitor) -> Result<(String, [String; 3])> {
    let begun = visitor.post(&course_path(Lang::EN, "quiz"), &[]).await?;
    let cookie = cookie(&begun)?;
    for lesson in course().lessons.iter().take(2) {
        visitor.post(&course_path(Lang::EN, &format!("{}/read", lesson.id)), &[]).await?;
    }
    answer_lesson(visitor).await?;
    let mut page = visitor.follow(begun).await?;
    let mut ids = Vec::new();
    for right in [true, false] {
        let question = asked(&page)?;
        let fields = if right { course::right(question, Lang::EN) } else { course::wrong(question, Lang::EN) };
        visitor.answer_quiz(&page, fields).await?;
        ids.push(question.id.to_string());
        page = visitor.visit(&course_path(Lang::EN, "quiz")).await?;
    }
    ids.push(asked(&page)?.id.to_string());
    let ids = <[String; 3]>::try_from(ids).ok().context("two questions were answered and one is open")?;
    Ok((cookie, ids))
}

async fn answer_lesson(visitor: &Visitor) -> Result<()> {
    let lesson = course().lesson(LESSON).with_context(|| format!("the course has no lesson {LESSON}"))?;
    for (number, question) in lesson.questions.iter().enumerate() {
        let right = number % 2 == 0;
        let fields = if right { course::right(question, Lang::EN) } else { course::wrong(question, Lang::EN) };
        let told = visitor.post(&practice_path(Lang::EN, question), &borrowed(&practice_fields(fields, 1))).await?;
        ensure!(told.status.is_redirection(), "{} was answered with {}", question.id, told.status);
    }
    Ok(())
}

/// Passes with one mistake, so that the result has something to review. Returns cookie, attempt and certificate.
async fn pass(visitor: &Visitor) -> Result<(String, String, String)> {
    let (cookie, result) = finish(visitor, &[4]).await?;
    let attempt = result.path.clone();
    let issued = visitor.submit(&result.form("form#certificate")?.with("name", NAME)).await?;
    let certificate = issued.location().context("a name leads to the certificate")?;
    Ok((cookie, without_lang(&attempt), without_lang(certificate)))
}

async fn fail(visitor: &Visitor) -> Result<(String, String)> {
    let wrongly: Vec<usize> = (1..=course().quiz.draw / 2).collect();
    let (cookie, result) = finish(visitor, &wrongly).await?;
    Ok((cookie, without_lang(&result.path)))
}

async fn finish(visitor: &Visitor, wrongly: &[usize]) -> Result<(String, Answer)> {
    let begun = visitor.post(&course_path(Lang::EN, "quiz"), &[]).await?;
    let cookie = cookie(&begun)?;
    let first = visitor.follow(begun).await?;
    Ok((cookie, visitor.finish_quiz(Lang::EN, first, wrongly).await?))
}

fn cookie(answer: &Answer) -> Result<String> {
    let [name, _] = visit::LEARNER;
    Ok(answer.cookie(name).with_context(|| format!("{} made no learner", answer.path))?.to_owned())
}

/// Returns the address below `/{lang}`: the same page exists in every language.
fn without_lang(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    format!("/{}", path.splitn(3, '/').nth(2).unwrap_or_default())
}
