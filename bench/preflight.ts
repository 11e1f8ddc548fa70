import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainPng, pngChunk } from '@adx/core/uploads/inspection/image-testing';
import { createMetadata } from './data/merge-data.ts';
import { startMeasured } from './processes/measured-process.ts';
import { report } from './report.ts';

const cli = fileURLToPath(new URL('../apps/cli/src/main.ts', import.meta.url));
const images = Number(process.env.BENCH_PREFLIGHT_IMAGES ?? 10_000);
const imageBytes = 300_000;

/** `npm run preflight` on a folder of 10,000 pictures of 300 KB with metadata, and on the CARs' way out of it. */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-preflight-'));
	try {
		const [folder, small] = [join(directory, 'folder'), join(directory, 'small')];
		await writeFolder(folder, images);
		await writeFolder(small, 1);
		const idle = await measure(['preflight', small]);
		const check = await measure(['preflight', folder]);
		const car = await measure([
			'export',
			'--from',
			folder,
			'--to',
			'car',
			'--out',
			join(directory, 'car'),
			'--name',
			'B',
		]);
		const description = `${images.toLocaleString('en')} files of 300 KB`;
		return report([
			{ name: `preflight of ${description}`, value: check.seconds, unit: 's', target: { atMost: 20 } },
			{
				name: 'its memory over that of one file',
				value: check.peakMb - idle.peakMb,
				unit: 'MB',
				target: { atMost: 300 },
			},
			{ name: `export of ${description} as CARs`, value: car.seconds, unit: 's' },
			{
				name: 'its memory over that of one file',
				value: car.peakMb - idle.peakMb,
				unit: 'MB',
				target: { atMost: 400 },
			},
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function writeFolder(folder: string, count: number): Promise<void> {
	await mkdir(join(folder, 'images'), { recursive: true });
	await mkdir(join(folder, 'metadata'));
	await writeFile(join(folder, 'collection.json'), JSON.stringify({ name: 'Bench' }));
	for (let number = 1; number <= count; number += 1) {
		// Whole PNGs of noise: in a chunk that readers pass over.
		await writeFile(
			join(folder, `images/${number}.png`),
			plainPng(64, 64, [pngChunk('tEXt', randomBytes(imageBytes))]),
		);
		await writeFile(join(folder, `metadata/${number}.json`), JSON.stringify(createMetadata(number)));
	}
}

async function measure(args: readonly string[]) {
	const startedAt = performance.now();
	const measured = startMeasured([cli, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
	const status = await measured.exited;
	const seconds = (performance.now() - startedAt) / 1_000;
	if (status !== 0) throw new Error(`${args[0]} ended with ${status}.`);
	return { seconds, peakMb: measured.peakMemoryMb() };
}
