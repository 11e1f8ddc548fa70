import { preflightFindingSchema } from '@adx/validators/exports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportImage } from '../export/export-collection.ts';
import { allOfKind, type CheckedCollection, type CheckedToken } from './checked-collection.ts';
import { preflight } from './preflight.ts';

const address = '4'.repeat(44);
const root = 'bafybeic3h7rwruealwxkacabdy45jivq2crwz6bufb5ljwupn36gicplx4';
const exampleCreator = '7fXNuer5sbZtaTEPhtJ5g5gNtuyRoKkvxdjEjEnPN4mC';

function createImage(number: number, facts: Partial<ExportImage> = {}): ExportImage {
	const sha256 = number.toString(16).padStart(64, '0');
	return { sha256, sizeBytes: 9, crc32: 0, mime: 'image/png', width: 64, height: 64, ...facts };
}

/** A token in which nothing is wrong, but for what is changed. */
function createToken(
	number: number,
	{
		metadata = {},
		image = {},
		...change
	}: { metadata?: object; image?: Partial<ExportImage> } & Omit<Partial<CheckedToken>, 'metadata' | 'image'> = {},
): CheckedToken {
	return {
		number,
		imageFile: `${number}.png`,
		image: createImage(number, image),
		metadataFile: `${number}.json`,
		metadata: {
			name: `Court #${number}`,
			symbol: 'COURT',
			description: 'Of the court',
			image: `${number}.png`,
			attributes: [
				{ trait_type: 'Race', value: `Race ${number}` },
				{ trait_type: 'Mood', value: 'Calm' },
			],
			...metadata,
		},
		...change,
	};
}

const facts = { name: 'Court', symbol: 'COURT', image: 'collection.png', seller_fee_basis_points: 0 };

function check(tokens: readonly CheckedToken[], change: Partial<CheckedCollection> = {}) {
	return preflight({ facts, hasMedia: true, tokens, ...change });
}

const whole = [1, 2, 3].map((number) => createToken(number));
const withOne = (change: Parameters<typeof createToken>[1]) => check([...whole, createToken(4, change)]);
const withTraits = (...traits: readonly (readonly [string, unknown])[]) =>
	withOne({ metadata: { attributes: traits.map(([trait_type, value]) => ({ trait_type, value })) } });

describe('preflight', () => {
	it('finds nothing in a collection that is whole', () => {
		expect(check(whole)).toEqual([]);
		expect(check([0, 1, 2].map((number) => createToken(number)))).toEqual([]);
	});

	const found: readonly [string, 'error' | 'warning', () => ReturnType<typeof check>, RegExp][] = [
		['noTokens', 'error', () => check([]), /Neither a picture nor metadata/],
		['missingImages', 'error', () => withOne({ imageFile: null }), /^4\.json has no picture\.$/],
		[
			'missingMetadata',
			'error',
			() => check([...whole, { ...createToken(4), metadata: null, metadataFile: null }]),
			/^4\.png has no/,
		],
		[
			'unreadableMetadata',
			'error',
			() => check([...whole, { ...createToken(4), metadata: null }]),
			/^4\.json is not a JSON object/,
		],
		[
			'metadataProblems',
			'warning',
			() => withOne({ metadataProblems: ["The traits 'Hat' and 'hat' are the same but for case or white space."] }),
			/^4\.json: The traits 'Hat' and 'hat'/,
		],
		[
			'metadataProblems',
			'warning',
			() => check(whole, { problems: [{ name: 'metadata.csv', problem: 'Row 2 names no file.' }] }),
			/^metadata\.csv: Row 2 names no file\.$/,
		],
		['repeatedNumbers', 'error', () => withOne({ number: 2 }), /^4\.png and 2\.png are both number 2\.$/],
		['numberingGaps', 'error', () => withOne({ number: 7 }), /^4 to 6 are missing\.$/],
		['noNumbers', 'warning', () => withOne({ number: null }), /^4\.png has none\.$/],
		['sameFileNames', 'error', () => withOne({ imageFile: '3.PNG' }), /^3\.PNG and 3\.png are one file/],
		[
			'fileNames',
			'warning',
			() => withOne({ imageFile: 'a b?.png', metadata: { image: 'a b?.png' } }),
			/safe as a_b_\.png/,
		],
		['imageTypes', 'error', () => withOne({ image: { mime: 'image/webp' } }), /^4\.png is image\/webp\.$/],
		['unreadableFiles', 'error', () => withOne({ image: { mime: null } }), /^4\.png is not a readable picture\.$/],
		['missingNames', 'error', () => withOne({ metadata: { name: ' ' } }), /^4\.png has none\.$/],
		['repeatedNames', 'warning', () => withOne({ metadata: { name: 'Court #1' } }), /are both 'Court #1'\.$/],
		['nameBytes', 'error', () => withOne({ metadata: { name: 'ä'.repeat(17) } }), /^4\.png: 34 bytes\.$/],
		['symbolBytes', 'error', () => withOne({ metadata: { symbol: 'ELEVENCHARS' } }), /^4\.png: 11 bytes\.$/],
		[
			'uriBytes',
			'error',
			() => withOne({ metadata: { external_url: `https://e.org/${'x'.repeat(200)}` } }),
			/^external_url of 4\.png: 214/,
		],
		['attributes', 'error', () => withOne({ metadata: { attributes: 'Elf' } }), /^4\.png: no list/],
		['attributeValues', 'warning', () => withTraits(['Race', 'x'], ['Mood', 3]), /^4\.png\.$/],
		['formulas', 'warning', () => withOne({ metadata: { name: '=1+1' } }), /^4\.png: =1\+1$/],
		[
			'duplicateImages',
			'warning',
			() => withOne({ image: { sha256: createImage(1).sha256 } }),
			/same picture as 1\.png/,
		],
		[
			'duplicateTraits',
			'warning',
			() => withOne({ metadata: { attributes: whole[0]!.metadata!.attributes } }),
			/same traits as 1\.png/,
		],
		[
			'missingTraits',
			'warning',
			() => withOne({ metadata: { attributes: [{ trait_type: 'Race', value: 'x' }] } }),
			/^1 token of 4 lacks 'Mood'\.$/,
		],
		[
			'repeatedTraits',
			'warning',
			() => withTraits(['Race', 'x'], ['Mood', 'Calm'], ['Race', 'y']),
			/^4\.png has 'Race' twice\.$/,
		],
		['noTraits', 'warning', () => withOne({ metadata: { attributes: [] } }), /^4\.png has no traits\.$/],
		['mixedSizes', 'warning', () => withOne({ image: { width: 32 } }), /32 × 64 pixels/],
		['traitNames', 'warning', () => withTraits(['race', 'x'], ['Mood', 'Calm']), /also written 'race'/],
		['traitValues', 'warning', () => withTraits(['Race', 'x'], ['Mood', 'calm']), /also written 'calm'/],
		['otherImages', 'error', () => withOne({ metadata: { image: 'images/9.png' } }), /^4\.png says '9\.png'\.$/],
		['missingImageUris', 'error', () => withOne({ metadata: { image: undefined } }), /^4\.png has none\.$/],
		[
			'replacedUris',
			'warning',
			() => withOne({ metadata: { image: 'ipfs://NewUriToReplace/4.png' } }),
			/^image of 4\.png: ipfs:\/\/New/,
		],
		[
			'brokenUris',
			'error',
			() => withOne({ metadata: { animation_url: 'ipfs://NewUriToReplace/4.mp4' } }),
			/^animation_url of 4\.png: ipfs:\/\/New/,
		],
		[
			'brokenUris',
			'error',
			() => withOne({ imageFile: null, metadata: { image: 'ipfs://NewUriToReplace/4.png' } }),
			/^image of 4\.json: ipfs:\/\/New/,
		],
		[
			'brokenUris',
			'error',
			() =>
				withOne({
					metadata: { image: 'ipfs://NewUriToReplace/4.png', external_url: 'ipfs://NewUriToReplace/4.png' },
				}),
			/^external_url of 4\.png: ipfs:\/\/New/,
		],
		[
			'replacedUris',
			'warning',
			() =>
				withOne({
					metadata: { image: 'ipfs://NewUriToReplace/4.png', animation_url: 'ipfs://NewUriToReplace/4.png' },
				}),
			/^image of 4\.png: ipfs:\/\/New/,
		],
		[
			'placeholderAddresses',
			'warning',
			() => withTraits(['Race', 'x'], ['Mood', 'ipfs://NewUriToReplace/4.png']),
			/^'Mood' of 4\.png: ipfs:\/\/NewUriToReplace$/,
		],
		[
			'placeholderAddresses',
			'warning',
			() => withOne({ metadata: { description: 'The song is at IPFS://ipfs/NewUriToReplace/4.mp3.' } }),
			/^description of 4\.png: IPFS:\/\/ipfs\/NewUriToReplace$/,
		],
		[
			'placeholderDescriptions',
			'warning',
			() => withOne({ metadata: { description: 'Remember to replace this description' } }),
			/^4\.png: Remember to replace/,
		],
		['placeholderNames', 'warning', () => withOne({ metadata: { name: 'Your Collection #4' } }), /^4\.png: Your/],
		[
			'placeholderCreators',
			'warning',
			() => withOne({ metadata: { properties: { creators: [{ address: exampleCreator, share: 100 }] } } }),
			/^4\.png\.$/,
		],
		[
			'collectionNameBytes',
			'error',
			() => check(whole, { facts: { ...facts, name: 'x'.repeat(33) } }),
			/^the collection: 33 bytes\.$/,
		],
		[
			'localUris',
			'error',
			() => withOne({ metadata: { external_url: 'http://localhost:3000/4' } }),
			/^external_url of 4\.png/,
		],
		[
			'insecureUris',
			'warning',
			() => withOne({ metadata: { external_url: 'http://example.org/' } }),
			/^external_url of 4\.png/,
		],
		['royalty', 'error', () => withOne({ metadata: { seller_fee_basis_points: 2.5 } }), /^4\.png: 2\.5\.$/],
		['highRoyalty', 'warning', () => withOne({ metadata: { seller_fee_basis_points: 5_000 } }), /^4\.png: 50 %\.$/],
		[
			'differingRoyalties',
			'warning',
			() => withOne({ metadata: { seller_fee_basis_points: 100 } }),
			/^4\.png: 100 and not 0\.$/,
		],
		[
			'creators',
			'error',
			() => withOne({ metadata: { properties: { creators: [{ address, share: 99 }] } } }),
			/add up to 99\.$/,
		],
		[
			'creators',
			'error',
			() => withOne({ metadata: { properties: { creators: [{ address: '0x12', share: 100 }] } } }),
			/not a Solana address/,
		],
		[
			'creators',
			'error',
			() =>
				withOne({ metadata: { properties: { creators: Array.from({ length: 6 }, () => ({ address, share: 10 })) } } }),
			/6 creators/,
		],
		['missingDescriptions', 'warning', () => withOne({ metadata: { description: ' ' } }), /^4\.png has none\.$/],
		['missingSymbols', 'warning', () => withOne({ metadata: { symbol: undefined } }), /^4\.png has none\.$/],
		['missingCollectionFile', 'warning', () => check(whole, { facts: null }), /no readable collection\.json/],
		['unnamedCollection', 'error', () => check(whole, { facts: {} }), /has no 'name'/],
	];
	it.each(found)('rejects %s as %s, with an example and a fix', (kind, severity, run, example) => {
		const finding = run().find((other) => other.kind === kind);
		expect(finding).toMatchObject({ kind, severity });
		expect(finding!.count).toBeGreaterThan(0);
		expect(finding!.examples[0]).toMatch(example);
		expect(finding!.targets.length).toBeGreaterThan(0);
		expect(finding!.fix).toMatch(/\.$/);
	});

	it('counts tokens that lack a trait among those that have traits', () => {
		const traitless = [5, 6].map((number) => createToken(number, { metadata: { attributes: [] } }));
		const partial = createToken(4, { metadata: { attributes: [{ trait_type: 'Race', value: 'x' }] } });
		const findings = check([...whole, partial, ...traitless]);
		expect(findings.map(({ kind, examples }) => [kind, examples])).toEqual([
			['missingTraits', ["1 token of 4 lacks 'Mood'."]],
			['noTraits', ['5.png has no traits.', '6.png has no traits.']],
		]);
		expect(check([1, 2].map((number) => createToken(number, { metadata: { attributes: [] } })))).toEqual([]);
	});

	it('rejects more items than an OpenSea drop takes', () => {
		const many = Array.from({ length: 15_001 }, (_, index) => createToken(index + 1));
		expect(check(many).map(({ kind, count }) => [kind, count])).toEqual([['tooManyTokens', 15_001]]);
		expect(check(many.slice(1, 15_001)).map(({ kind }) => kind)).not.toContain('tooManyTokens');
	});

	it('finds numbering gaps an error for Sugar unless it numbers tokens itself, and a warning for a drop', () => {
		const tokens = [...whole, createToken(7)];
		const listGaps = (change: Partial<CheckedCollection>) =>
			check(tokens, change).map(({ kind, severity, targets }) => [kind, severity, targets]);
		const warning = ['numberingGaps', 'warning', ['opensea']];
		expect(listGaps({})).toEqual([['numberingGaps', 'error', ['metaplex']], warning]);
		expect(listGaps({ renumbered: ['metaplex'] })).toEqual([warning]);
	});

	it('blames the contract for what the collection itself says, and not for what its tokens say', () => {
		const bad = {
			name: 'Your Collection',
			description: 'Remember to replace this, and ipfs://NewUriToReplace',
			external_url: 'ipfs://NewUriToReplace',
		};
		const kinds = ['placeholderNames', 'placeholderDescriptions', 'placeholderAddresses', 'brokenUris'];
		const listTargets = (findings: ReturnType<typeof check>) =>
			findings.filter(({ kind }) => kinds.includes(kind)).map(({ targets }) => targets.includes('contract'));
		expect(listTargets(check([createToken(1, { metadata: bad })]))).toEqual([...[false, false, false, false]]);
		expect(listTargets(check([createToken(1)], { facts: { ...facts, ...bad } }))).toEqual(kinds.map(() => true));
	});

	it('takes texts that speak of IPFS, and whole addresses in them', () => {
		for (const text of [`See ipfs://${root}.`, `ipfs://ipfs/${root}/4.png`, 'Kept on ipfs://, for good', 'ipfs'])
			expect([...withOne({ metadata: { description: text } }), ...withTraits(['Race', 'x'], ['Mood', text])]).toEqual(
				[],
			);
	});

	it('takes addresses that marketplaces load, and creators whose shares add up', () => {
		for (const image of [
			`ipfs://${root}/4.png`,
			`ipfs://ipfs/${root}/4.png`,
			'ar://abc',
			'https://e.org/4.png',
			'data:image/png;base64,AA==',
		])
			expect(withOne({ metadata: { image } })).toEqual([]);
		expect(withOne({ metadata: { properties: { creators: [{ address, share: 100 }] } } })).toEqual([]);
	});

	it('says nothing of missing pictures where they are elsewhere on purpose', () => {
		const tokens = whole.map((token) => ({ ...token, image: null }));
		expect(check(tokens, { hasMedia: false })).toEqual([]);
	});

	it('puts errors first and counts all, telling of five', () => {
		const tokens = Array.from({ length: 9 }, (_, index) =>
			createToken(index + 1, { metadata: { name: '', symbol: 'TOO LONG, THIS' } }),
		);
		const findings = check(tokens, { facts: null });
		expect(findings.map(({ severity }) => severity)).toEqual([...findings.map(({ severity }) => severity)].sort());
		expect(findings.find(({ kind }) => kind === 'symbolBytes')).toMatchObject({ count: 9, examples: { length: 5 } });
	});

	it('lists all that one kind is about, and nothing of the others, the doctor’s among them', () => {
		const tokens = Array.from({ length: 9 }, (_, index) =>
			createToken(index + 1, { metadata: { name: '' }, image: { sha256: '0'.repeat(64) } }),
		);
		const lengthsOf = (kind: string) =>
			Object.fromEntries(
				preflight({ facts, hasMedia: true, tokens }, allOfKind(kind)).map((found) => [
					found.kind,
					found.examples.length,
				]),
			);
		expect(lengthsOf('missingNames')).toEqual({ missingNames: 9, duplicateImages: 0 });
		expect(lengthsOf('duplicateImages')).toEqual({ missingNames: 0, duplicateImages: 8 });
	});

	it('ends with well-formed findings, whatever metadata says', () => {
		const anything = fc.dictionary(
			fc.constantFrom(
				'name',
				'symbol',
				'image',
				'attributes',
				'properties',
				'seller_fee_basis_points',
				'external_url',
				'traits',
			),
			fc.jsonValue(),
		);
		fc.assert(
			fc.property(fc.array(anything, { maxLength: 6 }), fc.option(anything), (records, collection) => {
				const tokens = records.map((metadata, index) => ({ ...createToken(index), metadata }));
				for (const finding of check(tokens, { facts: collection })) {
					expect(preflightFindingSchema.parse(finding)).toEqual(finding);
					expect(finding.count).toBeGreaterThanOrEqual(finding.examples.length === 0 ? 1 : finding.examples.length);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

it.each([
	['http://localhost:3000/4', 'localUris'],
	['https://app.localhost/4', 'localUris'],
	['https://10.1.2.3/4', 'localUris'],
	['https://172.31.0.1/4', 'localUris'],
	['https://169.254.1.1/4', 'localUris'],
	['https://[::1]:8080/4', 'localUris'],
	['https://[fd12::1]/4', 'localUris'],
	['https://localhost.run/4', null],
	['https://10.example.org/4', null],
	['https://127.example.org/4', null],
	['https://172.32.0.1/4', null],
	['https://fd.example.org/4', null],
	[`ipfs://${cid}/4.png`, null],
	[`ipfs:${cid}/4.png`, null],
	['ipfs:NewUri/4.png', 'brokenUris'],
])('tells of the address %s: %s', (address, kind) => {
	const found = withOne({ metadata: { external_url: address } }).filter((finding) => finding.kind.endsWith('Uris'));
	expect(found.map((finding) => finding.kind)).toEqual(kind === null ? [] : [kind]);
});
