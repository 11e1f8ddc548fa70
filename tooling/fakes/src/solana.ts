import { hasLitesvm, startSolana } from '@adx/contracts/solana/solana-testing';

/** A Solana cluster of one machine. */
export interface FakeSolana {
	readonly rpcUrl: string;
	/** What the product must be told to sell on it. */
	readonly environment: Readonly<Record<string, string>>;
	close(): Promise<void>;
}

/** Where wallets look for a cluster on their own machine. */
const usualPort = 8899;

/** Starts the cluster, which is empty each time; null on a machine without litesvm. A block is made every 400 ms. */
export async function startFakeSolana(): Promise<FakeSolana | null> {
	if (!hasLitesvm) return null;
	const options = { blockMs: 400 };
	const chain = await startSolana({ ...options, port: usualPort }).catch(() => startSolana(options));
	return {
		rpcUrl: chain.rpcUrl,
		environment: { SOLANA_RPC_URL: chain.rpcUrl, SOLANA_CLUSTER: 'localnet' },
		close: () => chain.stop(),
	};
}
