//! Which pages are shown, and to whom.

use content::lang::Lang;
use server::http::visit;
use tests::steps::course_path;

use crate::learners::{LESSON, Learners};

/// A page as one person sees it.
#[derive(Debug)]
pub(crate) struct Scene {
    /// Begins the name of its pictures.
    pub(crate) name: &'static str,
    /// What to set as `document.cookie` first.
    pub(crate) cookie: String,
    pub(crate) path: String,
}

/// Returns every scene in a language.
pub(crate) fn scenes(lang: Lang, learners: &Learners) -> Vec<Scene> {
    let mut scenes = of_stranger(lang);
    scenes.extend(of_learner(lang, learners));
    scenes.extend(of_finisher(lang, learners));
    scenes
}

fn of_stranger(lang: Lang) -> Vec<Scene> {
    let [name, _] = visit::LEARNER;
    let scene = |scene, path| Scene { name: scene, cookie: format!("{name}=; path=/; max-age=0"), path };
    vec![
        scene("catalog", format!("/{lang}/")),
        scene("course", course_path(lang, "")),
        scene("lesson", course_path(lang, LESSON)),
        scene("quiz-intro", course_path(lang, "quiz")),
        scene("glossary", format!("/{lang}/glossary")),
        scene("progress-empty", format!("/{lang}/progress")),
        scene("not-found", format!("/{lang}/nowhere")),
        scene("certificate-unknown", format!("/{lang}/verify/00000000-0000-4000-8000-000000000000")),
    ]
}

fn of_learner(lang: Lang, learners: &Learners) -> Vec<Scene> {
    let scene = |name, path| Scene { name, cookie: cookie(&learners.learning), path };
    let [right, wrong, open] = &learners.asked;
    let question = |id: &str| course_path(lang, &format!("quiz/{id}"));
    vec![
        scene("course-begun", course_path(lang, "")),
        scene("lesson-answered", course_path(lang, LESSON)),
        scene("question-open", question(open)),
        scene("question-right", question(right)),
        scene("question-wrong", question(wrong)),
        scene("report", format!("/{lang}/report/{}/{wrong}", tests::course::COURSE)),
    ]
}

fn of_finisher(lang: Lang, learners: &Learners) -> Vec<Scene> {
    let scene = |name, who: &str, path: &str| Scene { name, cookie: cookie(who), path: format!("/{lang}{path}") };
    let Learners { passed, passed_attempt, certificate, failed, failed_attempt, .. } = learners;
    vec![
        scene("result-passed", passed, passed_attempt),
        scene("result-failed", failed, failed_attempt),
        scene("certificate", passed, certificate),
        scene("progress", passed, "/progress"),
        scene("delete", passed, "/progress/delete"),
    ]
}

fn cookie(pair: &str) -> String {
    format!("{pair}; path=/")
}
