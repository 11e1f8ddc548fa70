import type { DatabaseHandle } from '@adx/db/client';
import type { Role } from '@adx/validators/auth';
import type { EngineName } from '@adx/validators/generation';
import type { Logger } from 'pino';
import type { PasswordCheck } from './auth/passwords.ts';
import type { ImageEngine } from './engines/types.ts';
import { AppError } from './errors.ts';
import type { Queue } from './queue.ts';
import type { Storage } from './storage/types.ts';

/** What the operator configured, as far as use cases need it. */
export interface CoreConfig {
	readonly gateStart: 'developer' | 'role';
	readonly lockedPages: readonly string[];
	readonly geminiKeyPrefixes: readonly string[];
	readonly communityInviteUrl: string | null;
	/** Whether cookies may be marked Secure, which they are unless the origin is plain http. */
	readonly secureCookies: boolean;
}

/** The long-lived parts of one process; passed, never imported. */
export interface Services {
	readonly database: DatabaseHandle;
	readonly db: DatabaseHandle['db'];
	readonly queue: Queue;
	readonly storage: Storage;
	/** Only the engines that can draw right now. */
	readonly engines: ReadonlyMap<EngineName, ImageEngine>;
	readonly passwords: PasswordCheck;
	/** 32 bytes; signs cookies and encrypts what must not lie in the database in the clear. */
	readonly secretKey: Uint8Array;
	readonly config: CoreConfig;
	readonly clock: () => Date;
	readonly log: Logger;
}

/** Who is calling, as the session row says; flags of the browser never get here. */
export interface Actor {
	readonly userId: string;
	readonly sessionId: string;
	readonly role: Role;
	readonly premium: boolean;
	readonly adminUnlocked: boolean;
	readonly expiresAt: Date;
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
	readonly cookies: CookieJar;
	/** The caller's network address, as the configured proxies tell it. */
	readonly address: string;
	readonly requestId: string;
	readonly idempotencyKey: string | null;
}

/** The signed-in caller; refuses everybody else with 401. */
export function requireActor(ctx: RequestContext): Actor {
	if (ctx.actor === null) {
		throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Sign in first.' });
	}
	return ctx.actor;
}

/** Whose rows the caller may see: their own, or everybody's for a developer who asks for it. */
export function ownerScope(ctx: RequestContext, scope: 'own' | 'all' = 'own'): string | 'all' {
	const actor = requireActor(ctx);
	if (scope === 'own') return actor.userId;
	if (actor.role !== 'developer') {
		throw new AppError('FORBIDDEN', { reason: 'not_allowed', message: 'Only developers may see everybody’s work.' });
	}
	return 'all';
}
