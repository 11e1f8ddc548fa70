import { createToken } from '@adx/collection/merge/merge-testing';
import { preflightMerge } from '@adx/collection/preflight/preflight-merge';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeDraft, clearDraft, currentDraft, toCheckedDraft, toMergeOptions } from '../merge-draft.ts';
import { getInputKind, type InputKind } from '../merger-views.ts';
import { getPreflightFix, suggestNamePattern } from './preflight-fixes.ts';
import { toTokenSettings } from './token-settings-draft.ts';

beforeEach(() => clearDraft());

const checkedDraft = () => {
	const checked = toCheckedDraft(currentDraft());
	if (checked === null) throw new Error('The draft has no name.');
	return checked;
};

const setting = (tokenCount: number, inputs: InputKind = 'picked') => ({ draft: checkedDraft(), tokenCount, inputs });

/** The findings of a merge of twelve tokens with this metadata, as it is set. */
function check(metadata: object = {}) {
	const tokens = Array.from({ length: 12 }, (_, index) => {
		const token = createToken(`${index}.png`, { Hat: `Hat ${index}` });
		return { ...token, metadata: { ...token.metadata, ...metadata } };
	});
	return preflightMerge({ ...checkedDraft(), sources: [{ name: 'Elves', tokens }] });
}

describe('a fix that the page does at a press', () => {
	it.each([
		['nameBytes', { projectName: 'The Winter Court of the Ice Kin 𝔊' }, {}],
		['nameBytes', { projectName: 'Court', naming: 'keep' as const }, { name: 'x'.repeat(33) }],
		['repeatedNames', { projectName: 'Court', naming: 'keep' as const }, { name: 'Elf' }],
		['repeatedNames', { projectName: 'Court', naming: 'keep' as const, namePattern: 'Wolf' }, { name: 'Elf' }],
		['repeatedNames', { projectName: 'Court', namePattern: 'Elf' }, {}],
		['repeatedNames', { projectName: 'Court', namePattern: `${'Elf '.repeat(23)}{name}` }, {}],
		['placeholderNames', { projectName: 'Court', naming: 'keep' as const }, { name: 'Your Collection #1' }],
		['brokenUris', { projectName: 'Court' }, { animation_url: 'ipfs://NewUriToReplace/1.mp4' }],
		['localUris', { projectName: 'Court' }, { external_url: 'http://localhost/1' }],
	])('leaves nothing of %s with %o', (kind, draft, metadata) => {
		changeDraft(draft);
		const finding = check(metadata).findings.find((each) => each.kind === kind);
		const { action } = getPreflightFix(finding!, setting(12));
		if (action === undefined || !('change' in action)) throw new Error('There is no button.');
		changeDraft(action.change);
		expect(toTokenSettings(currentDraft()).errors).toEqual({});
		expect(check(metadata).findings.filter((each) => each.kind === kind)).toEqual([]);
		// One fault does not give way to another.
		expect(check(metadata).findings.filter((each) => each.kind === 'repeatedNames')).toEqual([]);
	});
});

it('has WebP images converted at a press, and says what to do about animated ones, which stay', () => {
	changeDraft({ projectName: 'Court' });
	const facts = { mime: 'image/webp', isAnimated: false };
	const tokens = [false, true].map((isAnimated) => createToken(`${isAnimated}.webp`, {}, { ...facts, isAnimated }));
	const findImageTypes = (merged: typeof tokens) =>
		preflightMerge({ ...checkedDraft(), sources: [{ name: 'A', tokens: merged }] }).findings.find(
			({ kind }) => kind === 'imageTypes',
		);
	const { action } = getPreflightFix(findImageTypes(tokens)!, setting(2));
	expect(action).toMatchObject({ label: 'Convert to PNG', change: { fixes: { webpImages: 'png' } } });
	changeDraft({ fixes: { ...currentDraft().fixes, webpImages: 'png' } });
	expect(toMergeOptions(currentDraft()).fixes).toMatchObject({ webpImages: 'png' });
	expect(findImageTypes(tokens.slice(0, 1))).toBeUndefined();
	const rest = getPreflightFix(findImageTypes(tokens)!, setting(2));
	expect(rest.text).toMatch(/^Animated WebP images stay/);
	expect(rest.action).toBeUndefined();
});

describe('a fix that leads to a field', () => {
	it.each([
		['symbolBytes', 'symbol', { symbol: 'FAR TOO LONG' }, { symbol: 'ICE' }],
		['royalty', 'royalty', { seller_fee_basis_points: 20_000 }, { royalty: '2,5' }],
		['highRoyalty', 'royalty', { seller_fee_basis_points: 2_000 }, { royalty: '10' }],
		['differingRoyalties', 'royalty', { seller_fee_basis_points: 500 }, { royalty: '5' }],
		['placeholderDescriptions', 'tokenDescription', { description: 'TODO' }, { tokenDescription: 'An elf, {name}.' }],
		[
			'creators',
			'creators',
			{ properties: { creators: [{ address: 'nobody', share: 100 }] } },
			{ creators: [{ id: '1', address: '4'.repeat(44), share: '100' }] },
		],
	])('%s is gone once %s is filled in', (kind, field, metadata, change) => {
		changeDraft({ projectName: 'Court' });
		const finding = check(metadata).findings.find((each) => each.kind === kind);
		expect(getPreflightFix(finding!, setting(12)).action).toMatchObject({ field });
		changeDraft(change);
		expect(check(metadata).findings.map((each) => each.kind)).not.toContain(kind);
	});

	it.each([
		['description', { description: 'At ipfs://NewUriToReplace' }, { description: 'At home' }],
		['tokenDescription', { tokenDescription: 'ipfs://NewUriToReplace/{number}' }, { tokenDescription: '{number}' }],
	])('placeholderAddresses in %s are gone once it is mended', (field, draft, change) => {
		changeDraft({ projectName: 'Court', ...draft });
		const finding = check().findings.find(({ kind }) => kind === 'placeholderAddresses');
		expect(getPreflightFix(finding!, setting(12)).action).toMatchObject({ field });
		changeDraft(change);
		expect(check().findings.map(({ kind }) => kind)).not.toContain('placeholderAddresses');
	});

	it('leads to the collection’s own description where that is the placeholder', () => {
		changeDraft({ projectName: 'Court', description: 'Remember to replace this description' });
		const [finding] = check().findings;
		expect(getPreflightFix(finding!, setting(12)).action).toMatchObject({ field: 'description' });
	});
});

it('suggests names after the project, else with as much of its name as there is room for, and no placeholder', () => {
	expect(suggestNamePattern('Court', 12)).toBe('{name} #{number}');
	expect(suggestNamePattern('x'.repeat(28), 123)).toBe('{name} {number}');
	expect(suggestNamePattern('x'.repeat(40), 10_000)).toBe(`${'x'.repeat(25)} #{number}`);
	expect(suggestNamePattern('ä'.repeat(40), 9)).toBe(`${'ä'.repeat(14)} #{number}`);
	expect(suggestNamePattern('The Winter Court of the Ice King', 12)).toBe('The Winter Court of the Ice #{number}');
	expect(suggestNamePattern(`{name} {x ${'y'.repeat(18)}`, 9)).toBe('{name} #{number}');
	expect(suggestNamePattern(`{name} {x ${'y'.repeat(30)}`, 9)).toBe('name x #{number}');
});

describe('a fix outside of the page', () => {
	const picked = { origin: null };
	const [job, merge] = [{ origin: 'job:1' }, { origin: 'merge:2' }];
	const repeated = ['Hat', 'Hat'].map((trait_type, place) => ({ trait_type, value: `${place}` }));

	it.each([
		['insecureUris', { external_url: 'http://elves.example/1' }],
		['uriBytes', { external_url: `https://elves.example/${'1'.repeat(200)}` }],
		['formulas', { description: '=1+1' }],
		['placeholderAddresses', { attributes: [{ trait_type: 'Hat', value: 'ipfs://NewUriToReplace/1.png' }] }],
		['repeatedTraits', { attributes: repeated }],
		['shortenedTraits', { attributes: [{ trait_type: 'Hat', value: 'x'.repeat(201) }] }],
		['localUris', { external_url: 'http://localhost/1' }],
	])('of %s sends nobody to a folder who picked none', (kind, metadata) => {
		changeDraft({ projectName: 'Court' });
		const finding = check(metadata).findings.find((each) => each.kind === kind)!;
		const textFor = (...collections: readonly { readonly origin: string | null }[]) =>
			getPreflightFix(finding, setting(12, getInputKind(collections))).text;
		expect(textFor(picked, picked)).toContain(' in the files, remove their collection above and pick them again');
		expect(textFor(job, merge)).toContain(
			' in the download of that job or merge, remove its collection above and pick the folder in its place',
		);
		expect(textFor(picked, merge)).toContain(
			' in the files, those of a job or merge in its download, remove their collection above and pick them again',
		);
	});

	it.each([
		['projectName', { projectName: '=Court' }],
		['projectName', { projectName: '=Court', namePattern: '{name} no. {number}' }],
		['namePattern', { projectName: 'Court', namePattern: '=Elf {number}' }],
		['tokenDescription', { projectName: 'Court', tokenDescription: '+1 for all' }],
		['description', { projectName: 'Court', description: '-1 for all' }],
	])('of formulas leads to %s instead where the text stands there: %o', (field, draft) => {
		changeDraft(draft);
		const finding = check({ description: '' }).findings.find(({ kind }) => kind === 'formulas')!;
		expect(getPreflightFix(finding, setting(12)).action).toMatchObject({ field });
	});

	it('of formulas in the files leads to no field, whatever stands in one that no token uses', () => {
		changeDraft({ projectName: '=Court', naming: 'keep', description: '-1 for all' });
		const finding = check({ name: 'Elf', description: '=1+1' }).findings.find(({ kind }) => kind === 'formulas')!;
		expect(getPreflightFix(finding, setting(12)).action).toBeUndefined();
	});
});

describe('what is typed for all tokens', () => {
	it('is nothing where nothing is typed, also with an empty creator', () => {
		changeDraft({ creators: [{ id: '1', address: ' ', share: '' }] });
		expect(toTokenSettings(currentDraft())).toEqual({ settings: {}, errors: {}, wrongCreators: [] });
		expect('metadata' in toMergeOptions(currentDraft())).toBe(false);
	});

	it.each([
		[{ royalty: 'five' }, { royalty: 'Enter a percentage' }],
		[{ royalty: '11' }, { royalty: 'At most 10' }],
		[{ namePattern: 'Elf {no}' }, { namePattern: 'Only {number} and {name} are filled in' }],
		[{ creators: [{ id: '1', address: 'x', share: '100' }] }, { creators: 'Creator 1: Not a Solana address' }],
		[
			{ creators: [{ id: '1', address: '4'.repeat(44), share: 'all' }] },
			{ creators: 'Creator 1: The share is a whole number from 0 to 100' },
		],
		[
			{ creators: [{ id: '1', address: '4'.repeat(44), share: '60' }] },
			{ creators: 'The shares add up to 60, not to 100' },
		],
	])('rejects %o with a sentence, and takes the rest', (change, errors) => {
		changeDraft({ symbol: 'ice', ...change });
		expect(toTokenSettings(currentDraft())).toMatchObject({ settings: { symbol: 'ICE' }, errors });
	});

	it('names the creator who is not right as the page counts them, empty ones included', () => {
		const creators = ['', '4'.repeat(44), 'x'].map((address, place) => {
			return { id: String(place), address, share: address === '' ? '' : '50' };
		});
		changeDraft({ creators });
		expect(toTokenSettings(currentDraft())).toMatchObject({
			errors: { creators: 'Creator 3: Not a Solana address' },
			wrongCreators: [{ place: 2, field: 'address', problem: 'Creator 3: Not a Solana address' }],
		});
	});
});

it('a trait that a token has twice is mended in its file, or by another new name where there are renames', () => {
	changeDraft({ projectName: 'Court' });
	const attributes = ['Hat', 'Hat'].map((trait_type, place) => ({ trait_type, value: `${place}` }));
	const text = () => {
		const finding = check({ attributes }).findings.find(({ kind }) => kind === 'repeatedTraits');
		return getPreflightFix(finding!, setting(12)).text;
	};
	expect(text()).toBe('Remove one of them in the files, remove their collection above and pick them again.');
	changeDraft({ renames: [{ id: '1', from: 'Hat', to: 'Cap' }] });
	expect(text()).toMatch(/or choose another new name where a rename made them the same\.$/);
});
