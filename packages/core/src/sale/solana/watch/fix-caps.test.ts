import { readGroupAuthority } from '@adx/contracts/solana/group-authority';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { decryptSaleSecret } from '../../sale-secret.ts';
import {
	finalBlocks,
	hasSaleChain,
	pollChain,
	type SellingSale,
	useSaleChain,
	withResponses,
} from '../../sale-testing.ts';

const test = useSaleChain();
let selling: SellingSale;
let buyer: TestWallet;

/** A sale of one item, which is sold for good. */
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	selling = await test.addSale(1);
	buyer = await test.wallet('buyer');
	await test.submit(await test.reserveFor(selling, buyer), buyer);
	await test.lookAfter(2);
	await test.lookAfter(finalBlocks);
	expect((await selling.read()).phase).toBe('sold_out');
});

const authorityOf = async () => {
	const sale = await selling.read();
	return deriveAddress(decryptSaleSecret(test.services.secretKey, sale), 'authority');
};
const onChain = async () => readGroupAuthority(test.solana, (await selling.read()).mintAddress);
const ownRows = async () =>
	(await test.rows()).transactions.filter(({ tokenNumber, status }) => tokenNumber === null && status !== 'expired');
const tries = async () => (await ownRows()).length - 1;

describe.skipIf(!hasSaleChain)('a sold-out collection', () => {
	it('lets nobody admit further items once its key has given that up, and says so when it is final', async () => {
		const before = test.balance(selling.creator);
		const authority = await authorityOf();
		expect(await onChain()).toBe(authority);
		expect(await test.saleOf(selling)).toMatchObject({ phase: 'sold_out', isCapFixed: false });
		await test.look();
		await test.lookAfter(2);
		expect(await onChain()).toBeNull();
		// A block that may still die proves nothing.
		expect(await test.saleOf(selling)).toMatchObject({ isCapFixed: false });
		await test.lookAfter(finalBlocks);
		expect(await test.saleOf(selling)).toMatchObject({ isCapFixed: true });
		expect(test.balance({ address: authority })).toBe(0n);
		expect(test.balance(selling.creator) - before).toBeGreaterThan(980_000n);
		const [asked, rows] = [test.chain.callCount('getEpochInfo'), await test.rows()];
		await test.look();
		expect(test.chain.callCount('getEpochInfo')).toBe(asked);
		expect(await test.rows()).toEqual(rows);
	});

	it('is signed for once, whoever looks how often, and sent again where it was lost', async () => {
		test.chain.dropSends(1);
		await Promise.all([1, 2, 3].map(() => pollChain(test.services, test)));
		expect(await tries()).toBe(1);
		await test.lookAfter(3);
		await test.lookAfter(2);
		expect(await tries()).toBe(1);
		await test.lookAfter(finalBlocks);
		expect(await test.saleOf(selling)).toMatchObject({ isCapFixed: true });
	});

	it('is signed for again once the first can land no more', async () => {
		test.chain.dropSends(1);
		await test.look();
		test.chain.mine(152 + finalBlocks);
		test.chain.dropSends(0);
		await test.look();
		await test.lookAfter(2);
		await test.lookAfter(finalBlocks);
		expect(await test.saleOf(selling)).toMatchObject({ isCapFixed: true });
		expect(await selling.read()).toMatchObject({ capTries: 2 });
		// The rent of its account stays there: a second try does not depend on what somebody sends to it.
		expect(test.balance({ address: await authorityOf() })).toBe(890_880n + 100_000n - 5_000n - 100n);
	});

	it('is taken back with its block, and given up again', async () => {
		await test.look();
		await test.lookAfter(2);
		expect(await onChain()).toBeNull();
		test.chain.fork(2);
		expect(await onChain()).toBe(await authorityOf());
		await test.lookAfter(1);
		await test.lookAfter(2);
		await test.lookAfter(finalBlocks);
		await test.lookAfter(200);
		await test.lookAfter(2);
		await test.lookAfter(finalBlocks);
		expect(await test.saleOf(selling)).toMatchObject({ isCapFixed: true });
	});

	it('whose key holds nothing is left alone for a while, and fixed once somebody pays', async () => {
		const authority = await authorityOf();
		const poor = withResponses(test.solana, { getBalance: () => ({ send: async () => ({ value: 0n }) }) });
		await pollChain(test.services, { solana: poor });
		const asked = test.chain.callCount('getEpochInfo');
		await test.look();
		expect(test.chain.callCount('getEpochInfo')).toBe(asked);
		expect(await onChain()).toBe(authority);
		const later = () => new Date(Date.now() + 11 * 60_000);
		await pollChain({ ...test.services, clock: later }, test);
		expect(await tries()).toBe(1);
		test.chain.mine(2 + finalBlocks);
		await pollChain({ ...test.services, clock: later }, test);
		expect(await onChain()).toBeNull();
		expect(await test.saleOf(selling)).toMatchObject({ isCapFixed: true });
	});
});
