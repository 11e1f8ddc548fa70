import { isIPv6 } from 'node:net';
import { AppError } from '../errors.ts';

const defaultWindowMs = 15 * 60_000;
const trackedKeysMax = 10_000;

/** Limits attempts per address and subject; a known user is counted by id in place of the address. */
export interface RateLimiter {
	/**
	 * Counts a try before it is judged, so that tries at the same moment cannot slip through together.
	 * Returns how to take it back when it shall not count. Throws `LIMIT` once too many count within the window.
	 */
	begin(subject: string, address: string): () => void;
	/** Refunds the latest counted attempt, for a caller that learns in another call that it was a good one. */
	takeBack(subject: string, address: string): void;
}

/**
 * Keeps its counts in this process: with several API processes each allows its own, and a restart forgets
 * them. The first try too many of a window is refused with the seconds until the oldest one leaves it.
 *
 * @param options.what is counted, as the sentence of the refusal names it: `Too many wrong passwords.`
 */
export function createRateLimiter(options: {
	readonly clock: () => Date;
	readonly triesMax: number;
	readonly what: string;
	/** How long a try counts; 15 minutes unless given. */
	readonly windowMs?: number;
	/** Called on the first rejection in a window. */
	readonly onRefused?: (subject: string, address: string) => void;
}): RateLimiter {
	const { clock, triesMax, what, windowMs = defaultWindowMs, onRefused } = options;
	const triesByKey = new Map<string, number[]>();
	const loggedAt = new Map<string, number>();
	const drop = (key: string, at: number) => {
		const tries = triesByKey.get(key);
		const index = tries?.indexOf(at) ?? -1;
		if (index !== -1) tries?.splice(index, 1);
	};
	return {
		begin: (subject, address) => {
			const now = clock().getTime();
			const key = `${subject} ${toNetwork(address)}`;
			const tries = (triesByKey.get(key) ?? []).filter((at) => at > now - windowMs);
			const oldest = tries[0];
			if (oldest !== undefined && tries.length >= triesMax) {
				if ((loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) <= now - windowMs) {
					loggedAt.delete(key);
					loggedAt.set(key, now);
					onRefused?.(subject, address);
				}
				throw tooManyRequests(what, oldest + windowMs - now);
			}
			tries.push(now);
			// Deleting first moves the key to the end, so that the map's order is the order of last use.
			triesByKey.delete(key);
			triesByKey.set(key, tries);
			forgetOldest(triesByKey, (each) => each.at(-1) ?? 0, now - windowMs);
			forgetOldest(loggedAt, (at) => at, now - windowMs);
			return () => drop(key, now);
		},
		takeBack: (subject, address) => {
			triesByKey.get(`${subject} ${toNetwork(address)}`)?.pop();
		},
	};
}

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
