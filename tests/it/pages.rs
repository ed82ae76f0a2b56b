//! What pages hold, in both languages: well-formed markup, links that lead somewhere, and the whole way without a browser.

mod calculator;
mod links;
mod markup;
mod runs;
mod unit;
mod walk;

use anyhow::Result;
use content::lang::Lang;
use tests::course::{self, course};
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Answer, Visitor};

const LANGS: [Lang; 2] = [Lang::EN, Lang::VI];

/// Returns every kind of page in a language, as a learner meets it from the first visit to the certificate.
async fn every_page(visitor: &Visitor, lang: Lang) -> Result<Vec<Answer>> {
    let mut pages = Vec::new();
    let lessons: Vec<String> = course().lessons.iter().map(|lesson| course_path(lang, lesson.id.as_str())).collect();
    let plain =
        [format!("/{lang}/"), format!("/{lang}/glossary"), format!("/{lang}/progress"), format!("/{lang}/nowhere")];
    for path in plain.iter().chain([&course_path(lang, ""), &course_path(lang, "quiz")]).chain(&lessons) {
        pages.push(visitor.visit(path).await?);
    }
    pages.push(visitor.visit(&format!("/{lang}/labs")).await?);
    for lab in &course::catalog().labs {
        pages.push(visitor.visit(&format!("/{lang}/labs/{}", lab.id)).await?);
        pages.push(visitor.visit(&format!("/{lang}/labs/{}?device_mib=many", lab.id)).await?);
    }
    let lesson = &course().lessons[0];
    let question = &lesson.questions[0];
    let path = practice_path(lang, question);
    pages.push(visitor.post(&path, &[("try", "1")]).await?);
    for (number, lesson) in course().lessons.iter().enumerate() {
        for question in &lesson.questions {
            let answer = if number % 2 == 0 { course::wrong(question, lang) } else { course::right(question, lang) };
            visitor.post(&practice_path(lang, question), &borrowed(&practice_fields(answer, 1))).await?;
        }
        pages.push(visitor.visit(&course_path(lang, lesson.id.as_str())).await?);
    }
    pages.extend(quiz_pages(visitor, lang).await?);
    pages.push(visitor.visit(&format!("/{lang}/progress")).await?);
    pages.push(visitor.visit(&course_path(lang, "")).await?);
    for path in [format!("/{lang}/progress/delete"), format!("/{lang}/progress/reset/{}", course::COURSE)] {
        pages.push(visitor.visit(&path).await?);
    }
    pages.push(visitor.visit(&format!("/{lang}/report/{}/{}", course::COURSE, question.id)).await?);
    let progress = visitor.visit(&format!("/{lang}/progress")).await?;
    let link = visitor.submit(&progress.form(&format!("form[action='/{lang}/progress/continue']"))?).await?;
    pages.push(link);
    Ok(pages)
}

async fn quiz_pages(visitor: &Visitor, lang: Lang) -> Result<Vec<Answer>> {
    let first = visitor.start_quiz(lang).await?;
    let wrong = visitor.answer_quiz(&first, course::wrong(asked(&first)?, lang)).await?;
    let next = wrong.attributes("a.button[id$='-action']:not([data-live])", "href");
    let mut pages = vec![first, wrong];
    let mut page = visitor.visit(&next[0]).await?;
    for _ in 1..course().quiz.draw {
        let told = visitor.answer_quiz(&page, course::right(asked(&page)?, lang)).await?;
        let next = told.attributes("a.button[id$='-action']:not([data-live])", "href");
        pages.push(told.clone());
        page = match next.first() {
            Some(next) => visitor.visit(next).await?,
            None => told,
        };
    }
    let result = visitor.follow(visitor.submit(&page.form("form.finish")?).await?).await?;
    let form = result.form("form#certificate")?;
    pages.push(result);
    pages.push(visitor.submit(&form.clone().with("name", " ")).await?);
    let issued = visitor.follow(visitor.submit(&form.with("name", "Nguyễn Thị Ánh Tuyết")).await?).await?;
    let verify = issued.path.clone();
    pages.push(issued);
    let stranger = Visitor::clone(visitor);
    pages.push(stranger.visit(&verify).await?);
    for id in ["none", "00000000-0000-4000-8000-000000000000"] {
        pages.push(visitor.visit(&format!("/{lang}/verify/{id}")).await?);
    }
    Ok(pages)
}
