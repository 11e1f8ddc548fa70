import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { findMergedImage } from '@adx/db/repositories/merge/merged-images';
import { isItemMinted } from '@adx/db/repositories/sale/sale-items';
import type { SaleImageInput } from '@adx/validators/sales';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { type Preview, readWholeOrPreview } from '../../platform/images/read-preview.ts';
import { isPreviewed } from '../item-preview.ts';
import { type OpenSale, requireOpenSale } from './get-sale.ts';

/**
 * The picture of an item, or without a number the sale's cover, whole or as a preview. An item that is not minted is 404
 * like one that does not exist, but for previews where its creator has it shown before.
 */
export async function readSaleImage(ctx: RequestContext, input: SaleImageInput): Promise<Preview> {
	await ctx.saleLimiters.calls.begin('sales.image', ctx.address);
	const sale = await requireOpenSale(ctx, input.saleId);
	const tokenNumber = await findShownToken(ctx, sale, input);
	const image = tokenNumber === null ? undefined : await findMergedImage(ctx.db, sale.mergeJobId, tokenNumber);
	if (image === undefined) throw notFound('image');
	const { blobSha256: sha256, sizeBytes, mime, damagedAt } = image;
	// The cover may be an item that nobody has yet: its whole picture is its buyer's to see first.
	const isWhole = input.size === 'full' && input.tokenNumber !== undefined;
	const size = isWhole ? 'full' : input.size === '200' ? 200 : 512;
	return readWholeOrPreview(ctx, { sha256, sizeBytes, mime, damagedAt }, size);
}

async function findShownToken(
	{ db }: RequestContext,
	sale: OpenSale,
	{ tokenNumber, size }: SaleImageInput,
): Promise<number | null> {
	if (tokenNumber === undefined) return (await findMergeJob(db, 'all', sale.mergeJobId))?.coverTokenNumber ?? null;
	// The whole picture is its buyer's to see first.
	const isShown = (size !== 'full' && isPreviewed(sale, tokenNumber)) || (await isItemMinted(db, sale.id, tokenNumber));
	return isShown ? tokenNumber : null;
}
