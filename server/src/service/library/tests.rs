use std::fs;
use std::time::Duration;

use tempfile::TempDir;

use super::*;

/// A content folder with the courses `demo` and `other`.
struct Site(TempDir);

impl Site {
    fn new() -> Self {
        let site = Self(tempfile::tempdir().unwrap());
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/tests/site");
        copy(&source, &site.dir());
        copy(&site.course("demo"), &site.course("other"));
        site
    }

    fn dir(&self) -> PathBuf {
        self.0.path().join("content")
    }

    fn course(&self, id: &str) -> PathBuf {
        self.dir().join("courses").join(id)
    }

    /// Takes something of the folder to where the site does not look.
    fn take(&self, what: &Path) {
        fs::rename(what, self.0.path().join("taken")).unwrap();
    }

    fn give_back(&self, what: &Path) {
        fs::rename(self.0.path().join("taken"), what).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn courses(library: &Library) -> Vec<String> {
    library.catalog().courses.iter().map(|course| course.id.to_string()).collect()
}

#[test]
fn content_that_goes_away_is_served_on() {
    let site = Site::new();
    let library = Library::open(&site.dir()).unwrap();
    for what in [site.dir(), site.dir().join("courses"), site.dir().join("site.toml")] {
        site.take(&what);
        library.reload();
        assert_eq!(courses(&library), ["demo", "other"], "{} is gone", what.display());
        site.give_back(&what);
    }
    site.take(&site.dir().join("courses"));
    fs::create_dir(site.dir().join("courses")).unwrap();
    library.reload();
    assert_eq!(courses(&library), ["demo", "other"], "the folder is empty");
}

#[test]
fn a_course_whose_folder_is_empty_is_served_on() {
    let site = Site::new();
    let library = Library::open(&site.dir()).unwrap();
    site.take(&site.course("other"));
    fs::create_dir(site.course("other")).unwrap();
    library.reload();
    assert_eq!(courses(&library), ["demo", "other"]);
}

#[test]
fn a_course_whose_folder_leads_nowhere_is_served_on() {
    let site = Site::new();
    let library = Library::open(&site.dir()).unwrap();
    site.take(&site.course("other"));
    std::os::unix::fs::symlink("nowhere", site.course("other")).unwrap();
    library.reload();
    assert_eq!(courses(&library), ["demo", "other"]);
}

#[test]
fn one_course_of_several_can_be_withdrawn_and_the_last_one_cannot() {
    let site = Site::new();
    let library = Library::open(&site.dir()).unwrap();
    fs::remove_dir_all(site.course("other")).unwrap();
    library.reload();
    assert_eq!(courses(&library), ["demo"]);
    fs::remove_dir_all(site.course("demo")).unwrap();
    library.reload();
    assert_eq!(courses(&library), ["demo"]);
}

/// Waits until these courses are served.
async fn until(library: &Library, wanted: &[&str]) {
    for _ in 0..300 {
        if courses(library) == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?} are served instead of {wanted:?}", courses(library));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_replaced_is_watched_on() {
    let site = Site::new();
    let library = Arc::new(Library::open(&site.dir()).unwrap());
    library.watch().unwrap();
    // Another folder at the same place, as a deployment puts it there.
    let next = site.0.path().join("next");
    copy(&site.dir(), &next);
    fs::remove_dir_all(next.join("courses/other")).unwrap();
    site.take(&site.dir());
    fs::rename(&next, site.dir()).unwrap();
    until(&library, &["demo"]).await;
    // And what changes in the new one is seen.
    copy(&site.course("demo"), &site.course("third"));
    until(&library, &["demo", "third"]).await;
    // The same folder back again.
    fs::remove_dir_all(site.dir()).unwrap();
    site.give_back(&site.dir());
    until(&library, &["demo", "other"]).await;
    fs::remove_dir_all(site.course("demo")).unwrap();
    until(&library, &["other"]).await;
}
