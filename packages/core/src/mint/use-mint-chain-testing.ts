import { afterAll, beforeAll } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { createPixelEngine, type TestServices } from '../platform/services-testing.ts';
import { lazyProxy, useTestServices } from '../platform/use-services-testing.ts';
import { hasAnvil, type MintChainTest, startMintChain } from './mint-testing.ts';
import type { Minting } from './minting.ts';

/** A chain to mint on, and services with a forge of small pictures, for the tests of one file or block. */
export interface UsedMintChain {
	readonly test: Omit<TestServices, 'close'>;
	readonly chain: MintChainTest;
	/** A new developer, who mints on the chain; `change` replaces what it names. */
	developer(change?: Partial<Minting>): Promise<RequestContext>;
}

/** Starts both before the tests of the file or block that calls this, and ends them after; tables are empty before each. */
export function useMintChain(options: Parameters<typeof startMintChain>[0] = {}): UsedMintChain {
	const test = useTestServices({ forge: createPixelEngine() });
	let started: MintChainTest | undefined;
	beforeAll(async () => {
		if (hasAnvil) started = await startMintChain(options);
	});
	afterAll(() => started?.stop());
	const chain = lazyProxy(() => started);
	return {
		test,
		chain,
		developer: async (change) => ({
			...(await test.contextOf({ role: 'developer' })),
			minting: chain.minting(change),
		}),
	};
}
