import { listWatchedContracts } from '@adx/db/repositories/mint/chain-cursors';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { createMintContract, type MintContract } from './mint-contract.ts';
import {
	createMintRequest,
	generateImages,
	hasAnvil,
	nodeFaults,
	pollMintStatus,
	withWrongSignature,
} from './mint-testing.ts';
import type { Minting } from './minting.ts';
import { prepareMint } from './prepare-mint.ts';
import { submitMint } from './submit-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';
import { startMintWatcher, watchMints } from './watch-mints.ts';

const { chain, developer } = useMintChain({ isRestartable: true });

/** The same, with the node reached through a proxy. */
async function developerBehind(origin: string, change: Partial<Minting> = {}) {
	const node = createMintContract({ ...chain.chain.settings, rpcUrl: origin });
	return { ...(await developer()), minting: chain.minting({ chains: new Map([['polygon', node]]), ...change }) };
}

const statusesOf = async (ctx: RequestContext, imageIds: readonly string[]) => {
	const rows = await ctx.db.selectFrom('mintedTokens').select(['imageId', 'status']).execute();
	return imageIds.map((id) => rows.find(({ imageId }) => imageId === id)?.status);
};
const refusesConnections = () =>
	fetch(chain.anvil.rpcUrl, { method: 'POST', body: '{}' }).then(
		() => false,
		(error: Error) => (error.cause as { code?: string }).code === 'ECONNREFUSED',
	);

describe.skipIf(!hasAnvil)('a node that is gone', () => {
	it('delays only: every mint ends as the chain is when it is back', async () => {
		const ctx = await developer();
		const [redeemed = '', waiting = '', reverted = '', late = ''] = await generateImages(ctx, 4);
		const mints = [];
		for (const imageId of [redeemed, waiting, reverted]) mints.push(await prepareMint(ctx, createMintRequest(imageId)));
		const [first, , third] = mints;
		await submitMint(ctx, { imageId: redeemed, chain: 'polygon', transactionHash: await chain.redeem(first!) });
		const cut = withWrongSignature(third!);
		await submitMint(ctx, { imageId: reverted, chain: 'polygon', transactionHash: await chain.redeem(cut) });
		await chain.mine(1);
		let looks = 0;
		const counted = (node: MintContract): MintContract => ({
			...node,
			with: (change) => counted(node.with(change)),
			checkChainId: () => {
				looks += 1;
				return node.checkChainId();
			},
		});
		const minting = chain.minting({ chains: new Map([['polygon', counted(chain.chain)]]) });
		await chain.goAway();
		const watcher = startMintWatcher({ ...ctx, minting }, { intervalMs: 20 });
		try {
			expect(await refusesConnections()).toBe(true);
			await expect.poll(() => looks, { timeout: 25_000 }).toBeGreaterThanOrEqual(4);
			expect(await statusesOf(ctx, [redeemed, waiting, reverted])).toEqual(['minting', 'prepared', 'minting']);
			await expect(prepareMint(ctx, createMintRequest(late))).rejects.toMatchObject({
				code: 'PRECONDITION',
				reason: 'chain_unavailable',
				message: expect.stringContaining('Nothing was minted'),
			});
			expect(await statusesOf(ctx, [late])).toEqual([undefined]);
			await chain.comeBack();
			await chain.mine(3);
			await expect
				.poll(() => statusesOf(ctx, [redeemed, waiting, reverted]), { timeout: 25_000 })
				.toEqual(['confirmed', 'prepared', 'failed']);
			// It was away for longer than the last voucher holds.
			await chain.client.increaseTime({ seconds: 16 * 60 });
			await chain.mine(4);
			await expect.poll(() => statusesOf(ctx, [waiting]), { timeout: 25_000 }).toEqual(['failed']);
			const later = { ...ctx, clock: () => new Date(Date.now() + 17 * 60_000) };
			await expect(prepareMint(later, createMintRequest(late))).resolves.toMatchObject({ imageId: late });
		} finally {
			await watcher.stop();
			await chain.comeBack();
		}
	});
});

describe.skipIf(!hasAnvil)('a node that does not answer', () => {
	it('does not hold up the end of the watcher', async () => {
		const proxy = await chain.startProxy();
		const ctx = await developerBehind(proxy.origin);
		const [imageId = ''] = await generateImages(ctx, 1);
		await prepareMint(ctx, createMintRequest(imageId));
		for (const method of ['eth_getBlockByNumber', 'eth_getLogs', 'eth_call']) {
			await chain.mine(4);
			const hold = proxy.hold((call) => call.method === method);
			const watcher = startMintWatcher(ctx, { intervalMs: 20 });
			await hold.held;
			const start = performance.now();
			await watcher.stop();
			expect(performance.now() - start).toBeLessThan(5_000);
			await expect.poll(() => hold.open(), { timeout: 10_000 }).toBe(0);
			hold.release();
		}
	});

	it('is given up by a look after its time, and asked again by the next', async () => {
		const proxy = await chain.startProxy();
		const ctx = await developerBehind(proxy.origin);
		const [imageId = ''] = await generateImages(ctx, 1);
		await chain.redeem(await prepareMint(ctx, createMintRequest(imageId)));
		await chain.mine(3);
		let asked = 0;
		const hold = proxy.hold(() => {
			asked += 1;
			return true;
		});
		// Far less than the 10 s after which a call is given up by itself.
		const watcher = startMintWatcher(ctx, { intervalMs: 20, lookMaxMs: 100 });
		try {
			await expect.poll(() => asked, { timeout: 8_000 }).toBeGreaterThanOrEqual(4);
			await expect.poll(() => hold.open(), { timeout: 10_000 }).toBeLessThanOrEqual(1);
			expect(await statusesOf(ctx, [imageId])).toEqual(['prepared']);
		} finally {
			await watcher.stop();
			hold.release();
		}
		await watchMints(ctx, ctx.minting.chains.get('polygon')!);
		expect(await statusesOf(ctx, [imageId])).toEqual(['confirmed']);
	});

	it('rejects a preparation after its time, also where it falls silent in the middle of an answer', async () => {
		const proxy = await chain.startProxy();
		const ctx = await developerBehind(proxy.origin, { askingMaxMs: 300 });
		const [imageId = ''] = await generateImages(ctx, 1);
		const refused = async () => {
			const start = performance.now();
			const unavailable = { code: 'PRECONDITION', reason: 'chain_unavailable' };
			await expect(prepareMint(ctx, createMintRequest(imageId))).rejects.toMatchObject(unavailable);
			return performance.now() - start;
		};
		const hold = proxy.hold((call) => call.method === 'eth_getCode');
		expect(await refused()).toBeLessThan(3_000);
		hold.release();
		proxy.respondWith(() => 'stall');
		expect(await refused()).toBeLessThan(3_000);
		// It asks for more patience than anybody has.
		proxy.respondWith(() => ({ status: 429, body: '', headers: { 'retry-after': '3600' } }));
		expect(await refused()).toBeLessThan(3_000);
	});

	it('is not asked any longer for a caller who has gone, and nothing is signed', async () => {
		const proxy = await chain.startProxy();
		const gone = new AbortController();
		const ctx = { ...(await developerBehind(proxy.origin)), gone: gone.signal };
		const [imageId = ''] = await generateImages(ctx, 1);
		const hold = proxy.hold((call) => call.method === 'eth_getCode');
		const preparing = prepareMint(ctx, createMintRequest(imageId)).catch((error: unknown) => error);
		await hold.held;
		gone.abort();
		expect(await preparing).toMatchObject({ reason: 'chain_unavailable' });
		await expect.poll(() => hold.open(), { timeout: 10_000 }).toBe(0);
		hold.release();
		expect(await statusesOf(ctx, [imageId])).toEqual([undefined]);
	});
});

describe.skipIf(!hasAnvil)('a node that tells less than it should', () => {
	/** A node that answers as the chain does but for what `change` replaces. */
	async function redeemed(change: Partial<MintContract> = {}) {
		const proxy = await chain.startProxy();
		const ctx = await developerBehind(proxy.origin);
		const [imageId = ''] = await generateImages(ctx, 1);
		const mint = await prepareMint(ctx, createMintRequest(imageId));
		const before = await chain.client.snapshot();
		await chain.redeem(mint);
		await chain.mine(3);
		return { ctx, proxy, imageId, mint, before, node: { ...ctx.minting.chains.get('polygon')!, ...change } };
	}

	it('and refuses its events from the start is followed all the same: into a reorganisation too', async () => {
		const mintedEvents = () => Promise.reject(new Error('range too large'));
		const { ctx, imageId, mint, before, node } = await redeemed({ mintedEvents });
		expect(await pollMintStatus(ctx, node, imageId)).toMatchObject({ status: 'confirmed' });
		expect(await listWatchedContracts(ctx.db, 'polygon')).toEqual([chain.address]);
		await chain.client.revert({ id: before });
		await chain.dropPending();
		await chain.client.increaseTime({ seconds: 5 });
		await chain.mine(4);
		expect(await pollMintStatus(ctx, node, imageId)).toMatchObject({ status: 'minting' });
		await chain.redeem(mint);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, node, imageId)).toMatchObject({ status: 'confirmed' });
	});

	it('ends no mint by an empty answer, while a chain without the contract does', async () => {
		const { ctx, proxy, imageId, mint, node } = await redeemed({ mintedEvents: async () => [] });
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(4);
		proxy.respondWith((calls) =>
			calls.some(({ method }) => method === 'eth_call') ? nodeFaults['empty results']!(calls, proxy.origin) : null,
		);
		await expect(watchMints(ctx, node)).rejects.toThrow('The contract returns nothing');
		expect(await statusesOf(ctx, [imageId])).toEqual(['prepared']);
		proxy.respondWith(null);
		expect(await pollMintStatus(ctx, node, imageId)).toMatchObject({ status: 'confirmed' });
		const nowhere = node.with({ contractAddress: `0x${'9'.repeat(40)}` });
		expect(await nowhere.nonceState(mint.voucher.nonce)).toMatchObject({ name: 'unused' });
	});
});
