import type { ArchiveSource } from '@adx/collection/archive/archive-file';
import { computeZipLayout, type ZipLayout } from '@adx/collection/archive/zip-layout';
import { readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import { createRecentCache } from '../cache.ts';
import type { DamageServices } from '../storage/integrity/damage.ts';
import { readStoredFile } from '../storage/integrity/read-verified.ts';
import { yieldToEventLoop } from '../threads/yield-to-event-loop.ts';
import { type ArchiveDownload, openArchive } from './archive-download.ts';

/** An archive as a finished job keeps it. */
export interface PackedArchive {
	/** Blob that lists its entries. */
	readonly indexSha256: string | null;
	/** Blob that holds its texts. */
	readonly packSha256: string | null;
	readonly archiveEtag: string | null;
}

interface LaidOut {
	readonly layout: ZipLayout;
	readonly sources: readonly ArchiveSource[];
}

/** By their index: a download that is looked up, started and resumed makes three requests. */
const recentArchives = createRecentCache<LaidOut>(3);

/** The archive as one zip, computed from its stored index: no row that may change has a part in it. Errors as `openArchive`'s. */
export async function openPackedArchive(
	services: DamageServices,
	archive: PackedArchive,
	fileName: string,
): Promise<ArchiveDownload> {
	const { indexSha256, packSha256, archiveEtag: etag } = archive;
	if (indexSha256 === null || packSha256 === null || etag === null) {
		throw new TypeError('A completed job has an index, a pack and a tag.');
	}
	const laidOut = await recentArchives(indexSha256, () => layOut(services, { indexSha256, packSha256, etag }));
	return openArchive(services, { fileName, ...laidOut });
}

async function layOut(
	services: DamageServices,
	{ indexSha256, packSha256, etag }: Readonly<Record<'indexSha256' | 'packSha256' | 'etag', string>>,
): Promise<LaidOut> {
	const { entries, sources } = readFrozenIndex(await readStoredFile(services, indexSha256), packSha256);
	// Each half takes its time with 100,000 images; others get their turn between them.
	await yieldToEventLoop();
	return { layout: computeZipLayout(entries, etag), sources };
}
