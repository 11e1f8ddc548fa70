import { describe, expect, it } from 'vitest';
import { reserveItem } from '../../buyer/reserve-item.ts';
import { finalBlocks, getTotalCost, hasSaleChain, signAndSend, sol, withResponses } from '../../sale-testing.ts';
import { useSelling } from '../../use-selling-testing.ts';
import { watchSolanaSales } from './watch-solana-sales.ts';

const { test, selling, buyer, reserveFor, submit, saleNow } = useSelling();
const { visitor, addSale, balance, lookAfter, purchaseOf, rows } = test;

describe.skipIf(!hasSaleChain)('what was submitted', () => {
	it('is sent again while it is dropped, and charged once', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		test.chain.dropSends(3);
		await submit(reservation);
		await lookAfter(2);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent' });
		await lookAfter(2);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(getTotalCost(reservation));
	});

	it('is confirmed when it lands late, however often it was sent again meanwhile', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		test.chain.delaySends(30);
		await submit(reservation);
		for (let looks = 0; looks < 4; looks++) await lookAfter(5);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent' });
		for (let looks = 0; looks < 4; looks++) await lookAfter(5);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		await lookAfter(40);
		expect(before - balance(buyer)).toBe(getTotalCost(reservation));
	});

	it('survives a node that goes down before it was sent, and lands when that is up again', async () => {
		const reservation = await reserveFor(buyer);
		test.chain.fail('sendTransaction', 1);
		expect(await submit(reservation)).toMatchObject({ status: 'sent' });
		await test.chain.down();
		const before = await rows();
		await expect(test.look()).rejects.toMatchObject({ reason: 'unreachable' });
		expect(await rows()).toEqual(before);
		await test.chain.up();
		await test.look();
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});

	it('is told as it was while the node is away, and counted when that is back, however late', async () => {
		const unsigned = await reserveFor(await test.wallet('slow'));
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		await test.chain.down();
		// It lands, its time goes by, and so does that of what was not signed.
		test.chain.mine(152 + finalBlocks);
		const before = await rows();
		await expect(test.look()).rejects.toMatchObject({ reason: 'unreachable' });
		expect(await rows()).toEqual(before);
		expect(await saleNow()).toMatchObject({ phase: 'selling', mintedCount: 0, reservedCount: 2, availableCount: 1 });
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent', items: [] });
		expect(await submit(reservation)).toMatchObject({ status: 'sent' });
		const other = await test.wallet('other');
		await expect(reserveFor(other)).rejects.toMatchObject({ reason: 'chain_unavailable' });
		expect(await rows()).toEqual(before);
		await test.chain.up();
		await test.look();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed', items: [expect.anything()] });
		expect(await purchaseOf(unsigned)).toMatchObject({ status: 'expired' });
		expect(await saleNow()).toMatchObject({ mintedCount: 1, reservedCount: 0, availableCount: 2 });
	});

	it('has failed for good when it never landed, and its item is sold to the next', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		test.chain.dropSends(1_000);
		await submit(reservation);
		await lookAfter(100);
		await lookAfter(52);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent' });
		await lookAfter(finalBlocks);
		expect(await purchaseOf(reservation)).toMatchObject({
			status: 'failed',
			errorMessage: 'The chain did not take the transaction in time. Nothing was charged.',
		});
		test.chain.dropSends(0);
		expect(balance(buyer)).toBe(before);
		const other = await test.wallet('next');
		const next = await reserveFor(other);
		await submit(next, other);
		await lookAfter(2);
		expect(await purchaseOf(next)).toMatchObject({ status: 'confirmed' });
		expect(await saleNow()).toMatchObject({ mintedCount: 1, availableCount: 2, reservedCount: 0 });
	});

	it('has failed with a sentence when the chain refused it, and its item is free again when that is final', async () => {
		const other = await addSale(1);
		const wallet = await test.wallet('spender', sol / 10n + sol / 50n);
		const [here, there] = [await reserveFor(wallet), await reserveFor(wallet, other)];
		await submit(there, wallet);
		await submit(here, wallet);
		await lookAfter(2);
		expect(await purchaseOf(there)).toMatchObject({ status: 'confirmed' });
		expect(await purchaseOf(here)).toMatchObject({
			status: 'failed',
			errorMessage: 'There was too little SOL in the wallet. Nothing was paid but its fee.',
		});
		expect(await saleNow()).toMatchObject({ reservedCount: 1, availableCount: 2 });
		await lookAfter(finalBlocks);
		expect(await saleNow()).toMatchObject({ reservedCount: 0, availableCount: 3 });
		const next = await reserveFor(buyer);
		await submit(next);
		await lookAfter(2);
		expect(await purchaseOf(next)).toMatchObject({ status: 'confirmed' });
		expect(await purchaseOf(here)).toMatchObject({ status: 'failed', items: [] });
	});

	it('has run out when the wallet sent it past the server and the chain refused it: a fee may be gone', async () => {
		const other = await addSale(1);
		const wallet = await test.wallet('spender', sol / 10n + sol / 50n);
		const [here, there] = [await reserveFor(wallet), await reserveFor(wallet, other)];
		const before = balance(wallet);
		await submit(there, wallet);
		await signAndSend(test, here, wallet);
		await lookAfter(2);
		expect(before - balance(wallet)).toBeGreaterThan(getTotalCost(there));
		// The chain has it already, as if it had made the item.
		expect(await submit(here, wallet)).toMatchObject({ status: 'reserved' });
		await lookAfter(152 + finalBlocks);
		expect(await purchaseOf(here)).toMatchObject({
			status: 'expired',
			errorMessage: 'Nothing was signed in time. Nothing was charged but, at most, a network fee.',
		});
	});

	it('waits again when its block is replaced, and is confirmed where it comes to stand, charged once', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		test.chain.mine(3);
		await test.look();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		test.chain.fork(3);
		test.chain.mine(5);
		test.chain.dropSends(1);
		await test.look();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent', items: [] });
		expect(await saleNow()).toMatchObject({ mintedCount: 0, reservedCount: 1 });
		await lookAfter(1);
		await lookAfter(2);
		await lookAfter(finalBlocks);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(getTotalCost(reservation));
	});
});

describe.skipIf(!hasSaleChain)('a wallet that goes on meanwhile', () => {
	it('keeps an item that it asked for again while the watcher was about to let it go', async () => {
		const reservation = await reserveFor(buyer);
		test.chain.mine(152 + finalBlocks);
		const { solana } = test;
		const [hasAsked, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const slow = withResponses(solana, {
			getMultipleAccounts: (...asked: Parameters<typeof solana.rpc.getMultipleAccounts>) => ({
				send: async (options: object) => {
					hasAsked.resolve();
					await mayGoOn.promise;
					return solana.rpc.getMultipleAccounts(...asked).send(options);
				},
			}),
		});
		const looking = watchSolanaSales(test.services, slow, new AbortController().signal);
		await hasAsked.promise;
		const again = await reserveFor(buyer);
		mayGoOn.resolve();
		await looking;
		expect(again.reservationId).toBe(reservation.reservationId);
		expect(await saleNow()).toMatchObject({ reservedCount: 1 });
		await submit(again);
		await lookAfter(2);
		expect(await purchaseOf(again)).toMatchObject({ status: 'confirmed' });
	});

	it('gets both items when the block of the first is replaced while it buys the second', async () => {
		const before = balance(buyer);
		const first = await reserveFor(buyer);
		await submit(first);
		test.chain.mine(3);
		await test.look();
		const second = await reserveFor(buyer);
		test.chain.fork(3);
		test.chain.mine(5);
		test.chain.dropSends(1);
		await test.look();
		expect(await saleNow()).toMatchObject({ mintedCount: 0, reservedCount: 2 });
		const fresh = await reserveFor(buyer);
		expect(fresh.reservationId).toBe(second.reservationId);
		await submit(fresh);
		for (let looks = 0; looks < 4; looks++) await lookAfter(2);
		expect(await purchaseOf(first)).toMatchObject({ status: 'confirmed', items: [expect.anything()] });
		expect(await purchaseOf(second)).toMatchObject({ status: 'confirmed', items: [expect.anything()] });
		expect(before - balance(buyer)).toBe(getTotalCost(first) + getTotalCost(fresh));
	});

	it('gets nothing to sign for an item that was let go before that was written down', async () => {
		const { solana } = test;
		const { db } = test.services;
		const letsGo = withResponses(solana, {
			getMultipleAccounts: (...asked: Parameters<typeof solana.rpc.getMultipleAccounts>) => ({
				send: async (options: object) => {
					await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
					return solana.rpc.getMultipleAccounts(...asked).send(options);
				},
			}),
		});
		const ctx = { ...(await visitor()), solana: letsGo };
		const asking = reserveItem(ctx, { saleId: selling.sale.id, walletAddress: buyer.address });
		await expect(asking).rejects.toMatchObject({ code: 'CONFLICT', reason: 'no_piece_free' });
		expect((await rows()).transactions.filter(({ reservationId }) => reservationId !== null)).toEqual([]);
	});

	it('is not held up by a collection of somebody else that cannot be sent', async () => {
		test.chain.dropSends(2);
		await expect(addSale(1)).rejects.toThrow('The sale is confirming.');
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		test.chain.mine(2);
		test.chain.fail('sendTransaction', 1);
		await expect(test.look()).rejects.toMatchObject({ reason: 'unreachable' });
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});
});
