//! Configuration: flags and environment, refused with the reason where they make no sense.

mod labs;
mod listen;
mod secret;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

pub use self::labs::{LabArgs, RunArgs};
pub use self::listen::{BadListen, Listen};
use self::secret::Unechoed;
use crate::certificate::credential::Issuer;
use crate::domain::SiteOrigin;
use crate::http::connections::Limits;
use crate::http::middleware::Network;
use crate::storage::DatabaseUrl;
use crate::telemetry::{DEFAULT_FILTER, LogFormat};

/// What `vramlab serve` can be told.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// Address or host name, and port, to listen on
    #[arg(long, env = "VRAMLAB_ADDR", value_name = "HOST:PORT", default_value = "127.0.0.1:3000")]
    pub addr: Listen,

    /// Origin that visitors see, such as `https://vramlab.example`; it stands in certificates and absolute links. An https
    /// origin turns on Secure cookies and HSTS [default: http:// and the address listened on]
    #[arg(long, env = "VRAMLAB_PUBLIC_URL", value_name = "ORIGIN", value_parser = Unechoed::<SiteOrigin>::new())]
    pub public_url: Option<SiteOrigin>,

    /// Issuer shown on certificates
    #[arg(long, env = "VRAMLAB_ISSUER_NAME", default_value = "vramlab", value_name = "NAME")]
    pub issuer_name: String,

    /// Web site of the issuer, where it is not this one
    #[arg(long, env = "VRAMLAB_ISSUER_URL", value_name = "URL")]
    pub issuer_url: Option<String>,

    /// Address or host name, and port, of its own, that serves /metrics to whoever reaches it; without it nothing does
    #[arg(long, env = "VRAMLAB_METRICS_ADDR", value_name = "HOST:PORT")]
    pub metrics_addr: Option<Listen>,

    /// Address or network of a reverse proxy whose X-Forwarded-For is believed; repeat it for several
    #[arg(long, env = "VRAMLAB_TRUSTED_PROXIES", value_name = "NETWORK", value_delimiter = ',')]
    pub trusted_proxies: Vec<Network>,

    /// Connections open at the same time; more wait. Each takes a file descriptor, of which Linux gives a process 1,024
    #[arg(long, env = "VRAMLAB_MAX_CONNECTIONS", value_name = "NUMBER", default_value_t = Limits::default().open, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_connections: u32,

    /// How log lines are written; auto is human on a terminal and JSON otherwise
    #[arg(long, env = "VRAMLAB_LOG_FORMAT", value_name = "FORMAT", default_value = "auto")]
    pub log_format: LogFormat,

    /// Which events are logged, such as info,server=debug
    #[arg(long, env = "VRAMLAB_LOG", value_name = "FILTER", default_value = DEFAULT_FILTER)]
    pub log: String,

    #[command(flatten)]
    pub content: ContentArgs,
    #[command(flatten)]
    pub database: DatabaseArgs,
    #[command(flatten)]
    pub keys: KeyArgs,
    #[command(flatten)]
    pub labs: LabArgs,
}

/// Where the content is.
#[derive(Debug, Clone, Args)]
pub struct ContentArgs {
    /// Folder with site.toml and courses/
    #[arg(id = "content", long, env = "VRAMLAB_CONTENT", default_value = "content", value_name = "DIR")]
    pub dir: PathBuf,
}

/// Which database is used.
#[derive(Debug, Clone, Args)]
pub struct DatabaseArgs {
    /// sqlite:PATH or postgres://user:password@host/name
    #[arg(
        id = "database-url",
        long,
        env = "VRAMLAB_DATABASE_URL",
        default_value = "sqlite:data/vramlab.db",
        value_name = "URL",
        value_parser = Unechoed::<DatabaseUrl>::new(),
        hide_env_values = true
    )]
    pub url: DatabaseUrl,
}

/// Folder of the default database and of the default keys. It is made at the first start; any other has to be there, since
/// one that is not is more often a slip of the pen or a disk that is not mounted.
const DEFAULT_FOLDER: &str = "data";

impl DatabaseArgs {
    /// Refuses an SQLite file in a folder that is not there.
    pub fn require_folder(&self) -> anyhow::Result<()> {
        let DatabaseUrl::Sqlite(file) = &self.url else { return Ok(()) };
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Some(folder) = folder.filter(|folder| *folder != Path::new(DEFAULT_FOLDER)) else { return Ok(()) };
        anyhow::ensure!(
            folder.is_dir(),
            "the folder {} of the database is not there; make it, or name another with --database-url",
            folder.display()
        );
        Ok(())
    }

    /// Refuses an SQLite file that is not there.
    pub fn require_file(&self) -> anyhow::Result<()> {
        let DatabaseUrl::Sqlite(file) = &self.url else { return Ok(()) };
        anyhow::ensure!(
            file.is_file(),
            "there is no database {}; name the one of `vramlab serve` with --database-url",
            file.display()
        );
        Ok(())
    }
}

/// Where the signing keys are.
#[derive(Debug, Clone, Args)]
pub struct KeyArgs {
    /// Folder of the signing keys [default: keys/ beside an SQLite database, data/keys otherwise]
    #[arg(id = "keys", long, env = "VRAMLAB_KEYS", value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// PEM file (PKCS#8, mode 0600) with the RSA key that signs certificates, instead of one made on first start
    #[arg(long, env = "VRAMLAB_SIGNING_KEY", value_name = "FILE")]
    pub signing_key: Option<PathBuf>,
}

impl KeyArgs {
    /// Returns the folder of the keys.
    pub fn folder(&self, database: &DatabaseUrl) -> PathBuf {
        match (&self.dir, database) {
            (Some(dir), _) => dir.clone(),
            (None, DatabaseUrl::Sqlite(path)) => path.with_file_name("keys"),
            (None, DatabaseUrl::Postgres(_)) => PathBuf::from("data/keys"),
        }
    }
}

impl ServeArgs {
    /// Returns who issues certificates, its origin being the one that visitors see of a site that listens on `got`.
    pub fn issuer(&self, got: SocketAddr) -> anyhow::Result<Issuer> {
        let origin = match &self.public_url {
            Some(origin) => origin.clone(),
            None => self
                .addr
                .local_origin(got)
                .parse()
                .context("no browser can open the address; name one with --public-url")?,
        };
        Ok(Issuer::new(&origin, &self.issuer_name, self.issuer_url.as_deref())?)
    }

    /// Returns what connections to the site may take.
    pub fn connections(&self) -> Limits {
        Limits { open: self.max_connections, of_one: (self.max_connections / 2).max(1), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    /// Returns what is printed when the command line is refused.
    fn refusal(args: &[&str]) -> String {
        let refused = crate::cli::Cli::try_parse_from(["vramlab"].iter().chain(args)).expect_err("refused");
        refused.render().to_string()
    }

    #[test]
    fn a_value_that_may_hold_a_password_is_not_repeated() {
        for url in [
            "postgres://me:s3cret@db:port/x",
            "postgres://me:s3/cret@db/x",
            "postgres://me:@s3cret/cret@db/x",
            "mysql://me:s3cret@db/x",
            "postgres://me:s3cret@db/x?sslmode=s3cret",
            "postgres//me:s3cret@db/x",
        ] {
            for command in [
                &["serve"][..],
                &["migrate"],
                &["reports"],
                &["worker", "--device", "sim"],
                &["certificate", "withdraw", "x", "--reason", "y"],
            ] {
                let told = refusal(&[command, &["--database-url", url]].concat());
                assert!(told.contains("--database-url") && !told.contains("s3"), "{url}: {told}");
            }
        }
        let told = refusal(&["serve", "--public-url", "https://me:s3cret@vramlab.example"]);
        assert!(
            told.contains("--public-url <ORIGIN>': write the origin as https://host") && !told.contains("s3"),
            "{told}"
        );
    }

    #[test]
    fn a_wrong_address_to_listen_on_is_refused_with_what_is_expected() {
        for flag in ["--addr", "--metrics-addr"] {
            let told = refusal(&["serve", flag, "localhost"]);
            assert!(told.contains(flag) && told.contains("such as 127.0.0.1:3000"), "{told}");
        }
    }

    #[test]
    fn keys_lie_beside_the_database() {
        let args = KeyArgs { dir: None, signing_key: None };
        assert_eq!(args.folder(&"sqlite:a/b.db".parse().unwrap()), PathBuf::from("a/keys"));
        assert_eq!(args.folder(&"postgres://h/x".parse().unwrap()), PathBuf::from("data/keys"));
    }
}
