import type { ExportInput } from '@adx/validators/exports';
import { safeFileName } from '@adx/validators/file-name';
import { findExportable } from '../collection-tasks/find-exportable.ts';
import type { LaidOutFiles } from '../collection-tasks/pack-files.ts';
import { layOutFiles } from '../collection-tasks/run-task.ts';
import { runUnderMergeLease, withMergeLease } from '../merge/merge-downloads.ts';
import { createRecentCache } from '../platform/cache.ts';
import type { RequestContext } from '../platform/context.ts';
import { type ArchiveDownload, openArchive } from '../platform/downloads/archive-download.ts';
import { notFound } from '../platform/errors.ts';

/** A download that is looked up, started and resumed makes three requests. */
const recentExports = createRecentCache<LaidOutFiles>(2);

/**
 * A collection of the caller's own in the layout of a marketplace, as one zip that is computed and written nowhere.
 * Errors as `findExportable`'s; 409 `not_exportable` where the target needs pictures that stay with their creator. Rejects
 * with the signal's reason when it aborts; what was being laid out stops unless somebody else waits for it.
 */
export async function openExport(
	ctx: RequestContext,
	{ target, ...input }: ExportInput,
	signal?: AbortSignal,
): Promise<ArchiveDownload> {
	const collection = await findExportable(ctx, input);
	if (!collection.isMine) throw notFound('collection');
	const open = async () => {
		const laidOut = await recentExports(
			`${collection.key}:${target}`,
			(stopped) => {
				const layOut = () => layOutFiles(ctx, { collection, target }, stopped);
				// Reading pictures for it may take minutes.
				return collection.kind === 'merged' ? runUnderMergeLease(ctx, collection.id, layOut) : layOut();
			},
			signal,
		);
		const fileName = `${safeFileName(collection.name)}-${target}.zip`;
		return openArchive(ctx, { fileName, ...laidOut });
	};
	return collection.kind === 'merged' ? withMergeLease(ctx, collection.id, open) : open();
}
