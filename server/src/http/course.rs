//! The page of a course.

use app::view::Section;
use axum::response::Response;

use super::error::HttpError;
use super::extract::Path;
use super::page::Head;
use super::seo;
use super::visit::Visit;

pub(super) async fn course(visit: Visit, Path((_, id)): Path<(String, String)>) -> Result<Response, HttpError> {
    let course = visit.course(&id)?;
    let view = visit.app.services.course_page(visit.lang, &visit.catalog, course, visit.learner).await?;
    let head = Head {
        json_ld: Some(seo::course_json_ld(visit.app.origin(), visit.lang, course, &visit.app.services.issuer)),
        ..Head::public(Section::Courses, &view.title, &course.tagline.get(visit.lang).plain)
    };
    let chrome = visit.chrome(head);
    Ok(visit.keep(&chrome, app::pages::course(&chrome, &view)))
}
