import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInTransaction } from '@adx/db/client/transact';
import { insertSession } from '@adx/db/repositories/auth/sessions';
import { insertUser } from '@adx/db/repositories/auth/users';
import { createTestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import type { Role } from '@adx/validators/auth/auth';
import type { EngineName } from '@adx/validators/engines/engines';
import { pino } from 'pino';
import sharp from 'sharp';
import { toSelfHostedService } from '../engines/addresses/self-hosted-service.ts';
import type { EncodedImage, EngineRequest, ImageEngine } from '../engines/types.ts';
import { openReceivedScratch } from '../generation/remote/received-scratch.ts';
import type { EvmSaleChains } from '../sale/evm/evm-sale-chain.ts';
import type { Solana } from '../sale/solana/open-solana.ts';
import type { Actor, RequestContext, Services } from './context.ts';
import { openCrashGuard } from './crash-guard.ts';
import { createQueue } from './jobs/queue.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { createLiveChanges } from './live/live-changes.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createStorageCircuitBreaker } from './storage/circuit-breaker.ts';
import { createTestFiles, type TestFiles } from './storage/files-testing.ts';
import { openScratch } from './storage/scratch.ts';
import { noTracing } from './tracing/tracing.ts';

/** Services on a real database, queue and disk, with engines of the test's own. */
export interface TestServices {
	readonly services: Services;
	/** A call's context: of a new user, of the given one, or of nobody. */
	contextOf(caller?: Partial<Actor> | null, idempotencyKey?: string): Promise<RequestContext>;
	/** Empties the tables and the scratch; the queue keeps running. */
	clear(): Promise<void>;
	/** The stored files. */
	readonly files: TestFiles;
	/** An empty folder of the test's own, deleted at the end. */
	makeFolder(): Promise<string>;
	/** Ends everything and deletes the files. */
	close(): Promise<void>;
}

/** Lets every call through. */
export const unlimited: RateLimiter = {
	check: async () => {},
	begin: async () => async () => {},
	takeBack: async () => false,
};

/** Refuses every call from inside a transaction, which waits for nothing but the database. */
const outsideTransactions = <Port extends object>(port: Port): Port =>
	new Proxy(port, {
		get: (target, name) => {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== 'function') return value;
			return (...args: unknown[]) => {
				if (isInTransaction()) throw new Error(`${String(name)} was called inside a transaction`);
				return value.apply(target, args);
			};
		},
	});

/** `solana`, `evmSaleChains`: a test's own chains; without any nothing is sold. */
export async function createTestServices(
	engines: Partial<Record<EngineName, ImageEngine>>,
	{
		solana = null,
		evmSaleChains = new Map(),
	}: { readonly solana?: Solana | null; readonly evmSaleChains?: EvmSaleChains } = {},
): Promise<TestServices> {
	const database = await createTestDatabase();
	const folders: string[] = [];
	const makeFolder = async () => {
		const folder = await mkdtemp(join(tmpdir(), 'adx-core-'));
		folders.push(folder);
		return folder;
	};
	const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
	const queue = await createQueue({ database, databaseUrl: database.databaseUrl, log });
	const files = await createTestFiles(database.db);
	const crashGuard = await openCrashGuard({ directory: await makeFolder(), isAlone: true, log });
	const services: Services = {
		database,
		db: database.db,
		queue: outsideTransactions(queue),
		storage: outsideTransactions(files.storage),
		scratch: outsideTransactions(await openScratch(await makeFolder())),
		crashGuard,
		storageBreaker: createStorageCircuitBreaker(),
		receivedScratch: outsideTransactions(openReceivedScratch(await makeFolder(), log)),
		engines: new Map(Object.entries(engines) as [EngineName, ImageEngine][]),
		minting: { chains: new Map(), signer: null, ipfsApiUrl: null, limiter: unlimited, askingMaxMs: 10_000 },
		premium: {
			chains: new Map(),
			tries: { begin: async () => async () => {}, inspect: async () => {} },
			askingMaxMs: 10_000,
		},
		solana,
		evmSaleChains,
		passwords: { verify: async () => false },
		discord: null,
		callLimiter: unlimited,
		recoveryLimiter: unlimited,
		saleLimiters: { calls: unlimited, reservations: unlimited },
		secretKey: new Uint8Array(32).fill(7),
		hideSecrets: (text) => text,
		config: {
			gateStart: 'developer',
			lockedPages: [],
			services: {
				gemini: {
					models: ['test-model', 'next-model'],
					ratePerMinute: 6_000,
					callsAtOnce: 2,
					takesAnyModel: false,
					addresses: null,
					prices: { pricedAt: '2026-11-21', usdPerImage: { 'test-model': 0.04 } },
					keyPrefixes: ['AIza'],
					getCallSeconds: () => 12,
				},
				openai: {
					models: ['gpt-image-2'],
					ratePerMinute: 6_000,
					callsAtOnce: 2,
					takesAnyModel: true,
					addresses: [],
					prices: { pricedAt: '2026-11-21', usdPerImage: { 'gpt-image-2': 0.05 } },
					keyPrefixes: [],
					getCallSeconds: () => 12,
				},
				sdwebui: toSelfHostedService(['loaded'], [], { takesAnyModel: true }),
				comfyui: toSelfHostedService(['workflow'], [], { takesAnyModel: false }),
			},
			dailyGenerationLimit: 0,
			confirmAboveUsd: 5,
			uploadQuotaBytes: { creator: 0, developer: 0 },
			hasPresets: true,
			communityInviteUrl: null,
			missingDiscordVariables: [],
			emergencyAccess: 'after-failure',
			saleWalletProof: 'off',
			publicOrigin: null,
			secureCookies: false,
		},
		live: createLiveChanges({ database, clock: () => new Date(), log }),
		clock: () => new Date(),
		log,
		metrics: createMetrics(),
		tracing: noTracing,
	};
	return {
		services,
		contextOf: (caller, idempotencyKey) => createContext(services, caller, idempotencyKey),
		clear: async () => {
			await truncateAll(database.db);
			for (const { picture } of services.receivedScratch.waiting())
				await services.receivedScratch.remove(picture.callId);
			Object.assign(services.storageBreaker, createStorageCircuitBreaker());
		},
		files,
		makeFolder,
		close: async () => {
			await services.live.close();
			await queue.stop(5_000);
			await crashGuard.close();
			await files.close();
			await database.destroy();
			for (const folder of folders) await rm(folder, { recursive: true, force: true });
		},
	};
}

async function createContext(
	services: Services,
	caller: Partial<Actor> | null = {},
	idempotencyKey: string | null = null,
): Promise<RequestContext> {
	const jar = new Map<string, string>();
	const cookies = {
		get: (name: string) => jar.get(name),
		set: (name: string, value: string) => void jar.set(name, value),
		delete: (name: string) => void jar.delete(name),
	};
	const caught = { origin: 'http://localhost:3000', address: '127.0.0.1', requestId: randomUUID() };
	const request = { cookies, ...caught, idempotencyKey };
	return { ...services, ...request, actor: caller && (await createActor(services, caller)) };
}

async function createActor({ db }: Services, caller: Partial<Actor>): Promise<Actor> {
	const userId = caller.userId ?? randomUUID();
	if (caller.userId === undefined) await insertUser(db, { id: userId });
	const sessionId = randomUUID();
	const expiresAt = new Date(Date.now() + 3_600_000);
	if (caller.sessionId === undefined) {
		await insertSession(db, { id: sessionId, userId, method: 'community', expiresAt, absoluteExpiresAt: expiresAt });
	}
	return {
		sessionId,
		tokenScopes: null,
		hasAccess: true,
		signedInBy: 'community',
		isDiscord: false,
		role: 'creator' satisfies Role,
		premium: false,
		adminUnlocked: false,
		expiresAt,
		sameUntil: expiresAt,
		name: null,
		avatar: null,
		...caller,
		userId,
	};
}

/** An engine whose pictures are one coloured pixel each, different for every seed; `before` may delay or fail a draw. */
export function createPixelEngine(before: (request: EngineRequest) => Promise<void> = async () => {}): ImageEngine {
	return {
		concurrency: 2,
		readReceived: async (bytes) => {
			const file: EncodedImage = { bytes, mime: 'image/png', width: 1, height: 1 };
			return { full: file, previews: { px512: file, px200: file } };
		},
		draw: async (request) => {
			await before(request);
			const colour = `#${Buffer.from(request.imageSeed.padStart(6, '0')).toString('hex').slice(-6)}`;
			const image = sharp({ create: { width: 1, height: 1, channels: 3, background: colour } });
			const bytes = await image
				.withMetadata({ exif: { IFD0: { ImageDescription: request.imageSeed } } })
				.png()
				.toBuffer();
			const file: EncodedImage = { bytes, mime: 'image/png', width: 1, height: 1 };
			return { full: file, previews: { px512: file, px200: file } };
		},
	};
}
