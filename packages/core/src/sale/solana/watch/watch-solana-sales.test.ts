import { createDb } from '@adx/db/client/database';
import type { Reservation } from '@adx/validators/sale/sales';
import type { Address } from '@solana/kit';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { TestServices } from '../../../platform/services-testing.ts';
import {
	finalBlocks,
	hasSaleChain,
	pollChain,
	signAndSend,
	sol,
	startSaleChain,
	withResponses,
} from '../../sale-testing.ts';
import { useSelling } from '../../use-selling-testing.ts';
import { openSolana, type Solana } from '../open-solana.ts';
import { endLostSales, startSolanaSaleWatcher, watchSolanaSales } from './watch-solana-sales.ts';

const { test, selling, buyer, reserveFor, submit, saleNow } = useSelling();
const { balance, lookAfter, purchaseOf, rows } = test;

describe.skipIf(!hasSaleChain)('what the node says', () => {
	it('is not believed while it lags: nothing expires, and nothing is taken back', async () => {
		const [bought, waiting] = [await reserveFor(buyer), await reserveFor(await test.wallet('other'))];
		await submit(bought);
		await lookAfter(3);
		test.chain.mine(150);
		// To before the purchase.
		test.chain.lag(153);
		const before = await rows();
		await test.look();
		expect(await rows()).toEqual(before);
		expect(await purchaseOf(bought)).toMatchObject({ status: 'confirmed' });
		test.chain.lag(0);
		await lookAfter(finalBlocks);
		expect(await purchaseOf(bought)).toMatchObject({ status: 'confirmed' });
		expect(await purchaseOf(waiting)).toMatchObject({ status: 'expired' });
	});

	it.each([
		['and says so', {}],
		['and does not say so', { minContextSlot: undefined }],
	])('is not believed when one of several nodes is behind the other %s', async (_, change) => {
		const reservation = await reserveFor(buyer);
		await signAndSend(test, reservation, buyer);
		test.chain.mine(250);
		const { solana } = test;
		// The first answers are of a node at the head, all others of one that has not seen the purchase.
		const place = await solana.rpc.getEpochInfo({ commitment: 'finalized' }).send();
		test.chain.lag(250);
		const behind = withResponses(solana, {
			getEpochInfo: () => ({ send: async () => place }),
			getMultipleAccounts: (addresses: Address[], options: object) =>
				solana.rpc.getMultipleAccounts(addresses, { ...options, ...change }),
		});
		const before = await rows();
		await expect(watchSolanaSales(test.services, behind, new AbortController().signal)).rejects.toThrow();
		expect(await rows()).toEqual(before);
		test.chain.lag(0);
		await test.look();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});

	it('rejects a node of another cluster before it believes anything', async () => {
		const reservation = await reserveFor(buyer);
		await signAndSend(test, reservation, buyer);
		test.chain.mine(2);
		await test.services.db.updateTable('sales').set({ cluster: 'devnet' }).execute();
		const before = await rows();
		const other = openSolana({ cluster: 'devnet', rpcUrl: test.chain.rpcUrl, explorerUrl: null });
		await expect(watchSolanaSales(test.services, other, new AbortController().signal)).rejects.toThrow(
			'not that of devnet',
		);
		expect(await rows()).toEqual(before);
	});

	it('is not needed to tell which transaction made an item that is there for good', async () => {
		const reservation = await reserveFor(buyer);
		await signAndSend(test, reservation, buyer);
		const { solana } = test;
		const forgetful = withResponses(solana, { getSignaturesForAddress: () => ({ send: async () => [] }) });
		const lookForgetful = () => watchSolanaSales(test.services, forgetful, new AbortController().signal);
		test.chain.mine(2);
		await lookForgetful();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'reserved' });
		test.chain.mine(finalBlocks);
		await lookForgetful();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed', items: [expect.anything()] });
		const item = { ownerAddress: buyer.address, paidLamports: '100000000', signature: null, isFinal: true };
		expect((await rows()).items.filter(({ status }) => status === 'minted')).toMatchObject([item]);
	});

	it('is asked nothing while nothing waits', async () => {
		await test.chain.down();
		await expect(test.look()).resolves.toBeUndefined();
		await test.chain.up();
	});

	it('is what counts for who paid and who owns, also where the journal was lost with an older database', async () => {
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		test.chain.mine(finalBlocks);
		const { db } = test.services;
		await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
		await db.deleteFrom('saleReservations').execute();
		const other = await test.wallet('other');
		const before = balance(other);
		await expect(reserveFor(other)).rejects.toMatchObject({ reason: 'no_piece_free' });
		await test.look();
		const [again] = await db.selectFrom('saleReservations').selectAll().execute();
		expect(again).toMatchObject({ walletAddress: other.address, status: 'expired' });
		const minted = await db.selectFrom('salePieces').selectAll().where('status', '=', 'minted').execute();
		expect(minted).toMatchObject([{ ownerAddress: buyer.address, paidLamports: '100000000', reservationId: null }]);
		expect(balance(other)).toBe(before);
		const third = await reserveFor(other);
		await submit(third, other);
		await lookAfter(2);
		expect(await purchaseOf(third)).toMatchObject({ status: 'confirmed' });
	});
});

describe.skipIf(!hasSaleChain)('the watcher', () => {
	it('ends a sale whose last items were minted while it was down', async () => {
		const before = balance(selling.creator);
		for (const how of ['submitted', 'submitted', 'sent by the wallet']) {
			const wallet = await test.wallet('buyer');
			const reservation = await reserveFor(wallet);
			if (how === 'submitted') await submit(reservation, wallet);
			else await signAndSend(test, reservation, wallet);
			test.chain.mine(2);
		}
		test.chain.mine(300);
		await test.look();
		await test.look();
		expect(await saleNow()).toMatchObject({ phase: 'sold_out', mintedCount: 3 });
		expect(balance(selling.creator) - before).toBe((3n * sol) / 10n);
		const merge = await test.services.db.selectFrom('mergeJobs').selectAll().executeTakeFirstOrThrow();
		expect(merge).toMatchObject({ isMinting: false, isMinted: true });
	});

	it('doubles nothing beside another one, whatever they look at', async () => {
		const second = await openBeside(test);
		const reservations: Reservation[] = [];
		const wallets = await Promise.all([1, 2, 3].map(() => test.wallet('buyer')));
		for (const wallet of wallets) reservations.push(await reserveFor(wallet));
		await submit(reservations[0]!, wallets[0]);
		await submit(reservations[1]!, wallets[1]);
		const both = () => Promise.all([test, second, test, second].map(({ services }) => pollChain(services, test)));
		await both();
		test.chain.mine(2);
		await both();
		const { sales, items } = await rows();
		expect(items.map(({ status }) => status).toSorted()).toEqual(['held', 'minted', 'minted']);
		await both();
		expect((await rows()).sales).toEqual(sales);
		test.chain.mine(152 + finalBlocks);
		await both();
		await both();
		expect(await Promise.all(reservations.map(async (each) => (await purchaseOf(each)).status))).toEqual([
			'confirmed',
			'confirmed',
			'expired',
		]);
		expect(await saleNow()).toMatchObject({ mintedCount: 2, availableCount: 1 });
		await second.close();
	});

	it('goes on when the node is back, says once that it was away, and keeps the key of its address to itself', async () => {
		const lines: string[] = [];
		const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
		const rpcUrl = `${test.chain.rpcUrl}/v2/secret-key?api-key=other-key`;
		const solana = openSolana({ cluster: 'localnet', rpcUrl, explorerUrl: null });
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		await test.chain.down();
		const watcher = startSolanaSaleWatcher({ ...test.services, solana, log }, { intervalMs: 10 });
		try {
			await expect.poll(() => lines.length, { timeout: 25_000 }).toBe(1);
			await new Promise((resolve) => setTimeout(resolve, 100));
			await test.chain.up();
			test.chain.mine(2);
			await expect.poll(async () => (await purchaseOf(reservation)).status, { timeout: 25_000 }).toBe('confirmed');
			await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2);
		} finally {
			await watcher.stop();
		}
		expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
			'Solana could not be followed',
			'Solana is followed again',
		]);
		expect(lines.join('')).not.toMatch(/-key|127\.0\.0\.1/);
	});

	it('ends at once although the node answers nothing', async () => {
		await reserveFor(buyer);
		const release = test.chain.hold('getEpochInfo');
		const asked = test.chain.callCount('getEpochInfo');
		const watcher = startSolanaSaleWatcher(test.services, { intervalMs: 10 });
		try {
			await expect.poll(() => test.chain.callCount('getEpochInfo'), { timeout: 10_000 }).toBe(asked + 1);
			const startedAt = performance.now();
			await watcher.stop();
			// By itself a call is given up after 10 s.
			expect(performance.now() - startedAt).toBeLessThan(5_000);
		} finally {
			release();
			await watcher.stop();
		}
	});
});

describe.skipIf(!hasSaleChain)('a local chain that was started again', () => {
	it('ends the sales that were on it, with a sentence, and leaves nothing of them that only it knew', async () => {
		await submit(await reserveFor(buyer));
		await lookAfter(finalBlocks);
		await reserveFor(await test.wallet('other'));
		const restarted = await startSaleChain();
		const watch = async (solana: Solana, isDone: () => Promise<boolean>) => {
			const watcher = startSolanaSaleWatcher({ ...test.services, solana }, { intervalMs: 10 });
			await expect.poll(isDone, { timeout: 25_000 }).toBe(true);
			await watcher.stop();
		};
		try {
			const asked = test.chain.callCount('getMultipleAccounts');
			await watch(test.solana, async () => test.chain.callCount('getMultipleAccounts') > asked + 1);
			expect(await saleNow()).toMatchObject({ phase: 'selling', mintedCount: 1, reservedCount: 1 });
			await watch(restarted.solana, async () => (await selling.read()).phase !== 'selling');
		} finally {
			await restarted.stop();
		}
		const { sales, ...others } = await rows();
		expect(sales).toMatchObject([
			{
				phase: 'failed',
				errorMessage: 'The local chain was started again; this sale is gone.',
				boughtCount: 0,
				soldLamports: '0',
			},
		]);
		expect(others).toEqual({ items: [], reservations: [], transactions: [] });
		const merge = await test.services.db.selectFrom('mergeJobs').selectAll().executeTakeFirstOrThrow();
		expect(merge).toMatchObject({ isMinting: false, isMinted: false, contractAddress: null });
	});

	it('is no reason to ask anything of a public cluster', async () => {
		const other = await startSaleChain();
		try {
			await test.services.db.updateTable('sales').set({ cluster: 'devnet' }).execute();
			const before = await rows();
			const solana = openSolana({ cluster: 'devnet', rpcUrl: other.chain.rpcUrl, explorerUrl: null });
			await endLostSales(test.services, solana, new AbortController().signal);
			expect(await rows()).toEqual(before);
			expect(['getGenesisHash', 'getEpochInfo', 'getMultipleAccounts'].map(other.chain.callCount)).toEqual([0, 0, 0]);
		} finally {
			await other.stop();
		}
	});
});

/** Services as of a second process: on a server with connections of their own. */
async function openBeside({ services }: Pick<TestServices, 'services'>) {
	const { database } = services;
	const databaseUrl = 'databaseUrl' in database ? (database.databaseUrl as string | null) : null;
	if (databaseUrl === null) return { services, close: async () => {} };
	const own = await createDb({ databaseUrl });
	return { services: { ...services, database: own, db: own.db }, close: () => own.destroy() };
}
