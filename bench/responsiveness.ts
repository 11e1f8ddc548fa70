import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { createDb } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { claimImages } from '@adx/db/repositories/generation/image-claims';
import { completeImage } from '@adx/db/repositories/generation/image-results';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { exportTargets } from '@adx/validators/exports';
import sharp from 'sharp';
import { prepareDeveloper } from './data/attribute-orders.ts';
import { startProduct } from './processes/product-server.ts';
import { type Figure, report } from './report.ts';

const size = 10_000;
const atOnce = 8;
/** After a call its thread may still be ending, which must not be charged twice. */
const pauseMs = 500;

const order = {
	races: ['elf', 'human', 'dwarf'],
	classes: ['wizard', 'bard'],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
	batchSize: size,
};
/** What it asks for cannot be had with its rule, which only planning finds out. */
const impossible = {
	...order,
	counts: { race: { elf: 6_000 }, class: { wizard: 6_000 } },
	rules: [{ kind: 'never', left: { trait: 'race', value: 'elf' }, right: { trait: 'class', value: 'wizard' } }],
};

/**
 * What somebody else waits for `/healthz` at most while one account makes its heaviest calls, eight of each at once, on a
 * server that has just been started: plans, starts, lists, ranks, exports and zips of 10,000 images.
 */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-responsiveness-'));
	try {
		const cookie = await prepareDeveloper(directory);
		const jobId = await startJob(directory, cookie);
		await completeJob(directory, jobId);
		return report(await measure(directory, cookie, jobId));
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function measure(directory: string, cookie: string, jobId: string): Promise<Figure[]> {
	const product = await startProduct(directory);
	const call = createCaller(product.origin, cookie);
	const probe = new Worker(new URL('./processes/responsiveness-probe.ts', import.meta.url), {
		workerData: product.origin,
	});
	const figures: Figure[] = [];
	const watch = async (name: string, calls: readonly Call[]) => {
		await longestWait(probe);
		const responses = await Promise.all(calls.map(call));
		const value = await longestWait(probe);
		const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
		const megabytes = responses.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
		figures.push({
			name: `${name} (${statuses}; ${megabytes.toFixed(1)} MB)`,
			value,
			unit: 'ms',
			target: { atMost: 95 },
		});
		await sleep(pauseMs);
	};
	const times = (of: Call): Call[] => new Array<Call>(atOnce).fill(of);
	const get = (path: string): Call => ({ path });
	const list = times(get(`/api/images/${jobId}`));
	const jobs = times(get('/api/jobs'));
	await sleep(2_000);
	await watch('nobody else', [get('/api/config')]);
	await watch(`${atOnce} plans`, times({ path: '/api/generate/plan', body: order }));
	await watch(`${atOnce} impossible plans`, times({ path: '/api/generate/plan', body: impossible }));
	for (const time of ['first', 'second']) await watch(`${atOnce} lists of images, ${time} time`, list);
	await watch(`${atOnce} lists of jobs`, jobs);
	await watch(`${atOnce} rankings`, times(get(`/api/collections/${jobId}/rarity`)));
	await watch(`${atOnce} preflights`, times(get(`/api/collections/${jobId}/preflight`)));
	for (const time of ['first', 'second']) {
		const exports = exportTargets.map((target) => get(`/api/collections/${jobId}/export?target=${target}`));
		await watch(`an export for each target, ${time} time`, exports);
	}
	await watch('4 zips', new Array<Call>(4).fill(get(`/api/generate/${jobId}/zip`)));
	const backgrounds = Array.from({ length: 500 }, (_, index) => [`${index} ${'x'.repeat(90)}`, 1]);
	const traitWeights = { background: Object.fromEntries(backgrounds) };
	const save = (_: unknown, index: number) => ({ path: '/api/presets', body: { name: `${index}`, traitWeights } });
	await watch(`${atOnce} presets of 50 kB`, Array.from({ length: atOnce }, save));
	await watch(`${atOnce} lists of presets`, times(get('/api/presets')));
	await watch('the start of a job', [{ path: '/api/generate', body: { ...order, engine: 'forge' } }]);
	await probe.terminate();
	await product.stop();
	return figures;
}

/** Milliseconds since the last time it was asked. */
async function longestWait(probe: Worker): Promise<number> {
	probe.postMessage('report');
	const [longestMs] = (await once(probe, 'message')) as [number];
	return longestMs;
}

interface Call {
	readonly path: string;
	readonly body?: object;
}

/** Each call on a connection of its own, its answer counted and thrown away. */
function createCaller(origin: string, cookie: string) {
	const agent = new Agent({ keepAlive: false });
	return ({ path, body }: Call) =>
		new Promise<{ status: number; bytes: number; text: string }>((resolve, reject) => {
			const method = body === undefined ? 'GET' : 'POST';
			const headers = { cookie, 'content-type': 'application/json' };
			const sent = request(`${origin}${path}`, { agent, method, headers }, (response) => {
				let [bytes, text] = [0, ''];
				response.on('data', (chunk: Buffer) => {
					bytes += chunk.length;
					if (bytes < 10_000) text += chunk.toString();
				});
				response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes, text }));
				response.once('error', reject);
			});
			sent.once('error', reject);
			sent.end(body === undefined ? undefined : JSON.stringify(body));
		});
}

/** A job whose rows are planned, and which waits. */
async function startJob(directory: string, cookie: string): Promise<string> {
	const product = await startProduct(directory);
	const call = createCaller(product.origin, cookie);
	const started = await call({ path: '/api/generate', body: { ...order, engine: 'forge' } });
	if (started.status >= 300) throw new Error(`The job did not start: ${started.text}`);
	const { job } = JSON.parse(started.text) as { job: { id: string } };
	await call({ path: `/api/generate/${job.id}/cancel`, body: {} });
	await product.stop();
	return job.id;
}

/** Gives the images of a job that was cancelled one picture. */
async function completeJob(directory: string, jobId: string): Promise<void> {
	const { db, destroy } = await createDb({ dataDir: directory });
	const storage = await createDiskStorage(join(directory, 'files'));
	const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#123456' } })
		.png()
		.toBuffer();
	const stored = await storage.put(picture);
	await transact(db, async (trx) => {
		await insertBlob(trx, { ...stored, mime: 'image/png', width: 512, height: 512, createdAt: new Date() });
		await trx.updateTable('generationJobs').set({ phase: 'running' }).where('id', '=', jobId).execute();
		const claim = { token: jobId, limit: size, forMs: 600_000 };
		for (const { id } of await claimImages(trx, jobId, claim)) {
			const { sha256 } = stored;
			const shown = { blobSha256: sha256, preview512Sha256: sha256, preview200Sha256: sha256 };
			await completeImage(trx, { id, token: jobId, ...shown, storedAt: new Date() });
		}
		await trx
			.updateTable('generationJobs')
			.set({ phase: 'done', status: 'completed' })
			.where('id', '=', jobId)
			.execute();
	});
	await destroy();
}
