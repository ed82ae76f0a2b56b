use anyhow::Result;
use tests::markup;
use tests::server::Server;
use tests::visitor::Visitor;

use super::{LANGS, every_page};

#[tokio::test]
async fn every_page_is_well_formed() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let pages = every_page(&Visitor::of(&server), lang).await?;
        assert!(pages.len() > 30, "{} pages", pages.len());
        let found = markup::findings(&pages)?;
        assert!(found.is_empty(), "{} findings in {lang}:\n{}", found.len(), found.join("\n"));
    }
    Ok(())
}

#[tokio::test]
async fn every_table_has_a_name() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let pages = every_page(&Visitor::of(&server), lang).await?;
        let tables: usize = pages.iter().map(|page| page.texts("table").len()).sum();
        assert!(tables > 30, "{tables} tables");
        for page in pages {
            let names = page.attributes("table[aria-label]", "aria-label");
            assert_eq!(names.len(), page.texts("table").len(), "{}", page.path);
            assert!(names.iter().all(|name| !name.trim().is_empty() && !name.contains(['<', '`'])), "{names:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn every_page_has_its_language_a_title_and_one_heading() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        for page in every_page(&Visitor::of(&server), lang).await? {
            assert_eq!(page.attributes("html", "lang"), [lang.code()], "{}", page.path);
            assert_eq!(page.texts("h1").len(), 1, "{}: {:?}", page.path, page.texts("h1"));
            assert!(page.texts("title")[0].len() > 3, "{}", page.path);
            assert_eq!(page.attributes("main", "id"), ["main"], "{}", page.path);
        }
    }
    Ok(())
}
