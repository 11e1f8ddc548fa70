import type { TokenSettings } from '@adx/validators/token-settings';
import { expect, it } from 'vitest';
import { fillPattern, patternedName } from '../metadata/token-pattern.ts';
import { verifyArchive } from '../verify/verify-archive.ts';
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
	expect(fillPattern('{name}, {number} of {names}', { number: 7, name: 'The {number}' })).toBe(
		'The {number}, 7 of {names}',
	);
	expect(patternedName(undefined, 'Court', 7)).toBe('Court #7');
	expect(patternedName('{name} {number}/{number}', 'Court', 7)).toBe('Court 7/7');
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
		'edff3564812651dd4ddd450e159dc16711938f384a45cc33fd0e729aa2ba4347',
		'd14287a0c8ffad5ba62df54c6fe1d4db5a805ae1578ddccc7490c0f02d3215d8',
	]);
});
