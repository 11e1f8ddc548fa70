import { describe, expect, it } from 'vitest';
import { mintVariables, toMintSettings } from './mint-settings.ts';
import { createMintRequest, generateImages, hasAnvil, pollMintStatus } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';

describe.skipIf(!hasAnvil)('what is kept of a mint', () => {
	const { chain, developer } = useMintChain();

	async function prepared() {
		const ctx = await developer();
		const [imageId = ''] = await generateImages(ctx, 1);
		return { ctx, imageId, mint: await prepareMint(ctx, createMintRequest(imageId)) };
	}

	it('is the token with all that is specified of one (ENT-08)', async () => {
		const { ctx, imageId, mint } = await prepared();
		const row = () => ctx.db.selectFrom('mintedTokens').selectAll().executeTakeFirstOrThrow();
		const order = createMintRequest(imageId);
		const facts = {
			id: mint.mintId,
			imageId,
			chain: 'polygon',
			tokenId: mint.voucher.nonce,
			tokenUri: mint.tokenUri,
			imageCid: mint.imageCid,
			metadataCid: mint.metadataCid,
			ownerAddress: order.walletAddress,
			contractAddress: chain.address,
			nftName: order.name,
			nftDescription: order.description,
			createdAt: expect.any(Date),
		};
		expect(await row()).toMatchObject({ ...facts, status: 'prepared', txHash: null, mintedAt: null });
		const txHash = await chain.redeem(mint);
		await chain.mine(3);
		await pollMintStatus(ctx, chain.chain, imageId);
		expect(await row()).toMatchObject({ ...facts, status: 'confirmed', txHash, mintedAt: expect.any(Date) });
	});

	it('is one voucher whose nonce no other has, unused until the token is there (ENT-09)', async () => {
		const { ctx, imageId, mint } = await prepared();
		const row = () => ctx.db.selectFrom('mintVouchers').selectAll().executeTakeFirstOrThrow();
		const facts = {
			id: expect.any(String),
			mintId: mint.mintId,
			nonce: mint.voucher.nonce,
			signature: mint.signature.r + mint.signature.vs.slice(2),
			deadline: new Date(mint.voucher.deadline * 1_000),
			createdAt: expect.any(Date),
		};
		const unused = await row();
		expect(unused).toMatchObject({ ...facts, used: false, usedAt: null });
		const [other = ''] = await generateImages(ctx, 1);
		const { mintId } = await prepareMint(ctx, createMintRequest(other));
		const same = ctx.db.updateTable('mintVouchers').set({ nonce: unused.nonce }).where('mintId', '=', mintId);
		await expect(same.execute()).rejects.toThrow(/unique|duplicate/);
		await ctx.db.deleteFrom('mintedTokens').where('id', '=', mintId).execute();
		await chain.redeem(mint);
		await chain.mine(3);
		await pollMintStatus(ctx, chain.chain, imageId);
		expect(await row()).toMatchObject({ ...facts, used: true, usedAt: expect.any(Date) });
	});
});

describe('the settings of a chain', () => {
	const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
	const complete = {
		POLYGON_RPC_URL: 'https://polygon.example/key',
		POLYGON_PUBLIC_RPC_URL: 'https://polygon.public.example',
		POLYGON_EXPLORER_URL: 'https://polygonscan.example/',
		POLYGON_CONTRACT_ADDRESS: address,
		ETHEREUM_RPC_URL: 'https://ethereum.example/key',
		ETHEREUM_CONTRACT_ADDRESS: address,
		VOUCHER_SIGNER_KEY: '1'.repeat(64),
	};
	const settingsOf = (variables: object) => toMintSettings(mintVariables.parse(variables));

	it('are its number and symbol, which can be set, and the operator’s addresses (ENT-17, AMB-39)', () => {
		const { chains, missing } = settingsOf({ ...complete, ETHEREUM_SYMBOL: 'GAS' });
		expect(chains.get('polygon')).toEqual({
			chain: 'polygon',
			chainId: 137,
			symbol: 'MATIC',
			rpcUrl: 'https://polygon.example/key',
			publicRpcUrl: 'https://polygon.public.example',
			explorerUrl: 'https://polygonscan.example',
			contractAddress: address,
			confirmations: 16,
		});
		expect(chains.get('ethereum')).toMatchObject({ chainId: 1, symbol: 'GAS', explorerUrl: null, confirmations: 6 });
		expect(settingsOf(complete).chains.get('ethereum')?.symbol).toBe('ETH');
		expect(missing).toEqual([]);
	});

	it('hold for wallets no address with a password', () => {
		const POLYGON_PUBLIC_RPC_URL = 'https://me:secret@polygon.example';
		expect(mintVariables.safeParse({ POLYGON_PUBLIC_RPC_URL }).error?.issues[0]?.message).toContain('without a name');
		expect(settingsOf(complete).chains.get('ethereum')?.publicRpcUrl).toBeNull();
	});

	it('are there only with a contract, and what is missing beside one is named (AMB-40)', () => {
		const { POLYGON_CONTRACT_ADDRESS: _, ...withoutPolygon } = complete;
		expect([...settingsOf(withoutPolygon).chains.keys()]).toEqual(['ethereum']);
		expect(settingsOf({}).chains.size).toBe(0);
		const { ETHEREUM_RPC_URL: _url, VOUCHER_SIGNER_KEY: _key, ...half } = complete;
		expect(settingsOf(half)).toMatchObject({ missing: ['VOUCHER_SIGNER_KEY', 'ETHEREUM_RPC_URL'] });
	});
});
