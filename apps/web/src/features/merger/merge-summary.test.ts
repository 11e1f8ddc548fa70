import { describe, expect, test } from 'vitest';
import {
	formatEstimate,
	formatSkipped,
	getArchiveFileName,
	getBlockingReason,
	getStartErrorMessage,
	getUploadPercent,
	getUploadSecondsLeft,
	isLarge,
} from './merge-summary.ts';
import { type CollectionView, emptyUpload } from './merger-views.ts';

test('MRG-12 the estimate turns at 1,000 images', () => {
	expect(formatEstimate(1_000)).toBe('5-15 minutes');
	expect(formatEstimate(1_001)).toBe('15-30 minutes');
});

test('MRG-13 a merge is large above 2,000 images', () => {
	expect([2_000, 2_001].map(isLarge)).toEqual([false, true]);
});

test('MRG-18 the archive is named after the project, with one sanitiser', () => {
	expect(getArchiveFileName('a/b c')).toBe('a_b_c-merged-collection.zip');
	expect(getArchiveFileName('../..')).not.toContain('..');
});

describe('texts', () => {
	test('images left out', () => {
		expect(formatSkipped({ mixedSizes: 0 })).toBeNull();
		expect(formatSkipped({ mixedSizes: 1 })).toBe('1 image left out: 1 another size');
	});
});

test('time left follows the rate', () => {
	expect(getUploadSecondsLeft({ ...emptyUpload, openBytes: 100, bytesPerSecond: 20 })).toBe(5);
	expect(getUploadSecondsLeft({ ...emptyUpload, openBytes: 100 })).toBeNull();
});

test('MRG-03 the bar counts what is still to be read, so that it is full only at the end and never runs backwards', () => {
	const upload = { ...emptyUpload, totalCount: 75, arrivedCount: 75 };
	expect(getUploadPercent(upload, 225)).toBe(25);
	expect(getUploadPercent({ ...upload, totalCount: 100, arrivedCount: 75 }, 200)).toBe(25);
	expect(getUploadPercent(upload, 0)).toBe(100);
	expect(getUploadPercent(emptyUpload, 0)).toBe(0);
});

test('ERR-10, ERR-11 a failed start has the server’s text, or a sentence of its own', () => {
	expect(getStartErrorMessage(new Error('Too many.'))).toBe('Too many.');
	expect(getStartErrorMessage(new Error(''))).toBe('Failed to start merge job');
	expect(getStartErrorMessage(null)).toBe('Failed to start merge job');
});

describe('MRG-09 what keeps a merge from being started', () => {
	const inputsOf = (...phases: CollectionView['phase'][]) => ({
		collections: phases.map((phase, index) => ({ phase, label: `Elves ${index}` }) as CollectionView),
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
			'“Elves 0” was not read to the end: pick the same files again, or remove it.',
		);
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
