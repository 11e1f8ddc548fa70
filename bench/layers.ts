import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type LayerLook, layerLooks, writeLayerProject } from './data/layer-project.ts';
import { startMeasured } from './processes/measured-process.ts';
import { type Figure, report } from './report.ts';

const workPath = fileURLToPath(new URL('./processes/layers-work.ts', import.meta.url));
const fullRunImages = 10_000;
/** BENCH_LAYERS_IMAGES: a shorter run over so many images. */
const memoryImages = readImages(process.env.BENCH_LAYERS_IMAGES);
const timedImages = Math.min(100, memoryImages);
const peerImages = Math.min(40, memoryImages);
/** By then every layer is decoded, and V8 has compiled the code. */
const warmUpImages = 60;
/** By then the heaps of the threads have their working size. */
const memoryWarmUpImages = Math.min(1_500, memoryImages);
const passes = 3;
/** One for each way in which images are encoded. */
const memoryLooks = ['drawn', 'painted'] as const;

/**
 * Images of ten layers at 1,024 px, planned and composed as a job does, against the way in which HashLips' art engine draws
 * the same images of the same files: flat drawings, the same on photographs, and layers that are painted all over.
 */
export async function run(): Promise<boolean> {
	const place = mkdtempSync(join(tmpdir(), 'adx-layers-'));
	try {
		const figures: Figure[] = [];
		for (const look of layerLooks) {
			const folder = join(place, look, 'project');
			writeLayerProject(folder, 1_024, look);
			figures.push(...(await compare(look, folder)));
		}
		for (const look of memoryLooks) {
			figures.push({
				name: `${look}: memory growth over ${memoryImages} images after ${memoryWarmUpImages}`,
				value: await memoryGrowthMb(join(place, look, 'project')),
				unit: 'MB',
				// A short run sees V8's heap still growing, which says nothing.
				...(memoryImages >= fullRunImages ? { target: { atMost: 100 } } : {}),
			});
		}
		return report(figures);
	} finally {
		rmSync(place, { recursive: true, force: true });
	}
}

/** The engine before and after its peer, so that neither has the quieter machine. */
async function compare(look: LayerLook, folder: string): Promise<readonly Figure[]> {
	const own = await measure('adx', folder, timedImages);
	const peer = await measure('hashlips', folder, peerImages);
	const ownAgain = await measure('adx', folder, timedImages);
	const cpuMs = Math.min(own.cpuMs, ownAgain.cpuMs);
	return [
		{ name: `${look}: CPU per image, 10 layers, 1024 px`, value: cpuMs, unit: 'ms' },
		{ name: `${look}: CPU per image, HashLips' way on ${peer.on}`, value: peer.cpuMs, unit: 'ms' },
		{ name: `${look}: images per CPU second / HashLips`, value: peer.cpuMs / cpuMs, unit: 'x', target: { atLeast: 4 } },
		{ name: `${look}: PNG file`, value: own.fileBytes / 1_000, unit: 'kB' },
		{ name: `${look}: PNG file, HashLips' way`, value: peer.fileBytes / 1_000, unit: 'kB' },
		{
			name: `${look}: file size / HashLips`,
			value: own.fileBytes / peer.fileBytes,
			unit: 'x',
			target: { atMost: 1.5 },
		},
		{
			name: `${look}: images per second, one thread`,
			value: Math.max(own.perSecond, ownAgain.perSecond),
			unit: '/s',
		},
	];
}

function readImages(text: string | undefined): number {
	const images = Number(text || fullRunImages);
	if (Number.isInteger(images) && images > 0) return images;
	throw new Error(`BENCH_LAYERS_IMAGES: expected a whole number from 1, got '${text}'`);
}

interface Work {
	readonly cpuMs: number;
	readonly perSecond: number;
	readonly fileBytes: number;
	/** What it was drawn on. */
	readonly on: string;
}

async function measure(maker: 'adx' | 'hashlips', folder: string, images: number): Promise<Work> {
	const numbers = [images, 1, Math.min(warmUpImages, images), passes].map(String);
	const work = startMeasured([workPath, maker, folder, ...numbers]);
	for await (const line of createInterface({ input: work.child.stdout! })) {
		if (line.startsWith('{')) return JSON.parse(line) as Work;
	}
	throw new Error(`layers-work.ts ${maker} ended with status ${await work.exited} before it told its figures`);
}

/** Resident memory after all images less that after the warm-up, in MB. */
async function memoryGrowthMb(folder: string): Promise<number> {
	const work = startMeasured([workPath, 'adx', folder, String(memoryImages), '2', String(memoryWarmUpImages), '1']);
	let warmMb = 0;
	let grownMb = Number.NaN;
	for await (const line of createInterface({ input: work.child.stdout! })) {
		if (line === 'warm') warmMb = work.memoryMb();
		else {
			// The process lingers with its threads for two seconds, so that its memory can be read.
			grownMb = work.memoryMb() - warmMb;
			work.child.kill('SIGTERM');
		}
	}
	await work.exited;
	return grownMb;
}
