import { hasMintedItem, listItemsOfSale } from '@adx/db/repositories/sale/sale-items';
import type { MintedItem, MintedItemsInput } from '@adx/validators/sale/minted-items';
import type { RequestContext } from '../../platform/context.ts';
import { unknownCursor } from '../../platform/errors.ts';
import { toItemName } from '../reveal/covered-items.ts';
import { isEvmSale } from '../sale-network.ts';
import { creatorLink, requireCreatorSale } from './get-creator-sale.ts';

/** What is minted of the sale of the caller's own merge, the newest first; 404 for a stranger's, 400 for an unknown cursor. */
export async function listMintedItems(ctx: RequestContext, input: MintedItemsInput): Promise<MintedItem[]> {
	const { cursor, limit } = input;
	const sale = await requireCreatorSale(ctx, input);
	if (cursor !== undefined && !(await hasMintedItem(ctx.db, sale.id, cursor))) throw unknownCursor();
	const items = await listItemsOfSale(ctx.db, sale.id, { after: cursor, limit });
	return items.map(({ ownerAddress, paidLamports, signature, mintedAt, mintAddress, ...item }) => ({
		tokenNumber: item.tokenNumber,
		name: toItemName(sale, item),
		kind: paidLamports === null ? 'own' : 'bought',
		walletAddress: ownerAddress ?? '',
		paidLamports,
		mintedAt: mintedAt?.toISOString() ?? '',
		mintAddress: isEvmSale(sale) ? sale.mintAddress : mintAddress,
		signature,
		explorerUrl: signature === null ? null : creatorLink(ctx, sale, signature, 'tx'),
	}));
}
