import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import { testAccounts } from '@adx/contracts/evm/anvil-testing';
import { parseGwei } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { createMintContract } from './mint-contract.ts';
import { listMintStatus } from './mint-status.ts';
import {
	createMintRequest,
	generateImages,
	hasAnvil,
	pollMintStatus,
	redeemArgs,
	withWrongSignature,
} from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { submitMint } from './submit-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';
import { watchMints } from './watch-mints.ts';

const { chain, developer } = useMintChain();
afterEach(() => chain.dropPending());

/** A developer with one image, prepared. */
async function prepared(name = 'Elf Wizard') {
	const ctx = await developer();
	const [imageId] = await generateImages(ctx, 1);
	const order = createMintRequest(imageId!, { name });
	return { ctx, imageId: imageId!, order, mint: await prepareMint(ctx, order) };
}

const rowOf = (ctx: RequestContext) => ctx.db.selectFrom('mintedTokens').selectAll().executeTakeFirstOrThrow();
const submit = (ctx: RequestContext, imageId: string, transactionHash: string) =>
	submitMint(ctx, { imageId, chain: 'polygon', transactionHash });

describe.skipIf(!hasAnvil)('following the chain', () => {
	it('confirms a mint after its confirmations and not before, with its block’s time', async () => {
		const { ctx, imageId, mint } = await prepared();
		const hash = await chain.redeem(mint);
		await submit(ctx, imageId, hash);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.mine(1);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.mine(1);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.mine(1);
		const explorerUrl = `https://explorer.example/tx/${hash}`;
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed', explorerUrl });
		const receipt = await chain.client.getTransactionReceipt({ hash });
		const block = await chain.client.getBlock({ blockNumber: receipt.blockNumber });
		const row = await rowOf(ctx);
		expect(row).toMatchObject({ blockHash: block.hash, txHash: hash, ownerAddress: testAccounts.buyer.address });
		expect(row.mintedAt).toEqual(new Date(Number(block.timestamp) * 1_000));
		expect(await ctx.db.selectFrom('mintVouchers').selectAll().executeTakeFirst()).toMatchObject({ used: true });
	});

	it('confirms a mint whose browser was closed before it could tell the transaction', async () => {
		const { ctx, imageId, mint } = await prepared();
		const hash = await chain.redeem(mint);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({
			status: 'confirmed',
			explorerUrl: `https://explorer.example/tx/${hash}`,
		});
	});

	it('confirms what an older voucher was redeemed for, with the words of that one', async () => {
		const { ctx, imageId, order, mint } = await prepared('First name');
		await prepareMint(ctx, { ...order, name: 'Second name' });
		expect((await rowOf(ctx)).nftName).toBe('Second name');
		await chain.redeem(mint);
		await chain.mine(3);
		await pollMintStatus(ctx, chain.chain, imageId);
		const row = await rowOf(ctx);
		expect(row).toMatchObject({ status: 'confirmed', nftName: 'First name' });
		expect({ metadataCid: row.metadataCid, tokenUri: row.tokenUri }).toEqual({
			metadataCid: mint.metadataCid,
			tokenUri: mint.tokenUri,
		});
	});

	it('confirms a replaced transaction by the one that came into a block', async () => {
		const { ctx, imageId, mint } = await prepared();
		const account = testAccounts.buyer;
		const nonce = await chain.client.getTransactionCount({ address: account.address });
		const send = (gwei: string) =>
			chain.client.writeContract({
				account,
				address: chain.address,
				abi: adxCollectionAbi,
				functionName: 'redeem',
				args: redeemArgs(mint),
				gas: 300_000n,
				nonce,
				maxFeePerGas: parseGwei(gwei),
				maxPriorityFeePerGas: parseGwei(gwei),
			});
		const slow = await send('3');
		await submit(ctx, imageId, slow);
		const fast = await send('9');
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({
			status: 'confirmed',
			explorerUrl: `https://explorer.example/tx/${fast}`,
		});
		expect(fast).not.toBe(slow);
	});

	it('lets a mint wait again when its block is replaced, and confirms it where it comes to stand', async () => {
		const { ctx, imageId, mint } = await prepared();
		const before = await chain.client.snapshot();
		await chain.redeem(mint);
		await chain.mine(4);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		const replaced = (await rowOf(ctx)).blockHash;
		await chain.client.revert({ id: before });
		await chain.dropPending();
		await chain.client.increaseTime({ seconds: 5 });
		await chain.mine(5);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		const voucher = await ctx.db.selectFrom('mintVouchers').selectAll().executeTakeFirst();
		expect(voucher).toMatchObject({ used: false, usedAt: null });
		await chain.redeem(mint);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		expect((await rowOf(ctx)).blockHash).not.toBe(replaced);
	});

	it('names who got the token, whoever it was prepared for last', async () => {
		const { ctx, imageId, order, mint } = await prepared();
		await prepareMint(ctx, { ...order, walletAddress: testAccounts.stranger.address });
		await chain.redeem(mint);
		await chain.mine(3);
		await pollMintStatus(ctx, chain.chain, imageId);
		expect((await rowOf(ctx)).ownerAddress).toBe(testAccounts.buyer.address);
	});

	it('takes no confirmation back because a node lags behind, and says so', async () => {
		const { ctx, imageId, mint } = await prepared();
		await chain.redeem(mint);
		await chain.mine(200);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		const { blockNumber } = await rowOf(ctx);
		const lagging = {
			...chain.chain,
			block: async (number: number) => (number >= blockNumber! ? null : chain.chain.block(number)),
		};
		expect(await pollMintStatus(ctx, lagging, imageId)).toMatchObject({ status: 'confirmed' });
		const syncing = { ...chain.chain, head: async () => (await chain.chain.block(1))! };
		await prepareMint(ctx, createMintRequest((await generateImages(ctx, 1))[0]!));
		await expect(watchMints(ctx, syncing)).rejects.toThrow('The node is only at block 1.');
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
	});

	it('rejects a node of another chain before it believes anything', async () => {
		const { ctx, mint } = await prepared();
		await chain.redeem(mint);
		await chain.mine(3);
		const other = createMintContract({ ...chain.chain.settings, chainId: 1 });
		await expect(watchMints(ctx, other)).rejects.toThrow('The node belongs to chain 137, not to 1.');
		expect((await rowOf(ctx)).status).toBe('prepared');
		expect(await ctx.db.selectFrom('chainCursors').selectAll().execute()).toEqual([]);
	});

	it('goes by the contract where the node refuses to tell events, and by no transaction of another', async () => {
		const { ctx, imageId, mint } = await prepared();
		const other = await chain.client.sendTransaction({
			account: testAccounts.stranger,
			to: testAccounts.admin.address,
			value: 1n,
		});
		await chain.redeem(mint);
		await submit(ctx, imageId, other);
		await chain.mine(3);
		const refusing = { ...chain.chain, mintedEvents: () => Promise.reject(new Error('range too large')) };
		expect(await pollMintStatus(ctx, refusing, imageId)).toMatchObject({
			status: 'confirmed',
			explorerUrl: `https://explorer.example/token/${chain.address}?a=${mint.voucher.nonce}`,
		});
	});

	it('goes by the contract where the node tells no events', async () => {
		const { ctx, imageId, mint } = await prepared();
		await chain.redeem(mint);
		await chain.mine(3);
		const forgetful = { ...chain.chain, mintedEvents: async () => [] };
		expect(await pollMintStatus(ctx, forgetful, imageId)).toMatchObject({
			status: 'confirmed',
			explorerUrl: `https://explorer.example/token/${chain.address}?a=${mint.voucher.nonce}`,
		});
	});

	it('confirms what a lost document was redeemed for, with the words of no other', async () => {
		const { ctx, imageId, order, mint } = await prepared('Lost words');
		await prepareMint(ctx, { ...order, name: 'Other words' });
		// As after a backup was restored that was older than the first preparation.
		await ctx.db.deleteFrom('mintMetadata').where('nftName', '=', 'Lost words').execute();
		await chain.redeem(mint);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		expect(await rowOf(ctx)).toMatchObject({ tokenUri: mint.tokenUri, metadataCid: mint.metadataCid, nftName: '' });
	});

	it('asks no node while nothing waits', async () => {
		const ctx = await developer();
		const deaf = { ...chain.chain, head: () => Promise.reject(new Error('asked')) };
		await expect(watchMints(ctx, deaf)).resolves.toBeUndefined();
	});
});

describe.skipIf(!hasAnvil)('many mints', () => {
	/** The same mint under further numbers, which the contract knows nothing of. */
	async function multiply(ctx: RequestContext, count: number): Promise<void> {
		const mint = await rowOf(ctx);
		const voucher = await ctx.db.selectFrom('mintVouchers').selectAll().executeTakeFirstOrThrow();
		const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
		const copies = numbers.map((tokenId) => ({ ...mint, id: tokenId, imageId: tokenId, tokenId }));
		await ctx.db.insertInto('mintedTokens').values(copies).execute();
		const vouchers = numbers.map((nonce) => ({ ...voucher, id: nonce, mintId: nonce, nonce }));
		await ctx.db.insertInto('mintVouchers').values(vouchers).execute();
	}
	const statesOf = async (ctx: RequestContext) => {
		const rows = await ctx.db.selectFrom('mintedTokens').select('status').execute();
		return Object.fromEntries(
			Map.groupBy(rows, ({ status }) => status)
				.entries()
				.map(([name, of]) => [name, of.length]),
		);
	};

	it('that wait are asked about in a few calls', async () => {
		const { ctx, mint } = await prepared();
		await multiply(ctx, 299);
		await chain.redeem(mint);
		await chain.mine(4);
		const proxy = await chain.startProxy();
		const node = createMintContract({ ...chain.chain.settings, rpcUrl: proxy.origin });
		await watchMints(ctx, node);
		expect(await statesOf(ctx)).toEqual({ confirmed: 1, prepared: 299 });
		expect(proxy.requests()).toBeLessThanOrEqual(12);
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		await watchMints(ctx, node);
		expect(await statesOf(ctx)).toEqual({ confirmed: 1, failed: 299 });
		expect(proxy.requests()).toBeLessThanOrEqual(24);
	});

	it('are asked about one by one where the node takes no long batches, and the one it trips over holds up no other', async () => {
		const { ctx } = await prepared();
		await multiply(ctx, 20);
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		const proxy = await chain.startProxy();
		proxy.respondWith((calls) => {
			const asksOfSeven = calls.some(({ params }) => JSON.stringify(params).includes(`${'0'.repeat(63)}7"`));
			return calls.length > 3 || asksOfSeven ? { status: 413, body: 'batch too large' } : null;
		});
		const node = createMintContract({ ...chain.chain.settings, rpcUrl: proxy.origin });
		await expect(watchMints(ctx, node)).rejects.toThrow();
		expect(await statesOf(ctx)).toEqual({ failed: 20, prepared: 1 });
		expect(
			await ctx.db.selectFrom('mintedTokens').select('tokenId').where('status', '=', 'prepared').execute(),
		).toEqual([{ tokenId: '7' }]);
	});
});

describe.skipIf(!hasAnvil)('several mints in one transaction', () => {
	it('are confirmed together, each with the words and the token of its own', async () => {
		const ctx = await developer();
		const images = await generateImages(ctx, 3);
		const mints = [];
		for (const [index, imageId] of images.entries())
			mints.push(await prepareMint(ctx, createMintRequest(imageId, { name: `Elf ${index}` })));
		const hash = await chain.redeemMany(mints);
		for (const imageId of images.slice(1)) await submit(ctx, imageId, hash);
		await chain.mine(3);
		await watchMints(ctx, chain.chain);
		const rows = await ctx.db.selectFrom('mintedTokens').selectAll().execute();
		const shown = rows.map(({ imageId, status, txHash, nftName, tokenId }) => [
			imageId,
			status,
			txHash,
			nftName,
			tokenId,
		]);
		const expected = mints.map(({ imageId, voucher }, index) => [
			imageId,
			'confirmed',
			hash,
			`Elf ${index}`,
			voucher.nonce,
		]);
		expect(new Set(shown)).toEqual(new Set(expected));
	});

	it('fail together where the contract refuses one of them, and can each be minted again', async () => {
		const ctx = await developer();
		const [first = '', second = ''] = await generateImages(ctx, 2);
		const good = await prepareMint(ctx, createMintRequest(first));
		const bad = withWrongSignature(await prepareMint(ctx, createMintRequest(second)));
		const hash = await chain.redeemMany([good, bad]);
		for (const imageId of [first, second]) await submit(ctx, imageId, hash);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, first)).toMatchObject({ status: 'failed' });
		expect(await pollMintStatus(ctx, chain.chain, second)).toMatchObject({ status: 'failed' });
		await chain.redeem(good);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, first)).toMatchObject({ status: 'confirmed' });
	});
});

describe.skipIf(!hasAnvil)('a mint that fails', () => {
	it('tells that its transaction was reverted, and can be prepared again as the same mint', async () => {
		const { ctx, imageId, order, mint } = await prepared();
		await submit(ctx, imageId, await chain.redeem(withWrongSignature(mint)));
		await chain.mine(2);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.mine(1);
		const errorMessage = 'The transaction was reverted: the chain refused it.';
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'failed', errorMessage });
		const again = await prepareMint(ctx, order);
		// The nonce follows from the image alone; that the row is the same one does not.
		expect(again.mintId).toBe(mint.mintId);
		const statuses = await listMintStatus(ctx, { chain: 'polygon' });
		expect(statuses).toMatchObject([{ imageId, status: 'prepared', errorMessage: null }]);
		await chain.redeem(again);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
	});

	it('is confirmed after all when its owner sent the voucher again', async () => {
		const { ctx, imageId, mint } = await prepared();
		await submit(ctx, imageId, await chain.redeem(withWrongSignature(mint)));
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'failed' });
		await chain.redeem(mint);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
	});

	it('is confirmed even when the voucher was sent again just before it ran out', async () => {
		const { ctx, imageId, mint } = await prepared();
		await submit(ctx, imageId, await chain.redeem(withWrongSignature(mint)));
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'failed' });
		await chain.redeem(mint);
		await chain.mine(1);
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(3);
		// The server was away meanwhile, and its clock is past the deadline too.
		const later = { ...ctx, clock: () => new Date(Date.now() + 3_600_000) };
		expect(await pollMintStatus(later, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
	});

	it('waits while a dropped transaction could still be sent again, then says that the voucher ran out', async () => {
		const { ctx, imageId, mint } = await prepared();
		const hash = await chain.redeem(mint);
		await submit(ctx, imageId, hash);
		await chain.client.dropTransaction({ hash });
		await chain.mine(4);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(1);
		// The newest block alone is past the deadline; one that counts has to be.
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.mine(3);
		const errorMessage = 'The permission to mint ran out before it was used.';
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'failed', errorMessage });
	});

	it('61 believes no made-up transaction hash', async () => {
		const { ctx, imageId } = await prepared();
		await submit(ctx, imageId, `0x${'a'.repeat(64)}`);
		await chain.mine(4);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'minting' });
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'failed' });
	});

	it('tells that the operator cancelled its nonce', async () => {
		const { ctx, imageId, order, mint } = await prepared();
		await chain.client.writeContract({
			account: testAccounts.signer,
			address: chain.address,
			abi: adxCollectionAbi,
			functionName: 'cancel',
			args: [BigInt(mint.voucher.nonce)],
			gas: 100_000n,
		});
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'failed' });
		await expect(prepareMint(ctx, order)).rejects.toMatchObject({
			reason: 'mint_unavailable',
			message: expect.stringContaining('ruled out'),
		});
	});
});
