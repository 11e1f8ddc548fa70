import { describe, expect, test } from 'vitest';
import { batchSizeMax } from '../limits.ts';
import { reviewImagesInput } from './job-control.ts';

const toId = (number: number) => `image-${number}`;
const ids = (count: number) => Array.from({ length: count }, (_, number) => toId(number));

describe('a review of many images', () => {
	test('takes as many as a batch may hold', () => {
		const review = { jobId: 'job', imageIds: ids(batchSizeMax), mark: null };
		expect(reviewImagesInput.safeParse(review).success).toBe(true);
	});

	test.each([
		['no image', { imageIds: [], mark: 'kept' }],
		['one image too many', { imageIds: ids(batchSizeMax + 1), mark: 'kept' }],
		['nothing to do', { imageIds: ids(1) }],
		['an unknown mark', { imageIds: ids(1), mark: 'maybe' }],
		['an unknown field', { imageIds: ids(1), locked: true, all: true }],
	])('rejects %s', (_what, fields) => {
		expect(reviewImagesInput.safeParse({ jobId: 'job', ...fields }).success).toBe(false);
	});
});
