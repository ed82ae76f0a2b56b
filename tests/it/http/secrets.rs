use std::process::{Command, Output};

use anyhow::Result;
use tests::paths;

fn vramlab(args: &[&str], url: &str) -> Result<Output> {
    let folder = tempfile::tempdir()?;
    let mut command = Command::new(paths::server_binary()?);
    command.current_dir(folder.path()).args(args);
    // As an operator sets it, where it does not show up in a list of processes.
    Ok(command.env("VRAMLAB_DATABASE_URL", url).output()?)
}

#[test]
fn no_password_of_a_database_is_printed() -> Result<()> {
    let content = paths::root().join("content").display().to_string();
    let serve = ["serve", "--addr", "127.0.0.1:0", "--content", &content, "--log", "trace"];
    for url in ["postgres://me:s3cret@127.0.0.1:1/x", "postgres://me:s3cret@127.0.0.1:port/x", "mysql://me:s3cret@db/x"]
    {
        for args in [&serve[..], &["migrate"], &["reports"]] {
            let output = vramlab(args, url)?;
            let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            assert!(!output.status.success() && told.contains("database"), "{args:?} {url}: {told}");
            assert!(!told.contains("s3cret"), "{args:?} {url}: {told}");
        }
    }
    Ok(())
}
