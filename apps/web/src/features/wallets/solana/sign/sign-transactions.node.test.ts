import { describe, expect, test } from 'vitest';
import { creator, itemWire } from '../solana-testing.ts';
import type { ExpectedItem } from '../verify/expected-transaction.ts';
import { expectedItem, toBytes } from '../verify/verify-testing.ts';
import { isSameMessage, reviewTransactions } from './sign-transactions.ts';

const sold = itemWire();

describe('several items that are signed at once', () => {
	const own = (tokenNumber: number) => itemWire({ payer: creator, priceLamports: 0n, tokenNumber });
	const expected: ExpectedItem = {
		...expectedItem,
		wallet: creator,
		most: 25,
		recipient: null,
		priceLamports: 0n,
		costLamports: 13_600_000n,
	};

	test('are told together', async () => {
		const review = await reviewTransactions([own(1), own(17)], expected);
		expect(review).toMatchObject({ priceLamports: 0n, rentLamports: 13_558_080n, feeLamports: 41_920n });
		expect(review.facts.map(({ name }) => name)).toEqual(['Frost & Fire #1', 'Frost & Fire #17']);
	});

	test.each([
		['the same one twice', [own(1), own(1)], {}, /does not create what was ordered/],
		['more than were ordered', [own(1), own(2)], { most: 1 }, /does not create what was ordered/],
		['none', [], {}, /does not create what was ordered/],
		['another cost', [own(1), own(2)], { costLamports: 13_600_001n }, /take 0\.0136 SOL instead of 0\.013600001 SOL/],
		['a wrong one among them', [own(1), sold], {}, /not your wallet that pays/],
	] as const)('rejects %s', async (_name, wires, changes, reason) => {
		await expect(reviewTransactions(wires, { ...expected, ...changes })).rejects.toThrow(reason);
	});
});

test('whether a wallet signed what it was given is seen by the message, not by signatures', () => {
	const asked = toBytes(sold);
	const signed = Uint8Array.from(asked).fill(9, 1, 65);
	expect(isSameMessage(asked, signed)).toBe(true);
	expect(isSameMessage(asked, toBytes(itemWire({ priceLamports: 1n })))).toBe(false);
});
