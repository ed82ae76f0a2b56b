//! Addresses of databases.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// Which database to use, as the operator writes it: `sqlite:PATH` or `postgres://user:password@host:port/name`.
#[derive(Clone)]
pub enum DatabaseUrl {
    /// A file, made when it does not exist.
    Sqlite(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

/// Why a text is not the address of a database.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseUrlError {
    #[error("write the database as sqlite:PATH or postgres://user:password@host/name")]
    UnknownScheme,
    #[error("sqlite: needs the path of a file behind it, such as sqlite:data/vramlab.db")]
    NoPath,
    #[error("an SQLite database in memory would lose every answer; name a file")]
    InMemory,
    #[error("the path of an SQLite database takes no parameters: leave out everything from '?' on")]
    Parameters,
    /// The reason of the parser is left out: it may repeat a part of the address, and any part may be of the password.
    #[error("the PostgreSQL address cannot be read; write / ? # @ and : in a password as %2F %3F %23 %40 and %3A")]
    Postgres,
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            return sqlite_path(path).map(Self::Sqlite);
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let options: PgConnectOptions = text.parse().map_err(|_| DatabaseUrlError::Postgres)?;
            // Where a password holds a bare slash, its rest is taken for the name of the database.
            let name = options.get_database().unwrap_or_default();
            if name.contains(['@', '/']) {
                return Err(DatabaseUrlError::Postgres);
            }
            return Ok(Self::Postgres(Box::new(options)));
        }
        Err(DatabaseUrlError::UnknownScheme)
    }
}

/// Takes `PATH`, and `//PATH` as other tools write it.
fn sqlite_path(path: &str) -> Result<PathBuf, DatabaseUrlError> {
    let path = path.strip_prefix("//").unwrap_or(path);
    match path {
        "" => Err(DatabaseUrlError::NoPath),
        ":memory:" => Err(DatabaseUrlError::InMemory),
        _ if path.contains('?') => Err(DatabaseUrlError::Parameters),
        _ => Ok(PathBuf::from(path)),
    }
}

impl fmt::Display for DatabaseUrl {
    /// Writes the address without the password, for logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(options) => {
                let name = options.get_database().unwrap_or_else(|| options.get_username());
                write!(f, "postgres://{}:{}/{name}", options.get_host(), options.get_port())
            }
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sqlite_address_is_a_path() {
        for (text, path) in [
            ("sqlite:data/a.db", "data/a.db"),
            ("sqlite:/a.db", "/a.db"),
            ("sqlite:///a.db", "/a.db"),
            ("sqlite://a.db", "a.db"),
        ] {
            assert!(matches!(text.parse(), Ok(DatabaseUrl::Sqlite(found)) if found.as_os_str() == path), "{text}");
        }
        assert!(matches!("sqlite:".parse::<DatabaseUrl>(), Err(DatabaseUrlError::NoPath)));
        assert!(matches!("sqlite::memory:".parse::<DatabaseUrl>(), Err(DatabaseUrlError::InMemory)));
        assert!(matches!("sqlite:a.db?mode=ro".parse::<DatabaseUrl>(), Err(DatabaseUrlError::Parameters)));
    }

    #[test]
    fn anything_else_is_refused_and_a_password_never_printed() {
        assert!(matches!("mysql://a".parse::<DatabaseUrl>(), Err(DatabaseUrlError::UnknownScheme)));
        assert!(matches!("postgres://h:port/x".parse::<DatabaseUrl>(), Err(DatabaseUrlError::Postgres)));
        assert!(matches!("postgres://me:se/cret@db.example/x".parse::<DatabaseUrl>(), Err(DatabaseUrlError::Postgres)));
        assert!(matches!("postgres://me:1@se/cret@h/x".parse::<DatabaseUrl>(), Err(DatabaseUrlError::Postgres)));
        let url: DatabaseUrl = "postgres://me:secret@db.example:5433/vramlab".parse().unwrap();
        assert_eq!(url.to_string(), "postgres://db.example:5433/vramlab");
        assert!(!format!("{url:?}").contains("secret"));
    }
}
