use content::lang::Lang;

use super::{Text, plain_text};
use crate::components::question::{option_mark_key, problem_text, verdict_sentences};
use crate::view::{Input, NumberFeedback, OptionView, QuestionState, QuestionView, QuizQuestionView, Verdict};

/// Returns what a screen reader says when a question was swapped: what was wrong with the submit, or the verdict and the
/// explanation of what was chosen, or that the question is open again, as plain text.
pub fn announce(lang: Lang, question: &QuestionView) -> String {
    let text = Text::new(lang);
    match &question.state {
        QuestionState::Open { problem: Some(problem) } => problem_text(text, *problem, &question.input),
        // The number tells one more try from the one before, and words that differ are said again.
        QuestionState::Open { problem: None } if question.try_no > 1 => {
            text.with("announce-open-again", [("try", question.try_no.into())])
        }
        QuestionState::Open { problem: None } => String::new(),
        QuestionState::Answered(verdict) => answered(text, verdict, &question.input),
    }
}

/// Returns the same in the final quiz, and after an answer that there is nothing left to answer.
pub fn announce_in_quiz(lang: Lang, view: &QuizQuestionView) -> String {
    let said = announce(lang, &view.question);
    match (&view.question.state, &view.finish_action) {
        (QuestionState::Answered(_), Some(_)) => format!("{said} {}", Text::new(lang).get("quiz-all-answered")),
        _ => said,
    }
}

fn answered(text: Text, verdict: &Verdict, input: &Input) -> String {
    let mut said = verdict_sentences(text, verdict, input);
    match input {
        Input::One(options) | Input::Many(options) => {
            let chosen = options.iter().filter(|option| option.chosen);
            said.extend(chosen.filter_map(|option| spoken_option(text, option)));
        }
        Input::Number { .. } => said.extend(verdict.number.iter().flat_map(|number| spoken_number(text, number))),
    }
    said.join(" ")
}

fn spoken_option(text: Text, option: &OptionView) -> Option<String> {
    let mark = option.mark.as_ref()?;
    let key = option_mark_key(option.chosen, mark.key, false)?;
    let args = [
        ("mark", text.get(key).into()),
        ("option", plain_text(&option.text_html).into()),
        ("why", plain_text(mark.why_html.as_deref().unwrap_or_default()).into()),
    ];
    Some(text.with("announce-option", args))
}

fn spoken_number(text: Text, feedback: &NumberFeedback) -> Vec<String> {
    let key = text.with("mark-key-number", [("answer", feedback.key.as_str().into())]);
    let why = feedback.trap_html.iter().chain([&feedback.why_html]).map(|html| plain_text(html));
    [format!("{key}.")].into_iter().chain(why).collect()
}
