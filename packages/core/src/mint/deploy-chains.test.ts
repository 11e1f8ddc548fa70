import { deployChains } from '@adx/contracts/evm/deploy/deploy-chains';
import { mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import { expect, it } from 'vitest';

it('collections are deployed on the chains that are minted on, under the same numbers and symbols (ENT-17, AMB-39)', () => {
	expect(mintChainFacts).toMatchObject({
		polygon: { chainId: 137, symbol: 'MATIC' },
		ethereum: { chainId: 1, symbol: 'ETH' },
	});
	expect(Object.keys(deployChains)).toEqual(mintChainSchema.options);
	for (const chain of mintChainSchema.options) {
		const { chainId, symbol, name } = mintChainFacts[chain];
		const variables = chain.toUpperCase();
		expect(deployChains[chain]).toEqual({ id: chainId, coin: symbol, name, variables });
	}
});
