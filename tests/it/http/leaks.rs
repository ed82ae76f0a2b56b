use anyhow::Result;
use content::lang::Lang;
use content::question::{Kind, Question};
use tests::course::{self, course, explanations};
use tests::paths;
use tests::server::Server;
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Answer, Visitor};

use super::{LANGS, public_pages};

/// Letters and digits alone: markup, quotes and spaces may be written in several ways.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The text of an answer as a reader may dig it out: without tags and entities, and as it stands.
fn readings(answer: &Answer) -> [String; 2] {
    [bare(&answer.html().root_element().text().collect::<String>()), bare(&answer.body)]
}

/// Explanations of a question in every language, as [`bare`] text. Very short ones may stand elsewhere by chance.
fn secrets(question: &Question) -> Vec<String> {
    explanations(question).iter().map(|text| bare(text)).filter(|text| text.len() > 20).collect()
}

fn told<'q>(answer: &Answer, questions: impl Iterator<Item = &'q Question>) -> Vec<String> {
    let readings = readings(answer);
    let leaked =
        |question: &Question| secrets(question).iter().any(|secret| readings.iter().any(|text| text.contains(secret)));
    questions
        .filter(|question| leaked(question))
        .map(|question| format!("{} tells {}", answer.path, question.id))
        .collect()
}

#[test]
fn every_question_has_an_explanation_to_keep() {
    for question in course::questions(course()) {
        let options = question.choices().len().max(1);
        assert!(secrets(question).len() >= options, "{} has {} explanations", question.id, secrets(question).len());
    }
}

#[tokio::test]
async fn no_page_tells_an_answer_before_it_was_given() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let mut found = Vec::new();
    for path in public_pages().iter().map(String::as_str).chain(["/sitemap.xml", "/robots.txt"]) {
        let page = visitor.get(path).await?;
        assert_eq!(page.status, 200, "{path}");
        found.extend(told(&page, course::questions(course())));
        let marks = page.html();
        let marked = "[data-mark], [data-verdict], [data-outcome], [data-correct], [data-key], input[checked]";
        assert_eq!(marks.select(&tests::visitor::parse(marked)).count(), 0, "{path} marks an answer");
    }
    assert!(found.is_empty(), "{found:#?}");
    Ok(())
}

#[tokio::test]
async fn an_answer_tells_its_own_question_and_no_other() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let lesson = &course().lessons[0];
    let question = &lesson.questions[0];
    let fields = practice_fields(course::wrong(question, Lang::EN), 1);
    let live = visitor.post_live(&practice_path(Lang::EN, question), &borrowed(&fields)).await?;
    assert!(live.json()?["html"].as_str().is_some_and(|html| html.contains("data-verdict")), "{}", live.body);
    let others = || course::questions(course()).filter(|other| other.id != question.id);
    assert_eq!(told(&live, others()), Vec::<String>::new());
    let page = visitor.get(&course_path(Lang::EN, lesson.id.as_str())).await?;
    assert_eq!(told(&page, [question].into_iter()).len(), 1, "the answered question is explained");
    assert_eq!(told(&page, others()), Vec::<String>::new());
    let stranger = Visitor::of(&server).get(&course_path(Lang::EN, lesson.id.as_str())).await?;
    assert_eq!(told(&stranger, course::questions(course())), Vec::<String>::new());
    Ok(())
}

/// A wrong choice shows why it is wrong and which the key is; the other distractors stay untold for another try.
#[tokio::test]
async fn an_answer_explains_what_was_chosen_and_the_key() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let single = course::questions(course()).take(32).find(|question| matches!(question.kind, Kind::Single(_)));
    let question = single.expect("the lessons ask for single choices");
    let fields = practice_fields(course::wrong(question, Lang::EN), 1);
    let live = visitor.post_live(&practice_path(Lang::EN, question), &borrowed(&fields)).await?;
    let html = live.json()?["html"].as_str().unwrap_or_default().to_owned();
    let shown = bare(&scraper::Html::parse_fragment(&html).root_element().text().collect::<String>());
    let chosen = &fields[1].1;
    for choice in question.choices() {
        let why = bare(&choice.why.get(Lang::EN).plain);
        let expected = choice.key || choice.id.as_str() == chosen;
        assert_eq!(shown.contains(&why), expected, "{} of {}", choice.id, question.id);
    }
    Ok(())
}

#[tokio::test]
async fn the_final_quiz_tells_no_answer_before_it_was_given() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let visitor = Visitor::of(&server);
        let mut page = visitor.start_quiz(lang).await?;
        let mut answered = Vec::new();
        for _ in 0..course().quiz.draw {
            let open = |question: &&Question| !answered.contains(&&question.id);
            assert_eq!(told(&page, course::questions(course()).filter(open)), Vec::<String>::new());
            let question = asked(&page)?;
            let verdict = visitor.answer_quiz(&page, course::right(question, lang)).await?;
            answered.push(&question.id);
            let open = |question: &&Question| !answered.contains(&&question.id);
            assert_eq!(told(&verdict, course::questions(course()).filter(open)), Vec::<String>::new());
            let next = verdict.attributes("a.button[id$='-action']:not([data-live])", "href");
            page = match next.first() {
                Some(next) => visitor.visit(next).await?,
                None => break,
            };
        }
        assert_eq!(answered.len(), course().quiz.draw);
    }
    Ok(())
}

/// Whoever asks for a question of the pool that was not drawn, or for the review of a running attempt, learns nothing.
#[tokio::test]
async fn no_address_leads_around_the_quiz() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let first = visitor.start_quiz(Lang::EN).await?;
    let attempt = first.form("form.question-form")?.fields.into_iter().find(|(name, _)| name == "attempt");
    let attempt = attempt.expect("a form of the quiz names its attempt").1;
    let mut found = Vec::new();
    for question in &course().quiz.pool {
        for query in ["", "?retry=1"] {
            let path = course_path(Lang::EN, &format!("quiz/{}{query}", question.id));
            found.extend(told(&visitor.visit(&path).await?, course::questions(course())));
            let stranger = Visitor::of(&server).visit(&path).await?;
            found.extend(told(&stranger, course::questions(course())));
        }
    }
    let review = visitor.visit(&course_path(Lang::EN, &format!("quiz/attempts/{attempt}"))).await?;
    found.extend(told(&review, course::questions(course())));
    assert!(found.is_empty(), "{found:#?}");
    let stranger = Visitor::of(&server).get(&course_path(Lang::EN, &format!("quiz/attempts/{attempt}"))).await?;
    assert_eq!(stranger.status, 404, "another's attempt is nobody's business");
    Ok(())
}

#[test]
fn the_built_client_holds_no_content() -> Result<()> {
    let mut files = 0;
    for entry in std::fs::read_dir(paths::site())? {
        let path = entry?.path();
        let compressed = path.extension().is_some_and(|extension| extension == "br" || extension == "gz");
        if compressed {
            continue;
        }
        files += 1;
        let text = bare(&String::from_utf8_lossy(&std::fs::read(&path)?));
        for question in course::questions(course()) {
            assert!(
                !secrets(question).iter().any(|secret| text.contains(secret)),
                "{} tells {}",
                path.display(),
                question.id
            );
            let stem = bare(&question.stem.get(Lang::EN).plain);
            assert!(!text.contains(&stem), "{} holds {}", path.display(), question.id);
        }
    }
    assert!(files >= 4, "the client is built");
    Ok(())
}
