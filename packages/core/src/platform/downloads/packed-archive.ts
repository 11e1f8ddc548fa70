import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArchiveSource } from '@adx/collection/archive/archive-file';
import { computeZipLayout, type ZipLayout } from '@adx/collection/archive/zip-layout';
import { readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import type { DamageServices } from '../storage/integrity/damage.ts';
import { readStored } from '../storage/integrity/read-verified.ts';
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

/** The most recently requested archives, by their index, newest last: a download that is looked up, started and resumed makes three requests. */
const recentArchives = new Map<string, Promise<LaidOut>>();
const recentArchivesMax = 3;

/** The archive as one zip, computed from its stored index: no row that may change has a part in it. Errors as `openArchive`'s. */
export async function openPackedArchive(
	services: DamageServices,
	archive: PackedArchive,
	fileName: string,
): Promise<ArchiveDownload> {
	return openArchive(services, { fileName, ...(await layOutOnce(services, archive)) });
}

function layOutOnce(services: DamageServices, archive: PackedArchive): Promise<LaidOut> {
	const { indexSha256, packSha256, archiveEtag: etag } = archive;
	if (indexSha256 === null || packSha256 === null || etag === null) {
		throw new TypeError('A completed job has an index, a pack and a tag.');
	}
	const laidOut = recentArchives.get(indexSha256) ?? layOut(services, { indexSha256, packSha256, etag });
	recentArchives.delete(indexSha256);
	recentArchives.set(indexSha256, laidOut);
	laidOut.catch(() => recentArchives.delete(indexSha256));
	const [oldest] = recentArchives.keys();
	if (recentArchives.size > recentArchivesMax && oldest !== undefined) recentArchives.delete(oldest);
	return laidOut;
}

async function layOut(
	services: DamageServices,
	{ indexSha256, packSha256, etag }: Readonly<Record<'indexSha256' | 'packSha256' | 'etag', string>>,
): Promise<LaidOut> {
	const { entries, sources } = readFrozenIndex(await readStored(services, indexSha256), packSha256);
	// Each half takes its time with 100,000 images; others get their turn between them.
	await nextTurn();
	return { layout: computeZipLayout(entries, etag), sources };
}
