use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Subcommand};

use crate::certificate::keys::{KeyError, KeyStore, Keys};
use crate::config::{DatabaseArgs, KeyArgs};

#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Print the thumbprints of the keys: the one that signs first, then those that still verify
    Show(Where),
    /// Make a new signing key; certificates signed by the old one go on verifying
    Rotate(Where),
}

#[derive(Debug, Args)]
pub(super) struct Where {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    keys: KeyArgs,
}

impl KeyCommand {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Show(at) => {
                for (index, key) in at.keys()?.iter().enumerate() {
                    println!("{}  {}", key.thumbprint(), if index == 0 { "signs" } else { "verifies" });
                }
            }
            Self::Rotate(at) => {
                at.keys()?;
                let key = at.open()?.rotate()?;
                println!("{}  signs from now on; older certificates go on verifying", key.thumbprint());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Where {
    /// Returns the keys that are there. Where there are none, the folder is most likely the wrong one.
    fn keys(&self) -> anyhow::Result<Keys> {
        let folder = self.folder();
        KeyStore::look(&folder, self.keys.signing_key.as_deref())?.with_context(|| {
            format!(
                "there is no signing key in {}; name the folder with --keys, or with --database-url the database that it lies \
                 beside, as for `vramlab serve`, which makes the first key",
                folder.display()
            )
        })
    }

    /// Opens the keys to change them. Those that are given as a file are changed by whoever gives them.
    fn open(&self) -> anyhow::Result<KeyStore> {
        if let Some(path) = &self.keys.signing_key {
            return Err(KeyError::GivenKey { path: path.clone() }.into());
        }
        Ok(KeyStore::open(&self.folder(), None)?)
    }

    fn folder(&self) -> PathBuf {
        self.keys.folder(&self.database.url)
    }
}
