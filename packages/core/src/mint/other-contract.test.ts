import { saveChainCursor } from '@adx/db/repositories/mint/chain-cursors';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MintContract } from './mint-contract.ts';
import { createMintRequest, generateImages, hasAnvil, pollMintStatus, withWrongSignature } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { submitMint } from './submit-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';

const { chain, developer } = useMintChain();
/** The contract that is configured later. */
let next: MintContract;
beforeAll(async () => {
	next = await chain.deployAnother();
});

/** An image prepared on the first contract, and the server with the second one in its place. */
async function afterChange() {
	const before = await developer();
	const [imageId = ''] = await generateImages(before, 1);
	const order = createMintRequest(imageId);
	const mint = await prepareMint(before, order);
	const now = { ...before, minting: chain.minting({ chains: new Map([['polygon', next]]) }) };
	return { before, now, imageId, order, mint };
}

const tokensOf = async (contract: MintContract) =>
	contract.mintedEvents(0, (await contract.head()).number).then((events) => events.length);
const passDeadline = async () => {
	await chain.client.increaseTime({ seconds: 16 * 60 });
	await chain.mine(4);
};

describe.skipIf(!hasAnvil)('a contract that took the place of another', () => {
	it('rejects to prepare what the other may still mint, and says until when', async () => {
		const { now, imageId, order, mint } = await afterChange();
		const minute = new Date(Math.ceil(mint.voucher.deadline / 60) * 60_000).toISOString();
		const until = `until ${minute.slice(0, 10)} ${minute.slice(11, 16)} UTC`;
		const underWay = { code: 'CONFLICT', reason: 'mint_under_way' };
		await expect(prepareMint(now, order)).rejects.toMatchObject({
			...underWay,
			message: expect.stringContaining(`can be minted there ${until}`),
		});
		// The voucher has run out by the clock, and the chain has not decided yet.
		const later = { ...now, clock: () => new Date(mint.voucher.deadline * 1_000 + 1) };
		await expect(prepareMint(later, order)).rejects.toMatchObject({
			...underWay,
			message: expect.stringContaining(`could be minted there ${until}`),
		});
		// Failed, but its owner may send the voucher again.
		await submitMint(now, { imageId, chain: 'polygon', transactionHash: await chain.redeem(withWrongSignature(mint)) });
		await chain.mine(4);
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'failed' });
		await expect(prepareMint(now, order)).rejects.toMatchObject(underWay);
		const rows = await now.db.selectFrom('mintedTokens').select('contractAddress').execute();
		expect(rows).toEqual([{ contractAddress: chain.address }]);
	});

	it('is followed beside it until its mints are final: what was prepared there is confirmed there', async () => {
		const { now, imageId, order, mint } = await afterChange();
		await chain.redeem(mint);
		await chain.mine(4);
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'confirmed' });
		await expect(prepareMint(now, order)).rejects.toMatchObject({ reason: 'already_minted' });
		expect([await tokensOf(chain.chain), await tokensOf(next)]).toEqual([1, 0]);
		// Each with a cursor of its own.
		const cursors = await now.db.selectFrom('chainCursors').select('contractAddress').execute();
		expect(cursors).toEqual([{ contractAddress: chain.address }]);
	});

	it('is not the contract of a sale, which is followed as well and knows no vouchers', async () => {
		const ctx = await developer();
		const [imageId = ''] = await generateImages(ctx, 1);
		const contractAddress = `0x${'5a1e'.repeat(10)}` as const;
		// Reverts whatever it is asked, as a contract does that does not have the function.
		await chain.client.setCode({ address: contractAddress, bytecode: '0x60006000fd' });
		const sale = { chain: 'polygon', contractAddress, blockNumber: 1 } as const;
		await saveChainCursor(ctx.db, { ...sale, isSale: true, now: new Date() });
		expect(await prepareMint(ctx, createMintRequest(imageId))).toMatchObject({ imageId, chain: 'polygon' });
	});

	it('takes a confirmation there back when its block is replaced', async () => {
		const { now, imageId, mint } = await afterChange();
		const before = await chain.client.snapshot();
		await chain.redeem(mint);
		await chain.mine(4);
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'confirmed' });
		await chain.client.revert({ id: before });
		await chain.dropPending();
		await chain.client.increaseTime({ seconds: 5 });
		await chain.mine(5);
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'minting' });
	});

	it('mints what the other no longer can, once: the old voucher has run out', async () => {
		const { now, imageId, order, mint } = await afterChange();
		await passDeadline();
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'none' });
		const clock = () => new Date(Date.now() + 17 * 60_000);
		const again = await prepareMint({ ...now, clock }, order);
		expect(again).toMatchObject({ contractAddress: next.settings.contractAddress, mintId: mint.mintId });
		const [first, second] = [await chain.redeem(mint), await chain.redeem(again)];
		await chain.mine(4);
		const statusOf = async (hash: `0x${string}`) => (await chain.client.getTransactionReceipt({ hash })).status;
		expect([await statusOf(first), await statusOf(second)]).toEqual(['reverted', 'success']);
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'confirmed' });
	});

	it('rejects what the other has minted though no row says so, which is confirmed there', async () => {
		const { now, imageId, order, mint } = await afterChange();
		await pollMintStatus(now, next, imageId);
		await chain.redeem(mint);
		await chain.mine(4);
		await pollMintStatus(now, next, imageId);
		await now.db.deleteFrom('mintedTokens').execute();
		await expect(prepareMint(now, order)).rejects.toMatchObject({ reason: 'already_minted' });
		await chain.mine(3);
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'confirmed' });
		const rows = await now.db.selectFrom('mintedTokens').select(['contractAddress', 'tokenId']).execute();
		expect(rows).toEqual([{ contractAddress: chain.address, tokenId: mint.voucher.nonce }]);
	});

	it('holds nothing up where the other is gone from the chain', async () => {
		const { now, imageId, order } = await afterChange();
		const nowhere = `0x${'9'.repeat(40)}`;
		await now.db.updateTable('mintedTokens').set({ contractAddress: nowhere }).execute();
		await passDeadline();
		expect(await pollMintStatus(now, next, imageId)).toMatchObject({ status: 'none' });
		const clock = () => new Date(Date.now() + 60 * 60_000);
		await expect(prepareMint({ ...now, clock }, order)).resolves.toMatchObject({
			contractAddress: next.settings.contractAddress,
		});
	});
});
