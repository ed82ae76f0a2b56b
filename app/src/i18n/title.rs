use content::lang::Lang;

use super::Text;

macro_rules! titles {
    ($($(#[$doc:meta])* $name:ident = $key:literal;)*) => {$(
        $(#[$doc])*
        pub fn $name(lang: Lang) -> String {
            Text::new(lang).get($key)
        }
    )*};
}

titles! {
    /// Returns the title of the catalogue.
    courses_title = "nav-courses";
    /// Returns what the site is, for search engines.
    site_description = "site-what";
    glossary_title = "nav-glossary";
    /// Returns what the glossary is, for search engines.
    glossary_description = "glossary-lead";
    labs_title = "nav-labs";
    /// Returns what the labs are, for search engines.
    labs_description = "labs-lead";
    playground_title = "playground-title";
    /// Returns what the playground is, for search engines.
    playground_description = "playground-lead";
    api_title = "api-title";
    /// Returns what the API is, for search engines.
    api_about = "api-lead";
    progress_title = "progress-title";
    quiz_title = "quiz-title";
    result_title = "result-title";
    report_title = "report-title";
    verify_title = "verify-title";
    /// Returns the text of the link to the next question.
    next_question = "quiz-next";
}

/// Returns the name of a question by its place, such as "Question 3".
pub fn question_number(lang: Lang, position: u32) -> String {
    Text::new(lang).with("question-number", [("number", position.into())])
}

/// Returns the title of a page whose form came back with a message: a screen reader says the title first.
pub fn refused_title(lang: Lang, title: &str) -> String {
    Text::new(lang).with("site-title-refused", [("title", title.into())])
}

/// Returns the name of an example of the playground.
pub fn example_name(lang: Lang, example: &crate::playground::examples::Example) -> String {
    Text::new(lang).get(example.key)
}

/// What a credential says in words of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CredentialTexts {
    /// What was to be done to earn it.
    pub criteria: String,
    /// What the score is called.
    pub score_name: String,
}

/// Returns the texts of a credential for a quiz of so many questions.
pub fn credential_texts(lang: Lang, questions: usize, pass_percent: u8) -> CredentialTexts {
    let text = Text::new(lang);
    let rules = [("questions", questions.into()), ("percent", pass_percent.into())];
    CredentialTexts { criteria: text.with("credential-criteria", rules), score_name: text.get("credential-score") }
}
