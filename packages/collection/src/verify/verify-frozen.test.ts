import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	type FrozenManifest,
	frozenManifestText,
	frozenProvenanceText,
	parseFrozenManifest,
} from '../merge/frozen-manifest.ts';
import { createToken, freeze, mergeOptions, readFiles, sha256Hex } from '../merge/merge-testing.ts';
import type { MergeSource } from '../merge/read-tokens.ts';
import { toAttributes } from '../metadata/traits.ts';
import { planCollection } from '../plan/plan.ts';
import { everything } from '../plan/plan-testing.ts';
import { expectFlippedBitsFound, type Files, put, readText, verify } from './verify-testing.ts';

const elves: MergeSource = {
	name: 'Elves',
	tokens: planCollection({ ...everything, batchSize: 12 }, 'a').rows.map(({ tokenNumber, traits }) => {
		const attributes = toAttributes({ ...traits, rarity: 'Common' });
		return createToken(`e/${tokenNumber}.png`, null, { metadata: { name: `Elf #${tokenNumber}`, attributes } });
	}),
};
const cats: MergeSource = {
	name: 'Cats',
	tokens: ['Red', 'Blue', 'Red', 'Green'].map((Hat, at) => createToken(`c/${at}.gif`, { Hat }, { mime: 'image/gif' })),
};
const sources = [elves, cats];
const frozen = (options: Parameters<typeof mergeOptions>[0] = { order: 'shuffle' }): Files =>
	readFiles(freeze(sources, mergeOptions(options)), sources);

/** A forger who changes the manifest and fits PROVENANCE.txt to it. */
function rewrite(files: Files, change: (manifest: FrozenManifest) => FrozenManifest): void {
	const manifest = change(parseFrozenManifest(readText(files, 'manifest.json'))!);
	put(files, 'manifest.json', frozenManifestText(manifest));
	const { name: collectionName, provenance, tokens } = manifest;
	const facts = { collectionName, imageCount: tokens.length, provenance };
	const manifestSha256 = sha256Hex(files.get('manifest.json')!);
	put(files, 'PROVENANCE.txt', frozenProvenanceText({ ...facts, manifestSha256 }, manifest));
}

/** A forger who also fits the manifest's hash to a changed metadata file. */
function forge(files: Files, name: string, text: string): void {
	put(files, name, text);
	const facts = { file: name, sizeBytes: files.get(name)!.length, sha256: sha256Hex(text) };
	rewrite(files, (manifest) => ({
		...manifest,
		files: manifest.files.map((file) => (file.file === name ? facts : file)),
		tokens: manifest.tokens.map((token) => (token.metadata.file === name ? { ...token, metadata: facts } : token)),
	}));
}

describe('verifyArchive of a Frozen Collection', () => {
	it('finds nothing wrong with one as it was built, whatever the options', async () => {
		const some = fc.record({
			order: fc.constantFrom('keep' as const, 'interleave' as const, 'shuffle' as const),
			naming: fc.constantFrom('renumber' as const, 'keep' as const),
			seed: fc.string({ minLength: 1, maxLength: 20 }),
			fixes: fc.record({
				duplicateTraits: fc.constantFrom('keep' as const, 'drop' as const),
				duplicateImages: fc.constantFrom('keep' as const, 'drop' as const),
				missingTraits: fc.constantFrom('none' as const, 'keep' as const),
				renames: fc.constantFrom<Record<string, string>>(
					{},
					{ Rarity: 'Grade' },
					{ Hat: 'Race' },
					{ hat: 'Race' },
					{ Hat: 'Rarity' },
				),
			}),
		});
		await fc.assert(
			fc.asyncProperty(some, async (options) => {
				const report = await verify(frozen(options));
				expect(report.problems).toEqual([]);
				expect(report).toMatchObject({ collectionName: 'One Court' });
			}),
			{ numRuns: 60 },
		);
		expect((await verify(frozen())).imageCount).toBe(16);
	});

	it('finds nothing wrong with one made of any metadata whatever', async () => {
		const attribute = fc.record({
			trait_type: fc.oneof(fc.constantFrom('Hat', 'hat ', 'Rarity', 'rarity', '__proto__'), fc.jsonValue()),
			value: fc.oneof(fc.constantFrom('Epic', 'None', '=1'), fc.jsonValue()),
		});
		const field = fc.constantFrom('name', 'description', 'image', 'edition', 'traits', 'properties', 'collection', 'x');
		const metadata = fc
			.tuple(fc.oneof(fc.array(attribute), fc.jsonValue()), fc.dictionary(field, fc.jsonValue()))
			.map(([attributes, fields]): Record<string, unknown> => ({ ...fields, attributes }));
		await fc.assert(
			fc.asyncProperty(fc.array(fc.option(metadata), { minLength: 1, maxLength: 6 }), async (given) => {
				const tokens = given.map((one, at) => createToken(`${at}.png`, null, { metadata: one }));
				const wild = [{ name: 'Wild', tokens }];
				const files = readFiles(freeze(wild, mergeOptions({ naming: 'keep', order: 'interleave' })), wild);
				expect((await verify(files)).problems).toEqual([]);
			}),
			{ numRuns: 200 },
		);
	});

	it('finds any flipped bit in any file', () => expectFlippedBitsFound(frozen()));

	it('names missing and foreign files and a torn manifest', async () => {
		const files = frozen();
		files.delete('rarity.csv');
		put(files, 'images/17.png', 'more');
		const { problems } = await verify(files);
		expect(problems).toContain('rarity.csv is missing.');
		expect(problems).toContain('images/17.png does not belong to the collection: manifest.json does not name it.');
		put(files, 'manifest.json', '{"format":"adx-frozen-1"}');
		expect((await verify(files)).problems).toContain('manifest.json is not the manifest of a collection.');
	});

	it('sees through a forger who fits the hashes: order, counts, names, rarity and repeats are computed again', async () => {
		const found = async (change: (files: Files) => void, options?: Parameters<typeof mergeOptions>[0]) => {
			const files = frozen(options);
			change(files);
			return (await verify(files)).problems;
		};
		expect(await found((files) => rewrite(files, (manifest) => ({ ...manifest, seed: 'another' })))).toEqual([
			'The tokens do not stand in the order that options and seed give.',
		]);
		expect(
			await found((files) => rewrite(files, (manifest) => ({ ...manifest, sources: manifest.sources.toReversed() }))),
		).toEqual([
			"manifest.json counts 4 images of 'Cats', but has 12.",
			"manifest.json counts 12 images of 'Elves', but has 4.",
		]);
		expect(
			await found((files) => rewrite(files, (manifest) => ({ ...manifest, sources: manifest.sources.slice(0, 1) }))),
		).toEqual([expect.stringMatching(/^manifest\.json does not say which collection token \d+ came from\.$/)]);
		const metadata = (files: Files) => readText(files, 'metadata/1.json');
		expect(await found((files) => forge(files, 'metadata/1.json', metadata(files).replace('#1"', '#2"')))).toEqual([
			"metadata/1.json does not carry the name 'One Court #1'.",
		]);
		const keep = { order: 'keep' } as const;
		const race = /("trait_type": "Race",\s+"value": )"[^"]+"/;
		expect(
			await found((files) => forge(files, 'metadata/1.json', metadata(files).replace(race, '$1"Dragon"')), keep),
		).toContain('rarity.csv is not what the traits in the metadata give.');
		const rarity = /("trait_type": "Rarity",\s+"value": )"[^"]+"/;
		expect(
			await found((files) => forge(files, 'metadata/1.json', metadata(files).replace(rarity, '$1"Mythic"')), keep),
		).toEqual([expect.stringMatching(/^metadata\/1\.json does not carry the Rarity '\w+' that its rank gives\.$/)]);
		expect(await found((files) => forge(files, 'metadata/1.json', '[]'))).toEqual([
			'metadata/1.json is not readable token metadata.',
		]);
		const twice = (manifest: FrozenManifest) => ({
			...manifest,
			tokens: manifest.tokens.map((token) =>
				token.tokenNumber === 2 ? { ...token, from: manifest.tokens[0]!.from } : token,
			),
		});
		expect(await found((files) => rewrite(files, twice), keep)).toContain(
			'manifest.json says of two tokens that they were the same one.',
		);
	});

	it('takes tiers of tied tokens by their last place, or all by their rank as in older archives', async () => {
		const traits = {
			...planCollection({ ...everything, batchSize: 1 }, 'a').rows[0]!.traits,
			rarity: 'Common' as const,
		};
		const tokens = Array.from({ length: 12 }, (_, at) =>
			createToken(`${at}.png`, null, { metadata: { name: `Elf ${at}`, attributes: toAttributes(traits) } }),
		);
		const tied = [{ name: 'Tied', tokens }];
		const files = readFiles(freeze(tied), tied);
		expect((await verify(files)).problems).toEqual([]);
		const metadataNames = [...files.keys()].filter((name) => name.startsWith('metadata/'));
		const toRare = (name: string) => forge(files, name, readText(files, name).replace('"Common"', '"Rare"'));
		toRare(metadataNames[0]!);
		expect((await verify(files)).problems).toEqual([
			"metadata/1.json does not carry the Rarity 'Common' that its rank gives.",
		]);
		for (const name of metadataNames.slice(1)) toRare(name);
		expect((await verify(files)).problems).toHaveLength(12);
		const csv = readText(files, 'rarity.csv').replaceAll(',Common,', ',Rare,');
		put(files, 'rarity.csv', csv);
		rewrite(files, (manifest) => ({
			...manifest,
			files: manifest.files.map((file) =>
				file.file === 'rarity.csv'
					? { ...file, sizeBytes: files.get('rarity.csv')!.length, sha256: sha256Hex(csv) }
					: file,
			),
		}));
		expect((await verify(files)).problems).toEqual([]);
	});

	it('calls images the originals where they are, and takes older archives that say so of WebP images made PNGs', async () => {
		const originals = 'Every image is the original, byte for byte.\n';
		expect(readText(frozen(), 'PROVENANCE.txt')).toContain(originals);
		const files = frozen({ fixes: { webpImages: 'png' } });
		const text = readText(files, 'PROVENANCE.txt');
		const converted = text.slice(text.indexOf('WebP images'));
		expect(converted).toBe(
			'WebP images that do not move became PNGs of the same pixels; every other image is the original,\nbyte for byte.\n',
		);
		expect((await verify(files)).problems).toEqual([]);
		put(files, 'PROVENANCE.txt', text.replace(converted, originals));
		expect((await verify(files)).problems).toEqual([]);
		const wrong = ['PROVENANCE.txt was changed: it does not read as the archive says.'];
		put(files, 'PROVENANCE.txt', text.replace(converted, ''));
		expect((await verify(files)).problems).toEqual(wrong);
		const kept = frozen();
		put(kept, 'PROVENANCE.txt', readText(kept, 'PROVENANCE.txt').replace(originals, converted));
		expect((await verify(kept)).problems).toEqual(wrong);
	});

	it('reads options that a later version added to, and rejects a manifest without any', () => {
		const text = readText(frozen(), 'manifest.json');
		const { options, ...manifest } = JSON.parse(text) as Record<string, object>;
		const parse = (changed: object | undefined) =>
			parseFrozenManifest(JSON.stringify({ ...manifest, options: changed }))?.options;
		const later = {
			...options,
			layers: true,
			fixes: { ...(options as { fixes?: object }).fixes, colours: 'keep' },
			metadata: { namePattern: 'Ice {number} {season}', website: 'https://example.org' },
		};
		expect(parse(later)).toEqual(later);
		expect(parse({ ...options, metadata: { namePattern: 7 } })).toBeUndefined();
		expect(parse({ order: 'keep', naming: 'renumber' })).toBeUndefined();
		expect(parse(undefined)).toBeUndefined();
	});

	it('lets equal images pass where they were kept, not where the merge says it left them out', async () => {
		const same = [{ name: 'A', tokens: [createToken('1.png', { Hat: 'Red' }), createToken('1.png', { Hat: 'Blue' })] }];
		const files = readFiles(freeze(same), same);
		expect((await verify(files)).problems).toEqual([]);
		const problemsWith = async (fixes: Partial<FrozenManifest['options']['fixes']>) => {
			rewrite(files, (manifest) => ({
				...manifest,
				options: { ...manifest.options, fixes: { ...manifest.options.fixes, ...fixes } },
			}));
			return (await verify(files)).problems;
		};
		expect(await problemsWith({ duplicateImages: 'drop' })).toEqual([
			'Tokens 1 and 2 have the same image, byte for byte.',
		]);
		// Two WebP files may become the same PNG.
		expect(await problemsWith({ webpImages: 'png' })).toEqual([]);
	});
});
