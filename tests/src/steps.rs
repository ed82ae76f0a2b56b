//! Steps that many tests take on their way: answering, passing the final quiz, getting a certificate, all without a browser.

use anyhow::{Context, Result, ensure};
use content::lang::Lang;
use content::question::Question;

use crate::course::{self, COURSE, Fields};
use crate::visitor::{Answer, Visitor};

/// Returns the path of a page of the course, such as `quiz` or a lesson; the course itself for an empty one.
pub fn course_path(lang: Lang, page: &str) -> String {
    let slash = if page.is_empty() { "" } else { "/" };
    format!("/{lang}/courses/{COURSE}{slash}{page}")
}

/// Returns where the form of a practice question posts to.
pub fn practice_path(lang: Lang, question: &Question) -> String {
    let lesson = course::course().lessons.iter().find(|lesson| lesson.questions.iter().any(|q| q.id == question.id));
    let lesson = lesson.unwrap_or_else(|| panic!("{} stands in no lesson", question.id));
    course_path(lang, &format!("{}/questions/{}", lesson.id, question.id))
}

/// Returns the fields of a post that answers a practice question.
pub fn practice_fields(answer: Fields, try_no: u32) -> Fields {
    let mut fields = vec![("try".to_owned(), try_no.to_string())];
    fields.extend(answer);
    fields
}

/// Borrows fields for [`Visitor::post`].
pub fn borrowed(fields: &Fields) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Returns the question that a page of the final quiz asks.
pub fn asked(page: &Answer) -> Result<&'static Question> {
    let ids = page.attributes("section.question", "id");
    let id = ids.first().and_then(|id| id.strip_prefix("q-"));
    Ok(course::question(id.with_context(|| format!("{} asks no question", page.path))?))
}

impl Visitor {
    /// Starts an attempt at the final quiz, or goes on with the one that runs, and returns the question's page.
    pub async fn start_quiz(&self, lang: Lang) -> Result<Answer> {
        self.follow(self.post(&course_path(lang, "quiz"), &[]).await?).await
    }

    /// Answers the question of a page of the final quiz and returns the page with the verdict.
    pub async fn answer_quiz(&self, page: &Answer, answer: Fields) -> Result<Answer> {
        self.follow(self.submit(&page.form("form.question-form")?.fill(&answer)).await?).await
    }

    /// Answers all questions from a page on, wrongly those that `wrongly` names by their number, and ends the attempt.
    pub async fn finish_quiz(&self, lang: Lang, mut page: Answer, wrongly: &[usize]) -> Result<Answer> {
        for number in 1..=course::course().quiz.draw {
            let question = asked(&page)?;
            let wrong = wrongly.contains(&number);
            let answer = if wrong { course::wrong(question, lang) } else { course::right(question, lang) };
            let told = self.answer_quiz(&page, answer).await?;
            let outcome = told.attributes("[data-verdict]", "data-outcome");
            ensure!(outcome == [if wrong { "wrong" } else { "right" }], "{}: {outcome:?}", question.id);
            let next = told.attributes("a.button[id$='-action']:not([data-live])", "href");
            page = match next.first() {
                Some(next) => self.visit(next).await?,
                None => told,
            };
        }
        self.follow(self.submit(&page.form("form.finish")?).await?).await
    }

    /// Passes the final quiz and takes the certificate. Returns the path of the page that verifies it.
    pub async fn certificate(&self, lang: Lang, name: &str) -> Result<String> {
        let first = self.start_quiz(lang).await?;
        let result = self.finish_quiz(lang, first, &[]).await?;
        let issued = self.submit(&result.form("form#certificate")?.with("name", name)).await?;
        Ok(issued.location().context("a name leads to the certificate")?.to_owned())
    }
}
