import { createHash } from 'node:crypto';
import type { RequestContext } from '../context.ts';
import { AppError } from '../errors.ts';

/** A job as far as the Idempotency-Key it was started with is concerned. */
interface KeyedJob {
	readonly requestHash: string | null;
}

/** Tells a repeated request from another one with the same key: SHA-256 of its JSON, hex. */
export const hashRequest = (request: unknown): string =>
	createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** What the caller started with this key before; null without a key, and for the first time. 422 as `requireSameRequest`. */
export async function findRepeated<Job extends KeyedJob>(
	{ idempotencyKey }: Pick<RequestContext, 'idempotencyKey'>,
	requestHash: string,
	findByKey: (key: string) => Promise<Job | undefined>,
): Promise<Job | null> {
	const known = idempotencyKey === null ? undefined : await findByKey(idempotencyKey);
	return known === undefined ? null : requireSameRequest(known, requestHash);
}

/** The job that holds the key; 422 `idempotency_mismatch` when the key stands for another request. */
export function requireSameRequest<Job extends KeyedJob>(job: Job, requestHash: string): Job {
	if (job.requestHash === requestHash) return job;
	const message = 'This Idempotency-Key was used with another request.';
	throw new AppError('MISMATCH', { reason: 'idempotency_mismatch', message });
}
