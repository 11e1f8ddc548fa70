import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import { testAccounts } from '@adx/contracts/evm/anvil-testing';
import type { Address } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { getMintContract } from './mint-chains.ts';
import type { MintContract } from './mint-contract.ts';
import { createMintRequest, generateImages, hasAnvil, pollMintStatus } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';

const { chain, developer } = useMintChain({ isMining: true });
let first: MintContract;
beforeAll(async () => {
	first = await chain.deployAnother(1);
});

/** Mints an image to the end; returns what its token says of its royalty, and what the contract does. */
async function mintAndRead(ctx: RequestContext, contract: MintContract) {
	const [imageId = ''] = await generateImages(ctx, 1);
	const prepared = await prepareMint(ctx, createMintRequest(imageId));
	await chain.redeem(prepared);
	await chain.mine(3);
	expect(await pollMintStatus(ctx, contract, imageId)).toMatchObject({ status: 'confirmed' });
	const { json } = await ctx.db.selectFrom('mintMetadata').select('json').executeTakeFirstOrThrow();
	const { seller_fee_basis_points: bps, fee_recipient: receiver } = JSON.parse(json) as Record<string, unknown>;
	const [paidTo, amount] = await chain.client.readContract({
		abi: adxCollectionAbi,
		address: contract.settings.contractAddress,
		functionName: 'royaltyInfo',
		args: [BigInt(prepared.voucher.nonce), 10_000n],
	});
	return { said: { bps, receiver }, paid: { bps: Number(amount), receiver: paidTo } };
}

const { admin, buyer } = testAccounts;

describe.skipIf(!hasAnvil)('the royalty of a token', () => {
	it('is the same in its metadata, the contract and what the page shows, and goes to whoever it is minted to', async () => {
		const ctx = await developer();
		const { said, paid } = await mintAndRead(ctx, chain.chain);
		expect(said).toEqual(paid);
		expect(paid).toEqual({ bps: 500, receiver: buyer.address });
		expect(await getMintContract(ctx, { chain: 'polygon' })).toEqual({
			chain: 'polygon',
			contractAddress: chain.address,
			version: 2,
			batchMax: 20,
			royaltyBasisPoints: 500,
			royaltyReceiver: null,
		});
	});

	it('is its operator’s on a contract of the first version, which mints as ever and says so', async () => {
		const ctx = await developer({ chains: new Map([['polygon', first]]) });
		const { said, paid } = await mintAndRead(ctx, first);
		expect(said).toEqual(paid);
		expect(paid).toEqual({ bps: 500, receiver: admin.address });
		const terms = { version: 1, batchMax: 1, royaltyBasisPoints: 500, royaltyReceiver: admin.address };
		expect(await getMintContract(ctx, { chain: 'polygon' })).toMatchObject(terms);
	});

	it('rejects to say anything of a chain that is not set up, and of an address without a contract', async () => {
		const ctx = await developer();
		await expect(getMintContract(ctx, { chain: 'ethereum' })).rejects.toMatchObject({ reason: 'mint_unavailable' });
		const nothing = chain.chain.with({ contractAddress: buyer.address as Address });
		const astray = await developer({ chains: new Map([['polygon', nothing]]) });
		await expect(getMintContract(astray, { chain: 'polygon' })).rejects.toMatchObject({ reason: 'chain_unavailable' });
	});
});
