import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { createArchiveDownload } from '@adx/core/platform/downloads/archive-download';
import { createS3Storage } from '@adx/core/platform/storage/s3/s3';
import type { S3Settings } from '@adx/core/platform/storage/storage-settings';
import type { StoredObject } from '@adx/core/platform/storage/types';
import { createDb, type DatabaseHandle } from '@adx/db/client/database';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { report } from './report.ts';

const fileCount = Number(process.env.BENCH_S3_FILES ?? 2_000);
const fileBytes = 300_000;
const roundTripMs = 30;
const inFlight = 32;
const puttingAtOnce = 16;

/**
 * Reads the zip of 2,000 files of 300 KB from an object store, near and behind a line with a round trip of 30 ms, beside what
 * the SDK alone reads of the same files. The store is the one of TEST_S3_URL, else Ceph's gateway on this machine.
 */
export async function run(): Promise<boolean> {
	const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-s3-'));
	const children: ChildProcess[] = [];
	try {
		const url = new URL(process.env.TEST_S3_URL || (await startChild(children, '../tooling/ceph/keeper.mjs')));
		const near = toSettings(url);
		const line = await startChild(children, './processes/slow-line.ts', [url.port, String(roundTripMs)]);
		const database = await createDb({ databaseUrl: undefined, dataDir: folder });
		await migrateToLatest(database.db);
		await toClient(near).send(new CreateBucketCommand({ Bucket: near.bucket }));
		const putMb = await putFiles(near, database, folder);
		const { files } = putMb;
		const raw = await readRaw(near, files);
		const zip = await readZip(near, database, folder, files);
		const far = await readZip({ ...near, endpoint: line }, database, folder, files);
		await database.destroy();
		return report([
			{ name: 'put, 16 at once', value: putMb.mbPerSecond, unit: 'MB/s' },
			{ name: `raw SDK, ${inFlight} in flight`, value: raw, unit: 'MB/s' },
			{ name: 'zip', value: zip, unit: 'MB/s' },
			{ name: 'zip / raw SDK', value: zip / raw, unit: 'x', target: { atLeast: 0.6 } },
			{ name: `zip, round trip of ${roundTripMs} ms`, value: far, unit: 'MB/s', target: { atLeast: 20 } },
		]);
	} finally {
		for (const child of children) child.stdin?.end();
		for (const child of children) child.kill('SIGTERM');
		await rm(folder, { recursive: true, force: true });
	}
}

/** Resolves to the first line that the script prints; it ends with its standard input. */
async function startChild(children: ChildProcess[], script: string, args: readonly string[] = []): Promise<string> {
	const path = fileURLToPath(new URL(script, import.meta.url));
	const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
	children.push(child);
	for await (const line of createInterface({ input: child.stdout })) return line;
	throw new Error(`${script} did not start; without TEST_S3_URL it needs Ceph's gateway`);
}

function toSettings(url: URL): S3Settings {
	return {
		endpoint: url.origin,
		bucket: `bench-${randomBytes(6).toString('hex')}`,
		region: 'us-east-1',
		credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
		prefix: '',
		encryption: undefined,
		encryptionKeyId: undefined,
	};
}

const toClient = ({ endpoint, region, credentials }: S3Settings) =>
	new S3Client({ endpoint: endpoint!, region, credentials: credentials!, forcePathStyle: true });

const perSecond = (startedMs: number) => (fileCount * fileBytes) / 1e3 / (performance.now() - startedMs);

async function putFiles(settings: S3Settings, { db }: DatabaseHandle, spoolFolder: string) {
	const { storage } = await createS3Storage({ settings, db, spoolFolder });
	const files: StoredObject[] = [];
	const startedMs = performance.now();
	const putSome = async () => {
		for (let left = fileCount / puttingAtOnce; left > 0; left -= 1)
			files.push(await storage.put(randomBytes(fileBytes)));
	};
	await Promise.all(Array.from({ length: puttingAtOnce }, putSome));
	return { files, mbPerSecond: perSecond(startedMs) };
}

async function readRaw(settings: S3Settings, files: readonly StoredObject[]): Promise<number> {
	const client = toClient(settings);
	const queue = files.values();
	const startedMs = performance.now();
	const readSome = async () => {
		for (const { sha256 } of queue) {
			const Key = `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
			const { Body } = await client.send(new GetObjectCommand({ Bucket: settings.bucket, Key }));
			await Body!.transformToByteArray();
		}
	};
	await Promise.all(Array.from({ length: inFlight }, readSome));
	return perSecond(startedMs);
}

/** As a download does it: a look at all files first. */
async function readZip(
	settings: S3Settings,
	{ db }: DatabaseHandle,
	spoolFolder: string,
	files: readonly StoredObject[],
): Promise<number> {
	const { storage } = await createS3Storage({ settings, db, spoolFolder });
	const entries = files.map((file, index) => ({ ...file, name: `images/${index + 1}.png` }));
	const sources = files.map(({ sha256 }) => ({ kind: 'blob' as const, sha256 }));
	const startedMs = performance.now();
	const faults = await storage.findFaults(files);
	if (faults.size > 0) throw new Error('files are missing');
	const lookedMs = performance.now() - startedMs;
	const download = createArchiveDownload({ storage, fileName: 'a.zip', layout: computeZipLayout(entries), sources });
	await download.writeTo(new Writable({ write: (_chunk, _encoding, done) => done() }));
	console.log(`${settings.endpoint}: looked at all files in ${lookedMs.toFixed(0)} ms`);
	return perSecond(startedMs);
}
