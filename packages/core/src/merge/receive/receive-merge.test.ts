import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { whileAway } from '../../platform/storage/files-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { createPng, upload } from '../merge-testing.ts';
import { receiveMerge } from './receive-merge.ts';

const test = useTestServices();

/** Posts a merge of one image, which comes with it. */
async function post(ctx: RequestContext, picture: Buffer) {
	const images = [{ filename: '1.png', imageData: `data:image/png;base64,${picture.toString('base64')}` }];
	const uploadedAt = '2026-11-21T10:00:00.000Z';
	const inputCollections = [{ id: 'c-1', name: 'North', imageCount: 1, uploadedAt, images }];
	const body = JSON.stringify({ projectName: 'Winter Court', inputCollections });
	return receiveMerge(ctx, Readable.from([Buffer.from(body)]), body.length);
}

describe('a merge that comes with its images', () => {
	it('is refused as a whole while the storage is gone, and taken when it is back', async () => {
		const ctx = await test.contextOf();
		const picture = await createPng(1);
		await upload(ctx, picture);
		const bringBack = await test.files.takeAway();
		try {
			await expect(post(ctx, picture)).rejects.toMatchObject(whileAway);
		} finally {
			await bringBack();
		}
		expect(await post(ctx, picture)).toMatchObject({ refusedImages: [] });
	});

	it('is refused as a whole, and not without an image, when too much is under way', async () => {
		const ctx = await test.contextOf();
		const busy = new AppError('LIMIT', { reason: 'rate_limited', message: 'Too many at once.' });
		const crashGuard = { ...ctx.crashGuard, run: () => Promise.reject(busy) };
		await expect(post({ ...ctx, crashGuard }, await createPng(2))).rejects.toBe(busy);
	});
});
