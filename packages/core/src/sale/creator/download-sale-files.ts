import { findReveal, type RevealFacts } from '@adx/db/repositories/sale/sale-reveals';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { safeFileName } from '@adx/validators/file-name';
import type { CreatorSaleInput } from '@adx/validators/sale/sales';
import type { LaidOutFiles } from '../../collection-tasks/pack-files.ts';
import { runUnderMergeLease, withMergeLease } from '../../merge/merge-downloads.ts';
import { createRecentCache } from '../../platform/cache.ts';
import type { RequestContext } from '../../platform/context.ts';
import { type ArchiveDownload, openArchive } from '../../platform/downloads/archive-download.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCreatorSale } from './get-creator-sale.ts';
import { layOutRevealed, layOutSale } from './sale-files.ts';

/** A download that is looked up, started and resumed makes three requests. */
const recentFiles = createRecentCache<LaidOutFiles>(2);

/**
 * What the caller's own sale says and shows, as it is sold: metadata.car, images.car and roots.json in one zip, computed.
 * 409 while it is not laid out. Rejects with the signal's reason when it aborts.
 */
export async function openSaleFiles(
	ctx: RequestContext,
	input: CreatorSaleInput,
	signal?: AbortSignal,
): Promise<ArchiveDownload> {
	const sale = await requireCreatorSale(ctx, input);
	if (sale.metadataRoot === null) {
		const message = 'The files of this collection are still being prepared. Come back when they are ready.';
		throw new AppError('CONFLICT', { reason: 'mint_under_way', message });
	}
	const reveal = sale.isDelayed ? await findReveal(ctx.db, sale.id) : undefined;
	return withMergeLease(ctx, sale.mergeJobId, async () => {
		const laidOut = await recentFiles(
			`${sale.id}:${reveal?.metadataRoot ?? sale.metadataRoot}`,
			// Reading pictures for it may take minutes.
			(stopped) => runUnderMergeLease(ctx, sale.mergeJobId, () => layOut(ctx, { sale, reveal }, stopped)),
			signal,
		);
		return openArchive(ctx, { fileName: `${safeFileName(sale.name)}-car.zip`, ...laidOut });
	});
}

/** What is published of a sale: what covers its items, and from the reveal on the items themselves. */
function layOut(
	ctx: RequestContext,
	{ sale, reveal }: { readonly sale: SaleRow; readonly reveal: RevealFacts | undefined },
	signal: AbortSignal,
): Promise<LaidOutFiles> {
	if (reveal?.metadataRoot == null || reveal.drawHash === null) return layOutSale(ctx, sale, signal);
	return layOutRevealed(ctx, sale, { drawHash: reveal.drawHash }, signal);
}
