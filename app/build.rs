//! Cargo sees the files that `static_loader!` includes, but not a folder that joins them: a new language would be left out.

fn main() {
    println!("cargo::rerun-if-changed=locales");
}
