import { buildDatabasePart } from '@adx/collection/archive/database-part';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { listPartImages } from '@adx/db/repositories/stats-and-cleanup/database-parts';
import type { DatabasePartInput } from '@adx/validators/database';
import { databasePartCount as partCount } from '@adx/validators/limits';
import { ownerScope, type RequestContext } from '../platform/context.ts';
import { type ArchiveDownload, openArchive } from '../platform/downloads/archive-download.ts';

/** One of the fifty parts of the caller's images as a zip, of everybody's for a developer who asks for all. */
export async function openPartZip(ctx: RequestContext, { part, scope }: DatabasePartInput): Promise<ArchiveDownload> {
	const rows = await listPartImages(ctx.db, ownerScope(ctx, scope), { part, partCount });
	const images = scope === 'all' ? rows : rows.map(({ ownerId: _, ...image }) => image);
	const files = buildDatabasePart({ part, partCount, images });
	return openArchive(ctx, {
		fileName: `ADX_database_part_${part}_of_${partCount}.zip`,
		layout: computeZipLayout(files.map(({ entry }) => entry)),
		sources: files.map(({ source }) => source),
	});
}
