import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import { databasePartCount } from '@adx/validators/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import {
	type Browser,
	generate,
	generationRequest,
	signedIn,
	startTestServer,
	type TestResponse,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let developer: Browser;
let creator: Browser;
let images: readonly GeneratedImage[];
beforeAll(async () => {
	test = await startTestServer();
	[developer, creator] = [await signedIn(test.origin), await signedIn(test.origin, 'community')];
	const named = await generate(developer, { ...generationRequest, projectName: 'Élfen "1"' });
	const jobs = [named, await generate(developer, { ...generationRequest, batchSize: 8 })];
	await generate(creator);
	images = (await Promise.all(jobs.map((id) => imagesOf(developer, id)))).flat();
});
afterAll(() => test.close());

const imagesOf = async (browser: Browser, jobId: string) =>
	(await browser.call(`/api/images/${jobId}`)).json as readonly GeneratedImage[];
const partOf = (id: string) => (createHash('sha256').update(id).digest().readUInt32BE(0) % databasePartCount) + 1;
const pathOf = (part: number | string) => `/api/database/download/${part}`;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const parts = Array.from({ length: databasePartCount }, (_, index) => index + 1);
const emptyPart = () => parts.find((part) => images.every(({ id }) => partOf(id) !== part)) ?? 0;
const hasPython = spawnSync('python3', ['--version']).status === 0;
const fullPart = () => partOf(images[0]?.id ?? '');

/** The entries of an archive by name, every CRC checked. */
function read(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
	return new Promise((resolve, reject) => {
		yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
			if (error) return reject(error);
			const entries = new Map<string, Buffer>();
			zip.on('entry', (entry: yauzl.Entry) => {
				zip.openReadStream(entry, (failure, stream) => {
					if (failure) return reject(failure);
					const chunks: Buffer[] = [];
					stream.on('data', (chunk: Buffer) => chunks.push(chunk));
					stream.on('error', reject);
					stream.on('end', () => {
						entries.set(entry.fileName, Buffer.concat(chunks));
						zip.readEntry();
					});
				});
			});
			zip.on('end', () => resolve(entries));
			zip.on('error', reject);
			zip.readEntry();
		});
	});
}

interface Manifest {
	readonly part: number;
	readonly images: readonly { readonly id: string; readonly file: string; readonly sha256: string }[];
}
const manifestOf = (entries: ReadonlyMap<string, Buffer>) =>
	JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest;

describe('the parts of the database', () => {
	it('hold together every image of the caller once, each where its hash says, as its manifest tells (API-11, AMB-34)', async () => {
		const found: string[] = [];
		for (const part of parts) {
			const answer = await developer.call(pathOf(part));
			expect(answer.status).toBe(200);
			const entries = await read(answer.bytes);
			const manifest = manifestOf(entries);
			expect(manifest.part).toBe(part);
			expect([...entries.keys()]).toEqual([...manifest.images.map(({ file }) => file), 'manifest.json']);
			for (const image of manifest.images) {
				expect(partOf(image.id)).toBe(part);
				expect(sha256(entries.get(image.file) ?? Buffer.alloc(0))).toBe(image.sha256);
				found.push(image.id);
			}
		}
		expect(found.toSorted()).toEqual(images.map(({ id }) => id).toSorted());
	});

	it('an empty part is a valid archive of its manifest alone (AMB-34)', async () => {
		const { bytes } = await developer.call(pathOf(emptyPart()));
		expect([...(await read(bytes)).keys()]).toEqual(['manifest.json']);
	});

	it.skipIf(!hasPython).each(['full', 'empty'])('Python’s zipfile reads one that is %s too', async (kind) => {
		const { bytes } = await developer.call(pathOf(kind === 'full' ? fullPart() : emptyPart()));
		const file = join(tmpdir(), `adx-part-${process.pid}-${kind}.zip`);
		await writeFile(file, bytes);
		const script =
			'import sys,os,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint("\\n".join(z.namelist()))\nos.unlink(sys.argv[1])';
		const { stdout } = await promisify(execFile)('python3', ['-c', script, file]);
		expect(stdout.trim().split('\n')).toEqual([...(await read(bytes)).keys()]);
	});

	it('come with length, tag and name, resume at any byte, and tell HEAD the same', async () => {
		const path = pathOf(fullPart());
		const whole = await developer.call(path);
		const { bytes, headers } = whole;
		expect(headers).toMatchObject({
			'content-type': 'application/zip',
			'content-length': String(bytes.byteLength),
			'content-disposition': `attachment; filename="ADX_database_part_${fullPart()}_of_50.zip"`,
			'accept-ranges': 'bytes',
			'cache-control': 'private, no-cache',
		});
		for (const start of [1, Math.floor(bytes.byteLength / 2), bytes.byteLength - 1]) {
			const asked = { range: `bytes=${start}-`, 'if-range': String(headers.etag) };
			const rest = await developer.call(path, { headers: asked });
			expect([rest.status, rest.bytes.equals(bytes.subarray(start))]).toEqual([206, true]);
		}
		const head = await developer.call(path, { method: 'HEAD' });
		expect([head.status, head.headers['content-length'], head.headers.etag, head.bytes.byteLength]).toEqual([
			200,
			headers['content-length'],
			headers.etag,
			0,
		]);
		const same = await developer.call(path, { headers: { 'if-none-match': String(headers.etag) } });
		expect([same.status, same.bytes.byteLength]).toEqual([304, 0]);
		const outside = await developer.call(path, { headers: { range: `bytes=${bytes.byteLength}-` } });
		expect(outside.status).toBe(416);
	});

	it('hold the caller’s own images, everybody’s for a developer who asks (AMB-33)', async () => {
		const idsOf = async (browser: Browser, query: string) => {
			const answers: TestResponse[] = [];
			for (const part of parts) answers.push(await browser.call(pathOf(part) + query));
			return (await Promise.all(answers.map(async ({ bytes }) => manifestOf(await read(bytes)).images))).flat();
		};
		const own = new Set(images.map(({ id }) => id));
		const creators = await idsOf(creator, '');
		expect(creators).toHaveLength(3);
		expect(creators.filter(({ id }) => own.has(id))).toEqual([]);
		const all = await idsOf(developer, '?scope=all');
		expect(all).toHaveLength(14);
		expect(new Set(all.map(({ file }) => file)).size).toBe(14);
		expect((await creator.call(`${pathOf(1)}?scope=all`)).status).toBe(403);
	});

	it.each([0, 51, 1.5, -1, '1e1', '0x1', '%201', 'x', 10 ** 30, '1?scope=none', '1?part=2&x=1'])(
		'33 rejects part %s with 400 and a sentence',
		async (part) => {
			const { status, json } = await developer.call(pathOf(part));
			expect([status, json]).toEqual([400, expect.objectContaining({ reason: 'bad_input' })]);
		},
	);
});
