//! What a question shows before and after the answer, on the page and to the ear.

use app::fragment;
use app::i18n::announce;
use app::view::{Input, QuestionState, QuestionView, Theme};
use content::lang::Lang;

use crate::data;

fn states(lang: Lang) -> Vec<(&'static str, QuestionView)> {
    data::question::states(data::Setting::new(lang, Theme::Light))
}

fn state(name: &str) -> QuestionView {
    states(Lang::EN).into_iter().find(|(it, _)| *it == name).map(|(_, question)| question).expect("the state")
}

fn options(question: &QuestionView) -> &[app::view::OptionView] {
    match &question.input {
        Input::One(options) | Input::Many(options) => options,
        Input::Number { .. } => &[],
    }
}

#[test]
fn an_open_question_shows_neither_key_nor_explanation() {
    for name in ["one-right", "many-wrong"] {
        let mut question = state(name);
        let whys: Vec<String> =
            options(&question).iter().filter_map(|option| option.mark.as_ref()?.why_html.clone()).collect();
        assert!(whys.len() > 1 || name == "one-right");
        let answered = fragment::question(Lang::EN, &question);
        assert!(whys.iter().all(|why| answered.contains(why)), "{name}");
        // Even a view that was filled in too early shows nothing of it.
        question.state = QuestionState::Open { problem: None };
        let open = fragment::question(Lang::EN, &question);
        assert!(whys.iter().all(|why| !open.contains(why)), "{name}");
        for sign in ["data-mark", "option-why", "option-mark", "Right", "right answer", "data-verdict"] {
            assert!(!open.contains(sign), "{name} shows {sign}");
        }
        assert_eq!(announce(Lang::EN, &question), "");
    }
}

#[test]
fn the_button_keeps_its_id_so_that_focus_stays() {
    for (name, question) in states(Lang::EN) {
        let html = fragment::question(Lang::EN, &question);
        let id = format!("id=\"q-{}-action\"", question.id);
        let goes_on = match &question.state {
            QuestionState::Open { .. } => true,
            QuestionState::Answered(verdict) => verdict.retry_href.is_some() || verdict.next.is_some(),
        };
        assert_eq!(html.matches(&id).count(), usize::from(goes_on), "{name}");
    }
}

#[test]
fn answered_questions_of_one_page_keep_their_choices_apart() {
    for (name, question) in states(Lang::EN) {
        let html = fragment::question(Lang::EN, &question);
        let open = matches!(question.state, QuestionState::Open { .. });
        let choices = options(&question).len();
        assert_eq!(html.matches("name=\"option\"").count(), if open { choices } else { 0 }, "{name}");
        assert_eq!(
            html.matches(" checked").count(),
            options(&question).iter().filter(|option| option.chosen).count(),
            "{name}"
        );
    }
}

#[test]
fn a_form_says_which_try_it_stands_for() {
    let mut question = state("one-open");
    question.try_no = 3;
    question.attempt = Some("a-1".to_owned());
    let html = fragment::question(Lang::EN, &question);
    assert!(html.contains("<input type=\"hidden\" name=\"try\" value=\"3\">"), "{html}");
    assert!(html.contains("<input type=\"hidden\" name=\"attempt\" value=\"a-1\">"));
    assert!(html.contains("data-live"));
}

#[test]
fn a_problem_stands_at_the_field_and_is_linked_to_it() {
    for name in ["one-empty", "many-empty", "number-bad"] {
        let question = state(name);
        let html = fragment::question(Lang::EN, &question);
        let id = format!("q-{}-error", question.id);
        assert!(html.contains(&format!("id=\"{id}\"")), "{name}");
        let described = html
            .split("aria-describedby=\"")
            .skip(1)
            .any(|rest| rest.split('"').next().is_some_and(|ids| ids.contains(&id)));
        assert!(described, "{name}");
        assert!(html.contains("aria-invalid=\"true\""), "{name}");
    }
}

#[test]
fn typed_numbers_are_kept_and_escaped() {
    let mut question = state("number-bad");
    if let Input::Number { value, .. } = &mut question.input {
        *value = "\"><i>3".to_owned();
    }
    let html = fragment::question(Lang::EN, &question);
    assert!(html.contains("value=\"&quot;&gt;&lt;i&gt;3\""), "{html}");
}

#[test]
fn the_voice_says_the_verdict_and_why_the_choice_was_right_or_wrong() {
    let said = announce(Lang::EN, &state("one-wrong"));
    assert!(said.starts_with("Not right. Your answer, not right: It makes the model more accurate."), "{said}");
    assert!(said.contains("Where a tensor lies in memory"), "{said}");
    let said = announce(Lang::EN, &state("many-wrong"));
    assert!(said.contains("You missed 1 right option. You chose 1 wrong option."), "{said}");
    let said = announce(Lang::EN, &state("number-wrong"));
    assert!(said.contains("The right answer: 20\u{a0}MiB. 3 MiB is what the tensor needs."), "{said}");
    let said = announce(Lang::EN, &state("one-empty"));
    assert_eq!(said, "Nothing is chosen yet. Choose an option, then check.");
}

#[test]
fn the_voice_says_that_the_question_is_open_again() {
    let mut question = state("one-wrong");
    question.state = QuestionState::Open { problem: None };
    assert_eq!(announce(Lang::EN, &question), "", "the first try is no news");
    question.try_no = 2;
    let said = announce(Lang::EN, &question);
    assert_eq!(said, "The question is open again. Try 2.");
    assert!(announce(Lang::VI, &question).contains("mở lại"));
    question.try_no = 3;
    assert_ne!(announce(Lang::EN, &question), said, "the same words would not be said again");
}

#[test]
fn the_voice_speaks_words_only() {
    for lang in [Lang::EN, Lang::VI] {
        for (name, question) in states(lang) {
            let said = announce(lang, &question);
            let silent = matches!(question.state, QuestionState::Open { problem: None });
            assert_eq!(said.is_empty(), silent, "{name}");
            assert!(!said.contains(['<', '>']) && !said.contains("&amp;"), "{name}: {said}");
        }
    }
}
