import { transact } from '@adx/db/client/transact';
import { insertPreview, pngCopySizePx } from '@adx/db/repositories/platform/image-previews';
import { insertBlob, markAnimatedBlob } from '@adx/db/repositories/uploads/blobs';
import type { Services } from '../../platform/context.ts';
import { copyAsPng } from '../../platform/images/image-decoder.ts';
import { RunAgain, readJobInput } from '../../platform/jobs/define-job.ts';

/** For so long one merge keeps others of this process waiting. */
const sliceMs = 60_000;
/** As many as are decoded at a time elsewhere. */
const imagesAtOnce = 2;
const damaged = 'A WebP image of this merge is missing or damaged. Add its collection again.';

interface Conversion {
	readonly signal: AbortSignal;
	/** Learns how many of them are done. */
	readonly onDone: (count: number) => Promise<void>;
}

/**
 * Stores a PNG of the same pixels for each of these pictures, or notes that it is animated and stays as it is. Either is
 * recorded at once, so that a merge that is killed or repeated, in whatever process, goes on behind it. Throws RunAgain
 * after a minute, a JobImpossibleError for what cannot be read, and the signal's reason when it aborts.
 */
export async function convertImages(
	services: Services,
	hashes: readonly string[],
	{ signal, onDone }: Conversion,
): Promise<void> {
	const startedAt = performance.now();
	for (let start = 0; start < hashes.length; start += imagesAtOnce) {
		signal.throwIfAborted();
		if (performance.now() - startedAt > sliceMs) throw new RunAgain(0);
		const slice = hashes.slice(start, start + imagesAtOnce);
		await Promise.all(slice.map((sha256) => convert(services, sha256)));
		await onDone(start + slice.length);
	}
}

async function convert(services: Services, sha256: string): Promise<void> {
	const { db, storage, clock } = services;
	const made = await copyAsPng(Buffer.from(await readJobInput(services, sha256, damaged)));
	if (made === null) return markAnimatedBlob(db, sha256);
	const { data, info } = made;
	const stored = await storage.put(data);
	await transact(db, async (trx) => {
		const { width, height } = info;
		await insertBlob(trx, { ...stored, mime: 'image/png', width, height, createdAt: clock() });
		await insertPreview(trx, { sha256, sizePx: pngCopySizePx, previewSha256: stored.sha256 });
	});
}
