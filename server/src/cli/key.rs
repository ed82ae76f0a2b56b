use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::certificate::keys::KeyStore;
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
                let store = at.open()?;
                for (index, key) in store.keys().iter().enumerate() {
                    println!("{}  {}", key.thumbprint(), if index == 0 { "signs" } else { "verifies" });
                }
            }
            Self::Rotate(at) => {
                let key = at.open()?.rotate()?;
                println!("{}  signs from now on; older certificates go on verifying", key.thumbprint());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Where {
    fn open(&self) -> anyhow::Result<KeyStore> {
        Ok(KeyStore::open(&self.keys.folder(&self.database.url), self.keys.signing_key.as_deref())?)
    }
}
