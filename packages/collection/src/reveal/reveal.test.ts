import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportMetadata } from '../export/export-metadata.ts';
import { metadataText } from '../metadata/metadata.ts';
import { itemHash, renumberMetadata, renumberName } from './item-hash.ts';
import { commitToSeed, shuffleItems, toShuffle } from './shuffle.ts';

const [seed, drawn] = ['11'.repeat(32), '22'.repeat(32)];
const digits = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));

it('a seed and a block always make the same order, which shows every item once', () => {
	fc.assert(
		fc.property(digits, fc.integer({ min: 1, max: 300 }), (shuffle, count) => {
			const order = shuffleItems(shuffle, count);
			expect(shuffleItems(shuffle, count)).toEqual(order);
			expect(order.toSorted((left, right) => left - right)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
		}),
	);
});

it('hashes and order are these, whoever computes them again', () => {
	expect(commitToSeed(seed)).toBe('b569321de72d0af89c2fb48a484de3fc9343f31600ae1f3e13d633cb48cbf816');
	const shuffle = toShuffle(seed, drawn);
	expect(shuffle).toBe('3e92e0db88d6afea9edc4eedf62fffa4d92bcdfc310dccbe943747fe8302e871');
	expect(shuffleItems(shuffle, 10)).toEqual([8, 6, 9, 2, 10, 5, 4, 3, 1, 7]);
});

it('each item comes to each place about equally often', () => {
	const counts = Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]);
	for (let round = 0; round < 2_000; round += 1) {
		const order = shuffleItems(commitToSeed(round.toString(16).padStart(64, '0')), 5);
		for (const [place, item] of order.entries()) counts[place]![item - 1]! += 1;
	}
	// 400 each, with a standard deviation of 18; the rounds are the same each time.
	for (const count of counts.flat()) expect(Math.abs(count - 400)).toBeLessThan(90);
});

it('an item is the same whichever token shows it and wherever its picture lies', () => {
	const facts = { name: 'Winter Court', creators: [{ address: 'abc', share: 100 }] };
	const own = {
		name: 'Elf #12',
		edition: 12,
		id: '12',
		description: 'Elf 12 of the north.',
		image: 'old/12.png',
		image_url: 'old/12.png',
		animation_url: 'ipfs://song/12.mp3',
		attributes: [{ trait_type: 'Race', value: 'Elf' }],
		properties: { files: [{ uri: 'ipfs://song/12.mp3', type: 'audio/mpeg' }], category: 'image' },
	};
	const token = { fileName: '12.png', image: null };
	const image = 'ab'.repeat(32);
	const asCommitted = exportMetadata({ facts }, { ...token, tokenNumber: 12, metadata: own }, 'ipfs://picture');
	const shown = renumberMetadata(own, 12, 7);
	const asShown = exportMetadata({ facts }, { ...token, tokenNumber: 7, metadata: shown }, 'ipfs://images/12.png');
	expect(asShown).toMatchObject({ name: 'Elf #7', edition: 7, id: '7', image_url: 'ipfs://images/12.png' });
	expect(itemHash(image.toUpperCase(), JSON.parse(metadataText(asShown)))).toBe(itemHash(image, asCommitted));
	const bare = { ...token, metadata: null };
	expect(itemHash(image, exportMetadata({ facts }, { ...bare, tokenNumber: 7 }, 'ipfs://other'))).toBe(
		itemHash(image, exportMetadata({ facts }, { ...bare, tokenNumber: 12 }, 'ipfs://picture')),
	);
});

it('an item is another one with another picture, or with anything else in its metadata', () => {
	const metadata = {
		name: 'Elf #12',
		image: 'ipfs://images/12.png',
		attributes: [{ trait_type: 'Race', value: 'Elf' }],
		properties: { files: [{ uri: 'ipfs://images/12.png', type: 'image/png' }] },
	};
	const image = 'ab'.repeat(32);
	const others = [
		itemHash('cd'.repeat(32), metadata),
		itemHash(image, { ...metadata, name: 'Orc #12' }),
		itemHash(image, { ...metadata, attributes: [] }),
		itemHash(image, { ...metadata, description: 'Another' }),
		itemHash(image, { ...metadata, animation_url: 'ipfs://other/12.mp4' }),
		itemHash(image, { ...metadata, image_data: '<svg/>' }),
		itemHash(image, { ...metadata, properties: { files: [{ uri: 'ipfs://other/12.mp4', type: 'video/mp4' }] } }),
	];
	expect(new Set([itemHash(image, metadata), ...others]).size).toBe(1 + others.length);
});

it('anybody computes the hash of an item again', () => {
	const metadata = { name: 'Elf #12', image: 'ipfs://images/12.png', edition: 12, attributes: [], a: [{ d: 1, b: 2 }] };
	const text = `["${'ab'.repeat(32)}",{"a":[{"b":2,"d":1}],"attributes":[],"name":"Elf"}]`;
	expect(itemHash('ab'.repeat(32), metadata)).toBe(createHash('sha256').update(text).digest('hex'));
});

it('a name keeps a number that is not its own', () => {
	expect(renumberName('Agent 47', 12, 7)).toBe('Agent 47');
	expect(renumberName('Elf 12', 12, 7)).toBe('Elf 7');
	expect(renumberName('Elf', 12, 7)).toBe('Elf');
});
