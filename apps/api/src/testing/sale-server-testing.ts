import { hasSaleChain, type SaleChainTest, startSaleChain } from '@adx/core/sale/sale-testing';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './server-testing.ts';

/** A chain, and a server that sells on it. */
export interface SaleServerTest {
	readonly chain: Omit<SaleChainTest, 'stop'>;
	readonly test: Pick<TestServer, 'server' | 'origin' | 'log'>;
}

/**
 * Starts both before the tests of the file that calls this, and ends them after. Where there is no chain, nothing of what
 * is returned may be touched.
 *
 * @param options.secretPath what follows the node's origin in its address, as providers put a key there
 */
export function useSaleServer({
	blockMs,
	secretPath,
	...variables
}: {
	readonly blockMs: number;
	readonly secretPath: string;
	readonly LOCKED_PAGES?: string;
	readonly TRUSTED_PROXIES?: string;
	readonly SALE_WALLET_PROOF?: 'auto';
	readonly WEB_DIST?: string;
}): SaleServerTest {
	let chain: SaleChainTest;
	let test: TestServer;
	beforeAll(async () => {
		if (!hasSaleChain) return;
		chain = await startSaleChain({ blockMs });
		test = await startTestServer({
			SOLANA_RPC_URL: `${chain.chain.rpcUrl}${secretPath}`,
			SOLANA_CLUSTER: 'localnet',
			SOLANA_EXPLORER_URL: 'https://explorer.example/',
			SALE_WALLET_PROOF: 'off',
			...variables,
		});
	});
	afterAll(async () => {
		await test?.close();
		await chain?.stop();
	});
	return {
		chain: {
			get chain() {
				return chain.chain;
			},
			get solana() {
				return chain.solana;
			},
			wallet: (...parameters) => chain.wallet(...parameters),
		},
		test: {
			get server() {
				return test.server;
			},
			get origin() {
				return test.origin;
			},
			log: () => test.log(),
		},
	};
}
