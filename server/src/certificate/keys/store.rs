//! The key folder beside the database: `signing.pem` (private, mode 0600) and `public/THUMBPRINT.json`, one per key
//! that verifies.
//!
//! # Note: rotation
//! Rotating replaces the private key and destroys the old one: nothing needs it again, and a key that does not exist
//! cannot leak. Its public half stays in `public/`, so every certificate it signed goes on verifying. Removing a file
//! from `public/` by hand is how an operator stops trusting a key that did leak: its certificates then read "key
//! missing".
//!
//! # Note: several processes
//! Making and rotating happen under a lock on the folder, and files are replaced by rename, so readers need no lock.
//! A public key is written before the private one takes effect: a crash between the two leaves a public key without
//! use, never a certificate without a key. A running server looks at the time stamps and takes up a rotation by
//! `vramlab key rotate`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::files::{FolderLock, Stamp, private_folder, read_private, write_private};
use super::public::{BadPublicKey, PublicKey};
use super::signing::{CannotGenerate, NotASigningKey, SigningKey};

/// Why the keys cannot be used. No variant holds key material.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("cannot {action} {}: {reason}", .path.display())]
    Io { action: &'static str, path: PathBuf, reason: io::Error },
    #[error("{} is open to other users (mode {mode:04o}); run `chmod {wanted:o} {}`", .path.display(), .path.display())]
    Exposed { path: PathBuf, mode: u32, wanted: u32 },
    #[error("{} cannot sign certificates: {reason}", .path.display())]
    NotASigningKey { path: PathBuf, reason: NotASigningKey },
    #[error("{} is not a public key of this site: {reason}; restore or remove the file", .path.display())]
    BadPublicKey { path: PathBuf, reason: BadPublicKey },
    #[error("{} holds another key than its name says; restore or remove the file", .path.display())]
    Misnamed { path: PathBuf },
    #[error("the signing key is given by {}: put a new key there; the old one goes on verifying", .path.display())]
    GivenKey { path: PathBuf },
    #[error(transparent)]
    CannotGenerate(#[from] CannotGenerate),
}

impl KeyError {
    pub(super) fn io(action: &'static str, path: &Path, reason: io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), reason }
    }
}

/// The keys as they were at one moment.
#[derive(Debug)]
pub struct Keys {
    signing: SigningKey,
    public: BTreeMap<String, Arc<PublicKey>>,
}

impl Keys {
    /// Returns the key that signs new certificates.
    pub fn signing(&self) -> &SigningKey {
        &self.signing
    }

    /// Looks up a key that verifies, by its thumbprint.
    pub fn public(&self, thumbprint: &str) -> Option<&PublicKey> {
        self.public.get(thumbprint).map(Arc::as_ref)
    }

    /// Iterates over all keys that verify: the one that signs now first, then the others by thumbprint.
    pub fn iter(&self) -> impl Iterator<Item = &PublicKey> {
        let current = self.signing.public();
        let others = self.public.values().filter(|key| key.thumbprint() != current.thumbprint());
        std::iter::once(current).chain(others).map(Arc::as_ref)
    }
}

/// Where the keys live, with the last state read from there.
#[derive(Debug)]
pub struct KeyStore {
    places: Places,
    loaded: RwLock<Loaded>,
}

#[derive(Debug)]
struct Places {
    folder: PathBuf,
    given: Option<PathBuf>,
}

#[derive(Debug)]
struct Loaded {
    keys: Arc<Keys>,
    stamps: Stamps,
}

type Stamps = [Option<Stamp>; 2];

impl KeyStore {
    /// Opens the folder and makes what is missing: the folder itself, and the first key unless `given` names a PEM
    /// file.
    pub fn open(folder: &Path, given: Option<&Path>) -> Result<Self, KeyError> {
        let places = Places { folder: folder.to_owned(), given: given.map(Path::to_owned) };
        private_folder(folder)?;
        private_folder(&places.public())?;
        let loaded = places.load_or_make()?;
        Ok(Self { places, loaded: RwLock::new(loaded) })
    }

    /// Reads the keys of a folder and makes nothing. Returns `None` where no signing key was made yet.
    pub fn look(folder: &Path, given: Option<&Path>) -> Result<Option<Keys>, KeyError> {
        let places = Places { folder: folder.to_owned(), given: given.map(Path::to_owned) };
        let Some(signing) = places.read_signing()? else { return Ok(None) };
        // A given key may never have been used, and then there is no folder yet.
        let public = if places.public().is_dir() { places.read_public()? } else { BTreeMap::new() };
        Ok(Some(Keys { signing, public }))
    }

    /// Returns the keys as they are now. When the files changed and cannot be read, logs that once and returns the
    /// last good state.
    pub fn keys(&self) -> Arc<Keys> {
        let stamps = self.places.stamps();
        {
            let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
            if loaded.stamps == stamps {
                return Arc::clone(&loaded.keys);
            }
        }
        // A running server never makes a key: a folder that is being restored from a copy is empty for a moment.
        let fresh = self.places.load();
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        match fresh {
            Ok(Some(fresh)) => *loaded = fresh,
            Ok(None) => {
                tracing::error!("the signing key is gone from its folder; going on with the one in memory");
                loaded.stamps = stamps;
            }
            Err(error) => {
                tracing::error!(%error, "the signing keys changed and cannot be read; going on with the previous ones");
                loaded.stamps = stamps;
            }
        }
        Arc::clone(&loaded.keys)
    }

    /// Makes a new signing key and destroys the old private one; see the note on rotation. Returns the new public key.
    pub fn rotate(&self) -> Result<Arc<PublicKey>, KeyError> {
        if let Some(path) = &self.places.given {
            return Err(KeyError::GivenKey { path: path.clone() });
        }
        let lock = FolderLock::acquire(&self.places.folder)?;
        let key = self.places.make()?;
        drop(lock);
        let loaded = self.places.load_or_make()?;
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(Arc::clone(key.public()))
    }
}

impl Places {
    fn public(&self) -> PathBuf {
        self.folder.join("public")
    }

    fn signing(&self) -> PathBuf {
        self.given.clone().unwrap_or_else(|| self.folder.join("signing.pem"))
    }

    fn public_file(&self, key: &PublicKey) -> PathBuf {
        self.public().join(format!("{}.json", key.thumbprint()))
    }

    /// Taken before reading, so that a change during the reading is seen the next time.
    fn stamps(&self) -> Stamps {
        [Stamp::of(&self.signing()), Stamp::of(&self.public())]
    }

    /// Reads all keys. Makes the first signing key where there is none.
    fn load_or_make(&self) -> Result<Loaded, KeyError> {
        if let Some(loaded) = self.load()? {
            return Ok(loaded);
        }
        let lock = FolderLock::acquire(&self.folder)?;
        // Another process may have been faster while this one waited for the lock.
        if self.read_signing()?.is_none() {
            self.make()?;
        }
        drop(lock);
        self.load()?.ok_or_else(|| KeyError::io("read", &self.signing(), io::ErrorKind::NotFound.into()))
    }

    /// Reads all keys. Returns `None` when there is no signing key.
    fn load(&self) -> Result<Option<Loaded>, KeyError> {
        let stamps = self.stamps();
        let Some(signing) = self.read_signing()? else { return Ok(None) };
        let current = signing.public();
        if !self.public_file(current).exists() {
            let _lock = FolderLock::acquire(&self.folder)?;
            self.publish(current)?;
        }
        let mut public = self.read_public()?;
        public.insert(current.thumbprint().to_owned(), Arc::clone(current));
        Ok(Some(Loaded { keys: Arc::new(Keys { signing, public }), stamps }))
    }

    /// Returns `None` when no key was made yet. A given key that is not there is an error.
    fn read_signing(&self) -> Result<Option<SigningKey>, KeyError> {
        let path = self.signing();
        let text = match read_private(&path) {
            Err(KeyError::Io { reason, .. }) if reason.kind() == io::ErrorKind::NotFound && self.given.is_none() => {
                return Ok(None);
            }
            other => other?,
        };
        SigningKey::from_pem(&text).map(Some).map_err(|reason| KeyError::NotASigningKey { path, reason })
    }

    /// Writes a new signing key over the old one. The caller holds the lock.
    fn make(&self) -> Result<SigningKey, KeyError> {
        let (key, pem) = SigningKey::generate()?;
        self.publish(key.public())?;
        write_private(&self.signing(), pem.as_bytes())?;
        Ok(key)
    }

    fn publish(&self, key: &PublicKey) -> Result<(), KeyError> {
        let path = self.public_file(key);
        if path.exists() { Ok(()) } else { write_private(&path, key.to_json().as_bytes()) }
    }

    fn read_public(&self) -> Result<BTreeMap<String, Arc<PublicKey>>, KeyError> {
        let folder = self.public();
        let failed = |source| KeyError::io("list", &folder, source);
        let mut keys = BTreeMap::new();
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let json = fs::read(&path).map_err(|source| KeyError::io("read", &path, source))?;
            let key =
                PublicKey::from_json(&json).map_err(|reason| KeyError::BadPublicKey { path: path.clone(), reason })?;
            if path.file_stem().is_none_or(|stem| stem != key.thumbprint()) {
                return Err(KeyError::Misnamed { path });
            }
            keys.insert(key.thumbprint().to_owned(), Arc::new(key));
        }
        Ok(keys)
    }
}

#[cfg(test)]
mod tests;
