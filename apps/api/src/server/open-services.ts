import { join } from 'node:path';
import { createDiscordClient, type DiscordClient } from '@adx/core/auth/discord/discord-client';
import { createPasswordCheck, type GeneratedPassword } from '@adx/core/auth/passwords/passwords';
import { createForgeEngine } from '@adx/core/engines/forge/forge-engine';
import { createGeminiEngine } from '@adx/core/engines/gemini/gemini-engine';
import type { ImageEngine } from '@adx/core/engines/types';
import { openPaidScratch } from '@adx/core/generation/paid/paid-scratch';
import { mintSettingsOf } from '@adx/core/mint/mint-settings';
import { createMinting } from '@adx/core/mint/minting';
import type { CoreConfig, Services } from '@adx/core/platform/context';
import { openCrashGuard } from '@adx/core/platform/crash-guard';
import { tieFilesToDatabase } from '@adx/core/platform/installation';
import { createQueue } from '@adx/core/platform/jobs/queue';
import { createTryLimiter } from '@adx/core/platform/limits/rate-limiter';
import { createStorageBreaker } from '@adx/core/platform/storage/circuit-breaker';
import { createDiskStorage, sweepTemporaryFiles } from '@adx/core/platform/storage/disk';
import { openScratch } from '@adx/core/platform/storage/scratch';
import { createPremiumPayments } from '@adx/core/premium/premium-payments';
import { premiumSettingsOf } from '@adx/core/premium/premium-settings';
import { createSolana } from '@adx/core/sale/chain/solana';
import { solanaSettingsOf } from '@adx/core/sale/chain/solana-settings';
import { createSaleLimiters } from '@adx/core/sale/sale-limiters';
import { createDb, type DatabaseHandle } from '@adx/db/client/database';
import { serverProblemOf } from '@adx/db/client/database-errors';
import { migrateToLatest, NewerDatabaseError } from '@adx/db/migrations/migrate';
import type { EngineName } from '@adx/validators/generation';
import type { Logger } from 'pino';
import { createTextHider, secretsOf } from '../security/secrets/operator-secrets.ts';
import { settleSecretKey } from '../security/secrets/secret-key.ts';
import { prepareDataDirectory, takeDataDirectory } from './data-directory.ts';
import { discordSettingsOf } from './discord-settings.ts';
import { diskProblem } from './disk-problem.ts';
import { type Environment, passwordSettingsOf } from './env.ts';
import { StartError } from './start-error.ts';

const queueStopMaxMs = 10_000;
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
	readonly tellPasswords?: (generated: readonly GeneratedPassword[]) => void;
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
	const opened = new AsyncDisposableStack();
	try {
		const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment;
		const clock = overrides.clock ?? (() => new Date());
		const ownsDirectory = databaseUrl === undefined;
		prepareDataDirectory(dataDir, log);
		if (ownsDirectory) opened.defer(takeDataDirectory(dataDir));
		const database = overrides.database ?? (await createDb({ databaseUrl, dataDir }));
		opened.defer(() => database.destroy());
		const { db } = database;
		await migrateToLatest(db);
		const filesDir = join(dataDir, 'files');
		const storage = await createDiskStorage(filesDir);
		const stray = await tieFilesToDatabase(db, filesDir);
		if (stray !== null) throw new StartError(`DATA_DIR: ${stray}`);
		// Made only now, so that a start which cannot succeed leaves no key behind.
		const secretKey = await settleSecretKey(db, environment, log);
		// Beside other processes their half-written files would look like stray ones.
		if (ownsDirectory) await sweepTemporaryFiles(filesDir, null);
		const crashGuard = await openCrashGuard({ directory: join(dataDir, 'under-way'), isAlone: ownsDirectory, log });
		opened.defer(crashGuard.close);
		const { passwords, generated } = await createPasswordCheck({
			db,
			clock,
			settings: passwordSettingsOf(environment),
			onRefused: (kind, address) =>
				log.warn({ kind, address }, 'too many wrong passwords; more are refused for a while'),
		});
		overrides.tellPasswords?.(generated);
		const engines = overrides.engines ?? enginesOf(environment);
		opened.defer(async () => {
			for (const engine of engines.values()) await engine.close();
		});
		const queue = await createQueue({ database, databaseUrl: databaseUrl ?? null, log });
		opened.defer(() => queue.stop(queueStopMaxMs));
		const config = configOf(environment);
		const callLimiter = createTryLimiter({ clock, triesMax: openCallsMax, what: 'calls from this address' });
		const services = {
			database,
			db,
			queue,
			storage,
			crashGuard,
			scratch: await openScratch(join(dataDir, 'scratch')),
			storageBreaker: createStorageBreaker(),
			paidScratch: openPaidScratch(join(dataDir, 'scratch', 'paid'), log),
			engines,
			passwords,
			minting: await createMinting(mintSettingsOf(environment), clock),
			premium: await createPremiumPayments(premiumSettingsOf(environment), { db, clock }),
			solana: await createSolana(solanaSettingsOf(environment).settings),
			discord: discordOf(environment, clock),
			callLimiter,
			saleLimiters: createSaleLimiters(clock),
			secretKey,
			hideSecrets: createTextHider(secretsOf(environment).keys),
			config,
			clock,
			log,
		};
		const disposal = opened.move();
		return { services, close: () => disposal.disposeAsync() };
	} catch (error) {
		await opened.disposeAsync().catch((failure: unknown) => log.warn({ err: failure }, 'not everything was closed'));
		throw databaseProblem(error) ?? diskProblem(error, environment) ?? error;
	}
}

/** One line about a database of a newer version, or a server that was not reached or sent us away; null for anything else. */
function databaseProblem(error: unknown): StartError | null {
	if (error instanceof NewerDatabaseError) return new StartError(error.message, { cause: error });
	const problem = serverProblemOf(error);
	return problem === null ? null : new StartError(`DATABASE_URL: ${problem}`, { cause: error });
}

/** A process without a worker has them too, since orders are taken only for engines that are there; threads start when needed. */
function enginesOf(environment: Environment): ReadonlyMap<EngineName, ImageEngine> {
	const { WORKER_CONCURRENCY, GEMINI_BASE_URL: baseUrl, GEMINI_PRICES: prices } = environment;
	return new Map([
		['forge', createForgeEngine(WORKER_CONCURRENCY)],
		['gemini', createGeminiEngine({ baseUrl, prices })],
	]);
}

function discordOf(environment: Environment, clock: () => Date): DiscordClient | null {
	const discord = discordSettingsOf(environment);
	return discord.isConfigured ? createDiscordClient({ ...discord.settings, clock }) : null;
}

function configOf(environment: Environment): CoreConfig {
	const discord = discordSettingsOf(environment);
	return {
		missingDiscordVariables: discord.isConfigured ? [] : discord.missing,
		gateStart: environment.GATE_START,
		lockedPages: environment.LOCKED_PAGES,
		geminiKeyPrefixes: environment.GEMINI_KEY_PREFIXES,
		gemini: {
			models: environment.GEMINI_MODELS,
			ratePerMinute: environment.GEMINI_RATE_PER_MINUTE,
			prices: environment.GEMINI_PRICES,
		},
		dailyGenerationLimit: environment.DAILY_GENERATION_LIMIT,
		uploadQuotaBytes: {
			creator: environment.UPLOAD_QUOTA_MB * 1e6,
			developer: environment.UPLOAD_QUOTA_DEVELOPER_MB * 1e6,
		},
		hasPresets: environment.FEATURE_PRESETS,
		communityInviteUrl: environment.COMMUNITY_INVITE_URL ?? null,
		emergencyAccess: environment.EMERGENCY_ACCESS,
		publicOrigin: environment.PUBLIC_ORIGIN ?? null,
		secureCookies: environment.PUBLIC_ORIGIN?.startsWith('https:') ?? false,
	};
}
