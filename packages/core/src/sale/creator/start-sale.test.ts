import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { listOpenTransactions } from '@adx/db/repositories/sale/sale-transactions';
import { findSale } from '@adx/db/repositories/sale/sales';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMerge } from '../../merge/get-merge.ts';
import { createMergeRequest, uploadImages } from '../../merge/merge-testing.ts';
import { startMerge } from '../../merge/start-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { decryptSaleSecret, saleOrder } from '../sale-secret.ts';
import { hasSaleChain, useSaleChain } from '../sale-testing.ts';
import { buildSaleTransaction } from '../solana/build-sale-transaction.ts';
import { openSolana } from '../solana/open-solana.ts';
import { estimateListingCosts } from '../solana/sale-costs.ts';
import { getCreatorSale } from './get-creator-sale.ts';
import { addListedMerge, list, prepare, start } from './start-testing.ts';

const test = useSaleChain();
let wallet: string;
beforeAll(async () => {
	if (hasSaleChain) wallet = (await test.wallet('creator')).address;
});
beforeEach(() => (hasSaleChain ? test.clear() : undefined));

const rows = () => test.services.db.selectFrom('sales').selectAll().execute();

async function unsigned(ctx: RequestContext): Promise<string> {
	const jobId = await addListedMerge(ctx);
	expect(await prepare(ctx, await start(ctx, jobId, wallet))).toMatchObject({ phase: 'unsigned' });
	return jobId;
}

describe.skipIf(!hasSaleChain)('starting a sale', () => {
	it('begins to prepare what the merge is listed as, with its costs told first (API-17, MLST-06)', async () => {
		const ctx = await test.contextOf();
		const jobId = await addListedMerge(ctx);
		const sale = await start(ctx, jobId, wallet);
		expect(sale).toMatchObject({
			jobId,
			phase: 'preparing',
			progress: 0,
			network: 'solana',
			cluster: 'localnet',
			walletAddress: wallet,
			name: 'Winter Court',
			symbol: 'WIN',
			priceLamports: '100000000',
			price: 0.1,
			royalty: 5,
			supply: 2,
			soldCount: 0,
			ownCount: 0,
			mintAddress: null,
			explorerUrl: null,
			saleUrl: `/sale/${sale.saleId}`,
			published: false,
			carUrl: null,
			startedAt: null,
		});
		const costs = sale.costs!;
		expect(Number(costs.collectionLamports)).toBeGreaterThan(1_000_000);
		expect(BigInt(costs.ownAllLamports)).toBe(2n * BigInt(costs.itemLamports));
		const asked = test.chain.callCount('getMinimumBalanceForRentExemption');
		expect((await getCreatorSale(ctx, { jobId })).costs).toEqual(costs);
		expect(test.chain.callCount('getMinimumBalanceForRentExemption')).toBe(asked);
		expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({
			salePhase: 'preparing',
			isMinting: false,
			contractAddress: null,
		});
	});

	it('tells before it is started what it takes at most, and asks the node once', async () => {
		const ctx = await test.contextOf();
		const jobId = await addListedMerge(ctx);
		const asked = test.chain.callCount('getMinimumBalanceForRentExemption');
		const { costs } = await estimateListingCosts(ctx, { jobId });
		const sale = (await start(ctx, jobId, wallet)).costs!;
		for (const of of ['collectionLamports', 'itemLamports'] as const) {
			const [most, exact] = [Number(costs![of]), Number(sale[of])];
			expect(most).toBeGreaterThanOrEqual(exact);
			expect(most).toBeLessThan(exact * 1.15);
		}
		expect(test.chain.callCount('getMinimumBalanceForRentExemption')).toBeLessThanOrEqual(asked + 1);
		expect(await rows()).toHaveLength(1);
	});

	it.each([
		['the creator', null, false],
		['this server', 'http://127.0.0.1:5001', true],
	])('tells before it is started that %s publishes the files', async (_, ipfsApiUrl, publishesFiles) => {
		const ctx = await test.contextOf();
		const jobId = await addListedMerge(ctx);
		const minting = { ...ctx.minting, ipfsApiUrl };
		expect(await estimateListingCosts({ ...ctx, minting }, { jobId })).toMatchObject({ publishesFiles });
		expect(await estimateListingCosts({ ...ctx, minting, solana: null }, { jobId })).toEqual({
			costs: null,
			publishesFiles,
		});
	});

	it('tells nobody but the owner what it takes', async () => {
		const jobId = await addListedMerge(await test.contextOf());
		const stranger = await test.contextOf();
		await expect(estimateListingCosts(stranger, { jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	it('answers with the one sale when it is pressed twice, in two tabs and again later', async () => {
		const ctx = await test.contextOf();
		const jobId = await addListedMerge(ctx);
		const started = await Promise.all([start(ctx, jobId, wallet), start(ctx, jobId, wallet)]);
		const [sale] = started;
		expect(started.map(({ saleId }) => saleId)).toEqual([sale!.saleId, sale!.saleId]);
		await prepare(ctx, sale!);
		expect(await start(ctx, jobId, wallet)).toMatchObject({ saleId: sale!.saleId, phase: 'unsigned' });
		expect(await rows()).toHaveLength(1);
	});

	it('keeps the secret sealed for the row, and sells in an order that follows from it alone', async () => {
		const ctx = await test.contextOf();
		const { saleId } = await start(ctx, await addListedMerge(ctx), wallet);
		const sale = (await findSale(ctx.db, saleId))!;
		const secret = decryptSaleSecret(ctx.secretKey, sale);
		expect(secret).toHaveLength(32);
		expect(() => decryptSaleSecret(ctx.secretKey, { ...sale, id: 'other' })).toThrow('cannot be opened');
		const order = saleOrder(secret, 1_000);
		expect(order).toEqual(saleOrder(secret, 1_000));
		expect(order.toSorted((left, right) => left - right)).toEqual(
			Array.from({ length: 1_000 }, (_, index) => index + 1),
		);
		expect(order).not.toEqual(saleOrder(new Uint8Array(32).fill(1), 1_000));
		expect(order.slice(0, 10)).not.toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
	});

	it('takes another price without another preparation, and prepares other facts again with the same keys', async () => {
		const ctx = await test.contextOf();
		const jobId = await unsigned(ctx);
		const { mintAddress, metadataRoot } = (await rows())[0]!;
		await list(ctx, jobId, { mintPrice: 0.2 });
		expect(await start(ctx, jobId, wallet)).toMatchObject({ phase: 'unsigned', priceLamports: '200000000' });
		await list(ctx, jobId, { royaltyPercentage: 2.5 });
		const again = await start(ctx, jobId, wallet);
		expect(again).toMatchObject({ phase: 'preparing', royalty: 2.5, published: false, carUrl: null });
		await prepare(ctx, again);
		const renewed = (await rows())[0]!;
		expect(renewed.mintAddress).toBe(mintAddress);
		expect(renewed.metadataRoot).not.toBe(metadataRoot);
		const other = (await test.wallet('other')).address;
		expect(await start(ctx, jobId, other)).toMatchObject({ phase: 'preparing', walletAddress: other });
	});

	it('rejects other facts while a transaction with the old ones can still land, yet takes another price', async () => {
		const ctx = await test.contextOf();
		const jobId = await unsigned(ctx);
		await buildSaleTransaction(ctx, { jobId });
		await list(ctx, jobId, { mintPrice: 1, collectionName: 'Summer Court' });
		await expect(start(ctx, jobId, wallet)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'mint_under_way',
			message: expect.stringMatching(/^A transaction with the earlier name.* Try again in two minutes\.$/),
		});
		expect((await rows())[0]).toMatchObject({ name: 'Winter Court', priceLamports: '100000000', phase: 'unsigned' });
		await list(ctx, jobId, { collectionName: 'Winter Court' });
		expect(await start(ctx, jobId, wallet)).toMatchObject({ phase: 'unsigned', price: 1 });
		expect(await listOpenTransactions(ctx.db, (await rows())[0]!.id)).toHaveLength(1);
	});

	it('rejects another cluster while a transaction can still land on the old one, and says what ends that', async () => {
		const ctx = await test.contextOf();
		const jobId = await unsigned(ctx);
		await buildSaleTransaction(ctx, { jobId });
		const moved = { ...ctx, solana: { ...test.solana, cluster: 'devnet' as const } };
		await expect(start(moved, jobId, wallet)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'mint_under_way',
			message: expect.stringMatching(
				/on localnet may be under way\. .* set up for devnet now .* set it up for localnet/,
			),
		});
		expect((await rows())[0]).toMatchObject({ cluster: 'localnet', phase: 'unsigned' });
	});

	it('starts again what failed', async () => {
		const ctx = await test.contextOf();
		const jobId = await addListedMerge(ctx);
		const { saleId } = await start(ctx, jobId, wallet);
		await ctx.db.updateTable('sales').set({ phase: 'failed', errorMessage: 'No.', failures: 5 }).execute();
		expect(await start(ctx, jobId, wallet)).toMatchObject({ saleId, phase: 'preparing', errorMessage: null });
		expect((await rows())[0]?.failures).toBe(0);
	});

	it('rejects a merge that is not completed, a stranger’s, and everything where Solana is not set up (AMB-45)', async () => {
		const [ctx, stranger] = [await test.contextOf(), await test.contextOf({ role: 'developer' })];
		const jobId = await addListedMerge(ctx);
		await expect(start(stranger, jobId, wallet)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(start(ctx, 'nothing', wallet)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const running = await startMerge(ctx, await createMergeRequest(ctx, { A: await uploadImages(ctx, [1]) }));
		await expect(start(ctx, running.jobId, wallet)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'merge_running',
			message: 'This collection is still being merged. Come back when it is finished.',
		});
		await expect(start({ ...ctx, solana: null }, jobId, wallet)).rejects.toMatchObject({
			code: 'PRECONDITION',
			reason: 'mint_unavailable',
			message: 'Minting on Solana is not set up on this server.',
		});
		const full = { ...ctx, storage: { ...ctx.storage, freeBytes: async () => 1 } };
		await expect(start(full, jobId, wallet)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
		await expect(getCreatorSale(ctx, { jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		expect(await rows()).toEqual([]);
	});

	it('rejects a listing that Solana cannot hold, and a wallet that cannot sign, and stores nothing', async () => {
		const ctx = await test.contextOf();
		const jobId = await addListedMerge(ctx, { collectionName: 'é'.repeat(17) });
		const named = (field: string) => ({ code: 'INVALID', meta: { fields: { [field]: expect.any(String) } } });
		await expect(start(ctx, jobId, wallet)).rejects.toMatchObject(named('collectionName'));
		await list(ctx, jobId, { collectionName: 'é'.repeat(16) });
		await expect(start(ctx, jobId, 'z'.repeat(44))).rejects.toMatchObject(named('walletAddress'));
		expect(await rows()).toEqual([]);
		expect((await start(ctx, jobId, wallet)).name).toBe('é'.repeat(16));
	});
});

describe('the node of a cluster', () => {
	const genesis = {
		'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
		devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
		testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
		localnet: '11111111111111111111111111111111',
	} as const;
	const clusters = Object.keys(genesis) as (keyof typeof genesis)[];

	it.each(clusters.flatMap((cluster) => clusters.map((actual) => [cluster, actual] as const)))(
		'configured as %s is asked for its first block, and is of %s',
		async (cluster, actual) => {
			let asked = 0;
			const server = createServer((request, response) => {
				asked += 1;
				void text(request).then((body) => {
					const { id } = JSON.parse(body) as { id: string };
					response.setHeader('content-type', 'application/json');
					response.end(JSON.stringify({ jsonrpc: '2.0', id, result: genesis[actual] }));
				});
			});
			await once(server.listen(0, '127.0.0.1'), 'listening');
			try {
				const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
				const solana = openSolana({ cluster, rpcUrl, explorerUrl: null });
				if (cluster !== actual) return await expect(solana.checkCluster()).rejects.toThrow(cluster);
				await solana.checkCluster();
				await solana.checkCluster();
				expect(asked).toBe(1);
			} finally {
				server.closeAllConnections();
				server.close();
			}
		},
	);
});
