import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { withArchiveServer } from './processes/archive-process.ts';
import { report } from './report.ts';

const serverPath = fileURLToPath(new URL('./processes/zip-server.ts', import.meta.url));
const fileCount = Number(process.env.BENCH_ZIP_FILES ?? 10_000);
const fileBytes = 300_000;

/** Downloads one archive of 10,000 files of 300 KB from each maker; the server's CPU is what counts. */
export async function run(): Promise<boolean> {
	const root = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-zip-'));
	try {
		await writeFiles(root);
		const ours = await measure('computed', root);
		const archiver = await measure('archiver', root);
		const jszip = await measure('jszip', root);
		return report([
			{ name: 'server CPU, computed layout', value: ours.cpuSeconds, unit: 's' },
			{ name: 'server CPU, archiver', value: archiver.cpuSeconds, unit: 's' },
			{ name: 'server CPU, jszip', value: jszip.cpuSeconds, unit: 's' },
			{ name: 'CPU / archiver', value: ours.cpuSeconds / archiver.cpuSeconds, unit: 'x', target: { atMost: 0.2 } },
			{ name: 'CPU / jszip', value: ours.cpuSeconds / jszip.cpuSeconds, unit: 'x', target: { atMost: 0.15 } },
			{ name: 'peak memory', value: ours.peakMemoryMb, unit: 'MB', target: { atMost: 250 } },
			{ name: 'resumed download differs', value: await isResumeDifferent(root), unit: '', target: { atMost: 0 } },
		]);
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

async function writeFiles(root: string): Promise<void> {
	const storage = await createDiskStorage(root);
	const files = [];
	for (let index = 0; index < fileCount; index += 1) files.push(await storage.put(randomBytes(fileBytes)));
	await writeFile(join(root, 'files.json'), JSON.stringify(files));
}

const withServer = <T>(maker: string, root: string, use: (port: number) => Promise<T>) =>
	withArchiveServer([serverPath, maker, root], use);

const measure = (maker: string, root: string) => withServer(maker, root, (port) => download(port, () => {}));

/** 0 when a download that was cut at a random byte and resumed there is the whole one, byte for byte. */
async function isResumeDifferent(root: string): Promise<number> {
	const { result } = await withServer('computed', root, async (port) => {
		const whole = createHash('sha256');
		const sizeBytes = await download(port, (chunk) => whole.update(chunk));
		const cut = randomInt(1, sizeBytes);
		const pieces = createHash('sha256');
		let resumed = 0;
		await download(port, (chunk, response) => {
			const part = chunk.subarray(0, cut - resumed);
			resumed += part.byteLength;
			pieces.update(part);
			if (resumed >= cut) response.destroy();
		});
		await download(port, (chunk) => pieces.update(chunk), cut);
		return whole.digest('hex') === pieces.digest('hex') ? 0 : 1;
	});
	return result;
}

type OnChunk = (chunk: Buffer, response: IncomingMessage) => void;

/** Resolves with the number of bytes once the answer ended or `onChunk` destroyed it. */
function download(port: number, onChunk: OnChunk, from?: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = from === undefined ? {} : { range: `bytes=${from}-` };
		get({ port, host: '127.0.0.1', headers }, (response) => {
			let sizeBytes = 0;
			response.on('data', (chunk: Buffer) => {
				sizeBytes += chunk.byteLength;
				onChunk(chunk, response);
			});
			response.once('close', () => resolve(sizeBytes));
			// A cut-off download ends with an error of its own; 'close' follows.
			response.on('error', () => {});
		}).on('error', reject);
	});
}
