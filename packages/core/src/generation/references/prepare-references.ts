import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { findImage } from '@adx/db/repositories/generation/generated-images';
import { insertJobReferences } from '@adx/db/repositories/generation/job-references';
import { insertBlobs } from '@adx/db/repositories/uploads/blobs';
import { findOwnedBlob } from '@adx/db/repositories/uploads/owner-blobs';
import type { GenerationJobRow, JobReferenceRow } from '@adx/db/schema/generation-tables';
import type { BlobRow } from '@adx/db/schema/upload-tables';
import { type EngineName, engines } from '@adx/validators/engines/engines';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import { countReferencesMax, type ReferenceSource, takesPictures } from '@adx/validators/generation/job-references';
import { referenceMaxBytes } from '@adx/validators/limits';
import { findPictureProblem, parseWorkflow } from '../../engines/comfyui/workflow.ts';
import type { EncodedImage } from '../../engines/types.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { readStoredOrRepair } from '../../platform/storage/integrity/open-stored.ts';
import type { StoredObject } from '../../platform/storage/types.ts';
import { type EncodedReference, encodeReference, UnusableReferenceError } from './encode-reference.ts';
import { fingerprintImage } from './fingerprint-image.ts';

type StoredPicture = StoredObject & Omit<EncodedImage, 'bytes'>;

/** A picture that is stored, and of which no row tells yet. */
export interface PreparedReference {
	readonly full: StoredPicture;
	readonly preview: StoredPicture;
	readonly fingerprint: string | null;
	readonly sourceImageId: string | null;
}

const decoding = createSemaphore({
	max: 2,
	waitingPerAccountMax: 20,
	busyMessage: 'Many of your reference images are being read already. Try again in a few seconds.',
});

/** What goes with each call of an order. */
export interface CallPictures {
	/** How many references. */
	readonly references: number;
	readonly hasSketch: boolean;
}

/** What goes with each call of what is ordered. */
export const toCallPictures = ({
	references = [],
	sketch = false,
}: Pick<StartGenerationInput, 'references' | 'sketch'>): CallPictures => ({
	references: references.length,
	hasSketch: sketch,
});

/** 400 where the engine's calls take fewer pictures than that, or none, and for a sketch that nobody here can draw. */
export function checkCallPictures(
	{ engines: known }: Pick<RequestContext, 'engines'>,
	engine: EngineName,
	{ references, hasSketch }: CallPictures,
): void {
	const { name } = engines[engine];
	if (hasSketch && !takesPictures(engine)) throw refusal(`${name} takes no sketch.`, 'sketch');
	if (hasSketch && !known.has('forge')) throw refusal('This server draws no sketches.', 'sketch');
	const max = countReferencesMax(engine, hasSketch);
	if (references <= max) return;
	if (max === 0) throw refusal(`${name} takes no reference images.`);
	throw refusal(`${name} takes at most ${max} reference images${hasSketch ? ' besides the sketch' : ''}.`);
}

/** What is wrong with a workflow, or with pictures that go along with it; null where nothing is. */
export function findWorkflowProblem(text: string, pictures: CallPictures): string | null {
	const parsed = parseWorkflow(text);
	return parsed.workflow === undefined ? parsed.problem : findPictureProblem(parsed.places, pictures);
}

/** 400 where the workflow of a job has no places for those pictures, or more of a kind than there are. */
export function checkWorkflowPictures({ workflow }: Pick<GenerationJobRow, 'workflow'>, pictures: CallPictures): void {
	const problem = workflow === null ? null : findWorkflowProblem(workflow, pictures);
	if (problem !== null) throw refusal(problem);
}

/**
 * Reads what an order names, encodes it again and stores it; writes no row, so that what is not used after all is swept up.
 * 400 with a sentence about the first one that cannot be used: no picture, animated, too large, not the caller's, or deleted
 * meanwhile. Throws besides as reading a stored file does, and `quarantined` for one that ended the process twice.
 */
export async function prepareReferences(
	ctx: RequestContext,
	sources: readonly ReferenceSource[],
): Promise<PreparedReference[]> {
	const prepared: PreparedReference[] = [];
	for (const [index, source] of sources.entries()) prepared.push(await prepareReference(ctx, source, index + 1));
	return prepared;
}

/**
 * The same for one of them.
 *
 * @param place from 1, by which it is named
 */
export async function prepareReference(
	ctx: RequestContext,
	source: ReferenceSource,
	place: number,
): Promise<PreparedReference> {
	const { userId } = requireActor(ctx);
	const blob = 'sha256' in source ? await findUpload(ctx, source.sha256) : await findPicture(ctx, source.imageId);
	const name = `Reference image ${place}`;
	if (blob === undefined) {
		throw refusal(
			'sha256' in source
				? `${name} is no longer among your uploads. Add it again.`
				: `${name} is not there: the image was deleted, or has not been made yet.`,
		);
	}
	if (!blob.mime.startsWith('image/')) throw refusal(`${name} is not a picture. Use a PNG, JPEG or WebP.`);
	if (blob.sizeBytes > referenceMaxBytes) {
		throw refusal(`${name} is larger than ${referenceMaxBytes / 1e6} MB. Save it smaller.`);
	}
	const { sha256 } = blob;
	const read = async () => encodeReference(await readStoredOrRepair(ctx, sha256)).catch((error: unknown) => error);
	const encoded = await decoding.run(() => ctx.crashGuard.run({ kind: 'reference', subject: sha256 }, read), {
		account: userId,
	});
	if (encoded instanceof UnusableReferenceError) throw refusal(`${name} ${encoded.message}`);
	if (encoded instanceof Error) throw encoded;
	const { full, preview } = encoded as EncodedReference;
	return {
		full: await put(ctx, full),
		preview: await put(ctx, preview),
		fingerprint: await fingerprintImage(preview.bytes),
		sourceImageId: 'imageId' in source ? source.imageId : null,
	};
}

type FoundBlob = Pick<BlobRow, 'sha256' | 'mime' | 'sizeBytes'>;

const findUpload = (ctx: RequestContext, sha256: string): Promise<FoundBlob | undefined> =>
	findOwnedBlob(ctx.db, requireActor(ctx).userId, sha256);

async function findPicture(ctx: RequestContext, imageId: string): Promise<FoundBlob | undefined> {
	const { userId } = requireActor(ctx);
	const image = isRowId(imageId) ? await findImage(ctx.db, userId, imageId) : undefined;
	return image?.blobSha256 == null ? undefined : findOwnedBlob(ctx.db, userId, image.blobSha256);
}

const put = async ({ storage }: RequestContext, { bytes, ...facts }: EncodedImage): Promise<StoredPicture> => ({
	...(await storage.put(bytes)),
	...facts,
});

const refusal = (message: string, field: 'references' | 'sketch' = 'references') =>
	new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { [field]: message } } });

/** What a job had before, or a picture that was prepared for it. */
export type NewReference = PreparedReference | JobReferenceRow;

/** Records the files of what was prepared, before any lock: others record files and then lock the job. */
export async function recordReferenceFiles(
	trx: DatabaseTransaction,
	prepared: readonly PreparedReference[],
	createdAt: Date,
): Promise<void> {
	const files = prepared.flatMap(({ full, preview }) => [full, preview]);
	await insertBlobs(
		trx,
		files.map((file) => ({ ...file, createdAt })),
	);
}

/** Writes them down, in their order, as the references of a job that has none by now; their files must be recorded. 400 for a picture that is named twice. */
export async function storeReferences(
	trx: DatabaseTransaction,
	references: readonly NewReference[],
	{ jobId, createdAt }: { readonly jobId: string; readonly createdAt: Date },
): Promise<void> {
	const rows = references.map((reference, index) => {
		const place = index + 1;
		if (!('full' in reference)) return { ...reference, place };
		const { full, preview, fingerprint, sourceImageId } = reference;
		const files = { blobSha256: full.sha256, previewSha256: preview.sha256 };
		return { id: randomUUID(), jobId, place, ...files, fingerprint, sourceImageId, createdAt };
	});
	const twice = rows.findIndex(
		({ blobSha256 }, index) => rows.findIndex((row) => row.blobSha256 === blobSha256) < index,
	);
	if (twice >= 0) throw refusal(`Reference image ${twice + 1} is there already.`);
	await insertJobReferences(trx, rows);
}
