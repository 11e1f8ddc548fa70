import { checkPictures } from '@adx/collection/layers/check-pictures';
import { quoteNames } from '@adx/collection/layers/findings';
import { inspectPng, type PngInspection, pngHeadBytes } from '@adx/collection/layers/png-file';
import { hasLayerFiles, listOwnedBlobs } from '@adx/db/repositories/uploads/layer-files';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { forEachConcurrently } from '../../platform/for-each-concurrently.ts';
import { toReadError } from '../../platform/storage/integrity/damage.ts';
import type { RecordedObject } from '../../platform/storage/types.ts';
import { layersMissing } from './plan-layers-for.ts';
import type { ShownFile } from './plan-layers-worker.ts';

/** Enough of most files to tell what they are. */
const firstLookBytes = 4_096;
const readsAtOnce = 16;

/**
 * Refuses files of layers that the caller did not upload (422 `upload_missing`), and pictures that cannot be composed
 * (`bad_layers`, which names them): what a browser found before counts for nothing. Of a list that a job was made of before,
 * only whose files they are is looked up.
 */
export async function checkLayerFiles(
	ctx: RequestContext,
	{ list, files }: { readonly list: string; readonly files: readonly ShownFile[] },
): Promise<void> {
	const owned = await listOwnedBlobs(ctx.db, requireActor(ctx).userId, [...new Set(files.map(({ sha256 }) => sha256))]);
	const absent = files.filter(({ sha256 }) => !owned.has(sha256)).map(({ path }) => path);
	if (absent.length > 0)
		throw layersMissing(`These layers have not been uploaded: ${quoteNames(absent)}. Send them again.`);
	if (await hasLayerFiles(ctx.db, list)) return;
	const shown = files.filter(({ isShown }) => isShown);
	const inspected = await inspectAll(
		ctx,
		[...new Set(shown.map(({ sha256 }) => sha256))].map((sha256) => owned.get(sha256)!),
	);
	const pictures = new Map(shown.map(({ path, sha256 }) => [path, inspected.get(sha256)!]));
	const { findings } = checkPictures([...pictures.keys()], pictures);
	if (findings.length === 0) return;
	const message = findings.slice(0, 5).map((finding) => finding.message);
	throw new AppError('MISMATCH', { reason: 'bad_layers', message: message.join(' ') });
}

async function inspectAll(
	ctx: RequestContext,
	objects: readonly RecordedObject[],
): Promise<ReadonlyMap<string, PngInspection>> {
	const inspected = new Map<string, PngInspection>();
	await forEachConcurrently(objects, { atOnce: readsAtOnce }, async (object) => {
		inspected.set(object.sha256, await inspect(ctx, object));
	});
	return inspected;
}

async function inspect(ctx: RequestContext, object: RecordedObject): Promise<PngInspection> {
	try {
		let found: PngInspection = { kind: 'unfinished' };
		for (const wanted of [firstLookBytes, pngHeadBytes, object.sizeBytes]) {
			const length = Math.min(wanted, object.sizeBytes);
			found = inspectPng(await readHead(ctx, object, length), length === object.sizeBytes);
			if (found.kind !== 'unfinished') return found;
		}
		return found;
	} catch (error) {
		throw await toReadError(ctx, error);
	}
}

async function readHead(
	{ storage }: Pick<RequestContext, 'storage'>,
	object: RecordedObject,
	length: number,
): Promise<Uint8Array> {
	if (length === 0) return new Uint8Array();
	const chunks: Buffer[] = [];
	for await (const chunk of await storage.open(object, { start: 0, end: length - 1 })) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
