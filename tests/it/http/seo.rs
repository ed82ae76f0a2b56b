use std::collections::BTreeSet;

use anyhow::Result;
use content::lang::Lang;
use reqwest::header::ACCEPT_LANGUAGE;
use tests::course::course;
use tests::server::Server;
use tests::steps::course_path;
use tests::visitor::Visitor;

use super::{LANGS, public_pages};

#[tokio::test]
async fn the_sitemap_lists_every_public_page() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let robots = visitor.get("/robots.txt").await?;
    assert!(robots.body.contains(&format!("Sitemap: {}", server.url("/sitemap.xml"))), "{}", robots.body);
    let sitemap = visitor.get("/sitemap.xml").await?;
    assert!(sitemap.header("content-type").contains("xml"));
    let listed = sitemap.body.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    let wanted: BTreeSet<String> = public_pages().iter().map(|path| server.url(path)).collect();
    assert_eq!(listed, wanted);
    Ok(())
}

#[tokio::test]
async fn every_page_names_itself_and_its_other_languages() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for path in public_pages() {
        let page = visitor.get(&path).await?;
        assert_eq!(page.attributes("link[rel=canonical]", "href"), [server.url(&path)], "{path}");
        for lang in LANGS {
            let other = format!("/{lang}{}", &path[3..]);
            let named = page.attributes(&format!("link[rel=alternate][hreflang={lang}]"), "href");
            assert_eq!(named, [server.url(&other)], "{path}");
        }
        assert_eq!(page.attributes("link[rel=alternate][hreflang=x-default]", "href").len(), 1, "{path}");
        for property in ["og:title", "og:type", "og:url", "og:image", "og:locale"] {
            let found = page.attributes(&format!("meta[property='{property}']"), "content");
            assert!(found.len() == 1 && !found[0].is_empty(), "{path} has {property} {found:?}");
        }
        let described = page.attributes("meta[name=description]", "content");
        assert!(described.len() == 1 && described[0].len() > 20, "{path}: {described:?}");
        assert!(page.attributes("meta[name=robots]", "content").is_empty(), "{path} may be found");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_ones_own_is_not_indexed() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    let certificate = visitor.certificate(Lang::EN, "Ada Lovelace").await?;
    for path in ["/en/progress", "/en/nowhere", &certificate] {
        let page = visitor.get(path).await?;
        let robots = page.attributes("meta[name=robots]", "content");
        assert!(robots.iter().any(|content| content.contains("noindex")), "{path}: {robots:?}");
    }
    let id = certificate.rsplit('/').next().unwrap_or_default();
    let credential = visitor.get(&format!("/credentials/{id}")).await?;
    assert_eq!((credential.status.as_u16(), credential.header("x-robots-tag")), (200, "noindex"), "it names a person");
    Ok(())
}

#[tokio::test]
async fn the_course_describes_itself_to_machines() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for lang in LANGS {
        let page = visitor.get(&course_path(lang, "")).await?;
        let html = page.html();
        let script = html.select(&tests::visitor::parse("script[type='application/ld+json']")).next();
        let text: String = script.expect("the course page has JSON-LD").text().collect();
        let data: serde_json::Value = serde_json::from_str(&text)?;
        assert_eq!(data["@type"], "Course");
        assert_eq!(data["name"], course().title.get(lang).as_str());
        assert_eq!(data["inLanguage"], lang.code());
        assert!(!text.contains("acceptedAnswer") && !text.contains("suggestedAnswer"), "no answer key");
    }
    Ok(())
}

#[tokio::test]
async fn the_start_page_speaks_the_visitors_language() -> Result<()> {
    let server = Server::start().await?;
    let visitor = Visitor::of(&server);
    for (asked, expected) in
        [("vi,en;q=0.5", "/vi/"), ("de,en;q=0.5", "/en/"), ("de", "/en/"), ("en;q=0.2,vi;q=0.9", "/vi/")]
    {
        let answer = visitor.get_with("/", ACCEPT_LANGUAGE, asked).await?;
        assert_eq!(answer.location(), Some(expected), "{asked}");
    }
    visitor.get("/vi/").await?;
    assert_eq!(visitor.get_with("/", ACCEPT_LANGUAGE, "en").await?.location(), Some("/vi/"), "a choice is remembered");
    Ok(())
}
