use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use super::{failed, open_existing};
use crate::config::DatabaseArgs;
use crate::domain::CertificateId;
use crate::service::clock::Clock;
use crate::storage::CertificateWithdrawn;

#[derive(Debug, Subcommand)]
pub(super) enum CertificateCommand {
    /// Withdraw a certificate: its page then says so, and its credential is no longer served
    Withdraw(Withdraw),
}

#[derive(Debug, Args)]
pub(super) struct Withdraw {
    /// ID of the certificate, as it stands in its address
    id: String,

    /// Why; kept in the register
    #[arg(long)]
    reason: String,

    #[command(flatten)]
    database: DatabaseArgs,
}

impl CertificateCommand {
    pub(super) async fn run(self) -> anyhow::Result<ExitCode> {
        let Self::Withdraw(Withdraw { id, reason, database }) = self;
        anyhow::ensure!(!reason.trim().is_empty(), "a withdrawal needs a reason that is not empty: --reason \"…\"");
        let id: CertificateId = id.parse().with_context(|| format!("`{id}` is not the ID of a certificate"))?;
        let storage = open_existing(&database).await?;
        let withdrawn = storage.withdraw_certificate(id, &reason, Clock.now()).await;
        let said = match withdrawn.map_err(|error| failed(&database, error))? {
            CertificateWithdrawn::Now(_) => format!("{id} is withdrawn"),
            CertificateWithdrawn::Before(_) => format!("{id} was withdrawn before; nothing changed"),
            CertificateWithdrawn::Erased => format!("{id} was erased by its holder and does not stand anyway"),
            CertificateWithdrawn::Unknown => anyhow::bail!("there is no certificate {id} in {}", database.url),
        };
        println!("{said}");
        Ok(ExitCode::SUCCESS)
    }
}
