import { mkdir, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { findBlob, insertBlob, insertOwnerBlob } from '@adx/db/repositories/uploads/blobs';
import { describe, expect, it } from 'vitest';
import { createMergeRequest, hashOf, uploadImages, uploadManifest, waitForMerge } from '../merge/merge-testing.ts';
import { mergeJob } from '../merge/run/merge-job.ts';
import { startMerge } from '../merge/start-merge.ts';
import type { RequestContext } from '../platform/context.ts';
import { isOnDisk } from '../platform/storage/files-testing.ts';
import { recheckObject } from '../platform/storage/integrity/damage.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { findMissingUploads } from './find-missing-uploads.ts';
import { createNoisyImage } from './inspection/image-testing.ts';
import { receiveUpload } from './receive-upload.ts';

const test = useTestServices();

const send = (ctx: RequestContext, bytes: Buffer) =>
	receiveUpload(ctx, { sha256: hashOf(bytes), as: 'image' }, Readable.from([bytes]), bytes.length);
const stored = (sha256: string) => test.files.read(sha256);

describe.each(['flipped', 'truncated', 'deleted'] as const)('a stored file that is %s', (mishap) => {
	it.each(['its owner', 'somebody else'])('is whole again after %s has sent it again', async (who) => {
		const owner = await test.contextOf();
		const bytes = await createNoisyImage('png');
		const { sha256 } = await send(owner, bytes);
		await test.files.damage(sha256, mishap);
		const answer = await send(who === 'its owner' ? owner : await test.contextOf(), bytes);
		expect(answer).toMatchObject({ sha256, mime: 'image/png' });
		expect(await stored(sha256)).toEqual(bytes);
		expect(await findBlob(test.services.db, sha256)).toMatchObject({ damagedAt: null });
	});

	it('counts as not uploaded once that is known, in a merge too, until it is sent again', async () => {
		const ctx = await test.contextOf();
		const images = await uploadImages(ctx, [1, 2]);
		const order = await createMergeRequest(ctx, { Twins: images });
		const [{ sha256 } = { sha256: '' }] = images;
		const bytes = await stored(sha256);
		await test.files.damage(sha256, mishap);
		// A wrong byte alone is found by whoever reads all of it.
		if (mishap === 'flipped')
			await test.services.db.updateTable('blobs').set({ damagedAt: new Date() }).where('sha256', '=', sha256).execute();
		const hashes = images.map((image) => image.sha256);
		expect(await findMissingUploads(ctx, { hashes })).toEqual({ missing: [sha256] });
		const { jobId } = await startMerge(ctx, order);
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect(await waitForMerge(ctx, jobId)).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringMatching(/upload/),
		});
		await send(ctx, bytes);
		expect(await findMissingUploads(ctx, { hashes })).toEqual({ missing: [] });
	});

	it('ends a merge with a sentence when it is the list of a collection', async () => {
		const ctx = await test.contextOf();
		const images = await uploadImages(ctx, [1, 2]);
		const order = await createMergeRequest(ctx, { Twins: images });
		await test.files.damage(await uploadManifest(ctx, images), mishap);
		const { jobId } = await startMerge(ctx, order);
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		const errorMessage = "The stored list of images of 'Twins' is missing or damaged. Add the collection again.";
		expect(await waitForMerge(ctx, jobId)).toMatchObject({ status: 'failed', errorMessage });
	});
});

// Reading a process's memory at address 0 is an input/output error.
it.runIf(isOnDisk && process.platform === 'linux')(
	'a file that the disk cannot read is not marked, and can be sent again',
	async () => {
		const { db } = test.services;
		const owner = await test.contextOf();
		const bytes = await createNoisyImage('png');
		const sha256 = hashOf(bytes);
		const facts = { crc32: 0, mime: 'image/png', width: 1, height: 1, createdAt: new Date() };
		await insertBlob(db, { sha256, sizeBytes: 0, ...facts });
		await insertOwnerBlob(db, { ownerId: owner.actor!.userId, sha256 });
		const path = test.files.pathOf(sha256);
		await mkdir(dirname(path), { recursive: true });
		await symlink('/proc/self/mem', path);
		await expect(recheckObject(owner, { sha256, sizeBytes: 0 })).rejects.toMatchObject({
			name: 'StorageAwayError',
			cause: { code: 'EIO' },
		});
		expect(await findBlob(db, sha256)).toMatchObject({ damagedAt: null });
		await send(owner, bytes);
		expect(await stored(sha256)).toEqual(bytes);
	},
);
