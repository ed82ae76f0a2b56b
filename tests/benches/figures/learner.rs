//! Learners for the load, and the addresses that it comes from.

use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result};
use axum::http::HeaderValue;
use content::lang::Lang;
use server::http::visit;
use tests::course::course;
use tests::steps::{asked, borrowed, course_path, practice_fields, practice_path};
use tests::visitor::Visitor;

use crate::site::Site;

/// Addresses that requests come from: enough that none is held back for asking too much.
const ADDRESSES: u32 = 4000;

/// Returns the next address, for `X-Forwarded-For`, out of a range that stands for no machine.
pub(crate) fn address() -> Result<HeaderValue> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed) % ADDRESSES;
    Ok(HeaderValue::from_str(&format!("198.19.{}.{}", number / 250, number % 250 + 1))?)
}

/// Returns the cookie of a new learner who has begun an attempt, and the address of the question that is asked.
pub(crate) async fn quiz_taker(site: &Site) -> Result<(Visitor, String, String)> {
    let visitor = Visitor::at(site.origin());
    let begun = visitor.post(&course_path(Lang::EN, "quiz"), &[]).await?;
    let [name, _] = visit::LEARNER;
    let cookie = begun.cookie(name).context("starting the quiz makes a learner")?.to_owned();
    let page = visitor.follow(begun).await?;
    let question = course_path(Lang::EN, &format!("quiz/{}", asked(&page)?.id));
    Ok((visitor, cookie, question))
}

/// Answers every question of a lesson, so that its page has something of the learner's own to show.
pub(crate) async fn answer_lesson(visitor: &Visitor, lesson: usize) -> Result<()> {
    for question in &course().lessons[lesson].questions {
        let fields = practice_fields(tests::course::right(question, Lang::EN), 1);
        visitor.post(&practice_path(Lang::EN, question), &borrowed(&fields)).await?;
    }
    Ok(())
}
