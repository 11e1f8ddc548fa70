import { mkdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { findAttributeJob, updateAttributeProgress } from '@adx/db/repositories/attributes/attribute-jobs';
import { type StartAttributesInput, startAttributesInput } from '@adx/validators/attributes';
import { stones } from '@adx/validators/catalogue/stones';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { readDownload, upload } from '../merge/merge-testing.ts';
import type { RequestContext } from '../platform/context.ts';
import { isOnDisk } from '../platform/storage/files-testing.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { sweepBlobs } from '../uploads/cleanup/sweep-blobs.ts';
import { attributeJob } from './attributes-job.ts';
import { startTestAttributes, waitForAttributes } from './attributes-testing.ts';
import { getAttributes, listAttributes, openAttributesDownload } from './get-attributes.ts';
import { receiveAttributes } from './receive-attributes.ts';
import { startAttributes } from './start-attributes.ts';

const test = useTestServices();

const signal = new AbortController().signal;
const developer = (key?: string) => test.contextOf({ role: 'developer' }, key);
const work = (ctx: RequestContext, id: string, services: object = {}) =>
	attributeJob.run({ ...ctx, ...services }, { jobId: id, slot: 0 }, signal);
const start = (ctx: RequestContext, change: Partial<StartAttributesInput> = {}) =>
	startAttributes(ctx, startAttributesInput.parse({ folderSize: 3, ...change }));
const folderOf = (images: readonly object[]) => Buffer.from(JSON.stringify({ format: 'adx-folder-1', images }));

const download = async (ctx: RequestContext, id: string) => readDownload(await openAttributesDownload(ctx, { id }));

async function filesOf(ctx: RequestContext, id: string): Promise<ReadonlyMap<string, string>> {
	const files = new Map<string, string>();
	const zip = await JSZip.loadAsync(await download(ctx, id), { checkCRC32: true });
	for (const [name, file] of Object.entries(zip.files)) files.set(name, await file.async('text'));
	return files;
}

describe('an attribute job', () => {
	it('answers processing and goes to completed, with 1.json to N.json (API-19, API-20, ENT-16, AMB-43)', async () => {
		const ctx = await developer();
		const { success, job, error } = await start(ctx);
		expect({ success, error }).toEqual({ success: true, error: null });
		expect(job).toMatchObject({
			status: 'processing',
			progress: 0,
			totalImages: 3,
			processedImages: 0,
			downloadUrl: null,
			errorMessage: null,
			completedAt: null,
			findingCount: 0,
			findings: [],
		});
		const { id, seed } = job!;
		await work(ctx, id);
		expect(await getAttributes(ctx, { id })).toMatchObject({
			status: 'completed',
			progress: 100,
			processedImages: 3,
			downloadUrl: `/api/attribute-generator/${id}/download`,
			completedAt: expect.any(Date),
			seed,
		});
		const files = await filesOf(ctx, id);
		expect([1, 2, 3].map((number) => JSON.parse(files.get(`${number}.json`)!).name)).toEqual([
			'ADX Collection #1',
			'ADX Collection #2',
			'ADX Collection #3',
		]);
		expect((await openAttributesDownload(ctx, { id })).fileName).toBe(`nft-attributes-${id}.zip`);
	});

	it('gives the same bytes for the same order and seed', async () => {
		const ctx = await developer();
		const order = { seed: 'same', weights: { class: { wizard: 9 } }, projectName: 'Winter Court' };
		const [first, second] = [await startTestAttributes(ctx, order), await startTestAttributes(ctx, order)];
		await work(ctx, first);
		await work(ctx, second);
		expect((await download(ctx, first)).equals(await download(ctx, second))).toBe(true);
		const etags = await Promise.all(
			[first, second].map(async (id) => (await openAttributesDownload(ctx, { id })).etag),
		);
		expect(etags[0]).toBe(etags[1]);
	});

	it('merges the metadata that comes with it, tells what cannot be and loses nothing (AMB-28)', async () => {
		const ctx = await developer();
		const id = await startTestAttributes(ctx, {
			fileNames: ['art/a.png', 'art/b.png', 'art/\0c.png'],
			existingMetadata: [{ name: 'Ilse', attributes: [{ trait_type: 'class', value: 'Alchemist' }] }, [1], 'no JSON'],
		});
		await work(ctx, id);
		const job = await getAttributes(ctx, { id });
		expect(job).toMatchObject({ status: 'completed', findingCount: 3 });
		expect(job.findings).toEqual([
			{ filename: 'art/b.png', problem: 'The metadata is not a JSON object.' },
			{ filename: 'art/\uFFFDc.png', problem: 'The metadata is not JSON.' },
			{ filename: 'art/a.png', problem: expect.stringMatching(/: 'class' is written so once, mostly 'Class'\.$/) },
		]);
		const files = await filesOf(ctx, id);
		expect(JSON.parse(files.get('a.json')!)).toMatchObject({ name: 'Ilse' });
		expect(JSON.parse(files.get('a.json')!).attributes[0]).toEqual({ trait_type: 'class', value: 'Alchemist' });
		expect([files.get('originals/b.json'), files.get('originals/_c.json')]).toEqual(['[1]', 'no JSON']);
		expect((await listAttributes(ctx)).map(({ findings, findingCount }) => [findings, findingCount])).toEqual([
			[[], 3],
		]);
	});

	it('names the files that a folder’s list says the metadata stands in', async () => {
		const ctx = await developer();
		const list = folderOf([
			{ filename: '1.png', metadata: '{"name": ', reportedAs: 'art/1.json' },
			{ filename: '2.png', metadata: { id: 1 }, reportedAs: 'art/2.json' },
			{ filename: '3.png', metadata: '[]' },
		]).toString('utf8');
		// As it would be written by hand, so that the list is read with its numbers as they stand there.
		const folder = await upload(ctx, Buffer.from(list.replace('"id":1', '"id":12345678901234567890')), 'folder');
		const id = await startTestAttributes(ctx, { folder });
		await work(ctx, id);
		const files = await filesOf(ctx, id);
		const { findings } = await getAttributes(ctx, { id });
		expect(findings.map(({ filename }) => filename)).toEqual(['art/1.json', 'art/2.json', '3.png']);
		const rows = files.get('findings.csv')!.trim().split('\r\n').slice(1);
		expect(rows.map((row) => row.split(',')[0])).toEqual(['art/1.json', 'art/2.json', '3.png']);
	});

	it('tells what was wrong with a folder’s files, and keeps metadata with the bytes that it came with', async () => {
		const ctx = await developer();
		const original = Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);
		const image = { filename: '1.png', metadata: '{"\uFFFD":1}', reportedAs: 'art/1.json' };
		const noText = { filename: 'art/1.json', problem: 'The metadata file is not UTF-8; letters are replaced.' };
		const findings = [noText, { filename: 'art/2.png', problem: 'The file is empty' }];
		const images = [{ ...image, original: original.toString('base64') }];
		const list = Buffer.from(JSON.stringify({ format: 'adx-folder-1', images, findings }));
		const id = await startTestAttributes(ctx, { folderSize: 1, folder: await upload(ctx, list, 'folder') });
		await work(ctx, id);
		expect(await getAttributes(ctx, { id })).toMatchObject({ findingCount: 2, findings });
		const zip = await JSZip.loadAsync(await download(ctx, id), { checkCRC32: true });
		expect(await zip.file('originals/1.json')?.async('nodebuffer')).toEqual(original);
		expect(await zip.file('findings.csv')?.async('text')).toBe(
			['File,Problem', ...findings.map(({ filename, problem }) => `${filename},${problem}`), ''].join('\r\n'),
		);
	});

	it('takes the list of a folder that was uploaded before, and no stranger’s', async () => {
		const [ctx, stranger] = [await developer(), await developer()];
		const list = folderOf(['x.png', 'y.gif'].map((filename) => ({ filename, metadata: null })));
		const folder = await upload(ctx, list, 'folder');
		const id = await startTestAttributes(ctx, { folderSize: 2, folder });
		await work(ctx, id);
		const files = await filesOf(ctx, id);
		expect(JSON.parse(files.get('y.json')!)).toMatchObject({ image: 'y.gif' });
		await expect(start(stranger, { folderSize: 2, folder })).rejects.toMatchObject({
			code: 'MISMATCH',
			reason: 'upload_missing',
		});
		const other = await startTestAttributes(ctx, { folderSize: 3, folder });
		await work(ctx, other);
		expect(await getAttributes(ctx, { id: other })).toMatchObject({
			status: 'failed',
			errorMessage: 'The list of this folder has 2 images, but 3 were ordered.',
		});
		await expect(openAttributesDownload(ctx, { id: other })).rejects.toMatchObject({ reason: 'attributes_failed' });
	});

	it('fails with a sentence for other bytes of the owner’s', async () => {
		const ctx = await developer();
		for (const text of ['{"format":"adx-folder-1","images":[5]}', 'null', '{"images":[]}', '\xff']) {
			const folder = await upload(ctx, Buffer.from(text, 'latin1'), 'unreadable');
			const id = await startTestAttributes(ctx, { folderSize: 1, folder });
			await work(ctx, id);
			expect(await getAttributes(ctx, { id })).toMatchObject({
				status: 'failed',
				errorMessage: 'The list of this folder cannot be read. Send it again.',
			});
		}
	});

	it('rejects an upload that is not a list of a folder', async () => {
		const ctx = await developer();
		for (const bytes of [folderOf([]), Buffer.from('{'), folderOf([{ filename: '' }])]) {
			await expect(upload(ctx, bytes, 'folder')).rejects.toMatchObject({ reason: 'bad_manifest' });
		}
	});

	it('answers the same Idempotency-Key with the same job, even at the same time', async () => {
		const first = await developer('key-1');
		const again = await test.contextOf({ userId: first.actor?.userId ?? '', role: 'developer' }, 'key-1');
		const [left, right] = await Promise.all([start(first), start(again)]);
		expect(left.job?.id).toBe(right.job?.id);
		await expect(start(again, { folderSize: 4 })).rejects.toMatchObject({ reason: 'idempotency_mismatch' });
		expect(await listAttributes(first)).toHaveLength(1);
	});

	it('rejects weights that leave a trait nothing, a full disk, a stranger and an unfinished download', async () => {
		const [ctx, stranger] = [await developer(), await developer()];
		const none = { none: 0, 'ember-dawn': 1 };
		expect(startAttributesInput.safeParse({ folderSize: 1, weights: { race: { elf: 1 } } }).success).toBe(false);
		expect(startAttributesInput.safeParse({ folderSize: 1, weights: { divinity: none } }).success).toBe(true);
		const magicalStone = Object.fromEntries(stones.map(({ value }) => [value, 0]));
		await expect(start(ctx, { weights: { magicalStone } })).rejects.toMatchObject({
			code: 'INVALID',
			reason: 'plan_impossible',
			message: 'No value of Magical Stone is left to choose from.',
		});
		const full = { ...ctx, storage: { ...ctx.storage, freeBytes: async () => 1 } };
		await expect(start(full)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
		expect(await listAttributes(ctx)).toEqual([]);
		const id = await startTestAttributes(ctx);
		await expect(openAttributesDownload(ctx, { id })).rejects.toMatchObject({ reason: 'attributes_running' });
		for (const reading of [getAttributes, openAttributesDownload]) {
			await expect(reading(stranger, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
			await expect(reading(ctx, { id: '1 OR 1=1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
	});
});

describe('the work on it', () => {
	it('may be done by two at once and again', async () => {
		const ctx = await developer();
		const id = await startTestAttributes(ctx);
		await Promise.all([work(ctx, id), work(ctx, id)]);
		expect((await waitForAttributes(ctx, id)).status).toBe('completed');
		const first = await download(ctx, id);
		await work(ctx, id);
		expect((await download(ctx, id)).equals(first)).toBe(true);
	});

	it('stopped amid its images, and amid storing, leaves a job that is finished like an undisturbed one', async () => {
		const ctx = await developer();
		const order = { folderSize: 6_000, seed: 'same' };
		const [id, undisturbed] = [await startTestAttributes(ctx, order), await startTestAttributes(ctx, order)];
		const stop = async (services: (controller: AbortController) => object) => {
			const controller = new AbortController();
			await attributeJob.run({ ...ctx, ...services(controller) }, { jobId: id, slot: 0 }, controller.signal);
			const left = { status: 'processing', packSha256: null, failures: 0, completedAt: null };
			expect([controller.signal.aborted, await findAttributeJob(ctx.db, 'all', id)]).toMatchObject([true, left]);
		};
		let looks = 0;
		await stop((controller) => ({
			clock: () => {
				// The time is looked at when it begins, and then when the thread reports its first images.
				if (++looks === 2) controller.abort();
				return new Date();
			},
		}));
		await stop((controller) => ({
			storage: {
				...ctx.storage,
				put: async (bytes: Uint8Array) => {
					const stored = await ctx.storage.put(bytes);
					controller.abort();
					controller.signal.throwIfAborted();
					return stored;
				},
			},
		}));
		await work(ctx, id);
		await work(ctx, undisturbed);
		expect((await getAttributes(ctx, { id })).status).toBe('completed');
		expect((await download(ctx, id)).equals(await download(ctx, undisturbed))).toBe(true);
	});

	it('waits as pending while the disk is full, and goes on when there is room', async () => {
		const ctx = await developer();
		const id = await startTestAttributes(ctx);
		const fullDisk = Object.assign(new Error('full'), { code: 'ENOSPC' });
		const queue = { ...ctx.queue, send: async () => {} };
		await work(ctx, id, { queue, storage: { ...ctx.storage, put: () => Promise.reject(fullDisk) } });
		const errorMessage = 'The disk of this installation is full. The work goes on when there is room.';
		expect(await getAttributes(ctx, { id })).toMatchObject({ status: 'pending', progress: 0, errorMessage });
		await work(ctx, id, { queue, storage: { ...ctx.storage, freeBytes: async () => 1 } });
		expect((await getAttributes(ctx, { id })).status).toBe('pending');
		await work(ctx, id);
		expect(await getAttributes(ctx, { id })).toMatchObject({ status: 'completed', errorMessage: null });
	});

	it('ends after five errors of ours with a sentence', async () => {
		const ctx = await developer();
		const id = await startTestAttributes(ctx);
		const storage = { ...ctx.storage, put: () => Promise.reject(new Error('broken')) };
		for (let tries = 0; tries < 4; tries++) await work(ctx, id, { storage });
		expect((await getAttributes(ctx, { id })).status).toBe('processing');
		await work(ctx, id, { storage });
		expect(await getAttributes(ctx, { id })).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringContaining('a fault of this installation'),
		});
	});

	it.runIf(isOnDisk)('ends after five tries of a list that cannot be read in a storage that works', async () => {
		const ctx = await developer();
		const folder = await upload(ctx, folderOf([{ filename: '1.png', metadata: null }]), 'folder');
		const id = await startTestAttributes(ctx, { folder });
		const list = test.files.pathOf(folder);
		await rm(list);
		await mkdir(list);
		for (let tries = 0; tries < 5; tries++) await work(ctx, id);
		expect((await waitForAttributes(ctx, id)).errorMessage).toMatch(/because of a fault of this installation/);
	});

	it('forgets the folder’s list when it has ended, and the sweep keeps what is downloaded', async () => {
		const ctx = await developer();
		const id = await startTestAttributes(ctx, { fileNames: ['a.png', 'b.png', 'c.png'] });
		await work(ctx, id);
		const row = await findAttributeJob(ctx.db, 'all', id);
		expect(row?.folderSha256).toBeNull();
		expect(
			await updateAttributeProgress(ctx.db, id, {
				status: 'processing',
				progress: 1,
				processedImages: 0,
				errorMessage: null,
			}),
		).toBe(false);
		const inDays = (days: number) => ({ ...ctx, clock: () => new Date(Date.now() + days * 86_400_000) });
		await sweepBlobs(inDays(1));
		expect((await sweepBlobs(inDays(3))).deleted).toBe(1);
		expect((await filesOf(ctx, id)).size).toBe(7);
	});
});

describe('an order that comes as a body', () => {
	const receive = (ctx: RequestContext, body: string | Buffer, length: number | null = null) =>
		receiveAttributes(ctx, Readable.from([Buffer.from(body)]), length);

	it('is read in a thread when it is long', async () => {
		const ctx = await developer();
		const existingMetadata = Array.from({ length: 400 }, (_, index) => ({
			name: `Own ${index}`,
			note: 'x'.repeat(1_000),
		}));
		const { job } = await receive(ctx, JSON.stringify({ folderSize: 400, existingMetadata }));
		await work(ctx, job!.id);
		expect(JSON.parse((await filesOf(ctx, job!.id)).get('400.json')!)).toMatchObject({
			name: 'Own 399',
			image: '400.png',
		});
	});

	it('tells of numbers that no double holds, and keeps them as they were written', async () => {
		const ctx = await developer();
		const metadata = '{"name":"Ilse","id":12345678901234567890,"huge":1e400}';
		const { job } = await receive(ctx, `{"folderSize":2,"existingMetadata":[${metadata},{"id":1.50}]}`);
		await work(ctx, job!.id);
		const problem = 'A number is too large or has too many digits to be taken over exactly; write it as a text.';
		expect((await getAttributes(ctx, job!)).findings).toEqual([{ filename: '1.png', problem }]);
		const files = await filesOf(ctx, job!.id);
		expect(files.get('originals/1.json')).toBe(metadata);
		expect(JSON.parse(files.get('1.json')!)).toMatchObject({ name: 'Ilse' });
	});

	const sentence = 'folderSize must be a whole number from 1 to 10,000.';
	it.each([
		['no body', '', sentence],
		['0', '{"folderSize":0}', sentence],
		['-1', '{"folderSize":-1}', sentence],
		['10001', '{"folderSize":10001}', sentence],
		['1.5', '{"folderSize":1.5}', sentence],
		['a text', '{"folderSize":"5"}', sentence],
		['names that are too few', '{"folderSize":2,"fileNames":["a"]}', 'Expected 2 entries'],
		['what is not JSON', '{', 'The request is not JSON in UTF-8.'],
		[
			'a list nested too deeply',
			`{"folderSize":1,"existingMetadata":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
			'The request is nested too deeply.',
		],
	])('is refused for a folderSize of, or with, %s', async (_, body, message) => {
		await expect(receive(await developer(), body)).rejects.toMatchObject({
			code: 'INVALID',
			reason: 'bad_input',
			message,
		});
	});

	it('is refused when it is too long, before and while it is read', async () => {
		const ctx = await developer();
		const tooLarge = { code: 'TOO_LARGE', reason: 'body_too_large' };
		await expect(receive(ctx, '', 40_000_001)).rejects.toMatchObject(tooLarge);
		const body = Readable.from(Array.from({ length: 41 }, () => Buffer.alloc(1_000_000, 0x20)));
		await expect(receiveAttributes(ctx, body, null)).rejects.toMatchObject(tooLarge);
	});
});
