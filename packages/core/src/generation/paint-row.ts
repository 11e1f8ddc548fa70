import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setKeyProven } from '@adx/db/repositories/generation-job-phases';
import { findGenerationJob } from '@adx/db/repositories/generation-jobs';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema';
import { imageSizePx } from '@adx/validators/limits';
import type { Services } from '../context.ts';
import { endTurn, renewTurn, renewTurnEveryMs, takeTurn } from '../engines/key-turns.ts';
import { breakerWaitMs, recordSuccess } from '../engines/model-breaker.ts';
import type { EngineImage } from '../engines/types.ts';
import { drawSeedOf, giveUpPoison, type RowWork } from './draw-row.ts';
import { putBackAndStop, putBackUnstored } from './end-row.ts';
import { handlePaintError } from './handle-paint-error.ts';
import { openJobKey } from './paid-key.ts';
import { type DrawnImage, isStorageFull, storeImage } from './store-image.ts';

/** Waiting this long is worth no message of its own. */
const shortWaitMs = 1_000;
const shortWaitsMax = 4;
/** A call is paid for when it is under way, so the end of the process lets it finish for so long. */
const graceMs = 8_000;
/** What was paid for is not given up because the database is just starting again. */
const storeTries = 5;
const storeAgainMs = 2_000;

/** One call with a user's key. */
export interface PaidWork extends RowWork {
	readonly model: string;
	readonly apiKeyId: string;
}

/**
 * Has one row painted with the job's key, within what key and model allow, and stores the result; a failure is dealt
 * with as `decideFailure` says. Answers how long nobody should call for this job; then the row was not begun.
 */
export async function paintRow(services: Services, work: RowWork): Promise<number> {
	if (await giveUpPoison(services, work)) return 0;
	// Read afresh, since the row may have waited behind others: the job may be paused or on another model by now.
	const job = await findGenerationJob(services.db, 'all', work.job.id);
	if (job === undefined || !mayPaint(job, work.row)) return 0;
	const { model, apiKeyId } = job;
	const apiKey = openJobKey(services, job);
	if (apiKey === null || model === null || apiKeyId === null) {
		const message = 'The API key can no longer be read. Enter it again.';
		await putBackAndStop(services, work, { reason: 'key_refused', message, apiKeyId: null, call: null });
		return 0;
	}
	const paid: PaidWork = { ...work, job, model, apiKeyId };
	const leave = await waitForTurn(services, paid);
	if ('waitMs' in leave) return leave.waitMs;
	const image = await call(services, paid, { apiKey, turn: leave.turn });
	if (image !== null) await keep(services, paid, image);
	return 0;
}

/** The conditions of a claim, once more. */
function mayPaint({ phase }: GenerationJobRow, row: GeneratedImageRow): boolean {
	if (phase === 'paused' || phase === 'cancelling') return false;
	return row.redraw || phase === 'running' || phase === 'queued';
}

type Leave = { readonly turn: string } | { readonly waitMs: number };

async function waitForTurn(services: Services, { job, model, apiKeyId, signal }: PaidWork): Promise<Leave> {
	for (let waits = 0; ; waits += 1) {
		const openMs = await breakerWaitMs(services, model);
		const leave = openMs > 0 ? { waitMs: openMs } : await takeTurn(services, apiKeyId, { alone: !job.keyProven });
		if ('turn' in leave) return leave;
		if (leave.waitMs >= shortWaitMs || waits === shortWaitsMax) {
			return { waitMs: Math.max(leave.waitMs, shortWaitMs) };
		}
		await sleep(leave.waitMs, undefined, { signal }).catch(() => {});
		// Handed back with the claim, as if it had not been taken up.
		if (signal.aborted) return { waitMs: shortWaitMs };
	}
}

/** Null when there is no picture; what that means is written down already. */
async function call(
	services: Services,
	work: PaidWork,
	{ apiKey, turn }: { readonly apiKey: string; readonly turn: string },
): Promise<EngineImage | null> {
	const { row, engine, model } = work;
	const grace = withGrace(work.signal, graceMs);
	const renewal = setInterval(() => {
		renewTurn(services, turn).catch((error: unknown) => services.log.warn({ err: error }, 'turn was not renewed'));
	}, renewTurnEveryMs);
	try {
		const image = await engine.draw({
			traits: row.traits,
			imageSeed: drawSeedOf(row),
			sizePx: imageSizePx,
			previews: true,
			paid: { apiKey, model, isSoftened: (row.tries.blocked ?? 0) > 0 },
			signal: grace.signal,
		});
		return image;
	} catch (error) {
		if (grace.signal.aborted) return null;
		await handlePaintError(services, work, { error, random: randomOf(row) });
		return null;
	} finally {
		grace.end();
		clearInterval(renewal);
		await endTurn(services, turn);
	}
}

async function keep(services: Services, work: PaidWork, image: EngineImage): Promise<void> {
	const { row, token, job, model, apiKeyId } = work;
	try {
		await storePatiently(services, { row, token, image, imageSeed: drawSeedOf(row) });
	} catch (error) {
		await putBackUnstored(services, work, { error, call: image.call ?? null });
	}
	if (!job.keyProven) await setKeyProven(services.db, job.id, apiKeyId, true);
	await recordSuccess(services, model);
}

async function storePatiently(services: Services, drawn: DrawnImage): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await storeImage(services, drawn);
		} catch (error) {
			if (tries === storeTries || isStorageFull(error)) throw error;
			services.log.warn({ err: error, imageId: drawn.row.id, tries }, 'image is not stored yet');
			await sleep(storeAgainMs);
		}
	}
}

/** From 0 to 1; the same for the same try, so that a job's course can be repeated. */
function randomOf({ id, tries }: GeneratedImageRow): number {
	const hash = createHash('sha256').update(id).update(JSON.stringify(tries)).digest();
	return hash.readUInt32BE() / 2 ** 32;
}

/** A signal that follows another one `ms` later; `end` stops following. */
function withGrace(signal: AbortSignal, ms: number): { readonly signal: AbortSignal; end(): void } {
	const controller = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const follow = () => {
		timer = setTimeout(() => controller.abort(signal.reason), ms);
	};
	if (signal.aborted) follow();
	else signal.addEventListener('abort', follow, { once: true });
	const end = () => {
		clearTimeout(timer);
		signal.removeEventListener('abort', follow);
	};
	return { signal: controller.signal, end };
}
