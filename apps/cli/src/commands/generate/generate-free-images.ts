import type { ArchiveImage } from '@adx/collection/archive/collection-archive';
import type { RankedRow } from '@adx/collection/plan/ranked-plan';
import { createForgeEngine } from '@adx/core/engines/forge/forge-engine';
import { forEachConcurrently } from '@adx/core/platform/for-each-concurrently';
import type { Storage } from '@adx/core/platform/storage/types';
import { forgeVersion } from '@adx/forge/version';
import { imageSizePx } from '@adx/validators/limits';
import type { ImageCache } from './image-cache.ts';

/** A planned image. */
export interface FreeRow extends Pick<ArchiveImage, 'tokenNumber' | 'traits' | 'dna' | 'imageSeed'> {
	/** From 0, in token order. */
	readonly index: number;
}

/** What draws rows at no price. */
export interface FreePainter<Row extends FreeRow> {
	/** How many rows it can usefully draw at once. */
	readonly concurrency: number;
	/** Of the forge; absent for what is composed of layers. */
	readonly forgeVersion?: number;
	/** A PNG; the same for the same row. */
	draw(row: Row, signal: AbortSignal): Promise<Uint8Array>;
}

/** Draws with the built-in renderer, in threads. */
export function createForgePainter(): FreePainter<RankedRow> {
	const engine = createForgeEngine();
	return {
		concurrency: engine.concurrency,
		forgeVersion,
		draw: async ({ traits, imageSeed }, signal) => {
			const { full } = await engine.draw({ traits, imageSeed, sizePx: imageSizePx, previews: false, signal });
			return full.bytes;
		},
	};
}

export interface FreeImageOptions<Row extends FreeRow> {
	readonly painter: FreePainter<Row>;
	readonly drawn: ImageCache;
	readonly storage: Storage;
	readonly signal: AbortSignal;
}

/**
 * Draws every row that is not drawn and kept already, as many at once as the painter can; the answer is in token order.
 * Tells its progress on standard error. When one fails or `signal` aborts, it rejects after the last write to `storage` has ended.
 */
export async function generateFreeImages<Row extends FreeRow>(
	rows: readonly Row[],
	{ painter, drawn, storage, signal }: FreeImageOptions<Row>,
): Promise<ArchiveImage[]> {
	const { forgeVersion: drawnBy = null } = painter;
	const images = new Array<ArchiveImage>(rows.length);
	const startedAt = performance.now();
	let doneCount = 0;
	const draw = async (row: Row, ending: AbortSignal) => {
		const bytes = await painter.draw(row, ending);
		await drawn.store(row, bytes);
		return bytes;
	};
	// One more than there are threads, so that a thread never waits for a file to be written.
	const atOnce = painter.concurrency + 1;
	await forEachConcurrently(rows, { atOnce, signal }, async (row, ending) => {
		const bytes = (await drawn.find(row)) ?? (await draw(row, ending));
		images[row.index] = { ...row, ...(await storage.put(bytes)), mime: 'image/png', forgeVersion: drawnBy };
		reportProgress(++doneCount, rows.length, startedAt);
	});
	return images;
}

function reportProgress(doneCount: number, total: number, startedAt: number): void {
	const isLast = doneCount === total;
	if (!isLast && (!process.stderr.isTTY ? doneCount % 100 !== 0 : doneCount % 5 !== 0)) return;
	const perSecond = doneCount / ((performance.now() - startedAt) / 1_000);
	const line = `${doneCount} of ${total} images, ${perSecond.toFixed(1)} per second`;
	process.stderr.write(process.stderr.isTTY && !isLast ? `\r${line}` : `${process.stderr.isTTY ? '\r' : ''}${line}\n`);
}
