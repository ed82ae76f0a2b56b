//! The same from the pages, as a browser without JavaScript goes about it.

use tests::visitor::Answer;

use super::*;

/// Orders a lab by its form, with a prediction, and returns the page of the run.
async fn ordered(visitor: &Visitor, page: &str, prediction: &str) -> Result<Answer> {
    let form = visitor.visit(page).await?.form("form.lab-form")?;
    visitor.follow(visitor.submit(&form.with("prediction", prediction)).await?).await
}

/// Reloads the page of a run, as it asks for, until there is nothing to wait for.
async fn finished(visitor: &Visitor, run: &str) -> Result<Answer> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        let page = visitor.get(run).await?;
        if page.attributes(".lab-state[role=status]", "role").is_empty() {
            return Ok(page);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bail!("the run at {run} did not end")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_orders_a_run_whose_page_compares_the_prediction() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    for (lang, prediction, outcome) in [("en", "256", "right"), ("vi", "128", "wrong")] {
        let page = ordered(&visitor, &format!("/{lang}/labs/order-of-sizes"), prediction).await?;
        let run = page.path.clone();
        assert!(run.starts_with(&format!("/{lang}/lab-runs/")), "{run}");
        let page = finished(&visitor, &run).await?;
        assert_eq!(page.attributes(".lab-prediction", "data-outcome"), [outcome], "{}", page.body);
        for link in page.attributes(".lab-downloads a", "href") {
            assert_eq!(visitor.get(&link).await?.status, 200, "{link}");
        }
        assert_eq!(page.attributes(".lab-downloads a", "href").len(), 2, "report and snapshot");
        let other = run.replace(&format!("/{lang}/"), if lang == "en" { "/vi/" } else { "/en/" });
        assert_eq!(Visitor::of(&server).get(&other).await?.status, 200, "anybody may look, in any language");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lab_that_was_run_counts_in_the_learners_progress() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    let marks = async |path: &str| anyhow::Ok(visitor.get(path).await?.texts(".lab-done"));
    assert!(marks("/en/labs").await?.is_empty());
    let page = ordered(&visitor, "/en/labs/order-of-sizes", "256").await?;
    finished(&visitor, &page.path).await?;
    for (lang, said, open) in [("en", "finished", "not yet"), ("vi", "đã hoàn thành", "chưa")] {
        assert_eq!(marks(&format!("/{lang}/labs")).await?, [said]);
        let progress = visitor.get(&format!("/{lang}/progress")).await?;
        let labs = progress.texts(".labs-progress li");
        assert_eq!(labs.iter().filter(|lab| lab.ends_with(said)).count(), 1, "{labs:?}");
        assert_eq!(labs.iter().filter(|lab| lab.ends_with(open)).count(), labs.len() - 1, "{labs:?}");
    }
    assert!(Visitor::of(&server).get("/en/labs").await?.texts(".lab-done").is_empty(), "it is their own");
    let reset = visitor.get("/en/progress/reset/gpu-memory").await?.form("main form")?;
    visitor.submit(&reset).await?;
    assert!(marks("/en/labs").await?.is_empty());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_cannot_be_run_comes_back_as_it_was_typed() -> Result<()> {
    let server = server(0, &[]).await?;
    let visitor = Visitor::of(&server);
    for fields in [
        &[("prediction", "")][..],
        &[("prediction", "256"), ("small_mib", "64")],
        &[("prediction", "much"), ("small_mib", "12")],
    ] {
        let refused = visitor.post("/en/labs/order-of-sizes", fields).await?;
        assert_eq!(refused.status, 422, "{fields:?}");
        assert!(!refused.texts(".problem").is_empty(), "{fields:?}");
        for (name, value) in fields {
            assert_eq!(
                refused.attributes(&format!("form.lab-form input[name={name}]"), "value"),
                [*value],
                "{fields:?}"
            );
        }
    }
    let refused = visitor.post("/en/labs/order-of-sizes", &[("prediction", "256"), ("device", "cuda:7")]).await?;
    assert_eq!(refused.status, 422);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_ordered_a_run_cancels_it_on_its_page() -> Result<()> {
    let server = server(1000, &[]).await?;
    let (visitor, stranger) = (Visitor::of(&server), Visitor::of(&server));
    let page = ordered(&visitor, "/en/labs/order-of-sizes", "256").await?;
    let run = page.path.clone();
    assert!(stranger.get(&run).await?.form("form.lab-cancel").is_err(), "it is not theirs");
    let refused = stranger.post(&format!("{run}/cancel"), &[]).await?;
    assert_eq!(refused.status, 403);
    visitor.submit(&page.form("form.lab-cancel")?).await?;
    let page = finished(&visitor, &run).await?;
    assert!(page.body.contains("cancel"), "{}", page.body);
    assert!(page.texts(".lab-downloads").is_empty());
    Ok(())
}
