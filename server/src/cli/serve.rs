use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::signal;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::open;
use crate::certificate::keys::KeyStore;
use crate::config::ServeArgs;
use crate::http::assets::Site;
use crate::http::connections::{self, Limits};
use crate::http::middleware::{self, MiddlewareConfig, metrics};
use crate::http::{self, App, error, visit};
use crate::service::Services;
use crate::service::clock::Clock;
use crate::service::library::Library;
use crate::telemetry;

/// Longest wait for requests under way when the server is told to stop.
const DRAIN: Duration = Duration::from_secs(20);

/// A few programs that watch, and a person who looks.
const METRICS_CONNECTIONS: u32 = 16;

pub(super) async fn serve(args: ServeArgs) -> anyhow::Result<ExitCode> {
    telemetry::init(args.log_format, &args.log)?;
    let services = services(&args).await?;
    services.library.watch().context("cannot watch the content for changes")?;
    let app = App { services, site: Arc::new(Site::load()?), kept: Arc::default() };
    let storage = app.services.storage.clone();

    let listener = bind(args.addr).await?;
    let recorder = metrics::install(env!("CARGO_PKG_VERSION"))?;
    let upkeep = tokio::spawn(metrics::upkeep(recorder.clone()));
    let cleaning = tokio::spawn(app.services.clone().keep_clean());
    let metrics = metrics_server(&args, recorder).await?;
    let site = middleware::apply(http::router(app.clone()), middleware_config(&args, &app));
    tracing::info!(address = %listener.local_addr()?, origin = app.origin(), "serving");

    let stopping = Notify::new();
    let asked = async {
        asked_to_stop().await;
        tracing::info!("stopping: requests under way are finished first");
        stopping.notify_one();
    };
    let deadline = async {
        stopping.notified().await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        () = connections::serve(listener, site, args.connections(), asked) => {}
        () = deadline => tracing::warn!("some requests did not finish in time"),
    }
    upkeep.abort();
    cleaning.abort();
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    storage.close().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

async fn services(args: &ServeArgs) -> anyhow::Result<Services> {
    let issuer = args.issuer()?;
    let dir = args.content.dir.clone();
    let library = tokio::task::spawn_blocking(move || Library::open(&dir)).await??;
    let storage = open(&args.database).await?;
    let keys = KeyStore::open(&args.keys.folder(&args.database.url), args.keys.signing_key.as_deref())?;
    Ok(Services { library: Arc::new(library), storage, keys: Arc::new(keys), issuer: Arc::new(issuer), clock: Clock })
}

async fn bind(addr: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(addr).await.with_context(|| {
        format!("cannot listen on {addr}; another program may use the port, choose one with --addr HOST:PORT")
    })
}

fn middleware_config(args: &ServeArgs, app: &App) -> MiddlewareConfig {
    let failing = app.clone();
    MiddlewareConfig {
        // Without a public URL the site is reached by whatever name the network gives it.
        public_origin: args.public_url.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        learner_cookie: visit::cookie_name(app, visit::LEARNER),
        render: Arc::new(move |parts, refusal| error::refuse(&failing, parts, refusal)),
        ..MiddlewareConfig::default()
    }
}

async fn metrics_server(args: &ServeArgs, recorder: PrometheusHandle) -> anyhow::Result<Option<JoinHandle<()>>> {
    let Some(addr) = args.metrics_addr else { return Ok(None) };
    let listener = bind(addr).await?;
    let router = Router::new().route("/metrics", get(metrics::expose)).with_state(recorder);
    let limits = Limits { open: METRICS_CONNECTIONS, ..Limits::default() };
    Ok(Some(tokio::spawn(connections::serve(listener, router, limits, std::future::pending()))))
}

/// Returns when the process is told to stop: Ctrl-C, or SIGTERM from a service manager.
async fn asked_to_stop() {
    let interrupt = async {
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => {
                terminate.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { () = interrupt => {}, () = terminate => {} }
}
