import { type TokenSettings, tokenSettingsSchema } from '@adx/validators/token-settings';
import { expect, it } from 'vitest';
import { fillPattern, toTokenName } from '../metadata/metadata.ts';
import { verifyArchive } from '../verify/verify-archive.ts';
import { measureTokenSettings } from './frozen-metadata.ts';
import { createToken, freeze, mergeOptions, readFiles, readJson, sha256Hex } from './merge-testing.ts';
import type { MergeSource } from './read-tokens.ts';

const address = '4'.repeat(44);
const old = {
	description: 'Remember to replace this description',
	symbol: 'YC',
	seller_fee_basis_points: 1_000,
	properties: { creators: [{ address: 'somebody', share: 100 }], rig: 2 },
};
const tokenOf = (file: string, metadata: object) => {
	const token = createToken(file, { Hat: file });
	return { ...token, metadata: { ...token.metadata, ...metadata } };
};
const sources: readonly MergeSource[] = [
	{ name: 'Elves', tokens: [tokenOf('e/1.png', old), createToken('e/2.png', null)] },
	{ name: 'Orcs', tokens: [tokenOf('o/1.webp', {})] },
];
const filesOf = (metadata: TokenSettings, naming: 'renumber' | 'keep' = 'renumber') =>
	readFiles(freeze(sources, mergeOptions({ metadata, naming })), sources);

it('fills in numbers and names, each as it is', () => {
	expect(fillPattern('{name}, {number} of {names}', { number: 7, name: 'The {number}' }, 100)).toBe(
		'The {number}, 7 of {names}',
	);
	expect(toTokenName(undefined, 'Court', 7)).toBe('Court #7');
	expect(toTokenName('{name} {number}/{number}', 'Court', 7)).toBe('Court 7/7');
});

it('shortens the name that is filled in, never the number, and no text beyond its limit', () => {
	expect(toTokenName('The {name} #{number}', 'x'.repeat(100), 99_999)).toBe(`The ${'x'.repeat(89)} #99999`);
	expect(toTokenName('{name}!', '🧝'.repeat(50), 1)).toBe(`${'🧝'.repeat(49)}!`);
	const pattern = `${'a'.repeat(989)} {name} {number}`;
	expect(tokenSettingsSchema.safeParse({ descriptionPattern: pattern.slice(15) }).success).toBe(true);
	const description = fillPattern(pattern.slice(15), { number: 7, name: 'Winter Court #7' }, 1_000);
	expect(description).toBe(`${'a'.repeat(974)} Winter Court #7 7`);
	expect(fillPattern(pattern.slice(5), { number: 100_000, name: 'Winter Court #7' }, 1_000)).toHaveLength(1_000);
});

it('is measured before it is written, to a tenth', () => {
	const many = [
		{ name: 'A', tokens: Array.from({ length: 300 }, (_, index) => createToken(`${index}.png`, { Hat: `${index}` })) },
	];
	const sizeOf = (metadata?: TokenSettings) => freeze(many, mergeOptions(metadata && { metadata })).pack.byteLength;
	const metadata = {
		namePattern: `${'Eiskönig '.repeat(8)}{number}`,
		descriptionPattern: `"${'ä'.repeat(900)}" {name}`,
		creators: [{ address, share: 100 }],
	};
	const options = mergeOptions({ metadata });
	const measured = measureTokenSettings({ projectName: 'One Court', options }, 300);
	// A name more goes into the rows, which are not part of the pack.
	const added = sizeOf(metadata) - sizeOf();
	expect(measured / added).toBeGreaterThan(0.9);
	expect(measured / added).toBeLessThan(1.2);
	expect(measureTokenSettings({ projectName: 'One Court', options: mergeOptions() }, 300)).toBe(0);
});

it('keeps up the number in a sentence of our own over several merges, whatever names they gave', () => {
	const made = { description: 'Elf Mage, number 3 of Elves.', collection: { name: 'Elves', family: 'Elves' } };
	const mergeWith = (metadata: object, options: Parameters<typeof mergeOptions>[0], projectName: string) => {
		const tokens = [tokenOf('e/1.png', {}), tokenOf('e/2.png', metadata)];
		return readJson(
			readFiles(freeze([{ name: 'Elves', tokens }], mergeOptions(options), { projectName }), [{ name: '', tokens }]),
			'metadata/2.json',
		);
	};
	const first = mergeWith({ ...made, name: 'Elves #3' }, { metadata: { namePattern: 'Ice {number}' } }, 'North');
	expect(first).toMatchObject({ name: 'Ice 2', description: 'Elf Mage, number 2 of North.' });
	const patterned = { ...first, name: 'Ice 5', description: 'Elf Mage, number 5 of North.' };
	expect(mergeWith(patterned, {}, 'South')).toMatchObject({
		name: 'South #2',
		description: 'Elf Mage, number 2 of South.',
	});
	const numbered = { name: 'Ice 5', edition: 5, description: 'Elf Mage, number 5 of North.' };
	expect(mergeWith(numbered, {}, 'South').description).toBe('Elf Mage, number 2 of South.');
	const foreign = { ...numbered, edition: 6, collection: { name: 'Others' } };
	expect(mergeWith(foreign, {}, 'South').description).toBe('Elf Mage, number 5 of North.');
});

it('gives every token the description, symbol, royalty and creators, with or without metadata of its own', () => {
	const creators = [{ address, share: 100 }];
	const files = filesOf({
		namePattern: 'Ice {number}',
		descriptionPattern: '{name} of the court',
		symbol: 'ICE',
		royaltyPercentage: 2.5,
		creators,
	});
	for (const number of [1, 2, 3]) {
		expect(readJson(files, `metadata/${number}.json`)).toMatchObject({
			name: `Ice ${number}`,
			description: `Ice ${number} of the court`,
			symbol: 'ICE',
			seller_fee_basis_points: 250,
			properties: { creators },
		});
	}
	expect(readJson(files, 'metadata/1.json')).toMatchObject({ properties: { rig: 2 } });
	expect(readJson(files, 'collection.json')).toMatchObject({
		name: 'One Court',
		symbol: 'ICE',
		seller_fee_basis_points: 250,
		properties: { creators },
	});
});

it('leaves what is not set as it was, and a royalty of 0 is set', () => {
	const { seller_fee_basis_points: _, ...rest } = old;
	expect(readJson(filesOf({ royaltyPercentage: 0 }), 'metadata/1.json')).toMatchObject({
		...rest,
		seller_fee_basis_points: 0,
	});
});

it('names by the pattern what has no name of its own where names are kept', () => {
	const files = filesOf({ namePattern: 'Ice {number}' }, 'keep');
	expect([1, 2, 3].map((number) => readJson(files, `metadata/${number}.json`).name)).toEqual([
		...['Old e/1.png', 'Ice 2', 'Old o/1.webp'],
	]);
});

it('is verified by its manifest, which names the settings', async () => {
	const files = filesOf({ namePattern: '{name} of {number}', symbol: 'ICE' });
	const texts = { readText: (name: string) => new TextDecoder().decode(files.get(name)!) };
	const verify = () =>
		verifyArchive({ names: files.keys(), ...texts, sha256Of: (name) => sha256Hex(files.get(name)!) });
	expect((await verify()).problems).toEqual([]);
	expect(readJson(files, 'manifest.json').options).toMatchObject({
		metadata: { namePattern: '{name} of {number}', symbol: 'ICE' },
	});
});

it('writes the same bytes as ever where nothing is set', () => {
	const two = [
		{
			name: 'Elves',
			tokens: [createToken('e/1.png', { Hat: 'Red' }), createToken('e/2.gif', { Hat: 'Blue' }, { mime: 'image/gif' })],
		},
		{
			name: 'Orcs',
			tokens: [
				createToken('o/1.webp', { Axe: 'Big' }, { mime: 'image/webp' }),
				createToken('o/2.JPEG', null, { mime: 'image/jpeg' }),
			],
		},
	];
	const { pack, index } = freeze(two, mergeOptions({ order: 'shuffle' }), { description: 'Two peoples' });
	expect([sha256Hex(pack), sha256Hex(index)]).toEqual([
		'8dff4e83629b0e4dee28a7e72ccd047edd543366dda1c6486ab480d302036a35',
		'09aa33c436fe0028af82f0516fd7946bd495583080bcc8d1cbd00c6c01e010af',
	]);
});
