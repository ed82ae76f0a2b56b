use anyhow::Result;
use content::lang::Lang;
use reqwest::Method;
use tests::course::{COURSE, course};
use tests::server::Server;
use tests::steps::course_path;
use tests::visitor::Visitor;

#[tokio::test]
async fn a_slash_at_the_end_leads_to_the_page() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let lesson = course_path(Lang::VI, course().lessons[0].id.as_str());
    let report = format!("/en/report/{COURSE}/{}", course().lessons[0].questions[0].id);
    let pages = [course_path(Lang::EN, ""), course_path(Lang::EN, "quiz"), lesson, report];
    let others = ["/en/glossary", "/vi/progress", "/en/verify/none", "/verify/none", "/credentials/none"];
    for page in pages.iter().map(String::as_str).chain(others) {
        let moved = visitor.get(&format!("{page}/")).await?;
        assert_eq!((moved.status.as_u16(), moved.location()), (308, Some(page)), "{page}/");
    }
    let head = visitor.send("/en/glossary/", visitor.request(Method::HEAD, "/en/glossary/")).await?;
    assert_eq!((head.status.as_u16(), head.location()), (308, Some("/en/glossary")));
    let query = visitor.get("/en/glossary/?a=1&b=%2F").await?;
    assert_eq!(query.location(), Some("/en/glossary?a=1&b=%2F"), "the query is kept");
    Ok(())
}

#[tokio::test]
async fn no_other_address_is_led_on() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for catalog in ["/en/", "/vi/"] {
        assert_eq!(visitor.get(catalog).await?.status, 200, "{catalog} keeps its slash");
    }
    for path in [
        "/en/nowhere/",
        "/xx/glossary/",
        "/en/glossary//",
        "//evil.example/",
        "//evil.example/en/glossary/",
        "//evil.example/%2e%2e/courses/gpu-memory/",
        "/healthz/",
    ] {
        let answer = visitor.get(path).await?;
        assert_eq!((answer.status.as_u16(), answer.location()), (404, None), "{path}");
    }
    let posted = visitor.post(&format!("{}/", course_path(Lang::EN, "quiz")), &[]).await?;
    assert_eq!((posted.status.as_u16(), posted.location()), (405, None), "a form is not led on");
    Ok(())
}
