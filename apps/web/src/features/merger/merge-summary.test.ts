import { describe, expect, test } from 'vitest';
import {
	archiveFileName,
	estimateText,
	isLarge,
	leftOutText,
	secondsLeft,
	startFailureText,
	uploadPercent,
	whyNotReady,
} from './merge-summary.ts';
import { nothingToUpload } from './merger-messages.ts';

test('MRG-12 the estimate turns at 1,000 images', () => {
	expect(estimateText(1_000)).toBe('5-15 minutes');
	expect(estimateText(1_001)).toBe('15-30 minutes');
});

test('MRG-13 a merge is large above 2,000 images', () => {
	expect([2_000, 2_001].map(isLarge)).toEqual([false, true]);
});

test('MRG-18 the archive is named after the project, with one sanitiser', () => {
	expect(archiveFileName('a/b c')).toBe('a_b_c-merged-collection.zip');
	expect(archiveFileName('../..')).not.toContain('..');
});

describe('texts', () => {
	test('images left out', () => {
		expect(leftOutText({ mixedSizes: 0 })).toBeNull();
		expect(leftOutText({ mixedSizes: 1 })).toBe('1 image left out: 1 another size');
	});
});

test('time left follows the rate', () => {
	expect(secondsLeft({ ...nothingToUpload, openBytes: 100, bytesPerSecond: 20 })).toBe(5);
	expect(secondsLeft({ ...nothingToUpload, openBytes: 100 })).toBeNull();
});

test('MRG-03 the bar counts what is still to be read, so that it is full only at the end and never runs backwards', () => {
	const upload = { ...nothingToUpload, totalCount: 75, arrivedCount: 75 };
	expect(uploadPercent(upload, 225)).toBe(25);
	expect(uploadPercent({ ...upload, totalCount: 100, arrivedCount: 75 }, 200)).toBe(25);
	expect(uploadPercent(upload, 0)).toBe(100);
	expect(uploadPercent(nothingToUpload, 0)).toBe(0);
});

test('ERR-10, ERR-11 a failed start has the server’s text, or a sentence of its own', () => {
	expect(startFailureText(new Error('Too many.'))).toBe('Too many.');
	expect(startFailureText(new Error(''))).toBe('Failed to start merge job');
	expect(startFailureText(null)).toBe('Failed to start merge job');
});

test('MRG-09 what is missing is named', () => {
	expect(whyNotReady('', 0)).toBe('Enter a project name. Add at least one collection.');
	expect(whyNotReady('x', 1)).toBeNull();
});
