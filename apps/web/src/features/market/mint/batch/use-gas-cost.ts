import { useQuery } from '@tanstack/react-query';
import { formatEther } from 'viem';
import { getGasPrice } from 'viem/actions';
import { useWallet, useWalletHandlers } from '../../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../../wallets/evm/wallet-chains.ts';

const freshMs = 15_000;

/** What so much gas costs at present, with its coin; null while the wallet is on no such chain, or does not say. */
export function useGasCost(gas: number, { chainId, symbol }: WalletChain): string | null {
	const { address: account, chainId: at } = useWallet();
	const verbs = useWalletHandlers();
	const { data: price } = useQuery({
		queryKey: ['gas-price', chainId, account],
		queryFn: async () => getGasPrice(await verbs.openClient({ account: account!, chainId })),
		enabled: account !== null && at === chainId,
		staleTime: freshMs,
		retry: false,
	});
	if (price === undefined) return null;
	const coins = Number(formatEther(price * BigInt(gas)));
	return `${coins.toLocaleString('en', { maximumSignificantDigits: 3 })} ${symbol}`;
}
