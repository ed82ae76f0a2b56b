use leptos::prelude::*;

use crate::components::attempts::score_args;
use crate::components::edge::{Side, edge};
use crate::i18n::Text;
use crate::view::{CertificateFacts, CertificateStatus, CertificateView};

/// The certificate as a document, framed by blocks that its ID draws.
pub(super) fn document(text: Text, address: &str, view: &CertificateView, facts: &CertificateFacts) -> AnyView {
    let void = match view.status {
        CertificateStatus::Valid => None,
        CertificateStatus::Withdrawn => Some("verify-void-withdrawn"),
        CertificateStatus::Altered => Some("verify-void-altered"),
        CertificateStatus::KeyMissing => Some("verify-void-unclear"),
    };
    view! {
        <article class="certificate" data-valid=if void.is_none() { "yes" } else { "no" }>
            {[Side::Top, Side::Right, Side::Bottom, Side::Left].into_iter().map(|side| edge(&view.id, side)).collect_view()}
            <div class="certificate-body">
                <p class="certificate-site">{text.get("site-name")}</p>
                {void.map(|key| view! { <p class="certificate-void">{text.get(key)}</p> })}
                <p class="certificate-line">{text.get("verify-certifies")}</p>
                <h2 class="certificate-holder" translate="no">{facts.holder.clone()}</h2>
                <p class="certificate-line">{text.get("verify-has-completed")}</p>
                <p class="certificate-course"><a href=facts.course.href.clone()>{facts.course.text.clone()}</a></p>
                <p class="certificate-line">{text.get("verify-and-passed")}</p>
                <p class="certificate-score">{text.with("verify-score", score_args(facts.score, facts.max, facts.percent))}</p>
                {details(text, address, view, facts)}
            </div>
        </article>
    }
    .into_any()
}

fn details(text: Text, address: &str, view: &CertificateView, facts: &CertificateFacts) -> impl IntoView + use<> {
    view! {
        <dl class="certificate-details">
            <div>
                <dt>{text.get("verify-date")}</dt>
                <dd><time datetime=facts.date_iso.clone()>{facts.date.clone()}</time></dd>
            </div>
            <div>
                <dt>{text.get("verify-issuer")}</dt>
                <dd><a href=facts.issuer.href.clone()>{facts.issuer.text.clone()}</a></dd>
            </div>
            <div>
                <dt>{text.get("verify-edition")}</dt>
                <dd><code>{facts.edition.clone()}</code></dd>
            </div>
            <div>
                <dt>{text.get("verify-id")}</dt>
                <dd><code>{view.id.clone()}</code></dd>
            </div>
            <div class="certificate-address">
                <dt>{text.get("verify-own-address")}</dt>
                <dd><a href=address.to_owned()><code>{address.to_owned()}</code></a></dd>
            </div>
        </dl>
    }
}
