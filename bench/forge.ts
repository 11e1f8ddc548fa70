import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { measureVariety } from './forge-variety.ts';
import { median } from './median.ts';
import { startMeasured } from './processes/measured-process.ts';
import { report } from './report.ts';

const workPath = fileURLToPath(new URL('./processes/forge-work.ts', import.meta.url));
const fullRunImages = 10_000;
/** BENCH_FORGE_IMAGES: a shorter run over so many images, as CI makes. */
const memoryImages = readImages(process.env.BENCH_FORGE_IMAGES);
/** A drawing thread is at its speed after so many: V8 compiles its code as it goes. */
const warmUpImages = Math.min(400, memoryImages);
/** Each race once. Three rounds draw three mixtures of everything else. */
const roundImages = 55;
const roundLayers = 12;
const rounds = memoryImages >= fullRunImages ? 15 : 3;
/** Memory is flat from about 800 images a thread on; until then V8 lets its heap grow to its working size. */
const memoryWarmUpImages = Math.min(2_000, memoryImages);

/**
 * The built-in renderer through the engine that jobs use, over a mixture of all races, classes, styles and scenes,
 * against the usual way of layer generators: eight full-size PNG layers composed and encoded again.
 *
 * The makers take turns of a few seconds, each in a process of its own, and are compared within a round: neighbours on the
 * same processor slow a machine down by a third for minutes at a time. The median of the rounds counts.
 */
export async function run(): Promise<boolean> {
	const one = startWork('forge', 1024, 1);
	const two = startWork('forge', 1024, 2);
	const peer = startWork('layers', 1024, 1);
	for (let warm = 0; warm < warmUpImages; warm += roundImages) {
		// In turns as well: the engine ends a thread that is idle for ten seconds, and its compiled code with it.
		await one.make(roundImages);
		await two.make(2 * roundImages);
		await peer.make(1);
	}
	const measured: { one: Work; peer: Work; two: Work }[] = [];
	for (let round = 0; round < rounds; round++) {
		measured.push({
			one: await one.make(roundImages),
			peer: await peer.make(roundLayers),
			// As many for each thread as one thread makes, so that both are measured for as long.
			two: await two.make(2 * roundImages),
		});
	}
	for (const work of [one, two, peer]) await work.end();
	const middle = (figure: (round: (typeof measured)[number]) => number) => median(measured.map(figure));
	const grownMb = await memoryGrowthMb();
	return report([
		...measureVariety(),
		{ name: 'CPU per image, 1024 px', value: middle(({ one }) => one.cpuMs), unit: 'ms', target: { atMost: 60 } },
		{ name: 'CPU per image, 8 layers composed', value: middle(({ peer }) => peer.cpuMs), unit: 'ms' },
		{
			name: 'images per CPU second / 8 layers composed',
			value: middle(({ one, peer }) => peer.cpuMs / one.cpuMs),
			unit: 'x',
			target: { atLeast: 2 },
		},
		{ name: 'images per second, one thread', value: middle(({ one }) => one.perSecond), unit: '/s' },
		{ name: 'images per second, two threads', value: middle(({ two }) => two.perSecond), unit: '/s' },
		{
			name: 'two threads / one',
			value: middle(({ one, two }) => two.perSecond / one.perSecond),
			unit: 'x',
			target: { atLeast: 1.8 },
		},
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

function startWork(maker: 'forge' | 'layers', sizePx: number, threads: number) {
	const work = startMeasured([workPath, maker, String(sizePx), String(threads)], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const answers = createInterface({ input: work.child.stdout! })[Symbol.asyncIterator]();
	/** Has so many images made and measured. */
	const make = async (images: number): Promise<Work> => {
		work.child.stdin!.write(`${images}\n`);
		const { value, done } = await answers.next();
		if (!done) return JSON.parse(value) as Work;
		throw new Error(`forge-work.ts ${maker} ended with status ${await work.exited} before it told its figures`);
	};
	const end = async () => {
		work.child.stdin!.end();
		await work.exited;
	};
	return { make, end, memoryMb: work.memoryMb };
}

/** Resident memory after all images less that after the warm-up, in MB. */
async function memoryGrowthMb(): Promise<number> {
	const work = startWork('forge', 512, 2);
	await work.make(memoryWarmUpImages);
	const warmMb = work.memoryMb();
	await work.make(memoryImages);
	const grownMb = work.memoryMb() - warmMb;
	await work.end();
	return grownMb;
}
