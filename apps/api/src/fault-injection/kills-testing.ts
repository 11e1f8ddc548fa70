import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessPool, SpawnedServer } from '../testing/process-testing.ts';
import { Browser } from '../testing/server-testing.ts';

/** A server that runs, and the developer who stays signed in over every restart. */
export interface RestartedServer {
	readonly server: SpawnedServer;
	readonly browser: Browser;
}

/** Starts one process after another on the same data. */
export function createRestarter(
	processes: ProcessPool,
	variables: Readonly<Record<string, string>>,
): () => Promise<RestartedServer> {
	const cookies = new Map<string, string>();
	return async () => {
		// Kills from outside say nothing about the work; what they were counted for is forgotten.
		rmSync(join(variables.DATA_DIR ?? '', 'under-way'), { recursive: true, force: true });
		const server = processes.start(variables);
		const browser = new Browser(await server.origin());
		for (const [name, value] of cookies) browser.cookies.set(name, value);
		if (cookies.size === 0) {
			await browser.signIn('developer', 'test');
			for (const [name, value] of browser.cookies) cookies.set(name, value);
		}
		return { server, browser };
	};
}

interface WatchedJob {
	readonly status: string;
	/** Percent. */
	readonly progress: number;
}

interface KillScenario<Job extends WatchedJob> {
	readonly start: () => Promise<RestartedServer>;
	/** Orders it from the first process; answers the path at which it is looked at. */
	readonly submit: (browser: Browser) => Promise<string>;
	/** What it is at; one that is still queued is not killed. */
	readonly getStage: (job: Job) => string;
	/** Percent of the work at which a process is killed; each of them begins from nothing. */
	readonly killedAt: readonly number[];
	readonly pollIntervalMs: number;
}

/** Kills the process that works at each of the moments, and lets the last one end; answers the job as it is then. */
export async function killRepeatedly<Job extends WatchedJob>({
	start,
	submit,
	getStage,
	killedAt,
	pollIntervalMs,
}: KillScenario<Job>): Promise<RestartedServer & { readonly job: Job; readonly moments: readonly string[] }> {
	let path = '';
	const begin = async () => {
		const restarted = await start();
		path ||= await submit(restarted.browser);
		return { ...restarted, poll: async () => (await restarted.browser.call(path)).json as Job };
	};
	const moments: string[] = [];
	for (const target of killedAt) {
		const { server, poll } = await begin();
		let job = await poll();
		const deadline = Date.now() + 60_000;
		for (; job.status === 'processing' && Date.now() < deadline; await sleep(pollIntervalMs)) {
			if (getStage(job) !== 'queued' && job.progress >= target) break;
			job = await poll();
		}
		server.child.kill('SIGKILL');
		await server.ended;
		moments.push(`${getStage(job)} ${job.progress} %`);
		if (job.status !== 'processing') break;
	}
	console.log(`killed at ${moments.join(', ')}`);

	const { server, browser, poll: look } = await begin();
	const startedAt = Date.now();
	let job = await look();
	for (; job.status === 'processing' && Date.now() - startedAt < 120_000; await sleep(100)) job = await look();
	console.log(`ended ${((Date.now() - startedAt) / 1_000).toFixed(1)} s after the last restart`);
	return { server, browser, job, moments };
}
