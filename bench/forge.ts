import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { measureVariety } from './forge-variety.ts';
import { startMeasured } from './processes/measured-process.ts';
import { report } from './report.ts';

const workPath = fileURLToPath(new URL('./processes/forge-work.ts', import.meta.url));
const fullRunImages = 10_000;
/** BENCH_FORGE_IMAGES: a shorter run over so many images, as CI makes. */
const memoryImages = readImages(process.env.BENCH_FORGE_IMAGES);
const timedImages = Math.min(165, memoryImages);
/** A drawing thread is at its speed after so many: V8 compiles its code as it goes. */
const warmUpImages = 150;
/** What else the machine does only ever adds: of so many passes the least disturbed counts … */
const passes = 3;
/** … in each of so many rounds: a neighbour on the same processor is busy for minutes at a time. */
const rounds = memoryImages >= fullRunImages ? 3 : 1;
/** Memory is flat from about 800 images a thread on; until then V8 lets its heap grow to its working size. */
const memoryWarmUpImages = Math.min(2_000, memoryImages);

/**
 * The built-in renderer through the engine that jobs use, over a mixture of all races, classes, styles and scenes,
 * against the usual way of layer generators: eight full-size PNG layers composed and encoded again.
 */
export async function run(): Promise<boolean> {
	const [one, peer, two] = await leastDisturbed([
		() => measure('forge', timedImages, 1),
		() => measure('layers', Math.min(40, memoryImages), 1),
		() => measure('forge', timedImages, 2),
	]);
	const grownMb = await memoryGrowthMb();
	return report([
		...measureVariety(),
		{ name: 'CPU per image, 1024 px', value: one.cpuMs, unit: 'ms', target: { atMost: 60 } },
		{ name: 'CPU per image, 8 layers composed', value: peer.cpuMs, unit: 'ms' },
		{
			name: 'images per CPU second / 8 layers composed',
			value: peer.cpuMs / one.cpuMs,
			unit: 'x',
			target: { atLeast: 2 },
		},
		{ name: 'images per second, one thread', value: one.perSecond, unit: '/s' },
		{ name: 'images per second, two threads', value: two.perSecond, unit: '/s' },
		{ name: 'two threads / one', value: two.perSecond / one.perSecond, unit: 'x', target: { atLeast: 1.8 } },
		{
			name: `memory growth over ${memoryImages} images of 512 px after ${memoryWarmUpImages}`,
			value: grownMb,
			unit: 'MB',
			// A short run sees V8's heap still growing, which says nothing.
			...(memoryImages >= fullRunImages ? { target: { atMost: 50 } } : {}),
		},
	]);
}

function readImages(text: string | undefined): number {
	const images = Number(text || fullRunImages);
	if (Number.isInteger(images) && images > 0) return images;
	throw new Error(`BENCH_FORGE_IMAGES: expected a whole number from 1, got '${text}'`);
}

interface Work {
	readonly cpuMs: number;
	readonly perSecond: number;
}

/** Measures one after the other, several times over, and keeps of each the least CPU time and the highest speed. */
async function leastDisturbed<const Measures extends readonly (() => Promise<Work>)[]>(
	measures: Measures,
): Promise<{ [Index in keyof Measures]: Work }> {
	const best: Work[] = measures.map(() => ({ cpuMs: Number.POSITIVE_INFINITY, perSecond: 0 }));
	for (let round = 0; round < rounds; round++) {
		for (const [index, measureOne] of measures.entries()) {
			const { cpuMs, perSecond } = await measureOne();
			const { cpuMs: leastMs, perSecond: highest } = best[index]!;
			best[index] = { cpuMs: Math.min(leastMs, cpuMs), perSecond: Math.max(highest, perSecond) };
		}
	}
	return best as { [Index in keyof Measures]: Work };
}

async function measure(maker: 'forge' | 'layers', images: number, threads: number): Promise<Work> {
	const work = startMeasured([
		workPath,
		maker,
		String(images),
		'1024',
		String(threads),
		String(Math.min(warmUpImages, images)),
		String(passes),
	]);
	for await (const line of createInterface({ input: work.child.stdout! })) {
		if (line.startsWith('{')) return JSON.parse(line) as Work;
	}
	throw new Error(`forge-work.ts ${maker} ended with status ${await work.exited} before it told its figures`);
}

/** Resident memory after all images less that after the warm-up, in MB. */
async function memoryGrowthMb(): Promise<number> {
	const work = startMeasured([workPath, 'forge', String(memoryImages), '512', '2', String(memoryWarmUpImages), '1']);
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
