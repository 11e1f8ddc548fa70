import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { findMergedImage } from '@adx/db/repositories/merge/merged-images';
import { findShownItem, isItemMinted } from '@adx/db/repositories/sale/sale-items';
import type { SaleImageInput } from '@adx/validators/sale/items';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { type PreviewFile, readWholeOrPreview } from '../../platform/images/read-preview.ts';
import { isCovered, openCoveredPicture } from '../reveal/covered-items.ts';
import { type OpenSale, requireOpenSale } from './get-sale.ts';
import { isPreviewed } from './item-preview.ts';

/** A picture of a sale, and whether its address never has another one. */
export interface SaleImage {
	readonly image: PreviewFile;
	readonly isImmutable: boolean;
}

/**
 * The picture of an item, or without a number the sale's cover, whole or as a preview. An item that is not minted is 404
 * like one that does not exist, but for previews where its creator has it shown before. One picture stands for all of them
 * while they are covered: who has seen that at an address asks for the revealed one by another.
 */
export async function readSaleImage(ctx: RequestContext, input: SaleImageInput): Promise<SaleImage> {
	await ctx.saleLimiters.calls.begin('sales.image', ctx.address);
	const sale = await requireOpenSale(ctx, input.saleId);
	const isRevealed = input.v === 'revealed';
	if (isCovered(sale)) {
		if (isRevealed) throw notFound('image');
		return { image: await readCovered(ctx, sale, input), isImmutable: false };
	}
	const imageNumber = await findShownImage(ctx, sale, input);
	const image = imageNumber === null ? undefined : await findMergedImage(ctx.db, sale.mergeJobId, imageNumber);
	if (image === undefined) throw notFound('image');
	const { blobSha256: sha256, sizeBytes, mime, damagedAt } = image;
	// The cover may be an item that nobody has yet: its whole picture is its buyer's to see first.
	const isWhole = input.size === 'full' && input.tokenNumber !== undefined;
	const size = isWhole ? 'full' : input.size === '200' ? 200 : 512;
	const shown = await readWholeOrPreview(ctx, { sha256, sizeBytes, mime, damagedAt }, size);
	return { image: shown, isImmutable: isRevealed || !sale.isDelayed };
}

async function readCovered(
	{ db }: RequestContext,
	sale: OpenSale,
	{ tokenNumber }: SaleImageInput,
): Promise<PreviewFile> {
	if (tokenNumber !== undefined && !(await isItemMinted(db, sale.id, tokenNumber))) throw notFound('image');
	return openCoveredPicture();
}

/** Which token of the merge is shown; null for an item that may not be. */
async function findShownImage(
	{ db }: RequestContext,
	sale: OpenSale,
	{ tokenNumber, size }: SaleImageInput,
): Promise<number | null> {
	if (tokenNumber === undefined) return (await findMergeJob(db, 'all', sale.mergeJobId))?.coverTokenNumber ?? null;
	const item = await findShownItem(db, sale.id, tokenNumber);
	if (item === undefined) return null;
	// The whole picture is its buyer's to see first.
	const isShown = (size !== 'full' && isPreviewed(sale, tokenNumber)) || item.isMinted;
	return isShown ? item.imageNumber : null;
}
