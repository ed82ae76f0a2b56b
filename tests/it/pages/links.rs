use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use tests::server::Server;
use tests::visitor::{Answer, Visitor};

use super::{LANGS, every_page};

/// Returns the links of a page that stay on the site, without those that answer or change something.
fn links(page: &Answer) -> impl Iterator<Item = (String, Option<String>)> + use<> {
    let links = page.attributes("a[href]", "href").into_iter().filter(|href| href.starts_with(['/', '#']));
    let own = page.path.split(['?', '#']).next().unwrap_or_default().to_owned();
    links.map(move |href| {
        let (path, anchor) = href.split_once('#').map_or((href.as_str(), None), |(path, anchor)| (path, Some(anchor)));
        (if path.is_empty() { own.clone() } else { path.to_owned() }, anchor.map(str::to_owned))
    })
}

#[tokio::test]
async fn every_link_leads_to_a_page_and_a_place_in_it() -> Result<()> {
    let server = Server::start().await?;
    for lang in LANGS {
        let visitor = Visitor::of(&server);
        let mut targets: BTreeMap<String, BTreeSet<(String, Option<String>)>> = BTreeMap::new();
        for page in every_page(&visitor, lang).await? {
            if page.status == 404 {
                continue;
            }
            for (path, anchor) in links(&page) {
                targets.entry(path).or_default().insert((page.path.clone(), anchor));
            }
        }
        assert!(targets.len() > 20, "{}", targets.len());
        let mut broken = Vec::new();
        for (path, uses) in targets {
            let target = visitor.visit(&path).await?;
            let html = target.html();
            for (from, anchor) in uses {
                let lost = anchor.is_some_and(|anchor| {
                    html.select(&tests::visitor::parse(&format!("[id='{anchor}']"))).next().is_none()
                });
                if target.status != 200 || lost {
                    broken.push(format!(
                        "{from} links to {path}: {}{}",
                        target.status,
                        if lost { ", no such place" } else { "" }
                    ));
                }
            }
        }
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }
    Ok(())
}
