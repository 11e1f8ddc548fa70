import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { GenerationJob } from '@adx/validators/generation/generation-job';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestResponse,
	type TestServer,
} from '../testing/server-testing.ts';

let test: TestServer;
let browser: Browser;
beforeEach(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
	browser = await signedIn(test.origin);
});
afterEach(() => test.close());

const blobOf = (sha256: string) => findBlob(test.server.services.db, sha256);
const linesWith = (text: string) =>
	test
		.log()
		.split('\n')
		.filter((line) => line.includes(text));
const damageLines = () => linesWith('a stored file is missing or damaged');

const refused = (answer: TestResponse) => {
	const { error, reason } = answer.json as { error: string; reason: string };
	return [answer.status, reason, error];
};
const damaged = [502, 'file_damaged', expect.stringMatching(/missing or damaged in .*storage/)];

interface Drawn {
	readonly jobId: string;
	readonly images: readonly GeneratedImage[];
	readonly hashes: readonly string[];
}

/** A finished job and the hashes of its pictures, by token number. */
async function draw({ isPaid = false, batchSize = 3 } = {}): Promise<Drawn> {
	const jobId = await generate(browser, { ...generationRequest, batchSize, seed: `damage ${batchSize} ${isPaid}` });
	const images = (await browser.call(`/api/images/${jobId}`)).json as readonly GeneratedImage[];
	const { db } = test.server.services;
	if (isPaid) await db.updateTable('generationJobs').set({ engine: 'gemini' }).where('id', '=', jobId).execute();
	const rows = await db
		.selectFrom('generatedImages')
		.select('blobSha256')
		.where('jobId', '=', jobId)
		.orderBy('tokenNumber')
		.execute();
	return { jobId, images, hashes: rows.map(({ blobSha256 }) => blobSha256 ?? '') };
}

describe('a picture whose file is gone or short', () => {
	it.each(['deleted', 'truncated'] as const)('is drawn again when it is %s and was free', async (mishap) => {
		const { images, hashes } = await draw();
		const url = images[0]?.imageUrl ?? '';
		const before = await browser.call(url);
		await test.files.damage(hashes[0]!, mishap);
		const after = await browser.call(url);
		expect([after.status, after.bytes.equals(before.bytes), after.headers.etag]).toEqual([
			200,
			true,
			before.headers.etag,
		]);
		expect(await blobOf(hashes[0]!)).toMatchObject({ damagedAt: null });
		const [line, ...more] = damageLines();
		expect(more).toEqual([]);
		expect(JSON.parse(line!)).toMatchObject({ level: 50, sha256: hashes[0], uses: [{ id: images[0]!.id }, {}] });
	});

	it.each(['deleted', 'truncated'] as const)(
		'that was paid for is a sentence and one line in the log when it is %s, until it is copied back',
		async (mishap) => {
			const { images, hashes } = await draw({ isPaid: true });
			const url = images[0]?.imageUrl ?? '';
			const bytes = await test.files.read(hashes[0]!);
			await test.files.damage(hashes[0]!, mishap);
			for (let round = 0; round < 3; round++) {
				const answer = await browser.call(url);
				expect(refused(answer)).toEqual(damaged);
				expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([undefined, 'no-store']);
			}
			expect((await browser.call(url, { method: 'HEAD' })).status).toBe(502);
			const etag = `"${hashes[0]}"`;
			expect((await browser.call(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
			expect(await blobOf(hashes[0]!)).toMatchObject({ damagedAt: expect.any(Date) });
			expect(damageLines()).toHaveLength(1);
			expect(test.log()).not.toContain('request failed');
			await test.files.overwrite(hashes[0]!, bytes);
			expect((await browser.call(url)).bytes.equals(bytes)).toBe(true);
			expect(await blobOf(hashes[0]!)).toMatchObject({ damagedAt: null });
		},
	);

	it('that was paid for is reported to pollers of its job, and again when it is restored', async () => {
		const { jobId, images, hashes } = await draw({ isPaid: true });
		const bytes = await test.files.read(hashes[0]!);
		const url = images[0]?.imageUrl ?? '';
		const poll = async (etag = '') => {
			const answer = await browser.call(`/api/generate/${jobId}`, { headers: { 'if-none-match': etag } });
			const { damagedImages } = (answer.json ?? {}) as Partial<GenerationJob>;
			const listed = (await browser.call(`/api/images/${jobId}`)).json as readonly GeneratedImage[];
			const seen = [answer.status, damagedImages, listed.map(({ isDamaged }) => isDamaged)];
			return { seen, etag: String(answer.headers.etag) };
		};
		const whole = await poll();
		expect(whole.seen).toEqual([200, null, [false, false, false]]);
		expect((await poll(whole.etag)).seen).toEqual([304, undefined, [false, false, false]]);
		await test.files.damage(hashes[0]!, 'deleted');
		expect((await browser.call(url)).status).toBe(502);
		const lost = await poll(whole.etag);
		const counts = { all: 1, toRegenerate: 1, frozen: 0, locked: 0 };
		expect(lost.seen).toEqual([200, counts, [true, false, false]]);
		await test.files.overwrite(hashes[0]!, bytes);
		expect((await browser.call(url)).status).toBe(200);
		expect((await poll(lost.etag)).seen).toEqual([200, null, [false, false, false]]);
	});

	it('is not served any more once a wrong byte is known', async () => {
		const { images, hashes } = await draw({ isPaid: true });
		await test.files.damage(hashes[0]!, 'flipped');
		const { db } = test.server.services;
		await db.updateTable('blobs').set({ damagedAt: new Date() }).where('sha256', '=', hashes[0]!).execute();
		expect(refused(await browser.call(images[0]?.imageUrl ?? ''))).toEqual(damaged);
		expect((await browser.call(images[1]?.imageUrl ?? '')).status).toBe(200);
	});
});

describe('the zip of a job', () => {
	const zip = (jobId: string) => browser.call(`/api/generate/${jobId}/zip`);

	it('names what is missing or short before it begins', async () => {
		const { jobId, hashes } = await draw({ isPaid: true, batchSize: 5 });
		await test.files.damage(hashes[1]!, 'truncated');
		expect(refused(await zip(jobId))).toEqual([
			502,
			'file_damaged',
			expect.stringMatching(/^One file of this download is missing or damaged in storage: images\/0*2\.png\. /),
		]);
		for (const hash of [hashes[0]!, hashes[2]!, hashes[3]!]) await test.files.damage(hash, 'deleted');
		const sentence = /^4 files of this download are .*: images\/\S+png, images\/\S+png, images\/\S+png and 1 more\. /;
		expect(refused(await zip(jobId))).toEqual([502, 'file_damaged', expect.stringMatching(sentence)]);
		expect(damageLines()).toHaveLength(4);
		expect(test.log()).not.toContain('broke off');
	});

	it('breaks off at a wrong byte with one line in the log, and names it the next time', async () => {
		const { jobId, hashes } = await draw({ isPaid: true });
		expect((await zip(jobId)).status).toBe(200);
		await test.files.damage(hashes[2]!, 'flipped');
		await expect(zip(jobId)).rejects.toMatchObject({ code: 'ECONNRESET' });
		const [line, ...more] = damageLines();
		expect([JSON.parse(line!), more]).toMatchObject([{ sha256: hashes[2], fault: 'content' }, []]);
		expect(test.log()).not.toContain('broke off');
		expect(refused(await zip(jobId))).toEqual([502, 'file_damaged', expect.stringMatching(/images\/0*3\.png\. /)]);
	});
});

describe('a merged collection', () => {
	/** No worker is woken: one that did the same at the same time would store its files again. */
	async function merge(): Promise<string> {
		const { json } = await browser.call('/api/auth/check');
		const { services } = test.server;
		const queue = { ...services.queue, send: async () => {} };
		return addFinishedMerge({ ...services, queue }, (json as { user: { id: string } }).user.id);
	}

	it('tells which picture is bad by zip, export, CAR and address, and serves the others', async () => {
		const id = await merge();
		const { db } = test.server.services;
		const tokens = await db.selectFrom('mergedImages').selectAll().orderBy('tokenNumber').execute();
		const picture = (number: number, size = 'full') => `/api/collections/${id}/images/${number}?size=${size}`;
		const small = await browser.call(picture(1, '200'));
		// The preview's file is another one, which is made again.
		const preview = await db.selectFrom('imagePreviews').selectAll().executeTakeFirstOrThrow();
		await test.files.damage(preview.previewSha256, 'deleted');
		const again = await browser.call(picture(1, '200'));
		expect([again.status, again.bytes.equals(small.bytes)]).toEqual([200, true]);
		await test.files.damage(tokens[1]!.blobSha256, 'deleted');
		const shown = [picture(2), picture(2, '512'), `/api/merge-jobs/${id}/download`];
		const exports = ['opensea', 'car'].map((target) => `/api/collections/${id}/export?target=${target}`);
		for (const path of [...shown, ...exports]) {
			expect([path, ...refused(await browser.call(path))]).toEqual([path, ...damaged]);
		}
		expect(refused(await browser.call(exports[1]!))[2]).toContain(tokens[1]!.name);
		expect((await browser.call(picture(1))).status).toBe(200);
		expect(damageLines()).toHaveLength(2);
	});

	it.each(['indexSha256', 'packSha256'] as const)('tells when its own %s is gone', async (column) => {
		const id = await merge();
		const { db } = test.server.services;
		const job = await db.selectFrom('mergeJobs').selectAll().executeTakeFirstOrThrow();
		await test.files.damage(job[column]!, 'deleted');
		for (const path of [`/api/merge-jobs/${id}/download`, `/api/collections/${id}/rarity`]) {
			expect([path, ...refused(await browser.call(path))]).toEqual([path, ...damaged]);
		}
		const input = encodeURIComponent(JSON.stringify({ json: { collectionId: id } }));
		const { status, json } = await browser.call(`/trpc/collections.rarity?input=${input}`);
		const { message, data } = (json as { error: { json: { message: string; data: { reason: string } } } }).error.json;
		expect([status, data.reason, message]).toEqual(damaged);
		// Damage is logged where it is noticed, once.
		expect(damageLines()).toHaveLength(1);
		expect(test.log()).not.toMatch(/request failed|procedure failed/);
	});
});

describe.runIf(isOnDisk)('a folder of files that is gone as a whole', () => {
	const files = () => join(test.dataDir, 'files');
	const away = () => join(test.dataDir, 'elsewhere');
	const ready = async () => {
		const { status, json } = await sendRequest(test.origin, '/readyz');
		return [status, (json as { checks: object }).checks];
	};

	it.each(['missing', 'replaced by an empty folder', 'replaced by a file'])(
		'is told by /readyz and by a sentence when it is %s; nothing is marked, and all is well when it is back',
		async (how) => {
			const { jobId, images, hashes } = await draw();
			expect(await ready()).toEqual([200, { database: true, disk: true, accepting: true }]);
			await rename(files(), away());
			if (how.endsWith('folder')) await mkdir(files());
			if (how.endsWith('file')) await writeFile(files(), '');
			expect(await ready()).toEqual([503, { database: true, disk: false, accepting: true }]);
			for (const path of [images[0]?.imageUrl ?? '', `/api/generate/${jobId}/zip`]) {
				expect([path, ...refused(await browser.call(path))]).toEqual([
					path,
					409,
					'storage_away',
					expect.stringMatching(/cannot be read at the moment/),
				]);
			}
			await rm(files(), { recursive: true, force: true });
			await rename(away(), files());
			expect((await browser.call(images[0]?.imageUrl ?? '')).status).toBe(200);
			expect(await blobOf(hashes[0]!)).toMatchObject({ damagedAt: null });
			expect(damageLines()).toEqual([]);
			expect(test.log()).not.toContain('request failed');
		},
	);
});
