import { beforeEach, describe, expect, test } from 'vitest';
import { emptyUpload } from '../../lib/uploads/upload-view.ts';
import { changeDraft, clearDraft, currentDraft, toMergeOptions, usualFixes } from './merge-draft.ts';
import {
	describeMergeDuration,
	describeTotal,
	formatReady,
	formatSkipped,
	getArchiveFileName,
	getBlockingReason,
	getMerged,
	getStartErrorMessage,
	getUploadPercent,
	getUploadSecondsLeft,
	isLarge,
} from './merge-summary.ts';
import type { CollectionView } from './merger-views.ts';

test('the estimate turns at 1,000 images (MRG-12)', () => {
	expect(describeMergeDuration(1_000)).toBe('5-15 minutes');
	expect(describeMergeDuration(1_001)).toBe('15-30 minutes');
});

test('a merge is large above 2,000 images (MRG-13)', () => {
	expect([2_000, 2_001].map(isLarge)).toEqual([false, true]);
});

test('the archive is named after the project, with one sanitiser (MRG-18)', () => {
	expect(getArchiveFileName('a/b c')).toBe('a_b_c-merged-collection.zip');
	expect(getArchiveFileName('../..')).not.toContain('..');
});

describe('texts', () => {
	test('the total says whether it is all there is (MRG-05)', () => {
		const total = (...collections: readonly Partial<CollectionView>[]) =>
			describeTotal(
				collections.map((given) => ({ imageCount: 1, readCount: 1, lostCount: 0, ...given }) as CollectionView),
			);
		expect(total()).toBeNull();
		expect(total({ phase: 'complete' }, { phase: 'complete' })).toBe(
			'Total: 2 images from 2 collections ready to merge',
		);
		expect(total({ phase: 'complete' }, { phase: 'reading' })).toBe(
			'2 images from 2 collections so far; reading goes on',
		);
		expect(total({ phase: 'reading' })).toBe('1 image from 1 collection so far; reading goes on');
		const incomplete = '2 images from 2 collections so far; some files are missing';
		expect(total({ phase: 'reading' }, { phase: 'interrupted' })).toBe(incomplete);
		expect(total({ phase: 'complete' }, { phase: 'complete', lostCount: 1 })).toBe(incomplete);
	});

	test('images left out', () => {
		expect(formatSkipped({ mixedSizes: 0 })).toBeNull();
		expect(formatSkipped({ mixedSizes: 1 })).toBe('1 image left out: 1 of another size');
		expect(formatSkipped({ duplicateImages: 1 })).toBe('1 image left out: 1 duplicate');
	});
});

test('time left follows the rate', () => {
	expect(getUploadSecondsLeft({ ...emptyUpload, openBytes: 100, bytesPerSecond: 20 })).toBe(5);
	expect(getUploadSecondsLeft({ ...emptyUpload, openBytes: 100 })).toBeNull();
});

test('the bar counts what is still to be read, so that it is full only at the end and never runs backwards (MRG-03)', () => {
	const upload = { ...emptyUpload, totalCount: 75, arrivedCount: 75 };
	expect(getUploadPercent(upload, 225)).toBe(25);
	expect(getUploadPercent({ ...upload, totalCount: 100, arrivedCount: 75 }, 200)).toBe(25);
	expect(getUploadPercent(upload, 0)).toBe(100);
	expect(getUploadPercent(emptyUpload, 0)).toBe(0);
});

test('a failed start has the server’s text, or a sentence of its own (ERR-10, ERR-11)', () => {
	expect(getStartErrorMessage(new Error('Too many.'))).toBe('Too many.');
	expect(getStartErrorMessage(new Error(''))).toBe('Failed to start merge job');
	expect(getStartErrorMessage(null)).toBe('Failed to start merge job');
});

describe('what keeps a merge from being started (MRG-09)', () => {
	const inputsOf = (...phases: CollectionView['phase'][]) => ({
		phase: 'open' as const,
		collections: phases.map(
			(phase, index) =>
				({ phase, label: `Elves ${index}`, readCount: 1, imageCount: 1, lostCount: 0 }) as CollectionView,
		),
		openPicks: 0,
		imports: [],
	});

	test('is named', () => {
		expect(getBlockingReason('', inputsOf())).toBe('Enter a project name. Add at least one collection.');
		expect(getBlockingReason('x', inputsOf('complete'))).toBeNull();
	});

	test('is also a collection that is being read, or was not read to the end', () => {
		expect(getBlockingReason('x', inputsOf('complete', 'reading'))).toBe('Wait until “Elves 1” is read.');
		expect(getBlockingReason('x', inputsOf('reading', 'reading'))).toBe('Wait until 2 collections are read.');
		expect(getBlockingReason('x', { ...inputsOf(), openPicks: 1 })).toBe(
			'Wait until the files that were picked are read.',
		);
		expect(getBlockingReason('x', inputsOf('interrupted'))).toBe(
			'“Elves 0” was not read to the end: add it again, or remove it.',
		);
	});

	test('is also a collection of which images are not on the server', () => {
		const { collections, ...inputs } = inputsOf('complete', 'complete');
		const lost = (count: number) => collections.slice(0, count).map((one) => ({ ...one, lostCount: 1 }));
		expect(getBlockingReason('x', { ...inputs, collections: [...lost(1), collections[1]!] })).toBe(
			'Images of “Elves 0” are not on the server: add it again, or remove it.',
		);
		expect(getBlockingReason('x', { ...inputs, collections: lost(2) })).toBe(
			'Images of 2 collections are not on the server: add them again, or remove them.',
		);
	});

	test('is also that the collections of this browser are not read back yet', () => {
		expect(getBlockingReason('x', { ...inputsOf(), phase: 'opening' })).toBe(
			'Wait until your collections are read back.',
		);
	});

	test('is also that none of the files can be merged, once all are read', () => {
		const refuse = ({ collections, ...inputs }: ReturnType<typeof inputsOf>) => ({
			...inputs,
			collections: collections.map((collection) => ({ ...collection, imageCount: 0 })),
		});
		const sentence = 'None of the files can be merged; their collections above say why.';
		expect(getBlockingReason('x', refuse(inputsOf('complete', 'complete')))).toBe(sentence);
		expect(getBlockingReason('x', refuse(inputsOf('reading')))).toBe('Wait until “Elves 0” is read.');
		const some = refuse(inputsOf('complete'));
		expect(
			getBlockingReason('x', { ...some, collections: [...some.collections, ...inputsOf('complete').collections] }),
		).toBeNull();
	});

	test('is also one that is being fetched, or could not be', () => {
		const orcs = { name: 'Orcs', problem: null };
		expect(getBlockingReason('x', { ...inputsOf(), openPicks: 1, imports: [orcs] })).toBe(
			'Wait until “Orcs” is fetched.',
		);
		expect(getBlockingReason('x', { ...inputsOf('complete'), imports: [{ ...orcs, problem: 'Gone.' }] })).toBe(
			'“Orcs” could not be fetched: try again, or go on without.',
		);
	});
});

describe('how many images will become one', () => {
	const totals = { imageCount: 3_000, leftOutCount: 0, collectionCount: 1 };
	const checked = () => ({
		draft: { projectName: 'Frost', description: '', options: toMergeOptions(currentDraft()) },
		imageCount: 3_000,
	});
	const counted = (tokenCount: number) => ({
		tokenCount,
		longestNameBytes: 8,
		findings: [],
		isApproximate: false,
		...checked(),
	});
	const say = (preflight: Parameters<typeof getMerged>[2]) =>
		formatReady(getMerged(currentDraft(), totals.imageCount, preflight), totals);
	const uncounted = '3,000 images from 1 collection will become one, except for those that are left out.';
	const all = '3,000 images from 1 collection will become one.';
	beforeEach(() => clearDraft());

	test('all of them where no fix leaves any out, before anything was checked', () => {
		expect(say(null)).toBe(all);
		changeDraft({ fixes: { ...usualFixes, duplicateImages: 'drop' } });
		expect(say(counted(3_000))).toBe(all);
	});

	test('those that the fixes leave, as the preflight counted them', () => {
		changeDraft({ fixes: { ...usualFixes, duplicateTraits: 'drop' } });
		expect(say(null)).toBe(uncounted);
		expect(say(counted(306))).toBe('306 of 3,000 images from 1 collection will become one; 2,694 are left out.');
		expect(say(counted(2_999))).toBe('2,999 of 3,000 images from 1 collection will become one; 1 is left out.');
		expect(say({ ...checked(), refused: 'The chosen fixes leave out every image.' })).toBe(
			'The chosen fixes leave out every image.',
		);
	});

	test('and what is not a picture counts among what is left out', () => {
		const some = { ...totals, leftOutCount: 2 };
		expect(formatReady(3_000, some)).toBe('3,000 of 3,002 images from 1 collection will become one; 2 are left out.');
	});

	test('no number of another draft or of other collections', () => {
		changeDraft({ fixes: { ...usualFixes, duplicateTraits: 'drop' } });
		const other = counted(306);
		expect(say({ ...other, imageCount: 2_000 })).toBe(uncounted);
		changeDraft({ fixes: { ...usualFixes, duplicateImages: 'drop' } });
		expect(say(other)).toBe(uncounted);
		changeDraft({ fixes: usualFixes });
		expect(say(other)).toBe(all);
	});
});
