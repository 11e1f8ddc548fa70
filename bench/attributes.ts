import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { prepareDeveloper, runAttributes } from './data/attribute-orders.ts';
import { createMetadata } from './data/merge-data.ts';
import { startMeasured } from './processes/measured-process.ts';
import { measureWork, startProduct } from './processes/product-server.ts';
import { report } from './report.ts';

const peer = fileURLToPath(new URL('./processes/attributes-peer.ts', import.meta.url));
const imageCount = Number(process.env.BENCH_ATTRIBUTE_IMAGES ?? 10_000);

/**
 * Trait sets for 10,000 images, from the order to the last byte of the download: for their number alone, and with the
 * metadata that they have; how much memory over the idle server's, and how long anybody else waits meanwhile. The peer
 * draws by chance and zips, without a server, a database or ranks.
 */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-attributes-'));
	try {
		const cookie = await prepareDeveloper(directory);
		const product = await startProduct(directory);
		const { running, origin } = product;
		const { result, idleMb, peakMb, longestWaitMs, machineWaitMs } = await measureWork(product, async () => {
			const cpuBefore = running.cpuSeconds();
			const alone = await runOnce(origin, cookie, { folderSize: imageCount });
			const cpuSeconds = running.cpuSeconds() - cpuBefore;
			return { alone, cpuSeconds, merged: await runOnce(origin, cookie, toFolderRequest()) };
		});
		const { alone, cpuSeconds, merged } = result;
		const chance = await runPeer(directory);
		const atMost = 5;
		return report([
			{ name: 'number alone, with its download', value: alone.seconds, unit: 's', target: { atMost } },
			{ name: 'CPU that the server spent on it', value: cpuSeconds, unit: 's' },
			{ name: 'the download', value: alone.sizeMb, unit: 'MB' },
			{ name: 'with existing metadata and download', value: merged.seconds, unit: 's', target: { atMost } },
			{ name: 'the metadata sent', value: merged.sentMb, unit: 'MB' },
			{ name: 'the download', value: merged.sizeMb, unit: 'MB' },
			{ name: 'idle memory', value: idleMb, unit: 'MB' },
			{ name: 'memory over idle at most', value: peakMb - idleMb, unit: 'MB', target: { atMost: 300 } },
			{ name: 'longest wait for /healthz', value: longestWaitMs, unit: 'ms' },
			{ name: 'longest wait for a server that does nothing', value: machineWaitMs, unit: 'ms' },
			{ name: 'by chance with jszip', value: chance.seconds, unit: 's' },
			{ name: 'number alone / by chance', value: alone.seconds / chance.seconds, unit: 'x' },
			{ name: 'by chance: worst miss of a class', value: chance.worstMiss, unit: 'images' },
			{ name: 'by chance: images that repeat another', value: chance.repeats, unit: 'images' },
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

function toFolderRequest(): object {
	const numbers = Array.from({ length: imageCount }, (_, index) => index + 1);
	return {
		folderSize: imageCount,
		fileNames: numbers.map((number) => `art/${number}.png`),
		existingMetadata: numbers.map((number) => createMetadata(number)),
	};
}

async function runOnce(origin: string, cookie: string, request: object) {
	const startedAt = performance.now();
	const { downloadUrl, sentBytes } = await runAttributes(origin, cookie, request);
	const archive = await (await fetch(`${origin}${downloadUrl}`, { headers: { cookie } })).arrayBuffer();
	const seconds = (performance.now() - startedAt) / 1_000;
	return { seconds, sizeMb: archive.byteLength / 1e6, sentMb: sentBytes / 1e6 };
}

async function runPeer(directory: string) {
	const made = startMeasured([peer, String(imageCount), join(directory, 'by-chance.zip')]);
	const lines = createInterface({ input: made.child.stdout! })[Symbol.asyncIterator]();
	const { value: line } = await lines.next();
	await made.exited;
	return JSON.parse(line as string) as { seconds: number; repeats: number; worstMiss: number };
}
