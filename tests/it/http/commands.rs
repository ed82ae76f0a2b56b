use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use tests::paths;

/// Runs a command in a folder. Returns its exit code and what it printed.
fn vramlab(folder: &Path, args: &[&str]) -> Result<(Option<i32>, String)> {
    let output = Command::new(paths::server_binary()?).current_dir(folder).args(args).output()?;
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    Ok((output.status.code(), told))
}

fn entries(folder: &Path) -> Result<Vec<String>> {
    let names = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.collect()
}

#[test]
fn a_command_that_only_reads_makes_nothing() -> Result<()> {
    let id = "3f0d1f3e-6c3b-4f6e-9a53-0123456789ab";
    let (database, keys) = ("data/vramlab.db", "data/keys");
    let cases: [(&[&str], &str); 8] = [
        (&["key", "show"], keys),
        (&["key", "rotate"], keys),
        (&["key", "show", "--keys", "elsewhere"], "elsewhere"),
        (&["key", "rotate", "--keys", "elsewhere"], "elsewhere"),
        (&["reports"], database),
        (&["reports", "--json", "--database-url", "sqlite:elsewhere/x.db"], "elsewhere/x.db"),
        (&["certificate", "withdraw", id, "--reason", "a test"], database),
        (&["key", "rotate", "--signing-key", "given.pem"], "given.pem"),
    ];
    let folder = tempfile::tempdir()?;
    for (args, named) in cases {
        let (code, told) = vramlab(folder.path(), args)?;
        assert_eq!(code, Some(1), "{args:?}: {told}");
        assert!(told.contains(named), "{args:?}: {told}");
        assert_eq!(entries(folder.path())?, Vec::<String>::new(), "{args:?}");
    }
    Ok(())
}

#[test]
fn a_folder_is_made_for_the_default_database_only() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let content = paths::root().join("content/tests/site").display().to_string();
    let serve = ["serve", "--addr", "127.0.0.1:0", "--content", &content];
    for command in [&serve[..], &["migrate"]] {
        let (code, told) = vramlab(folder.path(), &[command, &["--database-url", "sqlite:missing/x.db"]].concat())?;
        assert_eq!(code, Some(1), "{command:?}: {told}");
        assert!(told.contains("the folder missing of the database is not there"), "{command:?}: {told}");
        assert_eq!(entries(folder.path())?, Vec::<String>::new(), "{command:?}");
    }
    let (code, told) = vramlab(folder.path(), &["migrate"])?;
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(entries(folder.path())?, ["data"]);
    let (code, told) = vramlab(folder.path(), &["reports"])?;
    assert_eq!((code, told.as_str()), (Some(0), ""), "there are none yet");
    Ok(())
}

#[test]
fn a_database_that_was_never_migrated_is_left_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("empty.db");
    std::fs::write(&file, "")?;
    let (code, told) = vramlab(folder.path(), &["reports", "--database-url", "sqlite:empty.db"])?;
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("vramlab migrate"), "{told}");
    assert_eq!(std::fs::metadata(&file).context("the file stays")?.len(), 0);
    Ok(())
}
