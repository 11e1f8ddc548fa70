import { isDeepStrictEqual } from 'node:util';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { buildCollection, buildItem, stranger } from '../solana-testing.ts';
import { expectedCollection, expectedItem, toBytes, toWire, verify } from './verify-testing.ts';

const sold = await buildItem();
const made = await buildCollection();

describe('every byte that is signed', () => {
	/** Where any is as good: in the blockhash, and where the fee changes by less than a lamport. */
	function isOpen(wire: Uint8Array, at: number): boolean {
		const keysAt = 1 + 64 * wire[0]! + 4;
		const callsAt = keysAt + 32 * wire[keysAt - 1]! + 32;
		// Behind their number and the limit of compute units, 8 bytes long as a whole.
		const priceAt = callsAt + 1 + 8 + 4;
		return (at >= callsAt - 32 && at < callsAt) || at === priceAt;
	}

	test.each([
		['an item', sold, expectedItem],
		['a collection', made, expectedCollection],
	])('of %s: another one is refused, or told', async (_name, wire, expected) => {
		const bytes = toBytes(wire);
		const facts = (await verify(wire, expected)) as Record<string, unknown>;
		const keys = new Set<string>();
		const messageAt = 1 + 64 * bytes[0]!;
		for (const at of [0, ...Array.from({ length: bytes.length - messageAt }, (_, place) => messageAt + place)]) {
			if (isOpen(bytes, at)) continue;
			const changed = await verify(toWire(bytes.with(at, bytes[at]! ^ (1 << (at % 8)))), expected);
			if (typeof changed === 'string') continue;
			const differing = Object.entries(changed as object).filter(([name, now]) => !isDeepStrictEqual(now, facts[name]));
			expect(differing, `byte ${at}`).toHaveLength(1);
			keys.add(differing[0]![0]);
		}
		// What the page cannot know.
		expect([...keys].sort()).toEqual(expected.creates === 'item' ? ['name', 'uri'] : ['uri']);
	});
});

test.each([
	['a key of the sale', 1],
	['a program', 2],
])('rejects one that may change %s', async (_name, place) => {
	const bytes = toBytes(sold);
	const at = 1 + 64 * bytes[0]! + place;
	expect(await verify(toWire(bytes.with(at, bytes[at]! - 1)), expectedItem)).toMatch(/touches something/);
});

describe('what cannot be read', () => {
	test.each([[[]], [[1, 2, 3]], [Array.from({ length: 200 }, () => 255)]])(
		'rejects bytes that are none: %j',
		async (bytes) => {
			expect(await verify(toWire(bytes), expectedItem)).toMatch(/cannot be read/);
		},
	);

	test('rejects bytes behind the end, and addresses that hide in a lookup table', async () => {
		const bytes = toBytes(sold);
		expect(await verify(toWire([...bytes, 0]), expectedItem)).toMatch(/cannot be read/);
		const start = 1 + 64 * bytes[0]!;
		const table = [1, ...new PublicKey(stranger).toBytes(), 1, 0, 0];
		const hidden = [...bytes.slice(0, start), 0x80, ...bytes.slice(start), ...table];
		expect(await verify(toWire(hidden), expectedItem)).toMatch(/lookup table/);
		const versioned = [...bytes.slice(0, start), 0x80, ...bytes.slice(start), 0];
		expect(await verify(toWire(versioned), expectedItem)).toMatch(/cannot be read/);
	});
});
