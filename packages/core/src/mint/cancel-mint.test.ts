import { passDatabaseTime } from '@adx/db/testing/time-testing';
import type { Hex } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { regenerateImage } from '../generation/versions/regenerate-images.ts';
import type { RequestContext } from '../platform/context.ts';
import { cancelMint } from './cancel-mint.ts';
import { listMintStatus } from './mint-status.ts';
import { createMintRequest, generateImages, hasAnvil, pollMintStatus } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { submitMint } from './submit-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';

const { chain, developer } = useMintChain();
afterEach(() => chain.dropPending());

/** A developer with one image, prepared. */
async function prepared() {
	const ctx = await developer();
	const [imageId = ''] = await generateImages(ctx, 1);
	return { ctx, imageId, mint: await prepareMint(ctx, createMintRequest(imageId)) };
}

const cancel = (ctx: RequestContext, imageId: string) => cancelMint(ctx, { imageId, chain: 'polygon' });
const submit = (ctx: RequestContext, imageId: string, transactionHash: string) =>
	submitMint(ctx, { imageId, chain: 'polygon', transactionHash });
const poll = (ctx: RequestContext, imageId: string) => pollMintStatus(ctx, chain.chain, imageId);

describe.skipIf(!hasAnvil)('a mint that its owner gives up', () => {
	it('can be prepared again at once, as the same token', async () => {
		const { ctx, imageId, mint } = await prepared();
		const hash = await chain.redeem(mint);
		await submit(ctx, imageId, hash);
		await expect(prepareMint(ctx, createMintRequest(imageId))).rejects.toMatchObject({ reason: 'mint_under_way' });
		const permittedUntil = new Date(mint.voucher.deadline * 1_000);
		const cancelled = { status: 'failed', cancelledAt: expect.any(Date), permittedUntil };
		expect(await cancel(ctx, imageId)).toMatchObject({ ...cancelled, errorMessage: 'You cancelled this mint.' });
		const again = await prepareMint(ctx, createMintRequest(imageId));
		expect(again.voucher.nonce).toBe(mint.voucher.nonce);
		expect(await listMintStatus(ctx, { chain: 'polygon' })).toMatchObject([
			{ status: 'prepared', cancelledAt: null, errorMessage: null },
		]);
	});

	it('stays frozen while what was signed holds, and is over for good after that', async () => {
		const { ctx, imageId } = await prepared();
		await cancel(ctx, imageId);
		await chain.mine(4);
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'failed', permittedUntil: expect.any(Date) });
		await expect(regenerateImage(ctx, { imageId })).rejects.toMatchObject({ reason: 'mint_under_way' });
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		expect(await poll(ctx, imageId)).toMatchObject({
			status: 'failed',
			cancelledAt: expect.any(Date),
			permittedUntil: null,
			errorMessage: 'You cancelled this mint.',
		});
		await regenerateImage(ctx, { imageId });
	});

	it('is confirmed where its transaction goes through all the same', async () => {
		const { ctx, imageId, mint } = await prepared();
		await submit(ctx, imageId, await chain.redeem(mint));
		await cancel(ctx, imageId);
		await chain.mine(3);
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'confirmed', cancelledAt: null, permittedUntil: null });
		await expect(cancel(ctx, imageId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'already_minted' });
	});

	it('is over after its deadline where the wallet replaced the transaction by an empty one', async () => {
		const { ctx, imageId, mint } = await prepared();
		const hash = await chain.redeem(mint);
		await submit(ctx, imageId, hash);
		const { nonce, from: account, maxFeePerGas = 0n } = await chain.client.getTransaction({ hash });
		await cancel(ctx, imageId);
		await chain.client.impersonateAccount({ address: account });
		await chain.client.sendTransaction({
			account,
			to: account,
			nonce,
			maxFeePerGas: maxFeePerGas * 3n,
			maxPriorityFeePerGas: maxFeePerGas * 2n,
		});
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'failed', permittedUntil: null });
		expect(await chain.chain.knowsTransaction(hash)).toBe(false);
	});

	it('goes on where its wallet sends another transaction, and not for the one that was given up', async () => {
		const { ctx, imageId } = await prepared();
		const [given, other] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`];
		await submit(ctx, imageId, given);
		await cancel(ctx, imageId);
		expect(await submit(ctx, imageId, given)).toMatchObject({ status: 'failed', cancelledAt: expect.any(Date) });
		expect(await submit(ctx, imageId, other)).toMatchObject({ status: 'minting', cancelledAt: null });
	});

	it('rejects a stranger, and cancels what was cancelled no second time', async () => {
		const { ctx, imageId } = await prepared();
		await expect(cancel(await developer(), imageId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const first = await cancel(ctx, imageId);
		expect(await cancel(ctx, imageId)).toEqual(first);
	});
});

describe.skipIf(!hasAnvil)('a mint that its wallet never sent', () => {
	it('is none once its permission has run out, and can be prepared again', async () => {
		const { ctx, imageId, mint } = await prepared();
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		const lapsed = { status: 'none', errorMessage: null, permittedUntil: null, transactionHash: null };
		expect(await poll(ctx, imageId)).toMatchObject(lapsed);
		// Told late of a transaction: what was signed cannot be redeemed any more.
		expect(await submit(ctx, imageId, `0x${'d'.repeat(64)}`)).toMatchObject(lapsed);
		expect(await prepareMint(ctx, createMintRequest(imageId))).toMatchObject({ mintId: mint.mintId });
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'prepared' });
	});
});

describe.skipIf(!hasAnvil)('a transaction that the node does not know', () => {
	it('is told as such after a minute and no sooner, until the node knows it', async () => {
		const { ctx, imageId, mint } = await prepared();
		const hash = await chain.redeem(mint);
		const serializedTransaction = await chain.client.request<{ ReturnType: Hex }>({
			method: 'eth_getRawTransactionByHash' as never,
			params: [hash] as never,
		});
		await chain.dropPending();
		await submit(ctx, imageId, hash);
		await chain.mine(4);
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'minting', transactionUnknown: false });
		await passDatabaseTime(ctx.db, 61_000);
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'minting', transactionUnknown: true });
		// Told again of the same one: the minute does not start again.
		expect(await submit(ctx, imageId, hash)).toMatchObject({ transactionUnknown: true });
		await chain.client.sendRawTransaction({ serializedTransaction });
		expect(await poll(ctx, imageId)).toMatchObject({ status: 'minting', transactionUnknown: false });
		expect(await submit(ctx, imageId, `0x${'c'.repeat(64)}`)).toMatchObject({ transactionUnknown: false });
	});
});
