import { createHmac, randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '@adx/db/client/database';
import { findTryWaitMs, type RateLimit, recordTry, removeTry } from '@adx/db/repositories/platform/rate-limits';
import { AppError } from '../errors.ts';

const defaultWindowMs = 15 * 60_000;
const trackedKeysMax = 10_000;

/** Limits attempts per address and subject; a known user is counted by id in place of the address. */
export interface RateLimiter {
	/** Throws `LIMIT` where a try would be one too many, without counting one. */
	check(subject: string, address: string): Promise<void>;
	/**
	 * Counts a try before it is judged, so that tries at the same moment cannot slip through together.
	 * Resolves to how to take it back when it shall not count. Throws `LIMIT` once too many count within the window.
	 */
	begin(subject: string, address: string): Promise<() => Promise<void>>;
	/** Refunds the latest counted attempt, for a caller that learns in another call that it was a good one; false where none counts. */
	takeBack(subject: string, address: string): Promise<boolean>;
}

export interface RateLimiterOptions {
	/** Keeps what is counted apart from what other limiters count. */
	readonly name: string;
	readonly triesMax: number;
	/** What is counted, as the sentence of the refusal names it: `Too many wrong passwords.` */
	readonly what: string;
	/** How long a try counts; 15 minutes unless given. */
	readonly windowMs?: number;
	/** Called on the first rejection in a window. */
	readonly onRefused?: (subject: string, address: string) => void;
}

/** Makes limiters that count in one place. The first try too many of a window is refused with the seconds until the oldest one leaves it. */
export type CreateRateLimiter = (options: RateLimiterOptions) => RateLimiter;

/** Where the only process of an installation counts: in memory, which a restart forgets. */
export function limitInMemory(clock: () => Date): CreateRateLimiter {
	return ({ triesMax, what, windowMs = defaultWindowMs, onRefused }) => {
		const triesByKey = new Map<string, number[]>();
		const loggedAt = new Map<string, number>();
		const drop = (key: string, at: number) => {
			const tries = triesByKey.get(key);
			const index = tries?.indexOf(at) ?? -1;
			if (index !== -1) tries?.splice(index, 1);
		};
		/** Those that count, of which one more may. */
		const requireFree = (subject: string, address: string, now: number): number[] => {
			const key = toKey(subject, address);
			const tries = (triesByKey.get(key) ?? []).filter((at) => at > now - windowMs);
			const oldest = tries[0];
			if (oldest === undefined || tries.length < triesMax) return tries;
			if ((loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) <= now - windowMs) {
				loggedAt.delete(key);
				loggedAt.set(key, now);
				onRefused?.(subject, address);
			}
			throw tooManyRequests(what, oldest + windowMs - now);
		};
		return {
			check: async (subject, address) => void requireFree(subject, address, clock().getTime()),
			begin: async (subject, address) => {
				const now = clock().getTime();
				const key = toKey(subject, address);
				const tries = requireFree(subject, address, now);
				tries.push(now);
				// Deleting first moves the key to the end, so that the map's order is the order of last use.
				triesByKey.delete(key);
				triesByKey.set(key, tries);
				forgetOldest(triesByKey, (each) => each.at(-1) ?? 0, now - windowMs);
				forgetOldest(loggedAt, (at) => at, now - windowMs);
				return async () => drop(key, now);
			},
			takeBack: async (subject, address) => triesByKey.get(toKey(subject, address))?.pop() !== undefined,
		};
	};
}

/**
 * Where several processes count together: in rows of their database, by its clock. Rows name whom they count by an HMAC
 * under `secretKey` (32 bytes) alone.
 */
export function limitInDatabase(db: Database, secretKey: Uint8Array): CreateRateLimiter {
	return ({ name, triesMax, what, windowMs = defaultWindowMs, onRefused }) => {
		const limitOf = (subject: string, address: string): RateLimit => {
			const hmac = createHmac('sha256', secretKey).update(`rate limit ${name} ${toKey(subject, address)}`);
			return { key: hmac.digest('base64url'), triesMax, windowMs };
		};
		const begin: RateLimiter['begin'] = async (subject, address) => {
			const limit = limitOf(subject, address);
			const { at, waitMs, isFirstRefusal } = await recordTry(db, limit, randomUUID());
			if (at !== null) return async () => void (await removeTry(db, limit.key, at));
			if (isFirstRefusal) onRefused?.(subject, address);
			throw tooManyRequests(what, waitMs);
		};
		return {
			begin,
			check: async (subject, address) => {
				if ((await findTryWaitMs(db, limitOf(subject, address))) === 0) return;
				// Refused, unless the oldest try counts no more by now.
				const takeBack = await begin(subject, address);
				await takeBack();
			},
			takeBack: (subject, address) => removeTry(db, limitOf(subject, address).key, 'latest'),
		};
	};
}

const toKey = (subject: string, address: string) => `${subject} ${toNetwork(address)}`;

/** In the order of last use; beyond the bound those go as well that still count. */
function forgetOldest<Entry>(entries: Map<string, Entry>, lastAt: (entry: Entry) => number, since: number): void {
	for (const [key, entry] of entries) {
		if (lastAt(entry) > since && entries.size <= trackedKeysMax) return;
		entries.delete(key);
	}
}

/** An IPv4 address, or the first four groups of an IPv6 one: a household holds a whole /64, so they count as one. */
export function toNetwork(address: string): string {
	const plain = address
		.toLowerCase()
		.replace(/^::ffff:(?=\d+\.)/, '')
		.replace(/%.*$/, '');
	if (!isIPv6(plain)) return plain;
	const [head = '', tail = ''] = plain.split('::');
	const headGroups = head === '' ? [] : head.split(':');
	const tailGroups = tail === '' ? [] : tail.split(':');
	const missing = plain.includes('::') ? 8 - headGroups.length - tailGroups.length : 0;
	const groups = [...headGroups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tailGroups];
	return groups
		.slice(0, 4)
		.map((group) => Number.parseInt(group, 16).toString(16))
		.join(':');
}

function tooManyRequests(what: string, waitMs: number): AppError {
	const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
	const minutes = Math.ceil(retryAfterSeconds / 60);
	const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
	const message = `Too many ${what}. Try again ${when}.`;
	return new AppError('LIMIT', { reason: 'too_many_tries', message, meta: { retryAfterSeconds } });
}
