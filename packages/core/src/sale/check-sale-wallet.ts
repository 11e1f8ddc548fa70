import type { SaleRow } from '@adx/db/schema/sale-tables';
import { checkedAddress } from '../mint/minting.ts';
import { AppError } from '../platform/errors.ts';
import { isDrop } from './evm/drop-chains.ts';
import { checkWalletAddress } from './solana/solana.ts';

const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/** The address of a wallet as the chain of the sale writes it; 400 for what is none there. */
export async function checkSaleWallet(sale: Pick<SaleRow, 'cluster'>, text: string): Promise<string> {
	if (!isDrop(sale)) {
		await checkWalletAddress(text);
		return text;
	}
	const message = 'This is not an address of an EVM chain.';
	if (evmAddress.test(text) && !/^0x0{40}$/.test(text)) return checkedAddress(text);
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
}
