import type { ArchiveImage } from '@adx/collection/archive/collection-archive';
import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { createForgeEngine } from '@adx/core/engines/forge/forge-engine';
import type { Storage } from '@adx/core/platform/storage/types';
import { imageSizePx } from '@adx/validators/limits';
import type { ImageCache } from './image-cache.ts';

export interface FreeImageOptions {
	readonly drawn: ImageCache;
	readonly storage: Storage;
	readonly signal: AbortSignal;
}

/**
 * Draws every row that is not drawn and kept already with the forge, as many at once as there are drawing threads; the
 * answer is in token order. Tells its
 * progress on standard error. When one fails or `signal` aborts, it rejects after the last write to `storage` has ended.
 */
export async function generateFreeImages(
	rows: readonly RankedRow[],
	{ drawn, storage, signal }: FreeImageOptions,
): Promise<ArchiveImage[]> {
	const engine = createForgeEngine();
	const images = new Array<ArchiveImage>(rows.length);
	const startedAt = performance.now();
	const failure = new AbortController();
	const ending = AbortSignal.any([signal, failure.signal]);
	const queue = rows.values();
	let doneCount = 0;
	const draw = async (row: RankedRow) => {
		const { traits, imageSeed } = row;
		const { full } = await engine.draw({ traits, imageSeed, sizePx: imageSizePx, previews: false, signal: ending });
		await drawn.store(row, full.bytes);
		return full.bytes;
	};
	const work = async () => {
		for (const row of queue) {
			if (ending.aborted) return;
			const bytes = (await drawn.find(row)) ?? (await draw(row));
			images[row.index] = { ...row, ...(await storage.put(bytes)), mime: 'image/png' };
			reportProgress(++doneCount, rows.length, startedAt);
		}
	};
	try {
		// One more than there are threads, so that a thread never waits for a file to be written.
		const workers = Array.from({ length: engine.concurrency + 1 }, () => work().catch((error) => failure.abort(error)));
		await Promise.all(workers);
	} finally {
		await engine.close();
	}
	ending.throwIfAborted();
	return images;
}

function reportProgress(doneCount: number, total: number, startedAt: number): void {
	const isLast = doneCount === total;
	if (!isLast && (!process.stderr.isTTY ? doneCount % 100 !== 0 : doneCount % 5 !== 0)) return;
	const perSecond = doneCount / ((performance.now() - startedAt) / 1_000);
	const line = `${doneCount} of ${total} images, ${perSecond.toFixed(1)} per second`;
	process.stderr.write(process.stderr.isTTY && !isLast ? `\r${line}` : `${process.stderr.isTTY ? '\r' : ''}${line}\n`);
}
