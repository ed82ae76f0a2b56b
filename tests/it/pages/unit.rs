use anyhow::Result;
use content::lang::Lang;
use tests::course;
use tests::server::Server;
use tests::steps::{borrowed, course_path, practice_fields, practice_path};
use tests::visitor::Visitor;

/// A question of the course whose unit is a word, with that word in each language.
const QUESTION: &str = "prefix-full-blocks";
const UNITS: [(Lang, &str); 2] = [(Lang::EN, "tokens"), (Lang::VI, "token")];

#[tokio::test]
async fn a_unit_in_words_is_shown_in_the_language_of_the_page() -> Result<()> {
    let server = Server::start().await?;
    for (lang, unit) in UNITS {
        let visitor = Visitor::of(&server);
        let place = format!("#q-{QUESTION}");
        let page = visitor.visit(&course_path(lang, "paged-attention")).await?;
        assert_eq!(page.texts(&format!("{place} .number-unit")), [unit]);
        let form = page.form(&format!("{place} form"))?;
        let wrong = course::wrong(course::question(QUESTION), lang);
        let told = visitor.follow(visitor.submit(&form.fill(&wrong)).await?).await?;
        let said = told.texts(&format!("{place} .verdict-key")).concat().replace('\u{a0}', " ");
        assert!(said.ends_with(&format!(" 96 {unit}")), "{said}");
    }
    Ok(())
}

#[tokio::test]
async fn a_unit_may_be_typed_behind_the_number_in_any_language() -> Result<()> {
    let server = Server::start().await?;
    let path = practice_path(Lang::VI, course::question(QUESTION));
    for (typed, outcome) in [("96", "right"), ("96 token", "right"), ("96 tokens", "right"), ("100 tokens", "wrong")] {
        let fields = practice_fields(vec![("number".to_owned(), typed.to_owned())], 1);
        let visitor = Visitor::of(&server);
        let told = visitor.follow(visitor.post(&path, &borrowed(&fields)).await?).await?;
        assert_eq!(told.attributes(&format!("#q-{QUESTION} [data-verdict]"), "data-outcome"), [outcome], "{typed}");
    }
    let fields = practice_fields(vec![("number".to_owned(), "96 blocks".to_owned())], 1);
    assert_eq!(Visitor::of(&server).post(&path, &borrowed(&fields)).await?.status, 422);
    Ok(())
}
