import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startMeasured } from './measured-process.ts';
import { report } from './report.ts';

const workPath = fileURLToPath(new URL('./forge-work.ts', import.meta.url));
const memoryImages = Number(process.env.BENCH_FORGE_IMAGES ?? 10_000);
const timedImages = Math.min(165, memoryImages);

/**
 * The built-in renderer through the engine that jobs use, over a mixture of all races, classes, styles and scenes,
 * against the usual way of layer generators: eight full-size PNG layers composed and encoded again.
 */
export async function run(): Promise<boolean> {
	const one = await measure('forge', timedImages, 1);
	const two = await measure('forge', timedImages, 2);
	const peer = await measure('layers', Math.min(40, memoryImages), 1);
	const grownMb = await memoryGrowthMb();
	return report([
		{ name: 'CPU per image, 1024 px', value: one.cpuMs, unit: 'ms', target: { atMost: 60 } },
		{ name: 'CPU per image, 8 layers composed', value: peer.cpuMs, unit: 'ms' },
		{
			name: 'images per CPU second / 8 layers composed',
			value: peer.cpuMs / one.cpuMs,
			unit: 'x',
			target: { atLeast: 1.5 },
		},
		{ name: 'images per second, one thread', value: one.perSecond, unit: '/s' },
		{ name: 'images per second, two threads', value: two.perSecond, unit: '/s' },
		{ name: 'two threads / one', value: two.perSecond / one.perSecond, unit: 'x', target: { atLeast: 1.6 } },
		{
			name: `memory growth over ${memoryImages} images of 512 px`,
			value: grownMb,
			unit: 'MB',
			target: { atMost: 50 },
		},
	]);
}

interface Work {
	readonly cpuMs: number;
	readonly perSecond: number;
}

async function measure(maker: 'forge' | 'layers', images: number, threads: number): Promise<Work> {
	const work = startMeasured([workPath, maker, String(images), '1024', String(threads)]);
	for await (const line of createInterface({ input: work.child.stdout! })) {
		if (line.startsWith('{')) return JSON.parse(line) as Work;
	}
	throw new Error(`forge-work.ts ${maker} ended with status ${await work.exited} before it told its figures`);
}

/** Resident memory after all images less that after the warm-up, in MB. */
async function memoryGrowthMb(): Promise<number> {
	const work = startMeasured([workPath, 'forge', String(memoryImages), '512', '2']);
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
