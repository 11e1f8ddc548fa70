import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { UploadInput } from '@adx/validators/uploads';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../merge/merge-testing.ts';
import type { RequestContext } from '../platform/context.ts';
import { requireWritableStorage } from '../platform/storage/free-space.ts';
import type { Storage } from '../platform/storage/types.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { findMissingUploads } from './find-missing-uploads.ts';
import { createNoisyImage } from './inspection/image-testing.ts';
import { receiveUpload } from './receive-upload.ts';

const test = useTestServices();

const receive = (ctx: RequestContext, bytes: Buffer, as: UploadInput['as'] = 'image', body = Readable.from([bytes])) =>
	receiveUpload(ctx, { sha256: hashOf(bytes), as }, body, bytes.length);
const withStorage = (ctx: RequestContext, changes: Partial<Storage>) => ({
	...ctx,
	storage: { ...ctx.storage, ...changes },
});
const counts = async () => {
	const { db } = test.services;
	const [blobs, held] = [
		await db.selectFrom('blobs').select('mime').execute(),
		await db.selectFrom('ownerBlobs').selectAll().execute(),
	];
	return [blobs.length, held.length];
};

describe('an upload', () => {
	it('that its owner holds is answered without reading a byte, and counts as used again', async () => {
		const ctx = await test.contextOf();
		const bytes = await createNoisyImage('png');
		const first = await receive(ctx, bytes);
		const later = new Date(Date.now() + 86_400_000);
		const body = Readable.from([bytes]);
		expect(await receive({ ...ctx, clock: () => later }, bytes, 'image', body)).toEqual(first);
		expect(body.readableDidRead).toBe(false);
		const held = await ctx.db.selectFrom('ownerBlobs').select('lastUsedAt').execute();
		expect(held).toEqual([{ lastUsedAt: later }]);
	});

	it('of bytes that somebody else stored makes both hold them, in one file', async () => {
		const [one, two] = [await test.contextOf(), await test.contextOf()];
		const bytes = await createNoisyImage('webp');
		expect(await receive(one, bytes)).toEqual(await receive(two, bytes));
		expect(await counts()).toEqual([1, 2]);
	});

	it('at the same time by eight owners, with and without looking, is looked into once it matters', async () => {
		const bytes = await createNoisyImage('gif');
		const contexts = await Promise.all(Array.from({ length: 8 }, () => test.contextOf()));
		await Promise.all(contexts.map((ctx, index) => receive(ctx, bytes, index % 2 === 0 ? 'image' : 'unreadable')));
		expect(await counts()).toEqual([1, 8]);
		const blob = await test.services.db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
		expect(blob).toMatchObject({ mime: 'image/gif', width: 64, height: 48 });
	});

	it('that was kept unlooked at is looked into when it shall be a picture', async () => {
		const ctx = await test.contextOf();
		const [picture, text] = [await createNoisyImage('jpeg'), Buffer.from('text')];
		expect((await receive(ctx, picture, 'unreadable')).mime).toBe('application/octet-stream');
		expect((await receive(ctx, picture)).mime).toBe('image/jpeg');
		expect((await receive(ctx, picture, 'unreadable')).mime).toBe('image/jpeg');
		await receive(ctx, text, 'unreadable');
		await expect(receive(ctx, text)).rejects.toMatchObject({ reason: 'unsupported_image' });
		expect(await counts()).toEqual([2, 2]);
	});

	it.each<[string, Partial<Storage>]>([
		['is almost full', { freeBytes: async () => 999_999_999 }],
		['would be too full afterwards', { freeBytes: async () => 1_000_000_003 }],
		['gets full on the way', { putStream: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) }],
	])('rejects with a sentence while the disk %s, and goes on afterwards', async (_, storage) => {
		const ctx = await test.contextOf();
		const refused = receive(withStorage(ctx, storage), Buffer.from('text'), 'unreadable');
		const message = expect.stringMatching(/almost full. Free some space, then upload the rest/);
		await expect(refused).rejects.toMatchObject({ code: 'STORAGE_FULL', reason: 'storage_full', message });
		expect(await counts()).toEqual([0, 0]);
		await receive(ctx, Buffer.from('text'), 'unreadable');
	});
});

it('is refused on a disk that still takes other work', async () => {
	const ctx = withStorage(await test.contextOf(), { freeBytes: async () => 600_000_000 });
	await expect(receive(ctx, Buffer.from('text'), 'unreadable')).rejects.toMatchObject({ reason: 'storage_full' });
	await requireWritableStorage(ctx);
});

it('leaves it also where they start in the same moment', async () => {
	const ctx = await test.contextOf();
	const bothAsk = Promise.withResolvers<void>();
	let asking = 0;
	const limited = withStorage(ctx, {
		freeBytes: async () => {
			asking += 1;
			if (asking === 2) bothAsk.resolve();
			await bothAsk.promise;
			return 1_000_000_010;
		},
	});
	const bodies = ['sixsix', 'bigger'].map((text) => receive(limited, Buffer.from(text), 'unreadable'));
	const [first, second] = await Promise.allSettled(bodies);
	expect(new Set([first!.status, second!.status])).toEqual(new Set(['fulfilled', 'rejected']));
});

it('leaves together with others that arrive what other work needs of the disk', async () => {
	const ctx = await test.contextOf();
	const [firstArrives, secondIsRefused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const limited = withStorage(ctx, {
		freeBytes: async () => 1_000_000_010,
		putStream: async (...parameters) => {
			firstArrives.resolve();
			await secondIsRefused.promise;
			return ctx.storage.putStream(...parameters);
		},
	});
	const [one, two] = [Buffer.from('sixsix'), Buffer.from('bigger')];
	const first = receive(limited, one, 'unreadable');
	await firstArrives.promise;
	await expect(receive(limited, two, 'unreadable')).rejects.toMatchObject({ reason: 'storage_full' });
	secondIsRefused.resolve();
	await first;
	await receive(limited, two, 'unreadable');
});

describe('asking what is missing', () => {
	it('tells each hash once, in the order asked, whoever else holds it', async () => {
		const [ctx, other] = [await test.contextOf(), await test.contextOf()];
		const files = [randomBytes(5), randomBytes(6), randomBytes(7)] as const;
		await receive(ctx, files[1], 'unreadable');
		await receive(other, files[2], 'unreadable');
		const [mine, theirs, nobodys] = [hashOf(files[1]), hashOf(files[2]), hashOf(files[0])];
		const { missing } = await findMissingUploads(ctx, { hashes: [theirs, mine, nobodys, theirs] });
		expect(missing).toEqual([theirs, nobodys]);
		expect((await findMissingUploads(ctx, { hashes: [mine] })).missing).toEqual([]);
	});

	it('rejects nobody', async () => {
		await expect(findMissingUploads(await test.contextOf(null), { hashes: [] })).rejects.toMatchObject({
			code: 'UNAUTHORIZED',
		});
	});
});
