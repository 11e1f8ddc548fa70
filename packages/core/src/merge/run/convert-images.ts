import { transact } from '@adx/db/client/transact';
import { insertPreview, pngCopySizePx } from '@adx/db/repositories/platform/image-previews';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
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
 * Stores a PNG of the same pixels for each of these pictures, noted beside it, so that a merge that is killed or repeated
 * makes none twice. Resolves to those that stay as they are since they are animated. Throws RunAgain after a minute, a
 * JobImpossibleError for what cannot be read, and the signal's reason when it aborts.
 */
export async function convertImages(
	services: Services,
	hashes: readonly string[],
	{ signal, onDone }: Conversion,
): Promise<ReadonlySet<string>> {
	const startedAt = performance.now();
	const animated = new Set<string>();
	for (let start = 0; start < hashes.length; start += imagesAtOnce) {
		signal.throwIfAborted();
		if (performance.now() - startedAt > sliceMs) throw new RunAgain(0);
		const slice = hashes.slice(start, start + imagesAtOnce);
		const stays = await Promise.all(slice.map(async (sha256) => !(await convert(services, sha256))));
		for (const [place, sha256] of slice.entries()) if (stays[place]) animated.add(sha256);
		await onDone(start + slice.length);
	}
	return animated;
}

/** False for what is animated. */
async function convert(services: Services, sha256: string): Promise<boolean> {
	const { db, storage, clock } = services;
	const made = await copyAsPng(Buffer.from(await readJobInput(services, sha256, damaged)));
	if (made === null) return false;
	const { data, info } = made;
	const stored = await storage.put(data);
	await transact(db, async (trx) => {
		const { width, height } = info;
		await insertBlob(trx, { ...stored, mime: 'image/png', width, height, createdAt: clock() });
		await insertPreview(trx, { sha256, sizePx: pngCopySizePx, previewSha256: stored.sha256 });
	});
	return true;
}
