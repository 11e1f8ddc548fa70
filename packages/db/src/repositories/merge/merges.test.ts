import { randomUUID } from 'node:crypto';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addMerge, addUser, finishMerge, secondsAfterStart } from '../../testing/rows-testing.ts';
import {
	countGalleryRows,
	findCollectionRow,
	findCollectionVisibility,
	listGalleryRows,
} from '../gallery/gallery-collections.ts';
import { insertOwnerBlob } from '../uploads/blobs.ts';
import { listMergeBlobs } from './merge-inputs.ts';
import {
	completeMerge,
	failMerge,
	findMergeJob,
	insertMergeJob,
	listUnfinishedMerges,
	updateMergeListing,
	updateMergeProgress,
} from './merge-jobs.ts';
import { countMatchingImages, countMergedImages, findTokenPosition, listMergedImages } from './merged-images.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const progress = { phase: 'merging', progress: 20, errorMessage: null } as const;

describe('a merge’s row', () => {
	it('is its owner’s, one per key, and keeps the first start', async () => {
		const { db } = database;
		const [ownerId, otherId] = [await addUser(db), await addUser(db)];
		const { id } = await addMerge(db, ownerId, { idempotencyKey: 'k', requestHash: 'h' });
		const options = { ...(await findMergeJob(db, ownerId, id))!.options };
		const again = {
			id: randomUUID(),
			ownerId,
			projectName: 'P',
			options,
			totalImages: 1,
			createdAt: secondsAfterStart(1),
		};
		expect(await insertMergeJob(db, { ...again, idempotencyKey: 'k' })).toEqual({ id, requestHash: 'h' });
		expect(await findMergeJob(db, otherId, id)).toBeUndefined();
		await updateMergeProgress(db, id, { ...progress, startedAt: secondsAfterStart(1) });
		await updateMergeProgress(db, id, { ...progress, progress: 60, startedAt: secondsAfterStart(5) });
		expect(await findMergeJob(db, 'all', id)).toMatchObject({
			startedAt: secondsAfterStart(1),
			progress: 60,
			version: 3,
		});
	});

	it('stores the metadata that every token gets, and begins its listing with it', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const metadata = { namePattern: 'Ice {number}', creators: [{ address: '4'.repeat(44), share: 100 }] };
		const options = { ...mergeOptionsSchema.parse({ metadata }), seed: 'seed' };
		const { id } = await addMerge(db, ownerId, { options, collectionSymbol: 'ICE', royaltyPercentage: 2.5 });
		expect(await findMergeJob(db, ownerId, id)).toMatchObject({
			options: { metadata },
			collectionSymbol: 'ICE',
			royaltyPercentage: 2.5,
		});
	});

	it('ends once: what comes later changes nothing', async () => {
		const { db } = database;
		const { id } = await addMerge(db, await addUser(db));
		await finishMerge(db, id, [{ sha256: await addBlob(db, 'a') }]);
		const done = (await findMergeJob(db, 'all', id))!;
		expect(done).toMatchObject({ status: 'completed', phase: 'done', progress: 100, archiveBytes: 5_000_000_000 });
		expect(done.facets).toEqual([{ trait: 'Race', values: [{ value: 'Elf', count: 1 }] }]);
		expect(await updateMergeProgress(db, id, { ...progress, startedAt: secondsAfterStart(1) })).toBe(false);
		expect(await failMerge(db, id, { errorMessage: 'No.', completedAt: secondsAfterStart(1) })).toBe(false);
		const result = {
			totalImages: 9,
			leftOut: {},
			indexSha256: await addBlob(db, 'b'),
			packSha256: await addBlob(db, 'b'),
			archiveBytes: 1,
			archiveEtag: 'b',
			provenance: 'b',
			facets: '[]',
			coverSha256: null,
			coverTokenNumber: null,
			completedAt: secondsAfterStart(1),
		};
		expect(await completeMerge(db, id, result)).toBe(false);
		expect(await findMergeJob(db, 'all', id)).toEqual(done);
		expect(await listUnfinishedMerges(db)).toEqual([]);
	});

	it('counts the bytes of whoever owns it now, and of nobody else', async () => {
		const { db } = database;
		const [ownerId, otherId] = [await addUser(db), await addUser(db)];
		const { id } = await addMerge(db, ownerId);
		const [mine, theirs] = [await addBlob(db, 'mine'), await addBlob(db, 'theirs')];
		await insertOwnerBlob(db, { ownerId, sha256: mine });
		await insertOwnerBlob(db, { ownerId: otherId, sha256: theirs });
		const blobs = await listMergeBlobs(db, id, [mine, theirs]);
		expect(blobs).toMatchObject([{ sha256: mine, crc32: 4_294_967_295, mime: 'image/png' }]);
	});
});

describe('tokens', () => {
	async function addTokens() {
		const { db } = database;
		const { id } = await addMerge(db, await addUser(db));
		const sha256 = await addBlob(db, 'a');
		await finishMerge(db, id, [
			{ sha256, race: 'Elf', rank: 3, name: 'Frost 100%' },
			{ sha256, race: 'Orc', rank: 1 },
			{ sha256, race: 'Elf', rank: 1 },
			{ sha256, race: 'Dwarf', rank: 2, name: 'frost_queen' },
		]);
		return id;
	}
	const all = { traits: {}, search: '' };

	it('come a page at a time, by number or by rank', async () => {
		const { db } = database;
		const id = await addTokens();
		const numbers = async (page: {
			readonly offset: number;
			readonly limit: number;
			readonly sort: 'number' | 'rank';
		}) => (await listMergedImages(db, id, { ...all, ...page })).map(({ tokenNumber }) => tokenNumber);
		expect(await numbers({ offset: 0, limit: 3, sort: 'number' })).toEqual([1, 2, 3]);
		expect(await numbers({ offset: 3, limit: 3, sort: 'number' })).toEqual([4]);
		expect(await numbers({ offset: 0, limit: 9, sort: 'rank' })).toEqual([2, 3, 4, 1]);
		expect(await countMergedImages(db, id)).toBe(4);
	});

	it.each<[string, { traits?: Record<string, string[]>; search?: string }]>([
		['all', {}],
		['those of a trait', { traits: { Race: ['Elf', 'Dwarf'] } }],
		['those of a name', { search: 'frost' }],
	])('have among %s the place at which pages list them, or none', async (_, part) => {
		const { db } = database;
		const id = await addTokens();
		for (const sort of ['number', 'rank'] as const) {
			const order = { ...all, ...part, sort };
			const listed = (await listMergedImages(db, id, { ...order, offset: 0, limit: 10 })).map((row) => row.tokenNumber);
			for (const number of [1, 2, 3, 4, 5]) {
				const place = listed.indexOf(number);
				expect(await findTokenPosition(db, id, number, order)).toBe(place < 0 ? null : place);
			}
		}
	});

	it.each<[string, { traits?: Record<string, string[]>; search?: string }, number[]]>([
		['any value of a trait', { traits: { Race: ['Elf', 'Orc'] } }, [1, 2, 3]],
		['every trait named', { traits: { Race: ['Elf'], Class: ['Wizard'] } }, []],
		['part of a name in any case', { search: 'FROST' }, [1, 4]],
		['a percent sign as itself', { search: '0%' }, [1]],
		['an underscore as itself', { search: 't_q' }, [4]],
		['a number', { search: '#2' }, [2]],
		['name and trait', { search: 'frost', traits: { Race: ['Dwarf'] } }, [4]],
	])('are found by %s', async (_, filter, expected) => {
		const { db } = database;
		const id = await addTokens();
		const page = { ...all, ...filter, offset: 0, limit: 10, sort: 'number' as const };
		expect((await listMergedImages(db, id, page)).map(({ tokenNumber }) => tokenNumber)).toEqual(expected);
		expect(await countMatchingImages(db, id, page)).toBe(expected.length);
	});
});

describe('the gallery', () => {
	it('shows every finished merge that is not hidden, and its owner also sees the hidden one (GAL-10, AMB-25)', async () => {
		const { db } = database;
		const [ownerId, otherId] = [await addUser(db), await addUser(db)];
		const [shown, hidden] = [await addMerge(db, ownerId), await addMerge(db, ownerId)];
		await addMerge(db, otherId);
		const sha256 = await addBlob(db, 'a');
		for (const { id } of [shown, hidden]) await finishMerge(db, id, [{ sha256 }, { sha256 }]);
		await updateMergeListing(db, ownerId, hidden.id, { hidden: true });
		expect(await updateMergeListing(db, otherId, shown.id, { hidden: true })).toBeUndefined();
		expect((await listGalleryRows(db)).map(({ id }) => id)).toEqual([shown.id]);
		expect((await findCollectionRow(db, hidden.id, ownerId))?.id).toBe(hidden.id);
		expect(await findCollectionRow(db, hidden.id, otherId)).toBeUndefined();
		expect(await findCollectionVisibility(db, hidden.id)).toEqual({ ownerId, hidden: true, saleId: null });
		expect((await findCollectionRow(db, shown.id, otherId))?.id).toBe(shown.id);
		expect(await countGalleryRows(db)).toEqual({ collections: 1, images: 2, creators: 1 });
	});
});
