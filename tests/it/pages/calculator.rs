use anyhow::Result;
use content::lang::Lang;
use tests::server::Server;
use tests::steps::course_path;
use tests::visitor::{Answer, Visitor};

/// Weights of 79.81 GiB and next to nothing else: between what an H100 and what an A100 of 80 GB report.
const BETWEEN: &str = "parameters=42.85&layers=1&hidden=1&heads=1&batch=1&sequence=1&optimizer=none";

async fn calculated(server: &Server, lang: Lang, query: &str) -> Result<Answer> {
    Visitor::of(server).visit(&format!("{}?{query}", course_path(lang, "where-memory-goes"))).await
}

#[tokio::test]
async fn cards_are_offered_with_what_is_counted() -> Result<()> {
    let server = Server::start().await?;
    for (lang, h100, mi300x, end) in [
        (
            Lang::EN,
            "NVIDIA H100, 80 GB: 79.65 GiB",
            "AMD Instinct MI300X, 192 GB: 192.00 GiB by specification",
            "79.65 GiB",
        ),
        (
            Lang::VI,
            "NVIDIA H100, 80 GB: 79,65 GiB",
            "AMD Instinct MI300X, 192 GB: 192,00 GiB theo thông số",
            "79,65 GiB",
        ),
    ] {
        let page = calculated(&server, lang, "").await?;
        let said = |selector: &str| page.texts(selector).concat().replace('\u{a0}', " ");
        assert_eq!(said("select[name=card] option[value=h100]"), h100);
        assert_eq!(said("select[name=card] option[value=mi300x]"), mi300x);
        assert_eq!(page.attributes("select[name=card] option[selected]", "value"), ["h100"]);
        assert_eq!(said("[data-end-name]"), end);
    }
    Ok(())
}

#[tokio::test]
async fn a_card_of_80_gb_is_no_card_of_80_gib() -> Result<()> {
    let server = Server::start().await?;
    for (card, fits) in [("h100", false), ("a100-80", true)] {
        let page = calculated(&server, Lang::EN, &format!("{BETWEEN}&card={card}")).await?;
        assert_eq!(page.texts("[data-out=total]").concat().replace('\u{a0}', " "), "79.81 GiB");
        assert_eq!(page.attributes("[data-fits=yes]:not([hidden])", "data-fits").len(), usize::from(fits), "{card}");
        assert_eq!(page.attributes("[data-fits=no]:not([hidden])", "data-fits").len(), usize::from(!fits), "{card}");
    }
    Ok(())
}
