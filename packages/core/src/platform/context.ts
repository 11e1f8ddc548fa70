import type { DatabaseHandle } from '@adx/db/client/database';
import type { SessionMethod } from '@adx/db/schema/auth-tables';
import type { Role, TokenScope } from '@adx/validators/auth/auth';
import type { LockablePage } from '@adx/validators/config';
import type { EngineName, ServiceEngineName } from '@adx/validators/engines/engines';
import type { Logger } from 'pino';
import type { DiscordClient } from '../auth/discord/discord-client.ts';
import type { PasswordCheck } from '../auth/passwords/passwords.ts';
import type { EngineAddress } from '../engines/addresses/engine-address.ts';
import type { ImageEngine } from '../engines/types.ts';
import type { ReceivedScratch } from '../generation/remote/received-scratch.ts';
import type { Minting } from '../mint/minting.ts';
import type { PremiumPayments } from '../premium/premium-payments.ts';
import type { EvmSaleChains } from '../sale/evm/evm-sale-chain.ts';
import type { SaleLimiters } from '../sale/sale-limiters.ts';
import type { Solana } from '../sale/solana/open-solana.ts';
import type { CrashGuard } from './crash-guard.ts';
import { AppError } from './errors.ts';
import type { Queue } from './jobs/queue.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import type { LiveChanges } from './live/live-changes.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { StorageCircuitBreaker } from './storage/circuit-breaker.ts';
import type { Scratch } from './storage/scratch.ts';
import type { Storage } from './storage/types.ts';
import type { Tracing } from './tracing/tracing.ts';

/** How an engine's service is called, and what it costs. */
export interface ServiceSettings {
	/** In order: on 404 a job moves to the next once. Never empty. */
	readonly models: readonly string[];
	/** The initial rate of a key. */
	readonly ratePerMinute: number;
	/** The most concurrent calls with one key. */
	readonly callsAtOnce: number;
	readonly prices: Pick<PriceTable, 'pricedAt' | 'usdPerImage'>;
	/** About what each image that goes with a call costs on top, in USD; null where it is not known. Unknown for all unless given. */
	readonly getInputImageUsd?: (model: string) => number | null;
	/** Whether an order may name other models than those, as where addresses differ in what they have. */
	readonly takesAnyModel: boolean;
	/** Where the operator allows it to be; null where it is always at the same place. */
	readonly addresses: readonly EngineAddress[] | null;
	/** What a key must begin with; empty where any will do. */
	readonly keyPrefixes: readonly string[];
	/** About how many seconds a call to that model takes. */
	readonly getCallSeconds: (model: string) => number;
}

/** Prices as they were on one day. */
export interface PriceTable {
	/** `2026-11-21`. */
	readonly pricedAt: string;
	/** USD per image by model. */
	readonly usdPerImage: Readonly<Record<string, number>>;
	/** USD per million tokens of a prompt and of text in an answer, by model: what an answer without a picture costs. */
	readonly usdPerMillionTokens?: Readonly<Record<string, TokenPrices>>;
}

export interface TokenPrices {
	readonly input: number;
	readonly text: number;
}

/** What the operator configured, as far as use cases need it. */
export interface CoreConfig {
	readonly gateStart: 'developer' | 'role';
	readonly lockedPages: readonly LockablePage[];
	readonly services: Readonly<Record<ServiceEngineName, ServiceSettings>>;
	/** Images a user may order on a UTC day; 0 for no limit. */
	readonly dailyGenerationLimit: number;
	/** The page asks again before an order that costs more. */
	readonly confirmAboveUsd: number;
	/** What an account may hold in uploads that nothing uses yet; 0 for no limit. */
	readonly uploadQuotaBytes: Readonly<Record<Role, number>>;
	readonly hasPresets: boolean;
	readonly communityInviteUrl: string | null;
	/** What keeps Discord from being configured; empty when it is. */
	readonly missingDiscordVariables: readonly string[];
	readonly emergencyAccess: 'off' | 'after-failure';
	/** Whether who reserves an item of a sale has to prove whose the wallet is; `auto` where few items are left. */
	readonly saleWalletProof: 'auto' | 'always' | 'off';
	/** Null on a loopback address without one. */
	readonly publicOrigin: string | null;
	/** Whether cookies may be marked Secure, which they are unless the origin is plain http. */
	readonly secureCookies: boolean;
}

/** As much of a log as what runs outside of the server needs as well. */
export interface WarningLog {
	warn(details: object, message: string): void;
}

/** The long-lived parts of one process; passed, never imported. */
export interface Services {
	readonly database: DatabaseHandle;
	readonly db: DatabaseHandle['db'];
	readonly queue: Queue;
	readonly storage: Storage;
	/** For bodies that are needed whole. */
	readonly scratch: Scratch;
	/** Around work that may take the process with it. */
	readonly crashGuard: CrashGuard;
	/** Whether storage works, as this process found it last. */
	readonly storageBreaker: StorageCircuitBreaker;
	/** Paid pictures that are not stored yet. */
	readonly receivedScratch: ReceivedScratch;
	/** Only the engines that can draw right now. */
	readonly engines: ReadonlyMap<EngineName, ImageEngine>;
	/** How single images are minted; without chains where none is configured. */
	readonly minting: Minting;
	/** How Premium is paid for; without chains where no price is set. */
	readonly premium: PremiumPayments;
	/** Where collections are minted and sold; null where it is not set up. */
	readonly solana: Solana | null;
	/** The EVM chains on which collections are sold; none where none is set up. */
	readonly evmSaleChains: EvmSaleChains;
	readonly passwords: PasswordCheck;
	/** Null when it is not configured. */
	readonly discord: DiscordClient | null;
	/** For calls that anybody may make besides passwords, which count their own. */
	readonly callLimiter: RateLimiter;
	/** For recovery codes that turn out to be wrong. */
	readonly recoveryLimiter: RateLimiter;
	readonly saleLimiters: SaleLimiters;
	/** 32 bytes; signs cookies and encrypts what must not lie in the database in the clear. */
	readonly secretKey: Uint8Array;
	/** The text without the operator's keys, for what others said and is stored or answered. */
	readonly hideSecrets: (text: string) => string;
	readonly config: CoreConfig;
	/** Who listens to what changes of theirs. */
	readonly live: LiveChanges;
	/** The database's time, which all processes share. */
	readonly clock: () => Date;
	readonly log: Logger;
	/** What Prometheus reads of this process. */
	readonly metrics: Metrics;
	/** Where requests and jobs begin what is traced of them. */
	readonly tracing: Tracing;
}

/** Who is calling, as the row of the session or access token says; flags of the browser never get here. */
export interface Actor {
	readonly userId: string;
	/** Null when a personal access token calls. */
	readonly sessionId: string | null;
	/** What the personal access token allows; null for a session, which allows all that its role does. */
	readonly tokenScopes: readonly TokenScope[] | null;
	/** False for a Discord account without a qualifying role. */
	readonly hasAccess: boolean;
	/** How the session came to be; null when a personal access token calls. */
	readonly signedInBy: SessionMethod | null;
	/** Whether the user is a Discord account rather than this browser's anonymous one. */
	readonly isDiscord: boolean;
	readonly role: Role;
	readonly premium: boolean;
	readonly adminUnlocked: boolean;
	readonly expiresAt: Date;
	/** Before this nothing of what the caller may do ends by itself: the session, or an elevation in it. */
	readonly sameUntil: Date;
	readonly name: string | null;
	readonly avatar: string | null;
}

export interface CookieOptions {
	readonly httpOnly: boolean;
	readonly expires?: Date;
}

/** The cookies of one request and its answer; Path=/, SameSite=Lax and Secure are the host's. */
export interface CookieJar {
	get(name: string): string | undefined;
	set(name: string, value: string, options: CookieOptions): void;
	delete(name: string): void;
}

/** What every verb receives. */
export interface RequestContext extends Services {
	readonly actor: Actor | null;
	/** Whether an Authorization header spoke for the caller, who then needs a token and no sign-in. Absent for no. */
	readonly hasAuthorization?: boolean;
	readonly cookies: CookieJar;
	/** The origin by which the caller reaches us, e.g. `https://adx.example.org`. */
	readonly origin: string;
	/** The caller's network address, as the configured proxies report it. */
	readonly address: string;
	readonly requestId: string;
	/** Aborts when the caller's connection has ended; absent where there is none. */
	readonly gone?: AbortSignal;
	readonly idempotencyKey: string | null;
}

const tokenRefused =
	'The Authorization header holds no access token that is valid. It may have expired or been revoked; make a new one at /tokens.';

/** The caller who passed the gate; 401 for nobody, 403 `no_access` for a Discord account without a qualifying role. */
export function requireActor({ actor, hasAuthorization }: Pick<RequestContext, 'actor' | 'hasAuthorization'>): Actor {
	if (actor === null) {
		const message = hasAuthorization === true ? tokenRefused : 'Sign in first.';
		throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message });
	}
	if (!actor.hasAccess) {
		throw new AppError('FORBIDDEN', { reason: 'no_access', message: 'This account holds none of the roles.' });
	}
	return actor;
}

/** Whose rows the caller may see: their own, or everybody's for a developer who asks for it. */
export function ownerScope(ctx: Parameters<typeof requireActor>[0], scope: 'own' | 'all' = 'own'): string | 'all' {
	const actor = requireActor(ctx);
	if (scope === 'own') return actor.userId;
	if (actor.role !== 'developer') {
		throw new AppError('FORBIDDEN', { reason: 'not_allowed', message: 'Only developers may see everybody’s work.' });
	}
	return 'all';
}
