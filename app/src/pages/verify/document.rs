use leptos::prelude::*;

use crate::components::attempts::score_args;
use crate::components::edge::{Side, edge};
use crate::i18n::Text;
use crate::view::{CertificateFacts, CertificateStatus, CertificateView};

/// The certificate as a document, framed by blocks that its ID draws.
pub(super) fn document(text: Text, view: &CertificateView, facts: &CertificateFacts) -> AnyView {
    let valid = view.status == CertificateStatus::Valid;
    view! {
        <article class="certificate" data-valid=if valid { "yes" } else { "no" }>
            {[Side::Top, Side::Right, Side::Bottom, Side::Left].into_iter().map(|side| edge(&view.id, side)).collect_view()}
            <div class="certificate-body">
                <p class="certificate-site">{text.get("site-name")}</p>
                <p class="certificate-line">{text.get("verify-certifies")}</p>
                <h2 class="certificate-holder" translate="no">{facts.holder.clone()}</h2>
                <p class="certificate-line">{text.get("verify-has-completed")}</p>
                <p class="certificate-course"><a href=facts.course.href.clone()>{facts.course.text.clone()}</a></p>
                <p class="certificate-line">{text.get("verify-and-passed")}</p>
                <p class="certificate-score">{text.with("verify-score", score_args(facts.score, facts.max, facts.percent))}</p>
                {details(text, view, facts)}
            </div>
        </article>
    }
    .into_any()
}

fn details(text: Text, view: &CertificateView, facts: &CertificateFacts) -> impl IntoView + use<> {
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
        </dl>
    }
}
