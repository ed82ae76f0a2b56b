//! Tells cargo that a release binary holds the built client, so that a new client is embedded anew.

fn main() {
    println!("cargo::rerun-if-changed=../target/site/manifest.json");
}
