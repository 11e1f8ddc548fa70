import { randomUUID } from 'node:crypto';
import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { transact } from '@adx/db/client/transact';
import { insertPlannedImages } from '@adx/db/repositories/generation/generated-images';
import { insertGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { findIdempotencyKey, insertIdempotencyKey } from '@adx/db/repositories/generation/idempotency-keys';
import { isServiceEngine } from '@adx/validators/engines/engines';
import type { StartedGeneration, StartGenerationInput } from '@adx/validators/generation';
import { consumeSessionImages } from '../../auth/emergency/take-session-images.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { randomSeed } from '../../platform/ids.ts';
import { findRepeated, hashRequest, requireSameRequest } from '../../platform/jobs/idempotency.ts';
import { wakeUp } from '../../platform/jobs/outbox.ts';
import { checkFreeSpace } from '../../platform/storage/free-space.ts';
import { slicesOf } from '../../platform/threads/yield-to-event-loop.ts';
import { toJobKey } from '../paid/job-key.ts';
import { planRowsFor } from '../plan/plan-rows.ts';
import { getGeneration } from '../queries/generations.ts';
import {
	checkCallPictures,
	type PreparedReference,
	prepareReferences,
	recordReferenceFiles,
	storeReferences,
	toCallPictures,
} from '../references/prepare-references.ts';
import { enqueueGeneration } from '../run/generation-job.ts';
import {
	checkEngine,
	checkEntitlement,
	getEngineAddress,
	getModel,
	requireApiKey,
	requireWorkflow,
} from './check-allowed.ts';
import { consumeDailyImages } from './take-daily-images.ts';

/**
 * Stores the job and every planned image in one transaction, then wakes a worker. The same
 * Idempotency-Key with the same body answers with the first job; with another body it is refused (422).
 */
export async function startGeneration(ctx: RequestContext, input: StartGenerationInput): Promise<StartedGeneration> {
	const actor = requireActor(ctx);
	checkEntitlement(actor, input);
	checkEngine(ctx, input);
	const { references = [] } = input;
	checkCallPictures(ctx, input.engine, toCallPictures(input));
	// The API key is no part of what was ordered, and a hash of it would be one more place it could leak from.
	const { geminiApiKey: _, apiKey: __, ...request } = input;
	const requestHash = hashRequest(request);
	const repeated = await findRepeated(ctx, requestHash, (key) => findIdempotencyKey(ctx.db, actor.userId, key));
	if (repeated !== null) return toStarted(ctx, repeated.jobId);
	await checkFreeSpace(ctx);
	const seed = input.seed ?? randomSeed();
	const { rows } = await planRowsFor(actor.userId, input, seed, (row) => row);
	const prepared = await prepareReferences(ctx, references);
	const started = await store(ctx, { input, seed, requestHash, rows, prepared });
	await wakeUp(ctx, started.jobId, enqueueGeneration(ctx, { id: started.jobId, engine: input.engine }));
	return started;
}

async function toStarted(ctx: RequestContext, jobId: string): Promise<StartedGeneration> {
	return { jobId, job: await getGeneration(ctx, { jobId, scope: 'own' }) };
}

/** Stored in some ms by the embedded database, which works on the thread that answers calls; more at once is no faster. */
const rowsPerSlice = 100;

interface NewJob {
	readonly input: StartGenerationInput;
	readonly seed: string;
	readonly requestHash: string;
	readonly rows: readonly RankedRow[];
	readonly prepared: readonly PreparedReference[];
}

/**
 * Returns the job that the request made: the new one as it was stored, before any worker sees it, or the one a simultaneous
 * repeat stored first.
 */
async function store(
	ctx: RequestContext,
	{ input, seed, requestHash, rows, prepared }: NewJob,
): Promise<StartedGeneration> {
	const actor = requireActor(ctx);
	const ownerId = actor.userId;
	const now = ctx.clock();
	const jobId = randomUUID();
	const { weights, counts, rules } = input;
	return transact(ctx.db, async (trx) => {
		if (ctx.idempotencyKey !== null) {
			const key = { ownerId, key: ctx.idempotencyKey, requestHash, jobId, createdAt: now };
			const winner = await insertIdempotencyKey(trx, key);
			if (winner.jobId !== jobId) {
				return toStarted({ ...ctx, db: trx }, requireSameRequest(winner, requestHash).jobId);
			}
		}
		await insertGenerationJob(trx, ownerId, {
			id: jobId,
			races: input.races,
			classes: input.classes,
			artStyle: input.artStyle,
			backgroundType: input.backgroundType,
			afflictions: input.afflictions ?? [],
			batchSize: input.batchSize,
			projectName: input.projectName || null,
			engine: input.engine,
			seed,
			planOptions: weights || counts || rules ? { weights, counts, rules } : null,
			...serviceColumns(ctx, input, jobId),
			styleLock: input.styleLock ?? false,
			usesSketch: input.sketch ?? false,
			createdAt: now,
		});
		await recordReferenceFiles(trx, prepared, now);
		await storeReferences(trx, prepared, { jobId, createdAt: now });
		// After the job, which locks its owner: a sign-in that moves the work elsewhere locks in this order too.
		await consumeSessionImages(trx, actor, input.batchSize);
		await consumeDailyImages(trx, ctx, input.batchSize);
		for await (const slice of slicesOf(rows, rowsPerSlice)) {
			const images = slice.map((row) => plannedImage(row, now));
			await insertPlannedImages(trx, ownerId, jobId, images);
		}
		return toStarted({ ...ctx, db: trx }, jobId);
	});
}

/** Nothing for an engine of this server. */
function serviceColumns(ctx: RequestContext, input: StartGenerationInput, jobId: string) {
	const { engine, model } = input;
	if (!isServiceEngine(engine)) return {};
	const apiKey = requireApiKey(ctx, input, 'bad_input');
	const engineAddress = getEngineAddress(ctx, { engine, engineAddress: input.engineAddress });
	const key = toJobKey(ctx, { id: jobId, engineAddress }, apiKey);
	return { model: getModel(ctx, { engine, model }), engineAddress, workflow: requireWorkflow(input), ...key };
}

function plannedImage({ index: _, ...row }: RankedRow, createdAt: Date) {
	return { id: randomUUID(), filename: `${row.tokenNumber}.png`, createdAt, ...row };
}
