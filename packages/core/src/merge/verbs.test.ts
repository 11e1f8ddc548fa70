import { insertUser } from '@adx/db/repositories/auth/users';
import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { toJsonb } from '@adx/db/schema/column-types';
import { collectionOutput, collectionTokensInput } from '@adx/validators/gallery';
import { type MergeJob, updateMergeInput } from '@adx/validators/merge';
import { describe, expect, it } from 'vitest';
import { getCollection } from '../gallery/get-collection.ts';
import { listCollectionTokens } from '../gallery/list-collection-tokens.ts';
import { countGallery, listGallery } from '../gallery/list-gallery.ts';
import { readCollectionImage } from '../gallery/read-collection-image.ts';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { getMerge } from './get-merge.ts';
import { listMerges } from './list-merges.ts';
import { addFinishedMerge, createMergeRequest, hashOf, uploadImages } from './merge-testing.ts';
import { mergeJob } from './run/merge-job.ts';
import { startMerge } from './start-merge.ts';
import { hideMerge, showMerge, updateMerge } from './update-merge.ts';

const test = useTestServices();

const finishedOf = (ctx: RequestContext) => addFinishedMerge(test.services, ctx.actor!.userId);
const update = (ctx: RequestContext, change: object) => updateMerge(ctx, updateMergeInput.parse(change));

describe('starting a merge', () => {
	it('begins with the specified values and keeps the collections in order (ENT-13)', async () => {
		const ctx = await test.contextOf();
		const images = await uploadImages(ctx, [1]);
		const { job } = await startMerge(
			ctx,
			await createMergeRequest(ctx, { B: images, A: images }, { description: 'Both' }),
		);
		expect(job).toMatchObject({
			projectName: 'Winter Court',
			description: 'Both',
			status: 'processing',
			progress: 0,
			totalImages: 2,
			mergedImages: [],
			downloadUrl: null,
			completedAt: null,
			errorMessage: null,
			collectionName: null,
			collectionSymbol: null,
			collectionDescription: null,
			royaltyPercentage: 0,
			mintPrice: null,
			isMinting: false,
			isMinted: false,
			contractAddress: null,
			mintedAt: null,
			salePhase: null,
			themes: ['Fantasy'],
		} satisfies Partial<MergeJob>);
		expect(job.inputCollections.map(({ name }) => name)).toEqual(['B', 'A']);
	});

	it('keeps a merge that is to be hidden out of the gallery from the first moment', async () => {
		const [ctx, visitor] = [await test.contextOf(), await test.contextOf()];
		const images = { A: await uploadImages(ctx, [1]) };
		const { jobId, job } = await startMerge(ctx, await createMergeRequest(ctx, images, { hidden: true }));
		expect(job.hidden).toBe(true);
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({ status: 'completed', hidden: true });
		expect(await listGallery(visitor)).toEqual([]);
		await expect(getCollection(visitor, { collectionId: jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	it('answers the same Idempotency-Key with the same merge, even at the same time', async () => {
		const first = await test.contextOf({}, 'key-1');
		const again = await test.contextOf({ userId: first.actor?.userId ?? '' }, 'key-1');
		const input = await createMergeRequest(first, { A: await uploadImages(first, [1]) });
		const started = await Promise.all([startMerge(first, input), startMerge(again, input)]);
		expect(started[0]?.jobId).toBe(started[1]?.jobId);
		await expect(startMerge(again, { ...input, projectName: 'Other' })).rejects.toMatchObject({
			code: 'MISMATCH',
			reason: 'idempotency_mismatch',
		});
		expect(await listMerges(first, { scope: 'own' })).toHaveLength(1);
	});

	it('tells two requests apart by their settings, and knows those without any by the hash they always had', async () => {
		const ctx = await test.contextOf({}, 'key-settings');
		const input = await createMergeRequest(ctx, { A: await uploadImages(ctx, [1]) });
		const { jobId } = await startMerge(ctx, input);
		const stored = await findMergeJob(ctx.db, 'all', jobId);
		expect(stored?.requestHash).toBe(hashOf(JSON.stringify(input)));
		expect(JSON.stringify(input)).not.toContain('metadata');
		const options = { ...input.options, metadata: { symbol: 'ICE' } };
		await expect(startMerge(ctx, { ...input, options })).rejects.toMatchObject({ reason: 'idempotency_mismatch' });
	});

	it('rejects a list that the caller did not upload, and a full disk, and stores nothing', async () => {
		const [ctx, stranger] = [await test.contextOf(), await test.contextOf()];
		const theirs = await createMergeRequest(stranger, { Theirs: await uploadImages(stranger, [1]) });
		await expect(startMerge(ctx, theirs)).rejects.toMatchObject({
			code: 'MISMATCH',
			reason: 'upload_missing',
			message: "The list of images of 'Theirs' has not been uploaded. Add the collection again.",
		});
		const full = { ...stranger, storage: { ...stranger.storage, freeBytes: async () => 1 } };
		await expect(startMerge(full, theirs)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
		expect(await listMerges(stranger, { scope: 'own' })).toEqual([]);
	});
});

describe('a list of merges', () => {
	it('stays under 60 KB with 50 merges of 10,000 images (API-14)', async () => {
		const ctx = await test.contextOf();
		const input = await createMergeRequest(ctx, { North: await uploadImages(ctx, [1]) });
		const large = { ...input, inputCollections: Array(3).fill({ ...input.inputCollections[0], imageCount: 3_333 }) };
		for (let count = 0; count < 50; count += 1) await startMerge(ctx, large);
		const list = await listMerges(ctx, { scope: 'own' });
		expect(list).toHaveLength(50);
		expect(JSON.stringify(list).length).toBeLessThan(60_000);
	});
});

describe('the listing of a finished merge', () => {
	it('takes what the form has, and what is not named stays (MLST-02, MLST-03, MLST-04, API-16)', async () => {
		const ctx = await test.contextOf();
		const jobId = await finishedOf(ctx);
		await update(ctx, { jobId, collectionSymbol: 'frost', mintPrice: 0.123, royaltyPercentage: 10 });
		const job = await update(ctx, { jobId, collectionName: 'Frost', themes: ['Sci-Fi'], showsCreator: true });
		expect(job).toMatchObject({
			collectionName: 'Frost',
			collectionSymbol: 'FROST',
			mintPrice: 0.123,
			royaltyPercentage: 10,
			themes: ['Sci-Fi'],
			showsCreator: true,
		});
	});

	it('takes a price as numeric text too and answers a number (AMB-47)', async () => {
		const ctx = await test.contextOf();
		const jobId = await finishedOf(ctx);
		expect((await update(ctx, { jobId, mintPrice: '0.123' })).mintPrice).toBe(0.123);
	});

	it.each([
		['a symbol of 11 characters', { collectionSymbol: 'ABCDEFGHIJK' }],
		['a price below 0', { mintPrice: -1 }],
		['a price that is not a number', { mintPrice: '1e3' }],
		['an endless price', { mintPrice: Number.POSITIVE_INFINITY }],
		['a royalty over 10', { royaltyPercentage: 10.01 }],
		['a theme there is none of', { themes: ['Steampunk'] }],
	])('rejects %s', (_, change) => {
		expect(updateMergeInput.safeParse({ jobId: 'x', ...change }).success).toBe(false);
	});

	it('takes isMinting and a wallet, but the chain decides what is minting (API-16, AMB-45)', async () => {
		const ctx = await test.contextOf();
		const jobId = await finishedOf(ctx);
		const change = {
			jobId,
			mintPrice: 0.5,
			isMinting: true,
			walletAddress: 'So11111111111111111111111111111111111111112',
		};
		expect(await update(ctx, change)).toMatchObject({ isMinting: false, isMinted: false, mintPrice: 0.5 });
	});

	it('rejects an unfinished merge and a stranger’s', async () => {
		const [ctx, stranger] = [await test.contextOf(), await test.contextOf({ role: 'developer' })];
		const jobId = await finishedOf(ctx);
		await expect(update(stranger, { jobId, mintPrice: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const running = await startMerge(ctx, await createMergeRequest(ctx, { A: await uploadImages(ctx, [1]) }));
		await expect(update(ctx, { jobId: running.jobId, mintPrice: 1 })).rejects.toMatchObject({
			reason: 'merge_running',
		});
		expect(await getMerge(ctx, { jobId, scope: 'own' })).toMatchObject({ isMinting: false, mintPrice: null });
	});
});

describe('the gallery', () => {
	it('shows a finished merge with the specified values (ENT-18, GAL-10, GAL-11, GAL-12, AMB-07, AMB-08, AMB-53)', async () => {
		const [ctx, visitor] = [await test.contextOf(), await test.contextOf()];
		const jobId = await finishedOf(ctx);
		await startMerge(ctx, await createMergeRequest(ctx, { A: await uploadImages(ctx, [1]) }));
		expect(await listGallery(visitor)).toEqual([
			{
				id: jobId,
				name: 'Winter Court',
				description: 'ADX Collection',
				creator: 'Anonymous',
				imageCount: 2,
				coin: 'SOL',
				floorPrice: 0.1,
				volume: 0,
				featured: false,
				category: 'pfp',
				themes: ['Fantasy'],
				symbol: 'ADX',
				royalty: 0,
				coverUrl: `/api/collections/${jobId}/images/1?size=512`,
				saleUrl: null,
				completedAt: expect.stringMatching(/Z$/),
			},
		]);
		await update(ctx, { jobId, collectionName: 'Frost', collectionSymbol: 'FR', mintPrice: 0, royaltyPercentage: 2.5 });
		expect(await listGallery(visitor)).toMatchObject([{ name: 'Frost', symbol: 'FR', floorPrice: 0, royalty: 2.5 }]);
		await test.services.db.updateTable('mergeJobs').set({ isMinting: true }).where('id', '=', jobId).execute();
		expect(await listGallery(visitor)).toMatchObject([{ featured: true, volume: 0 }]);
	});

	it('names a creator who opted in and has a name (AMB-53)', async () => {
		const { id: userId } = await insertUser(test.services.db, { id: 'u1', username: 'Ilse', discordId: '7' });
		const ctx = await test.contextOf({ userId });
		const jobId = await finishedOf(ctx);
		expect(await listGallery(ctx)).toMatchObject([{ creator: 'Anonymous' }]);
		await update(ctx, { jobId, showsCreator: true });
		expect(await listGallery(ctx)).toMatchObject([{ creator: 'Ilse' }]);
	});

	it('counts and shows nothing that is hidden, but to its owner (AMB-09, AMB-25)', async () => {
		const [ctx, visitor] = [await test.contextOf(), await test.contextOf()];
		expect(await countGallery(visitor)).toEqual({ collections: 0, images: 0, creators: 0 });
		const jobId = await finishedOf(ctx);
		expect(await countGallery(visitor)).toEqual({ collections: 1, images: 2, creators: 1 });
		expect((await hideMerge(ctx, { jobId })).hidden).toBe(true);
		await expect(hideMerge(visitor, { jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		expect([await listGallery(ctx), await countGallery(visitor)]).toEqual([
			[],
			{ collections: 0, images: 0, creators: 0 },
		]);
		const collectionId = jobId;
		const image = { collectionId, tokenNumber: 1, size: 'full' as const };
		const tokens = collectionTokensInput.parse({ collectionId });
		for (const reading of [
			() => getCollection(visitor, { collectionId }),
			() => listCollectionTokens(visitor, tokens),
			() => readCollectionImage(visitor, image),
		]) {
			await expect(reading()).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		expect(await getCollection(ctx, { collectionId })).toMatchObject({ hidden: true, isMine: true });
		await showMerge(ctx, { jobId });
		expect(await listGallery(visitor)).toHaveLength(1);
	});
});

describe('a collection’s page', () => {
	it('tells sources, traits and provenance, and the download to its owner alone', async () => {
		const [ctx, visitor] = [await test.contextOf(), await test.contextOf()];
		const collectionId = await finishedOf(ctx);
		const { provenance } = await getMerge(ctx, { jobId: collectionId, scope: 'own' });
		const seen = await getCollection(visitor, { collectionId });
		expect(seen).toMatchObject({ provenance, isMine: false, downloadUrl: null });
		expect(seen.sources).toEqual([{ name: 'Twins', imageCount: 2, tokenCount: 2 }]);
		expect(seen.facets.find(({ trait }) => trait === 'Parity')?.values).toHaveLength(2);
		const counted = { trait: 'Parity', values: [{ value: 'Even', count: 1 }], valueCount: 2_000 };
		await ctx.db
			.updateTable('mergeJobs')
			.set({ facets: toJsonb([counted]) })
			.execute();
		expect(collectionOutput.parse(await getCollection(visitor, { collectionId })).facets).toEqual([counted]);
		expect((await getCollection(ctx, { collectionId })).downloadUrl).toBe(`/api/merge-jobs/${collectionId}/download`);
	});

	it('tells what of each collection came in, where images were left out', async () => {
		const ctx = await test.contextOf();
		const [one, two] = [await uploadImages(ctx, [1, 2]), await uploadImages(ctx, [1])];
		const request = await createMergeRequest(
			ctx,
			{ A: one, B: two },
			{ options: { fixes: { duplicateImages: 'drop' } } },
		);
		const { jobId } = await startMerge(ctx, request);
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect((await getCollection(ctx, { collectionId: jobId })).sources).toEqual([
			{ name: 'A', imageCount: 2, tokenCount: 2 },
			{ name: 'B', imageCount: 1, tokenCount: 0 },
		]);
	});

	it('lists tokens by trait and search, with where they came from', async () => {
		const ctx = await test.contextOf();
		const collectionId = await finishedOf(ctx);
		const list = (change: object) =>
			listCollectionTokens(ctx, collectionTokensInput.parse({ collectionId, ...change }));
		const even = await list({ traits: '{"Parity":["Even"]}' });
		expect(even).toMatchObject({
			total: 1,
			tokens: [{ tokenNumber: 2, width: 2, source: { collection: 'Twins', filename: 'art/2.png' } }],
		});
		expect((await list({ search: 'court #1' })).tokens.map(({ tokenNumber }) => tokenNumber)).toEqual([1]);
		expect((await list({ offset: '1', limit: '1' })).tokens.map(({ tokenNumber }) => tokenNumber)).toEqual([2]);
		const { position } = await list({ positionOf: '2', limit: 1 });
		expect(position).toBe(1);
		expect(await list({ positionOf: 1, traits: '{"Parity":["Even"]}' })).toMatchObject({ position: null, total: 1 });
		expect(even).not.toHaveProperty('position');
		for (const traits of ['[1]', '{', '{"Race":"Elf"}', '{"Race":[]}']) {
			await expect(list({ traits })).rejects.toMatchObject({ code: 'INVALID', reason: 'bad_input' });
		}
	});

	it('serves previews, and none of what is not a picture', async () => {
		const ctx = await test.contextOf();
		const collectionId = await finishedOf(ctx);
		const preview = await readCollectionImage(ctx, { collectionId, tokenNumber: 1, size: '200' });
		expect(preview.mime).toBe('image/webp');
		await test.services.db.updateTable('blobs').set({ mime: 'application/octet-stream' }).execute();
		const none = readCollectionImage(ctx, { collectionId, tokenNumber: 2, size: '512' });
		await expect(none).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	it('serves the originals', async () => {
		const ctx = await test.contextOf();
		const collectionId = await finishedOf(ctx);
		const image = await readCollectionImage(ctx, { collectionId, tokenNumber: 2, size: 'full' });
		const bytes = Buffer.concat(await (await image.open()).toArray());
		expect([image.mime, image.sha256]).toEqual(['image/png', hashOf(bytes)]);
		const missing = readCollectionImage(ctx, { collectionId, tokenNumber: 3, size: 'full' });
		await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});
});
