import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillLargeDatabase, type LargeDatabase, largeCounts } from './data/large-database.ts';
import { startProduct } from './processes/product-server.ts';
import { report } from './report.ts';

const requestCount = 100;
const limitMs = 50;

/** For a request number the address that it asks, and how many items it is answered with, at least. */
type Asked = (number: number) => readonly [path: string, items: number];

/**
 * Every list, over HTTP, on the empty PostgreSQL of DATABASE_URL, which is filled with 10,000 jobs, 1,000,000 images with
 * their versions, and merges, runs and mints to match: first pages and ones from anywhere. Its role has to be a superuser.
 */
export async function run(): Promise<boolean> {
	const databaseUrl = process.env.DATABASE_URL ?? '';
	if (databaseUrl === '') {
		console.log('Skipped: DATABASE_URL names no PostgreSQL.');
		return true;
	}
	const directory = await mkdtemp(join(tmpdir(), 'adx-bench-large-'));
	try {
		const large = await fillLargeDatabase(databaseUrl);
		const product = await startProduct(directory, { DATABASE_URL: databaseUrl, SCRUB_MB_PER_SECOND: '0' });
		try {
			return report(await measureLists(product.origin, large));
		} finally {
			await product.stop();
		}
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function measureLists(origin: string, large: LargeDatabase) {
	const figures = [];
	for (const [name, ask] of Object.entries(listsOf(large))) {
		const times: number[] = [];
		for (let number = 0; number < requestCount; number += 1)
			times.push(await measure(origin, large.cookie, ask(number)));
		figures.push({ name: `${name}, p95`, value: p95(times), unit: 'ms', target: { atMost: limitMs } });
	}
	return figures;
}

function listsOf(large: LargeDatabase): Readonly<Record<string, Asked>> {
	const { jobIds, mergeIds, attributeJobIds, mintedImageIds, collectionId } = large;
	// Another address each time: what was asked before is remembered.
	const pageOf =
		(path: string, ids: readonly string[], limit = 20): Asked =>
		(number) => {
			const join = path.includes('?') ? '&' : '?';
			if (number === 0) return [`${path}${join}limit=${limit}`, limit];
			const place = Math.floor((number / requestCount) * (ids.length - limit - 1));
			return [`${path}${join}limit=${limit}&cursor=${ids[place]}`, limit];
		};
	const any = (ids: readonly string[], number: number) => ids[(number * 37) % ids.length]!;
	return {
		'/api/jobs': pageOf('/api/jobs', jobIds),
		'/api/jobs of everybody': pageOf('/api/jobs?scope=all', jobIds),
		'/api/generate/{jobId}': (number) => [`/api/generate/${any(jobIds, number)}`, 1],
		'/api/images/{jobId}, all 100': (number) => [`/api/images/${any(jobIds, number)}`, largeCounts.imagesPerJob],
		'/api/stats': () => ['/api/stats', 1],
		'/api/merge-jobs': pageOf('/api/merge-jobs', mergeIds),
		'/api/merge-jobs of everybody': pageOf('/api/merge-jobs?scope=all', mergeIds),
		'/api/merge-jobs/{jobId}': (number) => [`/api/merge-jobs/${any(mergeIds, number)}`, 1],
		'/api/gallery': pageOf('/api/gallery', mergeIds),
		'/api/gallery/counts': () => ['/api/gallery/counts', 1],
		'/api/collections/{collectionId}': () => [`/api/collections/${collectionId}`, 1],
		'/api/collections/{collectionId}/tokens': (number) => [
			`/api/collections/${collectionId}/tokens?limit=50&offset=${number * 90}`,
			50,
		],
		'the same, filtered': (number) => [
			`/api/collections/${collectionId}/tokens?limit=50&traits=${encodeURIComponent(
				JSON.stringify({ Race: [`Race ${number % 20}`, `Race ${(number + 1) % 20}`] }),
			)}`,
			50,
		],
		'/api/attribute-generator': pageOf('/api/attribute-generator', attributeJobIds),
		'/api/mint/status': pageOf('/api/mint/status?chain=polygon', mintedImageIds),
		'/api/uploads': () => ['/api/uploads', 1],
	};
}

async function measure(origin: string, cookie: string, [path, items]: ReturnType<Asked>): Promise<number> {
	const startedAt = performance.now();
	const answer = await fetch(origin + path, { headers: { cookie } });
	const body: unknown = await answer.json();
	const tookMs = performance.now() - startedAt;
	if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
	const count = Array.isArray(body) ? body.length : 1;
	if (count < items && Array.isArray(body)) throw new Error(`${path} had ${count} items, not ${items}.`);
	return tookMs;
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
