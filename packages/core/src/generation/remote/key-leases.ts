import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	deleteExpiredKeyLeases,
	deleteKeyLease,
	insertKeyLease,
	listKeyLeases,
	lockEngineKey,
	renewKeyLease,
	updateEngineKey,
} from '@adx/db/repositories/generation/remote-call-limits';
import type { EngineKeyRow } from '@adx/db/schema/generation-tables';
import type { ServiceSettings, Services } from '../../platform/context.ts';

const minuteMs = 60_000;
/** Several renewals long, so that only what a killed process held ends by itself. */
const leaseMs = 40_000;
/** How often a lease is to be renewed while its call is under way. */
export const renewLeaseEveryMs = 10_000;
/** One: calls are spread over the minute, and no minute sees more of them than the rate. */
const tokensMax = 1;
const growth = 1.1;
/** Growing further would only make the next refusal worse. */
const rateMaxFactor = 10;
const ratePerMinuteMin = 1;
/** How soon to ask again when others are calling: a small part of what a call takes. */
const busyWaitMs = 250;

/** What holds of every key of a service until its own rate is found out. */
type KeyLimits = Pick<ServiceSettings, 'ratePerMinute' | 'callsAtOnce'>;

interface LeaseServices extends Pick<Services, 'db'> {
	readonly limits: KeyLimits;
}

/** Names a key without telling it: HMAC-SHA-256 (hex) under a key derived from `secretKey` (32 bytes). */
export function toKeyId(secretKey: Uint8Array, apiKey: string): string {
	const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'adx engine key id', 32));
	return createHmac('sha256', key).update(apiKey, 'utf8').digest('hex');
}

/** Leave to make one call, to be given back through `releaseLease`; or how long to wait before asking again. */
export type Lease = { readonly leaseId: string } | { readonly waitMs: number };

/**
 * Asks for one call with a key, on behalf of all processes: at most `callsAtOnce` calls at once and no more per minute
 * than the rate found out so far, which starts with `ratePerMinute` and grows by a tenth a minute while it is used and
 * nobody is refused. A lease that is neither released nor renewed ends after 40 s.
 *
 * @param options.alone until the job has had its first answer: of such calls one at a time runs with a key, so that a
 *   key that is refused is used once
 */
export async function acquireLease(
	{ db, limits }: LeaseServices,
	keyId: string,
	{ alone }: { readonly alone: boolean },
): Promise<Lease> {
	const { ratePerMinute: startRate, callsAtOnce } = limits;
	return transact(db, async (trx) => {
		const key = await lockEngineKey(trx, newKey(keyId, startRate));
		const { now } = key;
		const blockedMs = (key.blockedUntil?.getTime() ?? 0) - now.getTime();
		if (blockedMs > 0) return { waitMs: blockedMs };
		const busyMs = await busyFor(trx, { keyId, alone, callsAtOnce, now });
		if (busyMs > 0) return { waitMs: busyMs };
		const tokens = tokensAt(key, now);
		// A billionth less counts as whole, or rounding would ask for one more millisecond again and again.
		if (tokens < 1 - 1e-9) return { waitMs: Math.ceil(((1 - tokens) / key.ratePerMinute) * minuteMs) };
		await updateEngineKey(trx, keyId, { tokens: tokens - 1, refilledAt: now, ...grown(key, startRate, now) });
		const leaseId = randomUUID();
		await insertKeyLease(trx, { token: leaseId, keyId, alone, forMs: leaseMs });
		return { leaseId };
	});
}

/** Keeps a lease for another 40 s. */
export async function renewLease({ db }: Pick<LeaseServices, 'db'>, leaseId: string): Promise<void> {
	await renewKeyLease(db, leaseId, leaseMs);
}

/** Gives a lease back; one that has ended already does no harm. */
export async function releaseLease({ db }: Pick<LeaseServices, 'db'>, leaseId: string): Promise<void> {
	await deleteKeyLease(db, leaseId);
}

/**
 * The service refused a call as one too many: nobody calls with the key for that long, and its rate is halved, never
 * below one a minute. Refusals that come in while it is blocked belong to the same moment: they may only prolong it.
 */
export async function throttleKey(
	{ db, limits }: LeaseServices,
	keyId: string,
	{ waitMs }: { readonly waitMs: number },
): Promise<void> {
	await transact(db, async (trx) => {
		const key = await lockEngineKey(trx, newKey(keyId, limits.ratePerMinute));
		const { now } = key;
		const blockedUntil = new Date(now.getTime() + waitMs);
		if (key.blockedUntil !== null && key.blockedUntil > now) {
			if (blockedUntil > key.blockedUntil) await updateEngineKey(trx, keyId, { blockedUntil });
			return;
		}
		const ratePerMinute = Math.max(ratePerMinuteMin, key.ratePerMinute / 2);
		await updateEngineKey(trx, keyId, { blockedUntil, ratePerMinute, grownAt: now });
	});
}

const newKey = (id: string, ratePerMinute: number) => ({ id, ratePerMinute, tokens: tokensMax });

/** 0 when another call may run beside those under way. */
async function busyFor(
	trx: DatabaseTransaction,
	{
		keyId,
		alone,
		callsAtOnce,
		now,
	}: {
		readonly keyId: string;
		readonly alone: boolean;
		readonly callsAtOnce: number;
		readonly now: Date;
	},
): Promise<number> {
	await deleteExpiredKeyLeases(trx, keyId);
	const leases = await listKeyLeases(trx, keyId);
	const isFree = leases.length < callsAtOnce && !(alone && leases.some((lease) => lease.alone));
	if (isFree) return 0;
	const firstEndMs = Math.min(...leases.map((lease) => lease.expiresAt.getTime())) - now.getTime();
	return Math.min(busyWaitMs, firstEndMs);
}

function tokensAt({ tokens, refilledAt, ratePerMinute }: EngineKeyRow, now: Date): number {
	const passedMs = now.getTime() - refilledAt.getTime();
	return Math.min(tokensMax, tokens + (passedMs / minuteMs) * ratePerMinute);
}

/** At most one step a call, since hours in which nobody called prove nothing. */
function grown({ ratePerMinute, grownAt }: EngineKeyRow, startRate: number, now: Date) {
	if (now.getTime() - grownAt.getTime() < minuteMs) return {};
	return { ratePerMinute: Math.min(ratePerMinute * growth, startRate * rateMaxFactor), grownAt: now };
}
