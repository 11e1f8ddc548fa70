import { transactionLifetimeMs } from '@adx/validators/limits';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCreatorSale, createPurchase, createReservation } from '../../../../test/sale-fixtures.ts';
import { buildItem, collectionMint, creator, itemWire } from '../../../wallets/solana/solana-testing.ts';
import { mintOwnItems, type OwnItemsRun, type OwnItemsStep } from './mint-own-items.ts';
import { readOwnReservation } from './own-reservation-store.ts';

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

const reportedCosts = {
	collectionLamports: '5800000',
	itemLamports: '6800000',
	pieceLamports: '6800000',
	ownAllLamports: '0',
};

/** A sale of 30 items that are minted as soon as they are submitted; notes what is asked of whom, in order. */
function runOf({
	costs = reportedCosts as CreatorSale['costs'],
	wires = [] as readonly string[][],
	endAt = '',
	serverNow = Date.now,
} = {}) {
	const asked: string[] = [];
	const steps: OwnItemsStep['kind'][] = [];
	const stop = new AbortController();
	let ownCount = 0;
	let turn = 0;
	/** Ended at the moment at which the answer is there. */
	const answer = async <Result>(name: string, result: Result): Promise<Result> => {
		asked.push(name);
		if (name === endAt) stop.abort(new Error('ended'));
		return result;
	};
	const wiresOf = (count: number) =>
		wires[turn] ??
		Array.from({ length: count }, (_, place) =>
			itemWire({ payer: creator, priceLamports: 0n, tokenNumber: 1 + ownCount + place }),
		);
	const client = {
		mint: {
			collections: {
				get: {
					query: () =>
						answer(
							'get',
							createCreatorSale({
								phase: 'selling',
								walletAddress: creator,
								mintAddress: collectionMint,
								ownCount,
								costs,
							}),
						),
				},
				own: {
					mutate({ count }: { count: number }) {
						const transactions = wiresOf(count);
						const costLamports = String((wires[turn] === undefined ? 6_800_000 : 6_900_000) * transactions.length);
						turn += 1;
						const expiresAt = new Date(serverNow() + transactionLifetimeMs).toISOString();
						return answer(
							'own',
							createReservation([...transactions], { costLamports, reservationId: `own-${turn}`, expiresAt }),
						);
					},
				},
			},
			sales: {
				submit: {
					mutate({ transactions }: { transactions: string[] }) {
						ownCount += transactions.length;
						return answer('submit', createPurchase());
					},
				},
				purchase: { query: () => answer('purchase', createPurchase({ status: 'confirmed' })) },
			},
		},
	};
	const wallet = {
		sign: (transactions: readonly Uint8Array[]) => answer('sign', transactions),
	};
	const run: OwnItemsRun = {
		saleId: 'sale-1',
		jobId: 'merge-1',
		connection: { address: creator, wallet } as never,
		client: client as never,
		onSale: () => {},
		onStep: ({ kind }) => void steps.push(kind),
		onNote: () => {},
		agree: () => answer('agree', undefined),
		wantsPause: () => false,
		signal: stop.signal,
	};
	return { run, asked, steps };
}

const turn = ['get', 'own', 'agree', 'sign', 'submit', 'purchase'];
const nextTurn = ['get', 'own', 'sign', 'submit', 'purchase'];

test('the first batch waits for consent before the wallet is asked, and batches that cost no more continue on their own', async () => {
	const { run, asked, steps } = runOf();
	await mintOwnItems(run);
	expect(asked).toEqual([...turn, ...nextTurn, 'get']);
	expect(steps.slice(0, 6)).toEqual(['reserving', 'reading', 'asking', 'signing', 'submitting', 'waiting']);
});

test('each batch waits for a word while the network does not say what it costs', async () => {
	const { run, asked } = runOf({ costs: null });
	await mintOwnItems(run);
	expect(asked).toEqual([...turn, ...turn, 'get']);
});

test('a batch waits for consent when it costs more than was agreed to', async () => {
	// 0.0069 SOL in place of 0.0068.
	const wires = await Promise.all(
		[26, 27, 28, 29, 30].map((tokenNumber) => buildItem({ buyer: creator, tokenNumber }, 1_324_500)),
	);
	const { run, asked } = runOf({ wires: [undefined as never, wires] });
	await mintOwnItems(run);
	expect(asked).toEqual([...turn, ...turn, 'get']);
});

test.each([
	['fast', 120_000],
	['slow', -120_000],
])('a clock that is two minutes %s leaves as long for the word as any other', async (_name, offMs) => {
	const serverNow = Date.now;
	let clockOffMs = offMs;
	vi.spyOn(Date, 'now').mockImplementation(() => serverNow() + clockOffMs);
	const { run, asked } = runOf({ serverNow });
	await mintOwnItems(run);
	expect(asked).toEqual([...turn, ...nextTurn, 'get']);
	const late = runOf({ serverNow });
	const notes: string[] = [];
	await mintOwnItems({
		...late.run,
		onNote: ({ text }) => void notes.push(text),
		async agree() {
			await late.run.agree();
			clockOffMs += transactionLifetimeMs;
		},
	});
	expect(late.asked).toEqual(['get', 'own', 'agree']);
	expect(notes).toEqual(['These items were not signed in time. Go on to try again.']);
	expect(readOwnReservation('sale-1')).toBeNull();
});

test.each(turn.map((name, place) => [name, turn.slice(0, place + 1)] as const))(
	'ended at the moment of ‘%s’, nothing follows',
	async (endAt, expected) => {
		const { run, asked, steps } = runOf({ endAt });
		await expect(mintOwnItems(run)).rejects.toThrow('ended');
		expect(asked).toEqual(expected);
		// What was signed and not taken by the server is lost; what it may have is looked for later.
		expect(readOwnReservation('sale-1')).toEqual(
			['submit', 'purchase'].includes(endAt) ? expect.objectContaining({ reservationId: 'own-1' }) : null,
		);
		const last = steps.at(-1);
		await new Promise((resolve) => setTimeout(resolve));
		expect(steps.at(-1)).toBe(last);
	},
);

test('rejects to have anything signed where the collection is not on the chain', async () => {
	const { run, asked } = runOf();
	const sale = createCreatorSale({ phase: 'selling', walletAddress: creator, mintAddress: null, costs: reportedCosts });
	run.client.mint.collections.get.query = async () => sale;
	await expect(mintOwnItems(run)).rejects.toThrow(/about another collection/);
	expect(asked).toEqual(['own']);
});
