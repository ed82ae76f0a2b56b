//! The parts of a page that an answer replaces, for the island that swaps them in.

use content::lang::Lang;

use crate::components::question;
use crate::i18n::Text;
use crate::pages::quiz_question::quiz_body;
use crate::render;
use crate::view::{QuestionView, QuizQuestionView};

/// Returns the inner HTML of a practice question.
pub fn question(lang: Lang, question: &QuestionView) -> String {
    let text = Text::new(lang);
    render::html(|| question::body(text, &text.get("question-label"), question))
}

/// Returns the inner HTML of a question of the final quiz: its place in the strip, the question, and the way on.
pub fn quiz_question(lang: Lang, view: &QuizQuestionView) -> String {
    render::html(|| quiz_body(Text::new(lang), view))
}
