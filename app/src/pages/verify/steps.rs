use leptos::prelude::*;

use crate::i18n::Text;
use crate::view::CertificateView;

/// The program of the José project; Debian, Fedora and Homebrew have it under this name.
const JOSE: &str = "jose jws ver -i certificate.jwt -k keys.json -O -";

/// The same with what Node.js brings along.
const NODE: &str = r#"node -e '
  const { createPublicKey, verify } = require("node:crypto");
  const { readFileSync } = require("node:fs");
  const [head, body, signature] = readFileSync("certificate.jwt", "utf8").trim().split(".");
  const { kid } = JSON.parse(Buffer.from(head, "base64url"));
  const key = JSON.parse(readFileSync("keys.json")).keys.find((key) => key.kid === kid);
  const signed = Buffer.from(`${head}.${body}`);
  const proof = Buffer.from(signature, "base64url");
  console.log(verify("sha256", signed, createPublicKey({ key, format: "jwk" }), proof));
  console.log(Buffer.from(body, "base64url").toString());'"#;

/// How to check the certificate without this site: addresses, and commands of programs that others wrote.
pub(super) fn steps(text: Text, origin: &str, view: &CertificateView) -> impl IntoView + use<> {
    let absolute = |href: &str| if href.starts_with('/') { format!("{origin}{href}") } else { href.to_owned() };
    let links =
        [(&view.credential_href, "verify-download"), (&view.jwks_href, "verify-jwks"), (&view.key_href, "verify-key")];
    let links = links.map(|(href, key)| view! { <li><a href=href.clone()>{text.get(key)}</a></li> });
    view! {
        <section class="part part-yourself" aria-labelledby="yourself">
            <h2 id="yourself">{text.get("verify-yourself")}</h2>
            <div class="part-content">
                <p>{text.get("verify-yourself-text")}</p>
                <ol class="command-steps">
                    {command(text, "verify-step-credential", format!("curl -o certificate.jwt {}", absolute(&view.credential_href)))}
                    {command(text, "verify-step-keys", format!("curl -o keys.json {}", absolute(&view.jwks_href)))}
                    {command(text, "verify-step-jose", JOSE.to_owned())}
                    {command(text, "verify-step-node", NODE.to_owned())}
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
