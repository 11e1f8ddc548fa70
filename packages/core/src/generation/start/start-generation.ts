import { randomUUID } from 'node:crypto';
import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { transact } from '@adx/db/client/transact';
import { insertPlannedImages, type PlannedImage } from '@adx/db/repositories/generation/generated-images';
import { insertGenerationJob, type NewGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { findIdempotencyKey, insertIdempotencyKey } from '@adx/db/repositories/generation/idempotency-keys';
import { forgeVersion } from '@adx/forge/version';
import { isServiceEngine } from '@adx/validators/engines/engines';
import type { StartedGeneration } from '@adx/validators/generation/generation-job';
import type {
	GenerationOrderInput,
	StartGenerationInput,
	StartLayersInput,
} from '@adx/validators/generation/generation-order';
import { consumeSessionImages } from '../../auth/emergency/consume-session-images.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { randomSeed } from '../../platform/ids.ts';
import { findRepeated, hashRequest, requireSameRequest } from '../../platform/jobs/idempotency.ts';
import { wakeUp } from '../../platform/jobs/outbox.ts';
import { requireWritableStorage } from '../../platform/storage/free-space.ts';
import { slicesOf } from '../../platform/threads/yield-to-event-loop.ts';
import { checkLayerFiles } from '../layers/check-layer-files.ts';
import { planLayersFor } from '../layers/plan-layers-for.ts';
import type { PlannedLayers, ShownFile } from '../layers/plan-layers-worker.ts';
import { retainLayers } from '../layers/retain-layers.ts';
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
import { toJobKey } from '../remote/job-key.ts';
import { enqueueGeneration } from '../run/generation-job.ts';
import {
	checkEngine,
	checkEntitlement,
	getEngineAddress,
	getModel,
	requireApiKey,
	requireWorkflow,
} from './check-allowed.ts';
import { consumeDailyImages } from './daily-images.ts';

/**
 * Stores the job and every planned image in one transaction, then wakes a worker. The same
 * Idempotency-Key with the same body answers with the first job; with another body it is refused (422).
 */
export async function startGeneration(ctx: RequestContext, input: GenerationOrderInput): Promise<StartedGeneration> {
	const actor = requireActor(ctx);
	checkEntitlement(actor, input);
	checkEngine(ctx, input);
	const references = input.engine === 'layers' ? [] : (input.references ?? []);
	if (input.engine !== 'layers') checkCallPictures(ctx, input.engine, toCallPictures(input));
	// The API key is not part of what was ordered, and a hash of it would be one more place it could leak from.
	const requestHash = hashRequest({ ...input, geminiApiKey: undefined, apiKey: undefined });
	const repeated = await findRepeated(ctx, requestHash, (key) => findIdempotencyKey(ctx.db, actor.userId, key));
	if (repeated !== null) return toStarted(ctx, repeated.jobId);
	await requireWritableStorage(ctx);
	const seed = input.seed ?? randomSeed();
	const planned = await (input.engine === 'layers' ? planLayers(ctx, input, seed) : planCatalogue(ctx, input, seed));
	const prepared = await prepareReferences(ctx, references);
	const started = await store(ctx, { input, seed, requestHash, prepared, ...planned });
	await wakeUp(ctx, started.jobId, enqueueGeneration(ctx, { id: started.jobId, engine: input.engine }));
	return started;
}

async function toStarted(ctx: RequestContext, jobId: string): Promise<StartedGeneration> {
	return { jobId, job: await getGeneration(ctx, { jobId, scope: 'own' }) };
}

/** What an order comes to before it is stored. */
interface PlannedJob {
	readonly rows: readonly PlannedRow[];
	/** What only one kind of order has. */
	readonly columns: Omit<NewGenerationJob, 'id' | 'batchSize' | 'projectName' | 'engine' | 'seed' | 'createdAt'>;
	/** All files of the order's layers; none for other engines. */
	readonly layers: { readonly list: string; readonly files: readonly ShownFile[] } | null;
}
type PlannedRow = Omit<PlannedImage, 'id' | 'filename' | 'createdAt'>;

async function planCatalogue(ctx: RequestContext, input: StartGenerationInput, seed: string): Promise<PlannedJob> {
	const toRow = ({ index: _, ...row }: RankedRow): PlannedRow => row;
	const { rows } = await planRowsFor(requireActor(ctx).userId, input, seed, toRow);
	const { races, classes, artStyle, backgroundType, afflictions = [], weights, counts, rules } = input;
	const planOptions = weights || counts || rules ? { weights, counts, rules } : null;
	const pictures = { styleLock: input.styleLock ?? false, usesSketch: input.sketch ?? false };
	return {
		rows,
		layers: null,
		columns: { races, classes, artStyle, backgroundType, afflictions, planOptions, ...pictures },
	};
}

async function planLayers(ctx: RequestContext, input: StartLayersInput, seed: string): Promise<PlannedJob> {
	const toRow = ({ index: _, ...row }: PlannedLayers): PlannedRow => row;
	const { rows, files } = await planLayersFor(ctx, input, seed, toRow);
	const { layers: list, steering } = input;
	await checkLayerFiles(ctx, { list, files });
	const planOptions = steering ? { steering } : null;
	const none = { races: [], classes: [], artStyle: null, backgroundType: null };
	return { rows, layers: { list, files }, columns: { ...none, layersSha256: list, planOptions } };
}

/** Stored in some ms by the embedded database, which works on the thread that answers calls; more at once is no faster. */
const rowsPerSlice = 100;

interface NewJob extends PlannedJob {
	readonly input: GenerationOrderInput;
	readonly seed: string;
	readonly requestHash: string;
	readonly prepared: readonly PreparedReference[];
}

/**
 * Returns the job that the request made: the new one as it was stored, before any worker sees it, or the one a simultaneous
 * repeat stored first.
 */
async function store(
	ctx: RequestContext,
	{ input, seed, requestHash, rows, columns, layers, prepared }: NewJob,
): Promise<StartedGeneration> {
	const actor = requireActor(ctx);
	const ownerId = actor.userId;
	const now = ctx.clock();
	const jobId = randomUUID();
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
			...columns,
			batchSize: input.batchSize,
			projectName: input.projectName || null,
			engine: input.engine,
			seed,
			...(input.engine === 'layers' ? {} : serviceColumns(ctx, input, jobId)),
			...(input.engine === 'forge' ? { forgeVersion } : {}),
			createdAt: now,
		});
		if (layers !== null) await retainLayers(trx, ctx, layers);
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

function plannedImage(row: PlannedRow, createdAt: Date): PlannedImage {
	return { id: randomUUID(), filename: `${row.tokenNumber}.png`, createdAt, ...row };
}
