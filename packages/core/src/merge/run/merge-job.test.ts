import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { countMergedImages } from '@adx/db/repositories/merge/merged-images';
import { updateMergeInput } from '@adx/validators/merge';
import { describe, expect, it } from 'vitest';
import { openExport } from '../../exports/download-export.ts';
import type { RequestContext } from '../../platform/context.ts';
import { isOnDisk } from '../../platform/storage/files-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { getMerge, openMergeDownload } from '../get-merge.ts';
import {
	createMergeRequest,
	createPng,
	filesOf,
	hashOf,
	problemsOf,
	readDownload,
	upload,
	uploadImages,
	uploadManifest,
	waitForMerge,
} from '../merge-testing.ts';
import { startMerge } from '../start-merge.ts';
import { updateMerge } from '../update-merge.ts';
import { mergeJob } from './merge-job.ts';

const test = useTestServices();

const signal = new AbortController().signal;
const work = (ctx: RequestContext, jobId: string, services: object = {}) =>
	mergeJob.run({ ...ctx, ...services }, { jobId, slot: 0 }, signal);

const download = async (ctx: RequestContext, jobId: string) =>
	readDownload(await openMergeDownload(ctx, { jobId, scope: 'own' }));

async function twoCourts(ctx: RequestContext, change: object = {}) {
	const collections = { North: await uploadImages(ctx, [1, 2, 3]), South: await uploadImages(ctx, [4, 5]) };
	return createMergeRequest(ctx, collections, change);
}

describe('a merge', () => {
	it('goes from processing to completed, with the originals byte for byte under new numbers (MRG-19)', async () => {
		const ctx = await test.contextOf();
		const { jobId, job } = await startMerge(ctx, await twoCourts(ctx));
		expect(job).toMatchObject({
			status: 'processing',
			phase: 'queued',
			progress: 0,
			totalImages: 5,
			downloadUrl: null,
		});
		await work(ctx, jobId);
		const done = await getMerge(ctx, { jobId, scope: 'own' });
		expect(done).toMatchObject({ status: 'completed', phase: 'done', progress: 100, totalImages: 5, leftOut: {} });
		expect(done.mergedImages.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `Winter Court #${n}`));
		const archive = await download(ctx, jobId);
		expect(archive.length).toBe(done.sizeBytes);
		const files = await filesOf(archive);
		for (const number of [1, 2, 3, 4, 5]) {
			expect(files.get(`images/${number}.png`)?.equals(await createPng(number))).toBe(true);
			const metadata = JSON.parse(files.get(`metadata/${number}.json`)!.toString()) as Record<string, unknown>;
			expect(metadata).toMatchObject({ name: `Winter Court #${number}` });
			expect(metadata.attributes).toContainEqual({ trait_type: 'Number', value: String(number) });
		}
		expect(problemsOf(files)).toEqual([]);
		const hashes = [1, 2, 3, 4, 5].map((number) => hashOf(files.get(`images/${number}.png`)!));
		expect(done.provenance).toBe(createHash('sha256').update(hashes.join('')).digest('hex'));
	});

	it('is picked up by a worker and the sweeper, and never twice at harm', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startMerge(ctx, await twoCourts(ctx));
		await Promise.all([work(ctx, jobId), work(ctx, jobId)]);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
		expect(await countMergedImages(ctx.db, jobId)).toBe(5);
		const first = await download(ctx, jobId);
		await work(ctx, jobId);
		expect((await download(ctx, jobId)).equals(first)).toBe(true);
	});

	it('stays what it is when its listing changes and its owner uploads more', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startMerge(ctx, await twoCourts(ctx));
		await work(ctx, jobId);
		const etagOf = async (id: string) => {
			await using archive = await openMergeDownload(ctx, { jobId: id, scope: 'own' });
			return archive.etag;
		};
		const etag = await etagOf(jobId);
		const again = await startMerge(ctx, await twoCourts(ctx, { description: 'Another', options: { seed: 's' } }));
		await work(ctx, again.jobId);
		expect(await etagOf(jobId)).toBe(etag);
		expect(await etagOf(again.jobId)).not.toBe(etag);
	});

	it('writes the settings for all tokens, lists the merge with them, and exports by them', async () => {
		const ctx = await test.contextOf();
		const creators = [{ address: '4'.repeat(44), share: 100 }];
		const metadata = {
			namePattern: 'Ice {number}',
			descriptionPattern: '{name} of the north',
			symbol: 'ICE',
			royaltyPercentage: 2.5,
			creators,
		};
		const { jobId } = await startMerge(ctx, await twoCourts(ctx, { options: { metadata } }));
		await work(ctx, jobId);
		const done = await getMerge(ctx, { jobId, scope: 'own' });
		expect(done).toMatchObject({ status: 'completed', collectionSymbol: 'ICE', royaltyPercentage: 2.5 });
		expect(done.mergedImages[4]).toMatchObject({ tokenNumber: 5, name: 'Ice 5' });
		const files = await filesOf(await download(ctx, jobId));
		expect(problemsOf(files)).toEqual([]);
		const written = {
			symbol: 'ICE',
			seller_fee_basis_points: 250,
			properties: expect.objectContaining({ creators }),
		};
		const readMetadata = (archive: ReadonlyMap<string, Buffer>, name: string) =>
			JSON.parse(archive.get(name)!.toString()) as Record<string, unknown>;
		expect(readMetadata(files, 'metadata/2.json')).toMatchObject({ description: 'Ice 2 of the north', ...written });
		const exportFor = async () =>
			filesOf(await readDownload(await openExport(ctx, { collectionId: jobId, target: 'metaplex' })));
		const exported = await exportFor();
		expect(readMetadata(exported, '1.json')).toMatchObject({ name: 'Ice 2', ...written });
		expect(readMetadata(exported, 'collection.json')).toMatchObject(written);
		await updateMerge(ctx, updateMergeInput.parse({ jobId, royaltyPercentage: 0 }));
		expect(readMetadata(await exportFor(), '1.json')).toMatchObject({ ...written, seller_fee_basis_points: 0 });
	});

	it('leaves out what the fixes say and tells how many', async () => {
		const ctx = await test.contextOf();
		const images = await uploadImages(ctx, [1, 2]);
		const input = await createMergeRequest(
			ctx,
			{ North: images, Copy: [{ ...images[0]!, filename: 'copy.png' }] },
			{ options: { fixes: { duplicateImages: 'drop' } } },
		);
		const { jobId } = await startMerge(ctx, input);
		await work(ctx, jobId);
		expect(await waitForMerge(ctx, jobId)).toMatchObject({ totalImages: 2, leftOut: { duplicateImages: 1 } });
	});

	it('tells also what was left out before it began (AMB-26)', async () => {
		const ctx = await test.contextOf();
		const [image] = await uploadImages(ctx, [1]);
		const odd = { filename: 'odd.png', sha256: await upload(ctx, Buffer.from('odd'), 'unreadable'), metadata: null };
		const leftOut = { unreadableFiles: 2, refusedFiles: 1 };
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { North: [image!, odd] }, { leftOut }));
		await work(ctx, jobId);
		const done = await waitForMerge(ctx, jobId);
		expect(done).toMatchObject({ totalImages: 1, leftOut: { unreadableFiles: 3, refusedFiles: 1 } });
	});

	it('keeps an unreadable file when it is told to, and shows the first picture on its cover (AMB-26)', async () => {
		const ctx = await test.contextOf();
		const odd = {
			filename: 'odd.psd',
			sha256: await upload(ctx, Buffer.from('no picture'), 'unreadable'),
			metadata: null,
		};
		const collections = { Odd: [odd, ...(await uploadImages(ctx, [1]))] };
		const keep = { options: { fixes: { unreadableFiles: 'keep' } } };
		for (const [change, total, cover] of [
			[{}, 1, 1],
			[keep, 2, 2],
		] as const) {
			const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, collections, change));
			await work(ctx, jobId);
			const job = await waitForMerge(ctx, jobId);
			expect(job).toMatchObject({ totalImages: total, coverUrl: `/api/collections/${jobId}/images/${cover}?size=512` });
			expect(problemsOf(await filesOf(await download(ctx, jobId)))).toEqual([]);
		}
	});

	it('takes file names of every kind as texts and numbers the files itself', async () => {
		const ctx = await test.contextOf();
		const [image] = await uploadImages(ctx, [1]);
		const names = [
			'../x.png',
			'C:\\x.png',
			'CON.png',
			'dot.',
			'a\0b\n.png',
			'é.png',
			'e\u0301.png',
			'É.png',
			`${'n'.repeat(300)}.png`,
		];
		const input = await createMergeRequest(ctx, { Odd: names.map((filename) => ({ ...image!, filename })) });
		const { jobId } = await startMerge(ctx, input);
		await work(ctx, jobId);
		expect((await waitForMerge(ctx, jobId)).errorMessage).toBeNull();
		const files = await filesOf(await download(ctx, jobId));
		const pictures = [...files.keys()].filter((name) => name.startsWith('images/') && !name.endsWith('/'));
		expect(pictures).toEqual(names.map((_, index) => `images/${index + 1}.png`));
		expect(problemsOf(files)).toEqual([]);
	});
});

describe('a merge that cannot be done', () => {
	it('fails with a sentence when a file was never uploaded, and names it (MRG-16)', async () => {
		const ctx = await test.contextOf();
		const [image] = await uploadImages(ctx, [1]);
		const input = await createMergeRequest(ctx, {
			North: [image!, { filename: 'gone.png', sha256: hashOf('gone'), metadata: null }],
		});
		const { jobId } = await startMerge(ctx, input);
		await work(ctx, jobId);
		const job = await waitForMerge(ctx, jobId);
		expect(job).toMatchObject({ status: 'failed', phase: 'failed', downloadUrl: null });
		expect(job.errorMessage).toBe(
			"'gone.png' of 'North' was not uploaded. Add the collection again and start another merge.",
		);
		await expect(openMergeDownload(ctx, { jobId, scope: 'own' })).rejects.toMatchObject({ reason: 'merge_failed' });
	});

	it('fails with a sentence when a collection holds another number of images than was announced', async () => {
		const ctx = await test.contextOf();
		const order = await twoCourts(ctx);
		const [north, south] = order.inputCollections;
		const { jobId } = await startMerge(ctx, { ...order, inputCollections: [north!, { ...south!, imageCount: 3 }] });
		await work(ctx, jobId);
		const { status, errorMessage } = await waitForMerge(ctx, jobId);
		expect([status, errorMessage]).toEqual([
			'failed',
			"The list of images of 'South' holds 2, not 3. Start the merge again.",
		]);
	});

	it('fails with a sentence when descriptions and names for all tokens come to more than is merged at once', async () => {
		const ctx = await test.contextOf();
		const metadata = { namePattern: 'Elf {number}', descriptionPattern: 'あ'.repeat(1_000) };
		const input = await createMergeRequest(ctx, { North: await uploadImages(ctx, [1]) }, { options: { metadata } });
		const [north] = input.inputCollections;
		const many = Array.from({ length: 5 }, (_, index) => ({ ...north!, id: `c-${index}`, imageCount: 20_000 }));
		const { jobId } = await startMerge(ctx, { ...input, inputCollections: many });
		await work(ctx, jobId);
		expect((await waitForMerge(ctx, jobId)).errorMessage).toBe(
			'With the description and names that every token gets, the metadata of these collections is larger than 256 MB together. Shorten them, or merge fewer collections at once.',
		);
		// The same with a short description gets as far as reading the lists.
		const short = { options: { ...input.options, metadata: { descriptionPattern: 'An elf' } } };
		const next = await startMerge(ctx, { ...input, ...short, inputCollections: many });
		await work(ctx, next.jobId);
		expect((await waitForMerge(ctx, next.jobId)).errorMessage).toContain("of 'North' holds 1, not 20,000");
	});

	it('fails when it names what only a stranger uploaded', async () => {
		const [ctx, stranger] = [await test.contextOf(), await test.contextOf()];
		const theirs = await uploadImages(stranger, [1]);
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Stolen: theirs }));
		await work(ctx, jobId);
		expect((await waitForMerge(ctx, jobId)).errorMessage).toContain('was not uploaded');
	});

	it('fails when the fixes leave nothing', async () => {
		const ctx = await test.contextOf();
		const images = (await uploadImages(ctx, [1])).map((image) => ({ ...image, metadata: null }));
		const input = await createMergeRequest(ctx, { North: images }, { options: { fixes: { missingMetadata: 'drop' } } });
		const { jobId } = await startMerge(ctx, input);
		await work(ctx, jobId);
		expect((await waitForMerge(ctx, jobId)).errorMessage).toBe('The chosen fixes leave out every image.');
	});

	it('is given up after five faults of ours, with a sentence, and leaves no tokens', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startMerge(ctx, await twoCourts(ctx));
		const broken = { ...ctx.storage, put: () => Promise.reject(new Error('broken')) };
		for (let tries = 1; tries < 5; tries += 1) {
			await work(ctx, jobId, { storage: broken });
			expect((await getMerge(ctx, { jobId, scope: 'own' })).status).toBe('processing');
		}
		await work(ctx, jobId, { storage: broken });
		expect((await waitForMerge(ctx, jobId)).errorMessage).toMatch(/^The merge failed because of a fault/);
		expect(await countMergedImages(ctx.db, jobId)).toBe(0);
	});

	it('waits with a sentence while the disk is full, and goes on when there is room', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startMerge(ctx, await twoCourts(ctx));
		const full = {
			...ctx.storage,
			put: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })),
			freeBytes: async () => 0,
		};
		const waiting = {
			status: 'processing',
			phase: 'waiting_for_room',
			errorMessage: 'The disk of this installation is full. The merge goes on when there is room.',
			secondsLeft: null,
		};
		for (const _ of [1, 2]) {
			await work(ctx, jobId, { storage: full });
			expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject(waiting);
		}
		await work(ctx, jobId);
		expect(await waitForMerge(ctx, jobId)).toMatchObject({ status: 'completed', errorMessage: null });
		expect(problemsOf(await filesOf(await download(ctx, jobId)))).toEqual([]);
	});

	it('waits with a sentence while the storage is gone, and goes on when it is back', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startMerge(ctx, await twoCourts(ctx));
		const bringBack = await test.files.takeAway();
		const errorMessage = 'The storage of this installation cannot be read. The merge goes on when it is back.';
		try {
			// More often than errors of ours are forgiven.
			for (let round = 0; round < 6; round++) await work(ctx, jobId);
			expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({ status: 'processing', errorMessage });
		} finally {
			await bringBack();
		}
		await work(ctx, jobId);
		expect(await waitForMerge(ctx, jobId)).toMatchObject({ status: 'completed', errorMessage: null });
	});

	it.runIf(isOnDisk)('is given up when one of its files cannot be read, but only while the storage works', async () => {
		const ctx = await test.contextOf();
		const images = await uploadImages(ctx, [1]);
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { North: images }));
		const list = test.files.pathOf(await uploadManifest(ctx, images));
		// A folder in a file's place cannot be read: EISDIR.
		await rm(list);
		await mkdir(list);
		const failing = { ...ctx.storage, put: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) };
		for (let round = 0; round < 6; round++) await work(ctx, jobId, { storage: failing });
		expect((await getMerge(ctx, { jobId, scope: 'own' })).errorMessage).toMatch(/goes on when it is back/);
		for (let tries = 0; tries < 5; tries++) await work(ctx, jobId);
		expect((await waitForMerge(ctx, jobId)).errorMessage).toMatch(/^The merge failed because of a fault/);
	});

	it('stops when its worker is told to, and the next one finishes it', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startMerge(ctx, await twoCourts(ctx));
		await mergeJob.run(ctx, { jobId, slot: 0 }, AbortSignal.abort());
		expect((await getMerge(ctx, { jobId, scope: 'own' })).status).toBe('processing');
		await work(ctx, jobId);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
	});
});
