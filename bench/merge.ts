import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PreparedMerge, prepareMerge } from './data/merge-data.ts';
import { measureWork, startProduct } from './processes/product-server.ts';
import { report } from './report.ts';

const pollMs = 250;

/**
 * Three collections, 10,000 images of 300 KB with metadata, from 'Start Merge' to an archive that can be downloaded: how
 * long, how much memory over the idle server's, and how long anybody else waits for an answer meanwhile.
 */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-merge-'));
	try {
		const prepared = await prepareMerge(directory);
		const product = await startProduct(directory, { LOCKED_PAGES: '' });
		const { result, idleMb, peakMb, longestWaitMs, machineWaitMs } = await measureWork(product, () =>
			mergeOnce(product.origin, prepared),
		);
		const { seconds, sizeMb } = result;
		return report([
			{
				name: 'from the start to an archive that can be downloaded',
				value: seconds,
				unit: 's',
				target: { atMost: 30 },
			},
			{ name: 'the archive', value: sizeMb, unit: 'MB' },
			{ name: 'idle memory', value: idleMb, unit: 'MB' },
			{ name: 'memory over idle at most', value: peakMb - idleMb, unit: 'MB', target: { atMost: 200 } },
			{ name: 'longest wait for /healthz', value: longestWaitMs, unit: 'ms', target: { atMost: 100 } },
			{ name: 'longest wait for a server that does nothing', value: machineWaitMs, unit: 'ms' },
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

interface PolledMerge {
	readonly status: string;
	readonly phase: string;
	readonly errorMessage: string | null;
	readonly downloadUrl: string | null;
}

async function mergeOnce(origin: string, { cookie, request }: PreparedMerge) {
	const startedAt = performance.now();
	const headers = { cookie, 'content-type': 'application/json' };
	const started = await fetch(`${origin}/api/merge-jobs`, { method: 'POST', headers, body: JSON.stringify(request) });
	if (!started.ok) throw new Error(`The merge did not start: ${await started.text()}`);
	const { jobId } = (await started.json()) as { jobId: string };
	for (let phase = ''; ; await sleep(pollMs)) {
		const job = (await (await fetch(`${origin}/api/merge-jobs/${jobId}`, { headers })).json()) as PolledMerge;
		const after = ((performance.now() - startedAt) / 1_000).toFixed(1);
		if (job.phase !== phase) console.log(`${job.phase} after ${after} s`);
		phase = job.phase;
		if (job.status === 'failed') throw new Error(`The merge failed: ${job.errorMessage}`);
		if (job.downloadUrl === null) continue;
		const archive = await fetch(`${origin}${job.downloadUrl}`, { method: 'HEAD', headers });
		if (!archive.ok) throw new Error(`The archive answered ${archive.status}`);
		const seconds = (performance.now() - startedAt) / 1_000;
		return { seconds, sizeMb: Number(archive.headers.get('content-length')) / 1e6 };
	}
}
