import type { SaleRow } from '@adx/db/schema/sale-tables';
import { type MintChain, mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import type { SaleNetwork } from '@adx/validators/sale/sales';
import { checkedAddress } from '../mint/minting.ts';
import type { Services } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { checkWalletAddress } from './solana/solana.ts';

/** Whether a sale is on an EVM chain, which its row names where another's names a cluster of Solana. */
export const isEvmSale = ({ cluster }: Pick<SaleRow, 'cluster'>): boolean => mintChainSchema.safeParse(cluster).success;

/** The network of a sale, as the API names it. */
export const toSaleNetwork = (sale: Pick<SaleRow, 'cluster'>): SaleNetwork =>
	isEvmSale(sale) ? (sale.cluster as MintChain) : 'solana';

/** The symbol of the coin that a sale's prices are in. */
export function toCoin({ evmSaleChains }: Pick<Services, 'evmSaleChains'>, sale: Pick<SaleRow, 'cluster'>): string {
	const network = toSaleNetwork(sale);
	if (network === 'solana') return 'SOL';
	return evmSaleChains.get(network)?.settings.symbol ?? mintChainFacts[network].symbol;
}

const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/** The address of a wallet as the chain of the sale writes it; 400 for what is none there. */
export async function checkSaleWallet(sale: Pick<SaleRow, 'cluster'>, text: string): Promise<string> {
	if (!isEvmSale(sale)) {
		await checkWalletAddress(text);
		return text;
	}
	const message = 'This is not an address of an EVM chain.';
	if (evmAddress.test(text) && !/^0x0{40}$/.test(text)) return checkedAddress(text);
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
}
