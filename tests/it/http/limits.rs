use anyhow::Result;
use content::lang::Lang;
use reqwest::Method;
use reqwest::header::{ACCEPT, CONTENT_TYPE, ORIGIN};
use tests::course::{self, course};
use tests::server::Server;
use tests::steps::{borrowed, course_path, practice_fields, practice_path};
use tests::visitor::{Answer, Visitor};

fn assert_explains(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}: {}", answer.path, answer.body);
    if answer.header("content-type").starts_with("text/html") {
        assert_eq!(answer.texts("h1").len(), 1, "{} has a heading", answer.path);
        assert!(!answer.attributes("nav a, main a", "href").is_empty(), "{} leads on", answer.path);
    } else {
        assert_eq!(answer.header("content-type"), "application/problem+json", "{}", answer.path);
        assert_eq!(answer.json().expect("a problem is JSON")["status"], status);
    }
}

#[tokio::test]
async fn too_large_a_body_is_refused() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let question = &course().lessons[0].questions[0];
    let large = "x".repeat(1_000_000);
    let answer = visitor.post(&practice_path(Lang::EN, question), &[("try", "1"), ("option", &large)]).await?;
    assert_explains(&answer, 413);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_are_refused_and_others_are_not() -> Result<()> {
    let server = Server::start().await?;
    let (eager, calm) = (Visitor::of(&server), Visitor::of(&server));
    let question = &course().lessons[0].questions[0];
    let path = practice_path(Lang::EN, question);
    let fields = practice_fields(course::right(question, Lang::EN), 1);
    let mut refused = None;
    for _ in 0..40 {
        let mut posts = tokio::task::JoinSet::new();
        for _ in 0..50 {
            let (eager, path, fields) = (eager.clone(), path.clone(), fields.clone());
            posts.spawn(async move { eager.post(&path, &borrowed(&fields)).await });
        }
        while let Some(answer) = posts.join_next().await {
            let answer = answer??;
            refused = if answer.status == 429 { Some(answer) } else { refused };
        }
        if refused.is_some() {
            break;
        }
    }
    let refused = refused.expect("two thousand posts in a row are too many");
    assert_explains(&refused, 429);
    assert!(refused.body.contains("This answer was not stored.") && !refused.body.contains("Nothing is lost"));
    assert!(refused.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    assert_eq!(calm.post(&path, &borrowed(&fields)).await?.status, 303, "one visitor's haste is not another's");
    Ok(())
}

#[tokio::test]
async fn what_does_not_exist_is_said_helpfully() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in [
        "/en/nowhere",
        "/xx/",
        "/en/courses/none",
        "/en/courses/gpu-memory/none",
        "/vi/courses/gpu-memory/quiz/none",
        "/en/courses/gpu-memory/quiz/attempts/none",
        "/en/courses/..%2f..%2fetc/passwd",
        "/en/courses/%00",
        "/en/courses/%ff",
        "/en/verify/%ff",
        "/assets/%ff.css",
        "/en/verify/none",
        "/vi/verify/00000000-0000-4000-8000-000000000000",
        "/credentials/none",
        "/keys/none",
        "/en/courses/gpu-memory/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    ] {
        let answer = visitor.get(path).await?;
        assert_explains(&answer, 404);
        assert!(!answer.body.contains("<script>alert"), "{path} is echoed as markup");
        let lang = if path.starts_with("/vi") { "vi" } else { "en" };
        assert_eq!(answer.attributes("html", "lang"), [lang], "{path}");
    }
    Ok(())
}

/// A program without a cookie is told which methods there are; a page of another site is not let that far.
#[tokio::test]
async fn a_wrong_method_is_named_to_whoever_may_ask() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let wrong = visitor.send("/en/", visitor.request(Method::DELETE, "/en/")).await?;
    assert_explains(&wrong, 405);
    assert_eq!(wrong.header("allow"), "GET,HEAD");
    let foreign = visitor.request(Method::DELETE, "/en/").header(ORIGIN, "https://evil.example");
    assert_explains(&visitor.send("/en/", foreign).await?, 403);
    Ok(())
}

/// Where a page repeats a path that begins with two slashes, a browser would read the name of another site.
#[tokio::test]
async fn no_address_makes_a_page_lead_to_another_site() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in ["//evil.example/", "//evil.example/en/?x=1"] {
        let answer = visitor.get(path).await?;
        assert_explains(&answer, 404);
        let mut addresses = answer.attributes("input[name=return]", "value");
        assert_eq!(addresses, ["/"], "{path}");
        addresses.extend(answer.attributes("a[href], link[href]", "href"));
        let foreign: Vec<_> = addresses.iter().filter(|address| address.starts_with("//")).collect();
        assert!(foreign.is_empty(), "{path}: {foreign:?}");
    }
    Ok(())
}

/// Another tab has finished the attempt: the island that asks for its question must not be led to a page.
#[tokio::test]
async fn a_question_of_no_running_attempt_is_a_problem_to_an_island() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let path = course_path(Lang::EN, &format!("quiz/{}?retry=1", course().quiz.pool[0].id));
    assert_eq!(visitor.get(&path).await?.location(), Some(course_path(Lang::EN, "quiz").as_str()));
    let live = visitor.get_with(&path, ACCEPT, "application/json").await?;
    assert_explains(&live, 409);
    assert_eq!(live.header("content-type"), "application/problem+json");
    Ok(())
}

#[tokio::test]
async fn a_query_that_makes_no_sense_is_said_helpfully() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let question = &course().quiz.pool[0];
    let retried = course_path(Lang::EN, &format!("quiz/{}?retry=1&retry=2", question.id));
    for path in ["/en/progress?done=reset&done=deleted", &retried] {
        assert_explains(&visitor.get(path).await?, 400);
    }
    Ok(())
}

#[tokio::test]
async fn a_form_that_makes_no_sense_is_refused_and_stores_nothing() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let question = &course().lessons[0].questions[0];
    let path = practice_path(Lang::EN, question);
    let (name, value) = &course::right(question, Lang::EN)[0];
    let cases: [&[(&str, &str)]; 8] = [
        &[],
        &[("try", "x"), (name, value)],
        &[("try", "0"), (name, value)],
        &[("try", "-1"), (name, value)],
        &[("try", "99999999999999999999"), (name, value)],
        &[("try", "1"), ("option", "no-such-option")],
        &[("try", "1"), ("option", "'; DROP TABLE learner; --")],
        &[("try", "1"), ("attempt", "no-uuid"), (name, value)],
    ];
    for fields in cases {
        let answer = visitor.post(&path, fields).await?;
        assert!(answer.status == 400 || answer.status == 422, "{fields:?}: {} {}", answer.status, answer.body);
    }
    let broken = visitor.request(Method::POST, &path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let broken = visitor.send(&path, broken.body("try=1&option=%ff%fe\u{0}&&==&%")).await?;
    assert!(broken.status.is_client_error(), "{}", broken.status);
    let json = visitor.send(&path, visitor.request(Method::POST, &path).json(&serde_json::json!({ "try": 1 }))).await?;
    assert!(json.status.is_client_error(), "{}", json.status);
    let page = visitor.get(&course_path(Lang::EN, course().lessons[0].id.as_str())).await?;
    assert!(page.attributes("[data-verdict]", "data-outcome").is_empty(), "nothing of it was stored");
    Ok(())
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_beside_the_field() -> Result<()> {
    let server = Server::start().await?;
    for (lang, live) in [(Lang::EN, false), (Lang::VI, false), (Lang::EN, true)] {
        let visitor = Visitor::of(&server);
        let question = &course().lessons[0].questions[0];
        let path = practice_path(lang, question);
        let answer = if live {
            visitor.post_live(&path, &[("try", "1")]).await?
        } else {
            visitor.post(&path, &[("try", "1")]).await?
        };
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.body.contains(&format!("q-{}-error", question.id)), "{}", answer.body);
    }
    Ok(())
}

#[tokio::test]
async fn a_form_from_another_site_is_refused() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let question = &course().lessons[0].questions[0];
    let path = practice_path(Lang::EN, question);
    let fields = practice_fields(course::right(question, Lang::EN), 1);
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let request = http.post(server.url(&path)).header(ORIGIN, origin).form(&borrowed(&fields));
        let answer = visitor.send(&path, request).await?;
        assert_explains(&answer, 403);
        assert!(answer.header("set-cookie").is_empty(), "{origin}");
    }
    Ok(())
}
