import { createHash } from 'node:crypto';
import { measureTokenSettings } from '@adx/collection/merge/frozen-metadata';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { expect, it } from 'vitest';
import { mergeInThread } from './merge-in-thread.ts';

const collections = 5;
const imagesEach = 20_000;

/** A list of as many images as one may hold; all merged collections together hold the most there may be. */
function createManifest(collection: number): Uint8Array {
	const images = Array.from({ length: imagesEach }, (_, index) => ({
		filename: `${index}.png`,
		sha256: createHash('sha256').update(`${collection} ${index}`).digest('hex'),
		metadata: { attributes: [{ trait_type: 'Hat', value: String(index % 50) }] },
	}));
	return new TextEncoder().encode(JSON.stringify({ format: 'adx-upload-1', images }));
}

it('writes the longest texts that are accepted for 100,000 tokens without outgrowing its thread or 1.5 GB', async () => {
	const metadata = {
		namePattern: `${'Eiskönig '.repeat(9)} {number}`,
		descriptionPattern: `{name}: ${'ö'.repeat(900)} {number}`,
		symbol: 'ICE',
		creators: [{ address: '4'.repeat(44), share: 100 }],
	};
	const options = { ...mergeOptionsSchema.parse({ metadata }), seed: 'heavy' };
	const task = { projectName: 'Court', description: '', options };
	const sources = Array.from({ length: collections }, (_, index) => {
		return { name: `Part ${index}`, imageCount: imagesEach, manifest: createManifest(index) };
	});
	const manifestBytes = sources.reduce((sum, { manifest }) => sum + manifest.byteLength, 0);
	const allBytes = manifestBytes + measureTokenSettings(task, collections * imagesEach);
	// Near the most that is merged at all.
	expect(allBytes).toBeGreaterThan(230e6);
	expect(allBytes).toBeLessThan(256e6);
	const facts = { sizeBytes: 100, crc32: 1, mime: 'image/png', width: 1, height: 1, isAnimated: false };
	const before = process.memoryUsage().rss;
	const outcome = await mergeInThread(
		{ ...task, sources },
		async ({ hashes }) => hashes.map((sha256) => ({ sha256, ...facts })),
		new AbortController().signal,
	);
	if (outcome.kind !== 'merged') throw new Error('message' in outcome ? outcome.message : outcome.kind);
	expect(outcome.imageCount).toBe(collections * imagesEach);
	expect(outcome.pack.byteLength).toBeGreaterThan(200e6);
	expect(outcome.pack.byteLength).toBeLessThan(2 * allBytes);
	expect(process.resourceUsage().maxRSS * 1_024 - before).toBeLessThan(1.5e9);
});
