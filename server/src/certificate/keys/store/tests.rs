use std::os::unix::fs::PermissionsExt as _;
use std::sync::Barrier;

use super::*;
use crate::certificate::fixture::{credential, facts};
use crate::certificate::jwt::{self, VerifyError};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn keys(&self) -> PathBuf {
        self.0.path().join("data/keys")
    }

    fn open(&self) -> KeyStore {
        KeyStore::open(&self.keys(), None).unwrap()
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn current(store: &KeyStore) -> String {
    store.keys().signing().public().thumbprint().to_owned()
}

#[test]
fn the_first_start_makes_one_private_key_that_stays() {
    let folder = Folder::new();
    let store = folder.open();
    assert_eq!(mode(&folder.keys()), 0o700);
    assert_eq!(mode(&folder.keys().join("signing.pem")), 0o600);
    assert!(folder.keys().join(format!("public/{}.json", current(&store))).is_file());
    assert_eq!(current(&folder.open()), current(&store));
}

#[test]
fn looking_makes_nothing() {
    let folder = Folder::new();
    let look = || KeyStore::look(&folder.keys(), None).unwrap();
    assert!(look().is_none());
    assert!(fs::read_dir(folder.0.path()).unwrap().next().is_none());
    let store = folder.open();
    let (old, new) = (current(&store), store.rotate().unwrap());
    fs::remove_file(folder.keys().join("lock")).unwrap();
    let thumbprints: Vec<String> = look().unwrap().iter().map(|key| key.thumbprint().to_owned()).collect();
    assert_eq!(thumbprints, [new.thumbprint(), old.as_str()]);
    assert!(!folder.keys().join("lock").exists());
}

#[test]
fn processes_that_start_together_end_with_one_key() {
    let folder = Folder::new();
    let barrier = Barrier::new(8);
    let seen: Vec<String> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    barrier.wait();
                    current(&folder.open())
                })
            })
            .collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    assert!(seen.iter().all(|thumbprint| *thumbprint == seen[0]), "{seen:?}");
    assert_eq!(fs::read_dir(folder.keys().join("public")).unwrap().count(), 1);
}

#[test]
fn rotation_destroys_the_private_key_and_keeps_the_public_one() {
    let folder = Folder::new();
    let store = folder.open();
    let running = folder.open();
    let old = current(&store);
    let old_pem = fs::read_to_string(folder.keys().join("signing.pem")).unwrap();
    let token = jwt::sign(&store.keys(), &credential(facts())).unwrap();

    let new = store.rotate().unwrap();
    assert_ne!(new.thumbprint(), old);
    assert_eq!(current(&store), new.thumbprint());
    let listed: Vec<_> = store.keys().iter().map(|key| key.thumbprint().to_owned()).collect();
    assert_eq!(listed, [new.thumbprint(), &old]);
    assert_eq!(jwt::verify(&store.keys(), &token).unwrap().key, old);
    for entry in fs::read_dir(folder.keys()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        assert!(!fs::read_to_string(&entry).unwrap().contains(&old_pem[100..160]), "{}", entry.display());
    }
    // A server that runs takes the rotation up, and what it signs verifies everywhere.
    assert_eq!(current(&running), new.thumbprint());
    let fresh = jwt::sign(&running.keys(), &credential(facts())).unwrap();
    assert_eq!(jwt::verify(&store.keys(), &fresh).unwrap().key, new.thumbprint());

    // An operator stops trusting the old key.
    fs::remove_file(folder.keys().join(format!("public/{old}.json"))).unwrap();
    assert_eq!(jwt::verify(&running.keys(), &token), Err(VerifyError::UnknownKey));
}

#[test]
fn what_other_users_can_read_is_refused_with_the_remedy() {
    let folder = Folder::new();
    folder.open();
    let file = folder.keys().join("signing.pem");
    for exposed in [0o640, 0o604, 0o620] {
        set_mode(&file, exposed);
        let error = KeyStore::open(&folder.keys(), None).unwrap_err().to_string();
        assert!(error.ends_with(&format!("(mode {exposed:04o}); run `chmod 600 {}`", file.display())), "{error}");
    }
    set_mode(&file, 0o400);
    folder.open();
    set_mode(&folder.keys(), 0o750);
    let error = KeyStore::open(&folder.keys(), None).unwrap_err().to_string();
    assert!(error.ends_with(&format!("run `chmod 700 {}`", folder.keys().display())), "{error}");
}

#[test]
fn a_given_key_signs_and_its_predecessor_goes_on_verifying() {
    let folder = Folder::new();
    let given = folder.0.path().join("given.pem");
    let open = || KeyStore::open(&folder.keys(), Some(&given));
    assert!(open().unwrap_err().to_string().starts_with(&format!("cannot read {}", given.display())));

    fs::write(&given, SigningKey::generate().unwrap().1).unwrap();
    set_mode(&given, 0o644);
    assert!(matches!(open().unwrap_err(), KeyError::Exposed { mode: 0o644, .. }));
    set_mode(&given, 0o600);
    let store = open().unwrap();
    let token = jwt::sign(&store.keys(), &credential(facts())).unwrap();
    assert!(!folder.keys().join("signing.pem").exists());
    assert!(matches!(store.rotate().unwrap_err(), KeyError::GivenKey { .. }));

    let old = current(&store);
    fs::write(&given, SigningKey::generate().unwrap().1).unwrap();
    assert_ne!(current(&store), old);
    assert_eq!(jwt::verify(&store.keys(), &token).unwrap().key, old);
    assert_eq!(store.keys().iter().count(), 2);
}

#[test]
fn no_error_repeats_what_stands_in_a_file() {
    let folder = Folder::new();
    let given = folder.0.path().join("given.pem");
    let (_, pem) = SigningKey::generate().unwrap();
    for contents in ["hunter2".to_owned(), pem.replace('/', "!"), pem.replace("PRIVATE", "hunter2"), pem.repeat(2)] {
        fs::write(&given, &contents).unwrap();
        set_mode(&given, 0o600);
        let error = KeyStore::open(&folder.keys(), Some(&given)).unwrap_err();
        assert!(matches!(error, KeyError::NotASigningKey { .. }));
        for text in [error.to_string(), format!("{error:?}")] {
            assert!(!text.contains("hunter2") && !text.contains(&pem[200..220]), "{text}");
        }
    }
}

#[test]
fn a_damaged_folder_is_named_at_start_and_survived_while_running() {
    let folder = Folder::new();
    let store = folder.open();
    let good = current(&store);
    let stray = folder.keys().join("public/stray.json");
    fs::write(&stray, "{}").unwrap();
    assert!(matches!(KeyStore::open(&folder.keys(), None).unwrap_err(), KeyError::BadPublicKey { .. }));
    assert_eq!(current(&store), good);
    fs::copy(folder.keys().join(format!("public/{good}.json")), &stray).unwrap();
    assert!(matches!(KeyStore::open(&folder.keys(), None).unwrap_err(), KeyError::Misnamed { .. }));
    fs::remove_file(&stray).unwrap();

    let signing = folder.keys().join("signing.pem");
    let away = folder.0.path().join("away.pem");
    fs::rename(&signing, &away).unwrap();
    assert_eq!(current(&store), good);
    assert!(!signing.exists(), "a running server makes no key");
    fs::rename(&away, &signing).unwrap();
    assert_eq!(current(&store), good);
}
