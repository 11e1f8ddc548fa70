import { join } from 'node:path';
import { deployOnceForTest, hasAnvil, startAnvil, testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';

/** A chain of one machine that calls itself Polygon, with the contract on it. */
export interface FakeChain {
	readonly rpcUrl: string;
	/** What the product must be told to mint on it and to sell Premium for its coins. */
	readonly environment: Readonly<Record<string, string>>;
	/** The key of an account with coins, for a wallet: 0x and 64 digits. */
	readonly walletKey: string;
	/** Ends it; with a folder its state is kept there. */
	close(): Promise<void>;
}

/** Wallets keep the address of a chain's node, so it should not change from start to start. */
const usualPort = 8545;
const secondsPerBlock = 4;
/** In the chain's coin. */
const premiumPrice = 5;

/**
 * Starts the chain, with what is kept in `dataDir` when it was there before; null on a machine without anvil. Blocks are
 * made every 4 s, and a mint counts after 2 of them.
 */
export async function startFakeChain(dataDir?: string): Promise<FakeChain | null> {
	if (!hasAnvil) return null;
	const options = { chainId: 137, ...(dataDir === undefined ? {} : { statePath: join(dataDir, 'polygon.json') }) };
	const anvil = await startAnvil({ ...options, port: usualPort }).catch(() => startAnvil(options));
	const address = await deployOnceForTest(anvil, { secondsPerBlock });
	return {
		rpcUrl: anvil.rpcUrl,
		environment: {
			POLYGON_RPC_URL: anvil.rpcUrl,
			// Without it wallets are handed a node of the real chain.
			POLYGON_PUBLIC_RPC_URL: anvil.rpcUrl,
			POLYGON_CONTRACT_ADDRESS: address,
			POLYGON_CONFIRMATIONS: '2',
			VOUCHER_SIGNER_KEY: testKeys.signer,
			// Not the wallet that pays.
			PREMIUM_TREASURY: testAccounts.stranger.address,
			PREMIUM_PRICE: `polygon:${premiumPrice}`,
		},
		walletKey: testKeys.buyer,
		close: () => anvil.stop(),
	};
}
