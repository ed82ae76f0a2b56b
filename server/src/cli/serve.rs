use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::open;
use super::stop::Stop;
use super::worker::{Workers, open_queue};
use crate::certificate::keys::KeyStore;
use crate::config::{Listen, ServeArgs};
use crate::http::assets::Site;
use crate::http::connections::{self, Limits};
use crate::http::middleware::rate_limit::Bucket;
use crate::http::middleware::{MiddlewareConfig, Network, Quotas, RateLimits, metrics};
use crate::http::{App, Front, error, visit};
use crate::service::Services;
use crate::service::clock::Clock;
use crate::service::labs::Labs;
use crate::service::labs::feed::Feeds;
use crate::service::labs::turns::Turns;
use crate::service::library::Library;
use crate::storage::Storage;
use crate::telemetry;

/// Longest wait for requests under way when the server is told to stop.
const DRAIN: Duration = Duration::from_secs(20);

/// A few programs that watch, and a person who looks.
const METRICS_CONNECTIONS: u32 = 16;

pub(super) async fn serve(args: ServeArgs) -> anyhow::Result<ExitCode> {
    telemetry::init(args.log_format, &args.log)?;
    let mut stop = Stop::listen().context("cannot listen for the signals that stop the server")?;
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "starting");
    let started = tokio::select! {
        started = Started::new(&args) => started?,
        () = stop.asked() => {
            tracing::info!("stopped before anything was served");
            return Ok(ExitCode::SUCCESS);
        }
    };
    started.run(args.connections(), stop).await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// A server that listens, with what it does beside answering.
struct Started {
    listener: TcpListener,
    site: Front,
    storage: Storage,
    beside: Vec<JoinHandle<()>>,
    workers: Option<Workers>,
    /// Whose connections are those of many clients.
    proxies: Arc<[Network]>,
}

impl Started {
    async fn new(args: &ServeArgs) -> anyhow::Result<Self> {
        let listener = bind(&args.addr, "--addr").await?;
        let services = services(args, listener.local_addr()?).await?;
        services.library.watch().context("cannot watch the content for changes")?;
        let app = App { services, site: Arc::new(Site::load()?), kept: Arc::default() };
        let recorder = metrics::install(env!("CARGO_PKG_VERSION"))?;
        let mut beside =
            vec![tokio::spawn(metrics::upkeep(recorder.clone())), tokio::spawn(app.services.clone().keep_clean())];
        beside.extend(metrics_server(args, recorder).await?);
        let workers = match &app.services.labs {
            Some(labs) => Some(start_labs(args, &app.services, labs, &mut beside)?),
            None => None,
        };
        let site = Front::new(app.clone(), middleware_config(args, &app));
        tracing::info!(address = %listener.local_addr()?, origin = app.origin(), "serving");
        Ok(Self {
            listener,
            site,
            storage: app.services.storage,
            beside,
            workers,
            proxies: args.trusted_proxies.clone().into(),
        })
    }

    /// Serves until it is told to stop, and ends in order.
    async fn run(self, connections: Limits, mut stop: Stop) {
        let stopping = Notify::new();
        let asked = async {
            stop.asked().await;
            tracing::info!("stopping: requests under way are finished first");
            stopping.notify_one();
        };
        let deadline = async {
            stopping.notified().await;
            tokio::time::sleep(DRAIN).await;
        };
        tokio::select! {
            () = connections::serve(self.listener, self.site, connections, self.proxies, asked) => {}
            () = deadline => tracing::warn!("some requests did not finish in time"),
        }
        if let Some(workers) = self.workers {
            workers.stop().await;
        }
        for task in self.beside {
            task.abort();
        }
        self.storage.close().await;
    }
}

async fn services(args: &ServeArgs, got: SocketAddr) -> anyhow::Result<Services> {
    let issuer = args.issuer(got)?;
    let dir = args.content.dir.clone();
    // Reading the content takes longest, and needs none of the rest.
    let library = tokio::task::spawn_blocking(move || Library::open(&dir));
    let storage = open(&args.database).await?;
    let keys = KeyStore::open(&args.keys.folder(&args.database.url), args.keys.signing_key.as_deref())?;
    let labs = if args.labs.no_labs { None } else { Some(Arc::new(labs(args).await?)) };
    let (library, keys, issuer) = (Arc::new(library.await??), Arc::new(keys), Arc::new(issuer));
    Ok(Services { library, storage, keys, issuer, clock: Clock, labs })
}

async fn labs(args: &ServeArgs) -> anyhow::Result<Labs> {
    Ok(Labs {
        queue: open_queue(&args.database.url).await?,
        limits: args.labs.queue(),
        feeds: Arc::new(Feeds::new(args.labs.lab_listeners)),
        turns: Turns::new(args.labs.queue(), Duration::from_secs(args.labs.limits.lab_seconds)),
        keep: args.labs.lab_keep,
    })
}

/// Starts what carries out runs, looks after them and tells of them.
fn start_labs(
    args: &ServeArgs,
    services: &Services,
    labs: &Arc<Labs>,
    beside: &mut Vec<JoinHandle<()>>,
) -> anyhow::Result<Workers> {
    let (storage, clock) = (services.storage.clone(), services.clock);
    let (upkeep, feeds) = (Arc::clone(labs), Arc::clone(&labs.feeds));
    let asked = storage.clone();
    beside.push(tokio::spawn(async move { upkeep.look_after(&storage, clock).await }));
    beside.push(tokio::spawn(async move { feeds.run(&asked).await }));
    Workers::start(labs, &services.storage, &args.labs.devices(), &args.labs.limits)
}

/// Listens on the first address that is free.
async fn bind(listen: &Listen, flag: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(listen.addresses()).await.with_context(|| {
        format!("cannot listen on {listen}; another program may use the port, choose one with {flag} HOST:PORT")
    })
}

fn middleware_config(args: &ServeArgs, app: &App) -> MiddlewareConfig {
    let failing = app.clone();
    let quotas = Quotas { lab_run: Bucket::per_hour(args.labs.lab_runs_per_hour), ..Quotas::default() };
    MiddlewareConfig {
        // Without a public URL the site is reached by whatever name the network gives it.
        public_origin: args.public_url.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        learner_cookie: visit::cookie_name(app, visit::LEARNER),
        render: Arc::new(move |parts, refusal| error::refuse(&failing, parts, refusal)),
        limits: Arc::new(RateLimits::new(&quotas)),
        ..MiddlewareConfig::default()
    }
}

async fn metrics_server(args: &ServeArgs, recorder: PrometheusHandle) -> anyhow::Result<Option<JoinHandle<()>>> {
    let Some(listen) = &args.metrics_addr else { return Ok(None) };
    let listener = bind(listen, "--metrics-addr").await?;
    tracing::info!(address = %listener.local_addr()?, "serving metrics");
    let router = Router::new().route("/metrics", get(metrics::expose)).with_state(recorder);
    let limits = Limits { open: METRICS_CONNECTIONS, ..Limits::default() };
    Ok(Some(tokio::spawn(connections::serve(listener, router, limits, Arc::new([]), std::future::pending()))))
}
