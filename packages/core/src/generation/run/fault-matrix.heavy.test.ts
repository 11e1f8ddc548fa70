import type { FakeGeminiAnswer } from '@adx/fakes/gemini';
import { describe, expect, it } from 'vitest';
import { imageCount, timeout, useFaultMatrix } from './fault-matrix-testing.ts';

const { fake, run, always, every } = useFaultMatrix();

const finish = (reason: string): FakeGeminiAnswer => ({ kind: 'finish', reason });

/** Three faults of a kind among them tell what a hundred would. */
const variedCount = 60;

/** Calls until so many of them were answered with a picture, when every n-th is not. */
function callsWithFaultEvery(n: number, pictureCount: number): number {
	let calls = 0;
	for (let pictures = 0; pictures < pictureCount; ) if (++calls % n !== 0) pictures += 1;
	return calls;
}

describe('a job of 200 ends with all of them', () => {
	it.each<[string, FakeGeminiAnswer]>([
		['PNG', { kind: 'image' }],
		['JPEG', { kind: 'image', format: 'jpeg' }],
		['WebP', { kind: 'image', format: 'webp' }],
		['a wrong type on it', { kind: 'image', mimeType: 'image/gif' }],
		['drafts before it', { kind: 'image', thoughts: true }],
	])('when each answer is %s, after 200 calls', timeout, async (_, answer) => {
		always(answer);
		const { job, row } = await run();
		expect(job).toMatchObject({ phase: 'done', progress: imageCount, costUsd: 8 });
		expect([fake.count(), fake.paidImages(), row.paidCalls]).toEqual([imageCount, imageCount, imageCount]);
	});

	it('when each answer holds two pictures, which are both paid for', timeout, async () => {
		always({ kind: 'image', count: 2 });
		const { job } = await run();
		expect(job).toMatchObject({ phase: 'done', costUsd: 16 });
		expect([fake.count(), fake.paidImages()]).toEqual([imageCount, 2 * imageCount]);
	});

	const transient: readonly FakeGeminiAnswer[] = [
		{ kind: 'server_error', status: 500 },
		{ kind: 'server_error', status: 503 },
		{ kind: 'server_error', status: 408 },
		{ kind: 'bad_gateway_html' },
		{ kind: 'reset' },
		{ kind: 'truncated' },
		{ kind: 'not_json' },
		{ kind: 'hang' },
		{ kind: 'echo_key', status: 500 },
	];
	const throttled: readonly FakeGeminiAnswer[] = [
		{ kind: 'quota', quota: 'minute', retryAfterS: 7 },
		{ kind: 'quota', quota: 'bare' },
		{ kind: 'echo_key', status: 429 },
	];
	const withoutPicture: readonly FakeGeminiAnswer[] = [
		{ kind: 'text_only' },
		{ kind: 'empty_object' },
		...['NO_IMAGE', 'IMAGE_OTHER', 'OTHER', 'MAX_TOKENS', 'WHAT_NOBODY_KNOWS_YET'].map(finish),
	];
	const blocked: readonly FakeGeminiAnswer[] = [
		{ kind: 'blocked_prompt' },
		...['SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'RECITATION', 'BLOCKLIST', 'SPII'].map(finish),
	];
	const unusable: readonly FakeGeminiAnswer[] = [
		{ kind: 'corrupt_image' },
		{ kind: 'pixel_bomb' },
		{ kind: 'oversized_image' },
	];
	it.each(
		[...transient, ...throttled, ...withoutPicture, ...blocked, ...unusable].map((answer) => [
			Object.values(answer).join(' '),
			answer,
		]) as [string, FakeGeminiAnswer][],
	)('or of 60, when every 20th answer is %s, after as many calls more', timeout, async (_, answer) => {
		every(20, answer);
		const { job, images } = await run(variedCount);
		expect(job).toMatchObject({ phase: 'done', progress: variedCount, failedImages: 0 });
		expect(fake.count()).toBe(callsWithFaultEvery(20, variedCount));
		expect(images.every(({ attempts }) => attempts === 1)).toBe(true);
	});

	it('when its model is gone, after one call more', timeout, async () => {
		fake.script({ model: 'test-model', answer: { kind: 'not_found' } });
		const { job } = await run();
		expect(job).toMatchObject({ phase: 'done', model: 'next-model' });
		expect(fake.count()).toBe(imageCount + 1);
	});
});
