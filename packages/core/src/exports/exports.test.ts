import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { readAttributes } from '@adx/collection/metadata/token-attributes';
import { exportInput, exportTargets, preflightRowsInput } from '@adx/validators/exports';
import { type Rarity, rarityInput } from '@adx/validators/rarity';
import { parse } from 'csv-parse/sync';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { attributeJob } from '../attributes/attributes-job.ts';
import { addFinishedAttributes, startTestAttributes, waitForAttributes } from '../attributes/attributes-testing.ts';
import { createRequest, driveJob } from '../generation/generation-testing.ts';
import { startGeneration } from '../generation/start/start-generation.ts';
import {
	addFinishedMerge,
	createMergeRequest,
	createPng,
	upload,
	uploadImages,
	waitForMerge,
} from '../merge/merge-testing.ts';
import { mergeJob } from '../merge/run/merge-job.ts';
import { startMerge } from '../merge/start-merge.ts';
import { hideMerge, updateMerge } from '../merge/update-merge.ts';
import type { RequestContext } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { createPixelEngine } from '../platform/services-testing.ts';
import type { ByteRange } from '../platform/storage/types.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { getRarity, getRarityCsv } from '../rarity/get-rarity.ts';
import { openExport } from './download-export.ts';
import { listPreflightRows, preflightCollection } from './preflight-collection.ts';

const test = useTestServices({ forge: createPixelEngine() });

async function generated(ctx: RequestContext, size = 4): Promise<string> {
	const { jobId } = await startGeneration(ctx, createRequest(size));
	await driveJob(ctx, jobId);
	return jobId;
}

const rarityOf = (ctx: RequestContext, collectionId: string, page: object = {}) =>
	getRarity(ctx, rarityInput.parse({ collectionId, ...page }));

const numbersOf = ({ tokens }: Rarity) => tokens.map(({ tokenNumber }) => tokenNumber);

async function bytesOf(download: ArchiveDownload, range?: ByteRange): Promise<Buffer> {
	const chunks: Buffer[] = [];
	const sink = new Writable({
		write: (chunk: Buffer, _encoding, done) => {
			chunks.push(Buffer.from(chunk));
			done();
		},
	});
	await using _download = download;
	await download.writeTo(sink, range);
	return Buffer.concat(chunks);
}

async function exported(ctx: RequestContext, collectionId: string, target: string) {
	const download = await openExport(ctx, exportInput.parse({ collectionId, target }));
	const bytes = await bytesOf(download);
	expect(bytes.length).toBe(download.totalBytes);
	return { download, bytes, zip: await JSZip.loadAsync(bytes, { checkCRC32: true }) };
}

const jsonIn = async (zip: JSZip, path: string) =>
	JSON.parse(await zip.file(path)!.async('string')) as Record<string, unknown>;

describe('exporting', () => {
	it('lays a generated collection out for every target, and passes its preflight', async () => {
		const ctx = await test.contextOf();
		const id = await generated(ctx);
		const names = new Map<string, string[]>();
		for (const target of exportTargets) {
			const { zip, download } = await exported(ctx, id, target);
			names.set(
				target,
				Object.keys(zip.files).filter((name) => !name.endsWith('/')),
			);
			expect(download.fileName).toBe(`ADX_Collection-${target}.zip`);
		}
		expect(names.get('plain')).toHaveLength(9);
		expect(names.get('metaplex')).toHaveLength(10);
		expect(names.get('opensea')?.[0]).toBe('metadata.csv');
		expect(names.get('contract')).toEqual(['contract.json']);
		expect(names.get('car')).toEqual(['roots.json', 'metadata.car', 'images.car']);
		const { tokenCount, findings } = await preflightCollection(ctx, { collectionId: id });
		expect(tokenCount).toBe(4);
		// Pictures of one pixel are all alike.
		expect(findings.filter(({ kind }) => kind !== 'duplicateImages')).toEqual([]);
	});

	it('gives any part of a CAR the bytes that stand there, with pictures larger than a chunk', async () => {
		const ctx = await test.contextOf();
		const large = Buffer.concat([await createPng(9), Buffer.alloc(2_500_000, 'noise')]);
		const sha256 = await upload(ctx, large, 'unreadable');
		const images = [
			...(await uploadImages(ctx, [1, 2])),
			{ filename: 'large.png', sha256, metadata: { name: 'Large' } },
		];
		const options = { fixes: { unreadableFiles: 'keep' } };
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { A: images }, { options }));
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
		const { bytes, download, zip } = await exported(ctx, jobId, 'car');
		for (const [start, end] of [
			[0, 10],
			[1_000_000, 2_100_000],
			[bytes.length - 30, bytes.length - 1],
		] as const) {
			expect(Buffer.compare(await bytesOf(download, { start, end }), bytes.subarray(start, end + 1))).toBe(0);
		}
		const car = await zip.file('images.car')!.async('nodebuffer');
		expect(car.includes(large.subarray(0, 1_000_000))).toBe(true);
		const roots = (await jsonIn(zip, 'roots.json')) as { images: { sizeBytes: number } };
		expect(roots.images.sizeBytes).toBe(car.length);
	});

	it('answers the same tag for the same collection, and says by what a merge is listed', async () => {
		const ctx = await test.contextOf();
		const id = await addFinishedMerge(test.services, ctx.actor!.userId);
		const before = await exported(ctx, id, 'metaplex');
		expect((await exported(ctx, id, 'metaplex')).download.etag).toBe(before.download.etag);
		await updateMerge(ctx, { jobId: id, collectionName: 'Twins', collectionSymbol: 'TWIN', royaltyPercentage: 2.5 });
		const after = await exported(ctx, id, 'metaplex');
		expect(after.download.etag).not.toBe(before.download.etag);
		expect(await jsonIn(after.zip, '1.json')).toMatchObject({
			symbol: 'TWIN',
			seller_fee_basis_points: 250,
			collection: { name: 'Twins', family: 'Twins' },
			image: '1.png',
		});
		const original = await after.zip.file('0.png')!.async('nodebuffer');
		expect(createHash('sha256').update(original).digest('hex')).toBe(
			createHash('sha256')
				.update(await createPng(1))
				.digest('hex'),
		);
	});

	it('exports a job with a failed image, warning of the gap where the export keeps the numbers', async () => {
		const ctx = await test.contextOf();
		const { jobId } = await startGeneration(ctx, createRequest(4));
		const images = test.services.db.updateTable('generatedImages').set({ attempts: 5 });
		await images.where('jobId', '=', jobId).where('tokenNumber', '=', 2).execute();
		await driveJob(ctx, jobId);
		const { tokenCount, findings } = await preflightCollection(ctx, { collectionId: jobId });
		expect(tokenCount).toBe(3);
		expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
		expect(findings.find(({ kind }) => kind === 'numberingGaps')).toMatchObject({
			targets: ['opensea'],
			examples: ['2 is missing.'],
		});
		const { zip } = await exported(ctx, jobId, 'metaplex');
		expect(Object.keys(zip.files).filter((name) => /^\d+\.json$/.test(name))).toEqual(['0.json', '1.json', '2.json']);
		const csv = await (await exported(ctx, jobId, 'opensea')).zip.file('metadata.csv')!.async('string');
		const rows = parse(csv, { columns: true }) as Record<string, string>[];
		expect(rows.map(({ tokenID }) => tokenID)).toEqual(['1', '3', '4']);
	});

	it('tells in the preflight that the pictures of a merge are not of one size', async () => {
		const ctx = await test.contextOf();
		const hashes = [
			await upload(ctx, await createPng(1, 2)),
			await upload(ctx, await createPng(2, 2)),
			await upload(ctx, await createPng(3, 5)),
		];
		const images = hashes.map((sha256, index) => ({ filename: `${index}.png`, sha256, metadata: { name: 'x' } }));
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { A: images }));
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		await waitForMerge(ctx, jobId);
		const { findings } = await preflightCollection(ctx, { collectionId: jobId });
		expect(findings.map(({ kind, examples }) => [kind, examples])).toContainEqual([
			'mixedSizes',
			['3.png is 5 × 5 pixels, most are 2 × 2.'],
		]);
	});

	it('lists all that a finding is about, a page at a time, to its owner alone', async () => {
		const ctx = await test.contextOf();
		const images = (await uploadImages(ctx, [1, 2, 3, 4, 5, 6, 7, 8])).map((image) => ({
			...image,
			metadata: { ...image.metadata, name: 'Elf', description: '=1+1' },
		}));
		const input = await createMergeRequest(ctx, { Elves: images }, { options: { naming: 'keep' } });
		const { jobId } = await startMerge(ctx, input);
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		await waitForMerge(ctx, jobId);
		const list = (page: object, from = ctx) =>
			listPreflightRows(from, preflightRowsInput.parse({ collectionId: jobId, kind: 'repeatedNames', ...page }));
		const all = [2, 3, 4, 5, 6, 7, 8].map((number) => `${number}.png and 1.png are both 'Elf'.`);
		expect(await list({})).toEqual({ total: 7, rows: all });
		expect(await list({ offset: '2', limit: '3' })).toEqual({ total: 7, rows: all.slice(2, 5) });
		expect(await list({ offset: '7' })).toEqual({ total: 7, rows: [] });
		expect((await list({ kind: 'formulas' })).rows).toHaveLength(8);
		expect(await list({ kind: 'nameBytes' })).toEqual({ total: 0, rows: [] });
		const found = await preflightCollection(ctx, { collectionId: jobId });
		expect(found.findings.find(({ kind }) => kind === 'repeatedNames')?.examples).toEqual(all.slice(0, 5));
		await expect(list({}, await test.contextOf())).rejects.toMatchObject({ code: 'NOT_FOUND' });
		expect(preflightRowsInput.safeParse({ collectionId: jobId, kind: 'x', limit: '1001' }).success).toBe(false);
	});

	it('gives attributed collections without media, to developers alone, and rejects a CAR of them', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const id = await addFinishedAttributes(test.services, ctx.actor!.userId);
		const { zip } = await exported(ctx, id, 'plain');
		expect(Object.keys(zip.files).filter((name) => name.endsWith('.json'))).toEqual([
			...['collection.json', 'metadata/1.json', 'metadata/2.json', 'metadata/3.json'],
		]);
		const csv = await (await exported(ctx, id, 'opensea')).zip.file('metadata.csv')!.async('string');
		expect(csv.split('\r\n')[0]).toContain('tokenID,name,description,file_name,external_url,attributes[Class]');
		await expect(openExport(ctx, { collectionId: id, target: 'car' })).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'not_exportable',
			message: 'The picture of token 1 is not here.',
		});
		const { findings } = await preflightCollection(ctx, { collectionId: id });
		const errors = findings.filter(({ severity }) => severity === 'error');
		expect(errors.map(({ kind, targets }) => [kind, targets])).toEqual([['picturesElsewhere', ['car']]]);
		const creator = await test.contextOf({ userId: ctx.actor!.userId });
		await expect(openExport(creator, { collectionId: id, target: 'plain' })).rejects.toMatchObject({
			code: 'FORBIDDEN',
		});
	});

	it('names the pictures of attributed collections as they were given, whatever their metadata says', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const id = await startTestAttributes(ctx, {
			folderSize: 3,
			fileNames: ['elf.jpg', 'b/-orc, "two"\n.webp', 'art/elf.png'],
			existingMetadata: [{ image: 'ipfs://Qm/7' }, { image: 'a\u0000.png' }, { image: '../../x' }],
		});
		await attributeJob.run(test.services, { jobId: id, slot: 0 }, new AbortController().signal);
		expect((await waitForAttributes(ctx, id)).status).toBe('completed');
		const names = ['elf.jpg', '-orc___two__.webp', 'elf_2.png'];
		const { zip } = await exported(ctx, id, 'opensea');
		const rows = parse(await zip.file('metadata.csv')!.async('string'), { columns: true }) as Record<string, string>[];
		// The apostrophe keeps a spreadsheet from calculating.
		expect(rows.map(({ file_name }) => file_name?.replace(/^'/, ''))).toEqual(names);
		const plain = (await exported(ctx, id, 'plain')).zip;
		for (const [index, path] of ['elf', '-orc___two__', 'elf_2'].entries()) {
			expect(await jsonIn(plain, `metadata/${path}.json`)).toMatchObject({ image: names[index] });
		}
	});

	it('rejects collections of others, unfinished ones, and what does not exist', async () => {
		const [ctx, stranger] = [await test.contextOf(), await test.contextOf()];
		const merge = await addFinishedMerge(test.services, stranger.actor!.userId);
		const { jobId } = await startGeneration(ctx, createRequest(2));
		const theirs = await generated(stranger, 1);
		const plain = (collectionId: string) => openExport(ctx, { collectionId, target: 'plain' });
		await expect(plain(jobId)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'job_running' });
		for (const id of [merge, theirs, 'nonsense', '00000000-0000-0000-0000-000000000000']) {
			await expect(plain(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
			await expect(preflightCollection(ctx, { collectionId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
	});
});

describe('rarity', () => {
	it('ranks a generated collection, the rarest first, with the pictures and how many share a value', async () => {
		const ctx = await test.contextOf();
		const id = await generated(ctx, 5);
		const rarity = await rarityOf(ctx, id);
		expect(rarity).toMatchObject({ id, kind: 'generated', name: 'ADX Collection', size: 5, provisional: true });
		const ranks = rarity.tokens.map(({ rank }) => rank);
		expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
		expect(rarity.tiers.reduce((sum, { count }) => sum + count, 0)).toBe(5);
		const { traits } = rarity;
		expect(traits.map(({ trait }) => trait)).not.toContain('Rarity');
		for (const { values, missing } of traits) {
			expect(values.reduce((sum, { count }) => sum + count, missing)).toBe(5);
		}
		const [first] = rarity.tokens;
		expect(first?.imageUrl).toMatch(/^\/api\/images\/[0-9a-f-]+\/file\?version=1$/);
		const race = first?.attributes.find(({ trait_type }) => trait_type === 'Race');
		const counted = traits.find(({ trait }) => trait === 'Race')?.values.find(({ value }) => value === race?.value);
		expect(race?.count).toBe(counted?.count);
	});

	it('gives pages, and all of it as CSV', async () => {
		const ctx = await test.contextOf();
		const id = await addFinishedMerge(test.services, ctx.actor!.userId);
		const whole = await rarityOf(ctx, id);
		expect(whole.tokens).toHaveLength(2);
		expect(whole.tokens[0]?.imageUrl).toBe(`/api/collections/${id}/images/${whole.tokens[0]?.tokenNumber}`);
		expect(whole.traits.length).toBeGreaterThan(0);
		expect(await rarityOf(ctx, id, { offset: 1, limit: 1 })).toEqual({
			...whole,
			traits: [],
			tokens: whole.tokens.slice(1),
		});
		expect((await rarityOf(ctx, id, { offset: 9 })).tokens).toEqual([]);
		const byNumber = (await rarityOf(ctx, id, { sort: 'number', order: 'descending' })).tokens;
		expect(byNumber.map(({ tokenNumber }) => tokenNumber)).toEqual(numbersOf(whole).sort((a, b) => b - a));
		const [wanted] = numbersOf(whole);
		const found = await rarityOf(ctx, id, { search: `#${wanted}` });
		expect([found.size, found.found, numbersOf(found)]).toEqual([whole.size, 1, [wanted]]);
		expect(await rarityOf(ctx, id, { search: 'nobody' })).toMatchObject({ found: 0, tokens: [] });
		const { name, csv } = await getRarityCsv(ctx, { collectionId: id });
		expect(name).toBe('Winter Court');
		const rows = Buffer.from(csv).toString('utf8').trimEnd().split('\r\n');
		expect(rows[0]).toBe('Token,Rank,Score,Tier,Unique Traits,Number,Parity');
		expect(rows).toHaveLength(3);
	});

	it('shows a merge to everybody whom the gallery is open to, until it is hidden', async () => {
		const [ctx, stranger] = [await test.contextOf(), await test.contextOf()];
		const id = await addFinishedMerge(test.services, ctx.actor!.userId);
		expect(await rarityOf(stranger, id)).toMatchObject({ size: 2, isMine: false });
		const locked = { ...stranger, config: { ...stranger.config, lockedPages: ['gallery' as const] } };
		await expect(rarityOf(locked, id)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'page_locked' });
		await hideMerge(ctx, { jobId: id });
		await expect(rarityOf(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		expect(await rarityOf(ctx, id)).toMatchObject({ size: 2, isMine: true });
	});

	it('ranks an attributed collection from its metadata alone', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const id = await addFinishedAttributes(test.services, ctx.actor!.userId);
		const rarity = await rarityOf(ctx, id);
		expect(rarity).toMatchObject({ kind: 'attributed', size: 3 });
		expect(rarity.tokens.map(({ imageUrl }) => imageUrl)).toEqual([null, null, null]);
	});

	it('counts values that differ in case and white space alone as one', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const spelled = [{ Race: 'Elf', Hat: 'Red' }, { Race: 'elf ', hat: 'Red' }, { Race: 'Elf' }];
		const id = await startTestAttributes(ctx, {
			existingMetadata: spelled.map((traits) => ({
				attributes: Object.entries(traits).map(([trait_type, value]) => ({ trait_type, value })),
			})),
		});
		await attributeJob.run(test.services, { jobId: id, slot: 0 }, new AbortController().signal);
		await waitForAttributes(ctx, id);
		const { traits, tokens } = await rarityOf(ctx, id);
		expect(traits.filter(({ trait }) => /^(race|hat)$/i.test(trait))).toEqual([
			{ trait: 'Race', missing: 0, values: [{ value: 'Elf', count: 3 }] },
			{ trait: 'Hat', missing: 1, values: [{ value: 'Red', count: 2 }] },
		]);
		const races = tokens.flatMap(({ attributes }) => attributes.filter(({ trait_type }) => trait_type === 'Race'));
		expect(races.map(({ count }) => count)).toEqual([3, 3, 3]);
	});

	it('works on a large collection in a thread, with the same result', async () => {
		const ctx = await test.contextOf();
		const images = await uploadImages(
			ctx,
			Array.from({ length: 240 }, (_, index) => index + 1),
		);
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { Many: images }));
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
		const rarity = await rarityOf(ctx, jobId, { limit: 200 });
		expect(rarity).toMatchObject({ size: 240, provisional: false });
		expect(rarity.traits.map(({ trait, values }) => [trait, values.length])).toEqual([
			['Number', 240],
			['Parity', 2],
		]);
		const { zip } = await exported(ctx, jobId, 'car');
		expect(Object.keys(zip.files)).toEqual(['roots.json', 'metadata.car', 'images.car']);
		const plain = await exported(ctx, jobId, 'plain');
		const metadata = await jsonIn(plain.zip, 'metadata/240.json');
		expect(readAttributes(metadata)).toEqual([
			{ trait_type: 'Number', value: '240' },
			{ trait_type: 'Parity', value: 'Even' },
		]);
	});
});
