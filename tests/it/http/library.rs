use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use tests::paths;
use tests::server::{Options, Server};
use tests::visitor::Visitor;

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Waits until the log says something.
async fn until_logged(server: &Server, words: &str) -> Result<()> {
    for _ in 0..300 {
        if server.log().contains(words) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    bail!("the log does not say {words:?}:\n{}", server.log())
}

#[tokio::test]
async fn content_that_is_moved_away_is_served_on_and_the_log_says_so() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let content = folder.path().join("content");
    copy(&paths::root().join("content/tests/site"), &content)?;
    let server = Server::with(Options { content: Some(content.clone()), ..Options::default() }).await?;
    let visitor = Visitor::of(&server);
    let course = "/en/courses/demo";
    assert_eq!(visitor.get(course).await?.status, 200);

    fs::rename(content.join("courses"), folder.path().join("courses"))?;
    until_logged(&server, "the last good content stays").await?;
    fs::create_dir(content.join("courses"))?;
    until_logged(&server, "no course is left").await?;
    fs::rename(&content, folder.path().join("away"))?;
    until_logged(&server, "the content folder cannot be opened").await?;
    assert_eq!(visitor.get(course).await?.status, 200);
    assert!(!visitor.get("/en/").await?.texts(&format!("a[href='{course}']")).is_empty());
    Ok(())
}
