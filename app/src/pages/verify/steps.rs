use leptos::prelude::*;

use crate::i18n::Text;
use crate::view::CertificateView;

/// How to check the certificate without this site: addresses, and commands of programs that others wrote.
pub(super) fn steps(text: Text, origin: &str, view: &CertificateView) -> impl IntoView + use<> {
    let absolute = |href: &str| if href.starts_with('/') { format!("{origin}{href}") } else { href.to_owned() };
    let links = [
        (&view.credential_href, "verify-download"),
        (&view.jwks_href, "verify-jwks"),
        (&view.key_href, "verify-key"),
    ];
    let links = links.map(|(href, key)| view! { <li><a href=href.clone()>{text.get(key)}</a></li> });
    view! {
        <section class="part part-yourself" aria-labelledby="yourself">
            <h2 id="yourself">{text.get("verify-yourself")}</h2>
            <div class="part-content">
                <p>{text.get("verify-yourself-text")}</p>
                <ol class="command-steps">
                    {command(text, "verify-step-credential", format!("curl -o certificate.jwt {}", absolute(&view.credential_href)))}
                    {command(text, "verify-step-keys", format!("curl -o keys.json {}", absolute(&view.jwks_href)))}
                    {command(text, "verify-step-jose", "jose jws ver -i certificate.jwt -k keys.json -O -".to_owned())}
                </ol>
                <ul class="link-list">{links.collect_view()}</ul>
            </div>
        </section>
    }
}

fn command(text: Text, key: &'static str, command: String) -> impl IntoView + use<> {
    view! {
        <li>
            <p>{text.get(key)}</p>
            <pre tabindex="0"><code translate="no">{command}</code></pre>
        </li>
    }
}
