import { join } from 'node:path';
import { createDiscordClient, type DiscordClient } from '@adx/core/auth/discord/discord-client';
import { createPasswordCheck, type GeneratedPassword } from '@adx/core/auth/passwords/passwords';
import { createRecoveryLimiter } from '@adx/core/auth/recovery/recovery-codes';
import { createEngines, readServices } from '@adx/core/engines/engine-table';
import type { ImageEngine } from '@adx/core/engines/types';
import { openReceivedScratch } from '@adx/core/generation/remote/received-scratch';
import { toMintSettings } from '@adx/core/mint/mint-settings';
import { createMinting } from '@adx/core/mint/minting';
import type { CoreConfig, Services } from '@adx/core/platform/context';
import { openCrashGuard } from '@adx/core/platform/crash-guard';
import { startDatabaseClock } from '@adx/core/platform/database-clock';
import { createQueue } from '@adx/core/platform/jobs/queue';
import { limitInDatabase, limitInMemory } from '@adx/core/platform/limits/rate-limiter';
import { createLiveChanges } from '@adx/core/platform/live/live-changes';
import { measureStorage } from '@adx/core/platform/metrics/measured-storage';
import { createMetrics } from '@adx/core/platform/metrics/metrics';
import { createStorageCircuitBreaker } from '@adx/core/platform/storage/circuit-breaker';
import { sweepTemporaryFiles } from '@adx/core/platform/storage/disk';
import { tieFilesToDatabase } from '@adx/core/platform/storage/installation-marker';
import { getFilesDir, openStorage } from '@adx/core/platform/storage/open-storage';
import { openScratch } from '@adx/core/platform/storage/scratch';
import { toS3Settings } from '@adx/core/platform/storage/storage-settings';
import { StorageAwayError, StorageFullError } from '@adx/core/platform/storage/types';
import { noTracing, type Tracing } from '@adx/core/platform/tracing/tracing';
import { createPremiumPayments } from '@adx/core/premium/premium-payments';
import { toPremiumSettings } from '@adx/core/premium/premium-settings';
import { createEvmSaleChains } from '@adx/core/sale/evm/open-sale-chains';
import { createSaleLimiters } from '@adx/core/sale/sale-limiters';
import { createSolana } from '@adx/core/sale/solana/solana';
import { toSolanaSettings } from '@adx/core/sale/solana/solana-settings';
import { createDb, type DatabaseHandle, type QueryListener } from '@adx/db/client/database';
import { describeServerProblem } from '@adx/db/client/database-errors';
import { migrateToLatest, NewerDatabaseError } from '@adx/db/migrations/migrate';
import { deleteAllMergeDownloads } from '@adx/db/repositories/merge/merge-downloads';
import type { EngineName } from '@adx/validators/engines/engines';
import type { Logger } from 'pino';
import { collectSecrets, createRedactor } from '../security/secrets/operator-secrets.ts';
import { resolveSecretKey } from '../security/secrets/secret-key.ts';
import { acquireDataDirectory, prepareDataDirectory } from './data-directory.ts';
import { readDiscordSettings } from './discord-settings.ts';
import { type Environment, readPasswordSettings } from './env.ts';
import { createTextRedactor } from './log.ts';
import { StartError } from './start-error.ts';
import { toDiskStartError } from './to-disk-start-error.ts';
import { recordStatement } from './tracing/record-statement.ts';

const queueStopMaxMs = 10_000;
/** As far as a store lets a clock be off, with a margin. */
const clockToleranceMs = 5 * 60_000;
/** Per address, 15 minutes and kind of call that anybody may make. */
const openCallsMax = 30;

/** What tests put in place of the real thing. */
export interface ServiceOverrides {
	readonly clock?: () => Date;
	readonly engines?: ReadonlyMap<EngineName, ImageEngine>;
	/** Closed like one that was opened here. */
	readonly database?: DatabaseHandle;
}

export interface OpenOptions extends ServiceOverrides {
	/** Receives the passwords made at this start once they are stored: a start that fails after that has made them too. */
	readonly reportPasswords?: (generated: readonly GeneratedPassword[]) => void;
}

export interface OpenServices {
	readonly services: Services;
	/**
	 * Stops the queue, which gives back what this process works on, closes engines and database and lets go of the
	 * data directory; each of them even when an earlier one failed.
	 */
	close(): Promise<void>;
}

/**
 * Opens everything a process needs, in the order in which each may rely on the one before: directory, lock,
 * database and its migrations, key, storage, passwords, engines, queue. What is open is closed again when a later
 * one fails. Throws a StartError when the database server cannot be reached, a newer version made the database, or a
 * disk is full or cannot be used.
 */
export async function openServices(
	environment: Environment,
	log: Logger,
	overrides: OpenOptions,
): Promise<OpenServices> {
	const resources = new AsyncDisposableStack();
	try {
		const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: maxConnections } = environment;
		const ownsDirectory = databaseUrl === undefined;
		prepareDataDirectory(dataDir, log);
		if (ownsDirectory) resources.defer(acquireDataDirectory(dataDir));
		const tracing = await createTracing(environment, log);
		resources.defer(tracing.close);
		const metrics = createMetrics();
		const onQuery: QueryListener = (query) => {
			metrics.databaseQueries.observe({ kind: query.kind }, query.seconds);
			recordStatement(query);
		};
		const database = overrides.database ?? (await createDb({ databaseUrl, dataDir, maxConnections, onQuery }));
		resources.defer(() => database.destroy());
		const { db } = database;
		await migrateToLatest(db);
		const databaseClock = await startDatabaseClock(database, log);
		resources.defer(databaseClock.stop);
		const clock = overrides.clock ?? databaseClock.now;
		// Of a killed process: here no other one reads.
		if (ownsDirectory) await deleteAllMergeDownloads(db);
		const files = await openStorage({ s3: toS3Settings(environment), db, dataDir });
		const storage = measureStorage(files.storage, metrics);
		const stray = await tieFilesToDatabase(db, files.marker);
		if (stray !== null) throw new StartError(stray);
		warnOfClock(files.clockOffMs(), log);
		// Made only now, so that a start which cannot succeed leaves no key behind.
		const secretKey = await resolveSecretKey(db, environment, log);
		// Beside other processes their half-written files would look like stray ones.
		if (ownsDirectory && environment.STORAGE === 'disk') await sweepTemporaryFiles(getFilesDir(dataDir), null);
		const crashGuard = await openCrashGuard({ directory: join(dataDir, 'under-way'), isAlone: ownsDirectory, log });
		resources.defer(crashGuard.close);
		const limit = ownsDirectory ? limitInMemory(clock) : limitInDatabase(db, secretKey);
		const { passwords, generated } = await createPasswordCheck({
			db,
			limit,
			settings: readPasswordSettings(environment),
			onRefused: (kind, address) =>
				log.warn({ audit: 'session.refuse', kind, address }, 'too many wrong passwords; more are refused for a while'),
		});
		overrides.reportPasswords?.(generated);
		const engines = overrides.engines ?? createEngines(environment, environment.WORKER_CONCURRENCY);
		const queue = await createQueue({ database, databaseUrl: databaseUrl ?? null, log });
		resources.defer(() => queue.stop(queueStopMaxMs));
		const config = toCoreConfig(environment);
		const live = createLiveChanges({ database, clock, log });
		resources.defer(live.close);
		const services = {
			database,
			db,
			queue,
			storage,
			crashGuard,
			scratch: await openScratch(join(dataDir, 'scratch')),
			storageBreaker: createStorageCircuitBreaker(),
			receivedScratch: openReceivedScratch(join(dataDir, 'scratch', 'paid'), log),
			engines,
			passwords,
			minting: await createMinting(toMintSettings(environment), limit),
			premium: await createPremiumPayments(toPremiumSettings(environment), { db, clock, limit }),
			solana: await createSolana(toSolanaSettings(environment).settings),
			evmSaleChains: await createEvmSaleChains(environment),
			discord: createDiscord(environment, clock),
			callLimiter: limit({ name: 'calls', triesMax: openCallsMax, what: 'calls from this address' }),
			recoveryLimiter: createRecoveryLimiter(limit),
			saleLimiters: createSaleLimiters(limit),
			secretKey,
			hideSecrets: createRedactor(collectSecrets(environment).keys),
			config,
			live,
			clock,
			log,
			metrics,
			tracing,
		};
		const ownership = resources.move();
		return { services, close: () => ownership.disposeAsync() };
	} catch (error) {
		await resources.disposeAsync().catch((failure: unknown) => log.warn({ err: failure }, 'not everything was closed'));
		throw storageProblem(error) ?? databaseProblem(error) ?? toDiskStartError(error, environment) ?? error;
	}
}

/** One line about an object store that was not reached or sent us away; null for anything else. */
function storageProblem(error: unknown): StartError | null {
	const isOfStore = error instanceof StorageAwayError || error instanceof StorageFullError;
	return isOfStore ? new StartError(error.message, { cause: error }) : null;
}

/** Signatures hold the time: the SDK makes up for a clock that is off, which other machines may not. */
function warnOfClock(offMs: number, log: Logger): void {
	if (Math.abs(offMs) < clockToleranceMs) return;
	const minutes = Math.round(Math.abs(offMs) / 60_000);
	const direction = offMs > 0 ? 'ahead of' : 'behind';
	log.warn(
		`the clock of this machine is ${minutes} minutes ${direction} the object store's; have it keep the time by NTP`,
	);
}

/** One line about a database of a newer version, or a server that was not reached or sent us away; null for anything else. */
function databaseProblem(error: unknown): StartError | null {
	if (error instanceof NewerDatabaseError) return new StartError(error.message, { cause: error });
	const problem = describeServerProblem(error);
	return problem === null ? null : new StartError(`DATABASE_URL: ${problem}`, { cause: error });
}

/** Off unless there is a collector: only then is the SDK loaded. */
async function createTracing(environment: Environment, log: Logger): Promise<Tracing> {
	const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = environment;
	if (endpoint === undefined) return noTracing;
	const { openTracing } = await import('./tracing/open-tracing.ts');
	const redact = createTextRedactor(collectSecrets(environment).all, environment.GEMINI_KEY_PREFIXES);
	return openTracing({ endpoint, headers, serviceName: environment.OTEL_SERVICE_NAME, redact, log });
}

function createDiscord(environment: Environment, clock: () => Date): DiscordClient | null {
	const discord = readDiscordSettings(environment);
	return discord.isConfigured ? createDiscordClient({ ...discord.settings, clock }) : null;
}

function toCoreConfig(environment: Environment): CoreConfig {
	const discord = readDiscordSettings(environment);
	return {
		missingDiscordVariables: discord.isConfigured ? [] : discord.missing,
		gateStart: environment.GATE_START,
		lockedPages: environment.LOCKED_PAGES,
		services: readServices(environment),
		dailyGenerationLimit: environment.DAILY_GENERATION_LIMIT,
		confirmAboveUsd: environment.CONFIRM_ABOVE_USD,
		uploadQuotaBytes: {
			creator: environment.UPLOAD_QUOTA_MB * 1e6,
			developer: environment.UPLOAD_QUOTA_DEVELOPER_MB * 1e6,
		},
		hasPresets: environment.FEATURE_PRESETS,
		communityInviteUrl: environment.COMMUNITY_INVITE_URL ?? null,
		emergencyAccess: environment.EMERGENCY_ACCESS,
		saleWalletProof: environment.SALE_WALLET_PROOF,
		publicOrigin: environment.PUBLIC_ORIGIN ?? null,
		secureCookies: environment.PUBLIC_ORIGIN?.startsWith('https:') ?? false,
	};
}
