import { mintedItemsInput } from '@adx/validators/sale/minted-items';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOfUser } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { hasSaleChain, type SellingSale, signAndSubmit, useSaleChain } from '../sale-testing.ts';
import { listMintedItems } from './list-minted-items.ts';
import { reserveOwnItems } from './reserve-own-items.ts';

const test = useSaleChain();
let selling: SellingSale;
let creator: RequestContext;
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	selling = await test.addSale(4);
	creator = contextOfUser(test.services, selling.ownerId);
});

const list = (page: object = {}, ctx = creator) =>
	listMintedItems(ctx, mintedItemsInput.parse({ jobId: selling.sale.mergeJobId, ...page }));

describe.skipIf(!hasSaleChain)('what is minted of a sale', () => {
	it('is listed for its creator with who paid what, the newest first, in pages', async () => {
		expect(await list()).toEqual([]);
		const buyer = await test.wallet('buyer');
		await test.submit(await test.reserveFor(selling, buyer), buyer);
		await test.lookAfter(2);
		const [bought] = await list();
		expect(Math.abs(Date.parse(bought!.mintedAt) - Date.now())).toBeLessThan(60_000);
		// A chain tells seconds, and all of this takes less than one.
		const anHourAgo = new Date(Date.now() - 3_600_000);
		await test.services.db
			.updateTable('salePieces')
			.set({ mintedAt: anHourAgo })
			.where('status', '=', 'minted')
			.execute();
		const own = await reserveOwnItems(creator, { jobId: selling.sale.mergeJobId, count: 2 });
		await signAndSubmit(creator, own, selling.creator);
		await test.lookAfter(2);
		const items = await list();
		expect(items.map(({ kind, walletAddress, paidLamports }) => [kind, walletAddress, paidLamports])).toEqual([
			['own', selling.creator.address, null],
			['own', selling.creator.address, null],
			['bought', buyer.address, '100000000'],
		]);
		const { signature, explorerUrl } = items[2]!;
		expect(explorerUrl).toBe(`https://explorer.example/tx/${signature}?cluster=localnet`);
		const first = await list({ limit: 2 });
		expect([...first, ...(await list({ limit: 2, cursor: first[1]!.mintAddress }))]).toEqual(items);
	});

	it('rejects a stranger and a cursor that names no minted item', async () => {
		await expect(list({}, await test.contextOf())).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(list({ cursor: selling.sale.mintAddress })).rejects.toMatchObject({ code: 'INVALID' });
	});
});
