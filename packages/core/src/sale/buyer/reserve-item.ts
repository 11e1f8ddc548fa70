import type { Reservation, ReserveInput } from '@adx/validators/sales';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { checkWalletAddress } from '../chain/wallet-address.ts';
import { requireOpenSale } from './find-sale.ts';
import { soldOut } from './hold-items.ts';
import { offerItems } from './offer-items.ts';

/**
 * Holds the next piece for a wallet and answers the transaction that buys it, for the wallet to sign. Asking again gives
 * the same piece with a fresh transaction.
 */
export async function reserveItem(ctx: RequestContext, { saleId, walletAddress }: ReserveInput): Promise<Reservation> {
	ctx.saleLimiters.reservations.begin('sales.reserve', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	await checkWalletAddress(walletAddress);
	if (sale.phase === 'sold_out') throw soldOut();
	// What somebody pays to oneself is no sale, and would count as one.
	if (walletAddress === sale.walletAddress) {
		const message =
			'This wallet is the one that is paid. Its owner mints pieces on the merger page, with ‘Mint all to me’ in the window ‘Mint & List on Marketplace’.';
		throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
	}
	return offerItems(ctx, { sale, kind: 'buy', walletAddress, count: 1 });
}
