import { preflightFindingSchema } from '@adx/validators/exports';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { describe, expect, it } from 'vitest';
import { createToken as createMergeToken, freeze, mergeOptions, readFiles, readJson } from '../merge/merge-testing.ts';
import { MergeError } from '../merge/merge-tokens.ts';
import type { MergeSource } from '../merge/read-tokens.ts';
import { startCpuClock } from '../plan/plan-testing.ts';
import { preflightExport } from './preflight-export.ts';
import { preflightMerge, type UnstartedMerge } from './preflight-merge.ts';

const address = '4'.repeat(44);
const traits = (number: number) => ({ Hat: `Hat ${number}` });
/** A token that has a symbol and a description, unless it has no metadata. */
const createToken = (...[filename, its, facts]: Parameters<typeof createMergeToken>) => {
	const token = createMergeToken(filename, its, facts);
	return { ...token, metadata: token.metadata && { symbol: 'COURT', description: 'Of the court', ...token.metadata } };
};
const tokenOf = (number: number, metadata: object = {}) => {
	const token = createToken(`${number}.png`, traits(number));
	return { ...token, metadata: { ...token.metadata, ...metadata } };
};
const sourceOf = (metadata: object = {}, count = 3): MergeSource => ({
	name: 'Elves',
	tokens: Array.from({ length: count }, (_, index) => tokenOf(index + 1, metadata)),
});

const check = (
	change: Omit<Partial<UnstartedMerge>, 'options'> & { options?: Parameters<typeof mergeOptions>[0] } = {},
) =>
	preflightMerge({
		projectName: 'Court',
		description: '',
		sources: [sourceOf()],
		...change,
		options: mergeOptions(change.options),
	});
const kindsOf = (...args: Parameters<typeof check>) => check(...args).findings.map(({ kind }) => kind);

describe('preflightMerge', () => {
	it('finds nothing in a merge that every target takes, of one token too', () => {
		expect(check()).toMatchObject({ tokenCount: 3, findings: [], isApproximate: false });
		expect(check({ sources: [sourceOf({}, 1)] })).toMatchObject({ tokenCount: 1, findings: [], isApproximate: false });
	});

	it('rejects what the merge itself rejects', () => {
		const torn = createToken('1.png', null, { mime: null, width: null, height: null });
		expect(() => check({ sources: [{ name: 'A', tokens: [torn] }] })).toThrow(MergeError);
	});

	it('measures names with their number, and a pattern mends them', () => {
		const projectName = 'The Winter Court of the Ice King';
		const many = { projectName, sources: [sourceOf({}, 12)] };
		const { findings } = check(many);
		expect(findings.map(({ kind, count, targets }) => [kind, count, targets])).toEqual([
			['nameBytes', 12, ['metaplex']],
		]);
		expect(findings[0]!.examples[0]).toBe('1.png: 35 bytes.');
		expect(kindsOf({ ...many, options: { metadata: { namePattern: 'Winter Court #{number}' } } })).toEqual([]);
		expect(kindsOf({ ...many, projectName: `${projectName}s` })).toEqual(['collectionNameBytes', 'nameBytes']);
	});

	it('finds names that repeat, kept or by a pattern without a number', () => {
		const sources = [sourceOf({ name: 'Elf' })];
		expect(kindsOf({ sources, options: { naming: 'keep' } })).toEqual(['repeatedNames']);
		expect(kindsOf({ sources })).toEqual([]);
		expect(kindsOf({ options: { metadata: { namePattern: '{name}' } } })).toEqual(['repeatedNames']);
	});

	it('warns of tokens without a description, which one for all mends, and the collection’s too', () => {
		const sources = [sourceOf({ description: '' })];
		expect(check({ sources }).findings).toMatchObject([{ kind: 'missingDescriptions', severity: 'warning', count: 3 }]);
		expect(kindsOf({ sources, options: { metadata: { descriptionPattern: 'Number {number}' } } })).toEqual([]);
		expect(kindsOf({ sources, description: 'A court' })).toEqual([]);
	});

	it('is approximate where a number that is drawn at the start goes into a name', () => {
		const isApproximate = (...[options, sources]: [Parameters<typeof mergeOptions>[0], (readonly MergeSource[])?]) =>
			preflightMerge({
				projectName: 'Court',
				description: '',
				sources: sources ?? [{ name: 'Elves', tokens: [tokenOf(1), createToken('2.png', null)] }],
				options: { ...mergeOptionsSchema.parse(options) },
			}).isApproximate;
		expect(isApproximate({ order: 'shuffle', naming: 'keep' })).toBe(true);
		expect(isApproximate({ order: 'shuffle', naming: 'keep', seed: 'one' })).toBe(false);
		expect(isApproximate({ order: 'shuffle' })).toBe(false);
		expect(isApproximate({ naming: 'keep' })).toBe(false);
		expect(isApproximate({ order: 'shuffle', naming: 'keep' }, [sourceOf()])).toBe(false);
	});

	it('finds what generators left to be written, and one description, creator and name for all mends it', () => {
		const creators = [{ address: '7fXNuer5sbZtaTEPhtJ5g5gNtuyRoKkvxdjEjEnPN4mC', share: 100 }];
		const sources = [
			sourceOf({
				name: 'Your Collection #1',
				description: 'Remember to replace this description',
				properties: { creators },
			}),
		];
		expect(kindsOf({ sources, options: { naming: 'keep' } })).toEqual([
			...['repeatedNames', 'placeholderNames', 'placeholderDescriptions', 'placeholderCreators'],
		]);
		const metadata = { descriptionPattern: 'Number {number}', creators: [{ address, share: 100 }] };
		expect(kindsOf({ sources, options: { metadata } })).toEqual([]);
	});

	it('finds placeholders that no export replaces, and says nothing of those of pictures', () => {
		const image = 'ipfs://NewUriToReplace/1.png';
		expect(
			kindsOf({ sources: [sourceOf({ image, properties: { files: [{ uri: image, type: 'image/png' }] } })] }),
		).toEqual([]);
		expect(kindsOf({ sources: [sourceOf({ image, animation_url: 'ipfs://NewUriToReplace/1.mp4' })] })).toEqual([
			'brokenUris',
		]);
	});

	it('finds placeholders in traits and descriptions, which a merge leaves as they are, and those that its settings write', () => {
		const uri = 'ipfs://NewUriToReplace/1.png';
		const sources = [sourceOf({ attributes: [{ trait_type: 'Hat', value: uri }] }, 1)];
		expect(check({ sources }).findings).toMatchObject([
			{ kind: 'placeholderAddresses', examples: ["'Hat' of 1.png: ipfs://NewUriToReplace"] },
		]);
		const { attributes } = readJson(readFiles(freeze(sources), sources), 'metadata/1.json');
		expect(attributes).toContainEqual({ trait_type: 'Hat', value: uri });
		const metadata = { descriptionPattern: `{number} is at ${uri}` };
		expect(kindsOf({ options: { metadata } })).toEqual(['placeholderAddresses']);
		expect(kindsOf({ description: `All at ${uri}` })).toEqual(['placeholderAddresses']);
	});

	it('finds no WebP that becomes a PNG, but the animated one, which stays', () => {
		const webp = (file: string, isAnimated: boolean) =>
			createToken(file, traits(file.length), { mime: 'image/webp', isAnimated });
		const sources = [{ name: 'Orcs', tokens: [webp('still.webp', false), webp('animated.webp', true)] }];
		const examplesWith = (webpImages: 'keep' | 'png') =>
			check({ sources, options: { fixes: { webpImages } } }).findings.map(({ kind, examples }) => [kind, examples]);
		expect(examplesWith('keep')).toEqual([
			['imageTypes', ['still.webp is image/webp.', 'animated.webp is image/webp.']],
		]);
		expect(examplesWith('png')).toEqual([['imageTypes', ['animated.webp is image/webp.']]]);
	});

	it('finds no dead address once they are left out, and leaves in what leads somewhere', () => {
		const image = 'ipfs://NewUriToReplace/1.png';
		const sources = [
			sourceOf({
				image,
				animation_url: 'ipfs://NewUriToReplace/1.mp4',
				external_url: 'http://localhost/1',
				properties: {
					files: [
						{ uri: image, type: 'image/png' },
						{ uri: 'ipfs://NewUriToReplace/1.mp4', type: 'video/mp4' },
					],
				},
			}),
		];
		expect(kindsOf({ sources })).toEqual(['brokenUris', 'localUris']);
		expect(kindsOf({ sources, options: { fixes: { deadAddresses: 'drop' } } })).toEqual([]);
	});

	it('lets symbol and royalty go before those of the tokens', () => {
		const sources = [sourceOf({ symbol: 'FAR TOO LONG', seller_fee_basis_points: 2_000 })];
		expect(kindsOf({ sources })).toEqual(['symbolBytes', 'highRoyalty', 'differingRoyalties']);
		expect(kindsOf({ sources, options: { metadata: { symbol: 'ICE', royaltyPercentage: 5 } } })).toEqual([]);
	});

	it('warns of symbols that are missing or mixed, which one for all mends', () => {
		const sources = [
			{
				name: 'Elves',
				tokens: [tokenOf(1, { symbol: 'WEB' }), tokenOf(2, { symbol: ' ' }), tokenOf(3, { symbol: 'ICE' })],
			},
		];
		expect(check({ sources }).findings).toMatchObject([
			{
				kind: 'differingSymbols',
				severity: 'warning',
				targets: ['metaplex'],
				examples: ["3.png: 'ICE' and not 'WEB'."],
			},
			{ kind: 'missingSymbols', severity: 'warning', targets: ['metaplex'], examples: ['2.png has none.'] },
		]);
		expect(kindsOf({ sources, options: { metadata: { symbol: 'ONE' } } })).toEqual([]);
	});

	it('names the files of the draft, and their collection where there are several', () => {
		const webp = { name: 'Orcs', tokens: [createToken('a/1.webp', traits(9), { mime: 'image/webp' })] };
		const examplesOf = (sources: readonly MergeSource[]) => check({ sources }).findings[0]!.examples;
		expect(examplesOf([webp])).toEqual(['a/1.webp is image/webp.']);
		expect(examplesOf([sourceOf(), webp])).toEqual(['a/1.webp in Orcs is image/webp.']);
		const long = { name: 'Orcs', tokens: [createToken('1.png', { Hat: 'x'.repeat(201) })] };
		expect(kindsOf({ sources: [long] })).toEqual(['shortenedTraits']);
	});

	it('finds what the preflight of the finished merge finds', () => {
		const sources = [
			sourceOf({
				description: 'TODO',
				symbol: 'FAR TOO LONG',
				external_url: 'http://localhost/1',
				seller_fee_basis_points: 2.5,
			}),
			{ name: 'Orcs', tokens: [createToken('1.webp', { hat: '=1+1' }, { mime: 'image/webp', width: 9 })] },
		];
		const options = mergeOptions({ metadata: { namePattern: '{name} of the Far North and the Deep Ice {number}' } });
		const draft = preflightMerge({ projectName: 'Court', description: '', sources, options });
		const files = readFiles(freeze(sources, options, { projectName: 'Court' }), sources);
		const facts = sources.flatMap(({ tokens }) => tokens);
		const finished = preflightExport({
			facts: { name: 'Court' },
			tokens: facts.map(({ sha256, mime, width, height, filename }, place) => ({
				tokenNumber: place + 1,
				fileName: filename,
				image: { sha256, mime, width, height, sizeBytes: 1, crc32: 1 },
				metadata: readJson(files, `metadata/${place + 1}.json`),
			})),
		});
		const summarize = (findings: typeof finished) => findings.map(({ kind, count, targets }) => [kind, count, targets]);
		expect(summarize([...draft.findings])).toEqual(summarize(finished));
		expect(draft.findings.length).toBeGreaterThan(6);
		for (const finding of draft.findings) expect(preflightFindingSchema.parse(finding)).toEqual(finding);
	});

	it("finds no trait missing once 'None' is added, but images that stay without metadata", () => {
		const tokens = [
			createToken('1.png', { Hat: 'Red', Cape: 'Long' }),
			createToken('2.png', { Hat: 'Blue' }),
			createToken('3.png', null),
		];
		const findingsWith = (missingTraits: 'none' | 'keep') =>
			check({ sources: [{ name: 'Elves', tokens }], options: { fixes: { missingTraits } } }).findings.map(
				({ kind, examples }) => [kind, examples],
			);
		expect(findingsWith('keep')).toEqual([
			['missingDescriptions', ['3.png has none.']],
			['missingSymbols', ['3.png has none.']],
			['missingTraits', ["1 token of 2 lacks 'Cape'."]],
			['noTraits', ['3.png has no traits.']],
		]);
		expect(findingsWith('none').map(([kind]) => kind)).toEqual(['missingDescriptions', 'missingSymbols', 'noTraits']);
	});

	it('finds a trait that a token has twice, also where a rename made it so', () => {
		const twice = createToken('1.png', null, {
			metadata: {
				attributes: [
					{ trait_type: 'Hat', value: 'Red' },
					{ trait_type: 'Hat', value: 'Blue' },
				],
			},
		});
		const examples = (token: MergeSource['tokens'][number], renames: Record<string, string> = {}) =>
			check({ sources: [{ name: 'Elves', tokens: [token] }], options: { fixes: { renames } } }).findings.map(
				({ kind, examples }) => [kind, examples],
			);
		expect(examples(twice)).toEqual([['repeatedTraits', ["1.png has 'Hat' twice."]]]);
		const two = createToken('2.png', { Hat: 'Red', Cape: 'Long' });
		expect(examples(two)).toEqual([]);
		expect(examples(two, { Cape: 'Hat' })).toEqual([['repeatedTraits', ["2.png has 'Hat' twice."]]]);
	});

	it('checks 10,000 tokens in a few seconds', () => {
		const sources = [sourceOf({ description: 'TODO' }, 10_000)];
		const cpuMs = startCpuClock();
		const { tokenCount, findings } = check({ sources });
		expect([tokenCount, findings.map(({ kind, count }) => [kind, count])]).toEqual([
			10_000,
			[['placeholderDescriptions', 10_000]],
		]);
		expect(cpuMs()).toBeLessThan(5_000);
	});
});
