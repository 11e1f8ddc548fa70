import { attributeJob } from '@adx/core/attributes/attributes-job';
import { deletionJob } from '@adx/core/deletion/free-deleted';
import { generationJob } from '@adx/core/generation/run/generation-job';
import { mergeJob } from '@adx/core/merge/run/merge-job';
import { toMintSettings } from '@adx/core/mint/mint-settings';
import { startMintWatcher } from '@adx/core/mint/watch-mints';
import type { Services } from '@adx/core/platform/context';
import { startJobs } from '@adx/core/platform/jobs/define-job';
import { startOutboxSweeper, startQueueSupervision } from '@adx/core/platform/jobs/outbox';
import { type Leadership, startLeadership } from '@adx/core/platform/leadership';
import { startPaymentWatcher } from '@adx/core/premium/watch-payments';
import { saleJob } from '@adx/core/sale/creator/sale-job';
import { startEvmSaleWatcher } from '@adx/core/sale/evm/watch/watch-evm-sales';
import { revealJob } from '@adx/core/sale/reveal/reveal-job';
import { startSolanaSaleWatcher } from '@adx/core/sale/solana/watch/watch-solana-sales';
import { createServerLeaderLock, embeddedLeaderLock } from '@adx/db/client/leader-lock';
import { installZodMessages } from '@adx/validators/zod-messages';
import type { DeclaredRoute } from '../security/route-access.ts';
import { collectSecrets } from '../security/secrets/operator-secrets.ts';
import { startControlServer } from './control-server.ts';
import { createDatabaseOutage } from './database-outage.ts';
import { readDiscordSettings } from './discord-settings.ts';
import { Draining } from './draining.ts';
import type { Environment } from './env.ts';
import { buildHttpServer } from './http-server.ts';
import { checkPortIsFree, listen } from './listen.ts';
import { createLog } from './log.ts';
import { startScrubbing } from './maintenance/file-scrubbing.ts';
import { startOverdueReveals } from './maintenance/overdue-reveals.ts';
import { startPurging } from './maintenance/purging.ts';
import { startRoleChecks } from './maintenance/role-checks.ts';
import { startMetricsServer } from './metrics-server.ts';
import { type OpenOptions, openServices } from './open-services.ts';
import { toDiskStartError } from './to-disk-start-error.ts';

export interface StartOverrides extends OpenOptions {
	/** Receives log lines instead of standard error. */
	readonly writeLog?: (line: string) => void;
}

/** A process that is serving. */
export interface RunningServer {
	/** `http://host:port`; null for a pure worker, which opens no port. */
	readonly origin: string | null;
	/** The same of `/metrics`; null where it is off. */
	readonly metricsOrigin: string | null;
	readonly services: Services;
	readonly routes: readonly DeclaredRoute[];
	/**
	 * Ends it in order: not ready any more, connections asked to close, no new ones, running requests finished (20 s at
	 * most), no new claims, work in progress given back, database closed, directory free. Later calls wait for the first.
	 */
	close(): Promise<void>;
}

/** Starts the product as the environment says. Throws a StartError, with nothing left open, when it cannot. */
export async function startServer(environment: Environment, overrides: StartOverrides = {}): Promise<RunningServer> {
	installZodMessages();
	const outage = createDatabaseOutage();
	const log = createLog({
		suppresses: outage.suppresses,
		level: environment.LOG_LEVEL,
		secrets: collectSecrets(environment).all,
		keyPrefixes: environment.GEMINI_KEY_PREFIXES,
		...(overrides.writeLog ? { write: overrides.writeLog } : {}),
	});
	const serves = environment.ROLE !== 'worker';
	const address = { host: environment.HOST, port: environment.PORT };
	if (serves) await checkPortIsFree(address);
	const { services, close: closeServices } = await openServices(environment, log, overrides);
	// Closes in reverse order, and goes on when one of them fails.
	const running = new AsyncDisposableStack();
	let isEnding = false;
	running.defer(closeServices);
	// The embedded one goes only with the process.
	if (services.database.kind === 'postgres') {
		const { db } = services;
		const stopWatching = outage.watch(log, () => db.selectNoFrom((eb) => eb.val(1).as('one')).execute());
		running.defer(async () => stopWatching());
	}
	try {
		if (environment.ROLE !== 'api') {
			const handlers = await startJobs(services, jobKinds);
			// What runs beside the workers alone: work in progress is given back when the queue stops.
			running.defer(() => handlers.stop());
		}
		const leadership = lead(services, environment);
		running.defer(() => leadership.stop());
		await leadership.firstRound;
		const metrics = await startMetrics(services, environment, () => isEnding);
		if (metrics !== null) running.defer(metrics.close);
		if (services.database.kind === 'embedded') {
			const control = await startControlServer(services, environment.DATA_DIR);
			running.defer(control.close);
		}
		const http = serves ? await startHttp(services, environment) : null;
		if (http !== null) running.defer(http.close);
		// Deferred last, so that it runs first: tasks that the shutdown cuts off are not counted as crashes.
		running.defer(() => services.crashGuard.close());
		const close = once(() => {
			isEnding = true;
			return running.disposeAsync();
		});
		return {
			origin: http?.origin ?? null,
			metricsOrigin: metrics?.origin ?? null,
			services,
			routes: http?.routes ?? [],
			close,
		};
	} catch (error) {
		await running.disposeAsync().catch((failure: unknown) => log.warn({ err: failure }, 'not everything was closed'));
		throw toDiskStartError(error, environment) ?? error;
	}
}

const jobKinds = [generationJob, mergeJob, deletionJob, attributeJob, saleJob, revealJob];

/** What one process does for all, whatever its role. */
function lead(services: Services, { DATABASE_URL: databaseUrl, ROLE, SCRUB_MB_PER_SECOND }: Environment): Leadership {
	// Where the roles cannot be asked for, everybody's access ends after a day: a worker may lack what the others know.
	const checksRoles = ROLE !== 'worker' || services.discord !== null;
	const lock =
		databaseUrl === undefined
			? embeddedLeaderLock
			: createServerLeaderLock(databaseUrl, { onLost: () => leadership.lost() });
	const leadership: Leadership = startLeadership(services, lock, [
		() => startOutboxSweeper(services, jobKinds),
		() => startQueueSupervision(services),
		() => startMintWatcher(services),
		() => startPaymentWatcher(services),
		() => startSolanaSaleWatcher(services),
		() => startEvmSaleWatcher(services),
		() => startOverdueReveals(services),
		() => startPurging(services),
		() => startScrubbing(services, SCRUB_MB_PER_SECOND),
		...(checksRoles ? [() => startRoleChecks(services)] : []),
	]);
	return leadership;
}

async function startMetrics(
	services: Services,
	{ METRICS_HOST: host, METRICS_PORT: port }: Environment,
	isDraining: () => boolean,
) {
	if (port === undefined) return null;
	const server = await startMetricsServer(services, { host, port }, isDraining);
	services.log.info(`metrics at ${server.origin}/metrics`);
	return server;
}

async function startHttp(services: Services, environment: Environment) {
	let draining: Draining | null = null;
	reportDiscord(environment, services.log);
	reportMinting(environment, services.log);
	const { app, routes } = await buildHttpServer({
		services,
		environment,
		isDraining: () => draining?.isDraining === true,
	});
	draining = new Draining(app);
	const { host, port, closeOtherListeners } = await listen(app, { host: environment.HOST, port: environment.PORT });
	const close = async () => {
		closeOtherListeners();
		// Listeners are told so that they go on with another process; they would not end by themselves.
		await services.live.close();
		return draining.drain();
	};
	return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, routes, close };
}

function reportDiscord(environment: Environment, log: Services['log']): void {
	const discord = readDiscordSettings(environment);
	if (discord.isConfigured) return;
	const line = `Discord sign-in is off; not set: ${discord.missing.join(', ')}`;
	// An operator who set some of them wanted it on.
	if (discord.isPartial) log.warn(line);
	else log.info(line);
}

function reportMinting(environment: Environment, log: Services['log']): void {
	const { missing } = toMintSettings(environment);
	if (missing.length > 0) log.warn(`Minting is off where a contract is configured; not set: ${missing.join(', ')}`);
}

function once(work: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined;
	return () => (running ??= work());
}
