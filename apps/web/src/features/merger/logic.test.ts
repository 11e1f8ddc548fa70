import { describe, expect, test } from 'vitest';
import {
	archiveFileName,
	durationText,
	estimateText,
	isLarge,
	leftOutText,
	secondsLeft,
	sizeText,
	startFailureText,
	uploadPercent,
	whyNotReady,
} from './logic.ts';
import { nothingToUpload } from './messages.ts';

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
	test('sizes', () => {
		expect([0, 999, 1_000, 1_500_000, 123_456_789, 5e9].map(sizeText)).toEqual([
			'0 B',
			'999 B',
			'1.0 KB',
			'1.5 MB',
			'123 MB',
			'5.0 GB',
		]);
	});

	test('durations', () => {
		expect([0.2, 45, 59.7, 61, 3_599, 4_800].map(durationText)).toEqual([
			'1 s',
			'45 s',
			'1 min',
			'1 min',
			'1 h 0 min',
			'1 h 20 min',
		]);
	});

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
