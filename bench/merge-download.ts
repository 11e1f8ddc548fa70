import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { buildFrozenArchive, readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import { mergeTokens } from '@adx/collection/merge/merge-tokens';
import { createArchiveDownload } from '@adx/core/platform/downloads/archive-download';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { storeCollections } from './data/merge-data.ts';
import { median } from './median.ts';
import { withArchiveServer } from './processes/archive-process.ts';
import { report } from './report.ts';

const serverPath = fileURLToPath(new URL('./processes/merge-download-server.ts', import.meta.url));
const rounds = 5;

/** What the servers are told. */
export interface FrozenFiles {
	readonly packSha256: string;
	readonly indexSha256: string;
	/** As the merge recorded it. */
	readonly etag: string;
	/** The whole archive as one file, for the raw copy. */
	readonly archivePath: string;
}

/**
 * Downloads a Frozen Collection of 10,000 images of 300 KB: how fast against the same bytes copied from one file to the
 * socket, in turns, and with how much of the server's CPU against archiver.
 */
export async function run(): Promise<boolean> {
	const root = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-merge-download-'));
	try {
		await prepare(root);
		const frozen: Measured[] = [];
		const raw: Measured[] = [];
		// In turns, so that what else the machine does meets both; the first round only warms the page cache.
		for (let round = 0; round <= rounds; round += 1) {
			const pair = [await measure('raw', root), await measure('frozen', root)] as const;
			if (round === 0) continue;
			raw.push(pair[0]);
			frozen.push(pair[1]);
		}
		const archiver = await measure('archiver', root);
		const [rate, rawRate] = [median(frozen.map(mbPerSecond)), median(raw.map(mbPerSecond))];
		const cpu = median(frozen.map(({ cpuSeconds }) => cpuSeconds));
		return report([
			{ name: 'Frozen Collection', value: rate, unit: 'MB/s' },
			{ name: 'the same bytes from one file', value: rawRate, unit: 'MB/s' },
			{ name: 'rate / raw copy', value: rate / rawRate, unit: 'x', target: { atLeast: 0.45 } },
			{ name: 'server CPU', value: cpu, unit: 's' },
			{ name: 'server CPU, archiver', value: archiver.cpuSeconds, unit: 's' },
			{ name: 'CPU / archiver', value: cpu / archiver.cpuSeconds, unit: 'x', target: { atMost: 0.15 } },
			{ name: 'peak memory', value: Math.max(...frozen.map(({ peakMemoryMb }) => peakMemoryMb)), unit: 'MB' },
		]);
	} finally {
		await rm(root, { recursive: true, force: true });
	}
}

async function prepare(root: string): Promise<void> {
	const collections = await storeCollections(root);
	const storage = await createDiskStorage(root);
	const facts = new Map(collections.flatMap(({ images }) => images.map((image) => [image.sha256, image] as const)));
	const sources = collections.map(({ name, images }) => ({
		name,
		tokens: images.map(({ filename, sha256, metadata }) => {
			return { filename, sha256, metadata, mime: 'image/png', width: 1_024, height: 1_024 };
		}),
	}));
	const options = { ...mergeOptionsSchema.parse({}), seed: 'bench' };
	const { tokens } = mergeTokens(sources, options, 'Bench');
	const archive = buildFrozenArchive({
		projectName: 'Bench',
		description: '',
		seed: options.seed,
		options,
		sources,
		tokens: tokens.map((token) => {
			const { sizeBytes, crc32 } = facts.get(token.sha256)!;
			return { ...token, sizeBytes, crc32 };
		}),
	});
	const pack = await storage.put(archive.pack);
	const index = await storage.put(archive.index);
	const { entries, sources: places } = readFrozenIndex(archive.index, pack.sha256);
	const layout = computeZipLayout(entries);
	const archivePath = join(root, 'whole.zip');
	const sink = createWriteStream(archivePath);
	await createArchiveDownload({ storage, fileName: 'whole.zip', layout, sources: places }).writeTo(sink);
	sink.end();
	await finished(sink);
	const files: FrozenFiles = { packSha256: pack.sha256, indexSha256: index.sha256, etag: layout.etag, archivePath };
	await writeFile(join(root, 'frozen.json'), JSON.stringify(files));
}

interface Measured {
	readonly sizeBytes: number;
	readonly seconds: number;
	readonly cpuSeconds: number;
	readonly peakMemoryMb: number;
}

const mbPerSecond = ({ sizeBytes, seconds }: Measured) => sizeBytes / 1e6 / seconds;

async function measure(maker: string, root: string): Promise<Measured> {
	const { result, ...cost } = await withArchiveServer([serverPath, maker, root], async (port) => {
		const startedAt = performance.now();
		const sizeBytes = await download(port);
		return { sizeBytes, seconds: (performance.now() - startedAt) / 1_000 };
	});
	return { ...result, ...cost };
}

function download(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		get({ port, host: '127.0.0.1' }, (response) => {
			let sizeBytes = 0;
			response.on('data', (chunk: Buffer) => {
				sizeBytes += chunk.byteLength;
			});
			response.once('end', () => resolve(sizeBytes)).once('error', reject);
		}).once('error', reject);
	});
}
