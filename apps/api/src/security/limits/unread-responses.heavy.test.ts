import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../../testing/process-testing.ts';
import { Browser, generateImages, generationRequest, sendRequest } from '../../testing/server-testing.ts';
import { pipelinedMax } from './pipelining.ts';

// Ten connections that send requests and read nothing, against the product in a process of its own.

const socketCount = 10;
/** Some that are cut off; and some that wait, where buffers of the system take several lists from each connection. */
const floods = [
	[1_000, 50_000_000],
	[pipelinedMax, 100_000_000],
] as const;
const healthMaxMs = 200;
const lookCount = 20;

const processes = new ProcessPool();
let server: SpawnedServer;
let origin: string;
let member: Browser;
let images: readonly string[];
let jobId: string;
beforeAll(async () => {
	const variables = { DEVELOPER_PASSWORDS: 'Dev-Pass', DATA_DIR: join(processes.folder, 'data') };
	server = processes.start(variables);
	origin = await server.origin();
	member = new Browser(origin);
	await member.signIn('developer', 'Dev-Pass');
	images = await generateImages(member);
	// Its rows are there before any is drawn, and drawing would use memory of its own.
	const { json } = await member.post('/api/generate', { ...generationRequest, batchSize: 2_000, projectName: 'Large' });
	jobId = (json as { jobId: string }).jobId;
	await member.post(`/api/generate/${jobId}/cancel`);
	expect((await member.call(`/api/images/${jobId}`)).bytes.length).toBeGreaterThan(1_000_000);
});
afterAll(async () => {
	server.child.kill('SIGTERM');
	await server.ended;
	processes.removeFolder();
});

/** Resident memory of the server's process. */
function memoryBytes(): number {
	const { pid } = server.child;
	if (process.platform === 'linux') {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024;
	}
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1_024;
}

async function healthMs(): Promise<number> {
	const startedMs = performance.now();
	expect((await sendRequest(origin, '/healthz')).status).toBe(200);
	return performance.now() - startedMs;
}

const addresses: readonly (readonly [string, () => string])[] = [
	['the description', () => '/openapi.json'],
	['the page of the description', () => '/api/docs'],
	['a list of a member', () => `/api/images/${jobId}`],
	['an image', () => `/api/images/${images[0]}/file`],
	[
		'calls of procedures',
		() => `/trpc/generation.listImages?input=${encodeURIComponent(JSON.stringify({ json: { jobId } }))}`,
	],
];

describe.each(floods)('ten connections that ask %i times and read nothing', (requestCount, growthMaxBytes) => {
	it.each(addresses)('for %s cost little memory, and others are served', async (_, path) => {
		const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const request = `GET ${path()} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nCookie: ${cookie}\r\n\r\n`;
		expect((await member.call(path())).status).toBe(200);
		const idleMs = Math.max(...(await Promise.all([healthMs(), healthMs(), healthMs()])));
		const idleBytes = memoryBytes();
		const { hostname, port } = new URL(origin);
		const sockets = Array.from({ length: socketCount }, () => {
			const socket = connect(Number(port), hostname);
			// The server may hang up on it.
			socket.on('error', () => {});
			socket.pause();
			socket.write(request.repeat(requestCount));
			return socket;
		});
		const looks: { readonly grownBytes: number; readonly tookMs: number }[] = [];
		for (let look = 0; look < lookCount; look += 1) {
			const tookMs = await healthMs();
			looks.push({ grownBytes: memoryBytes() - idleBytes, tookMs });
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		for (const socket of sockets) socket.destroy();
		expect(Math.max(...looks.map(({ grownBytes }) => grownBytes))).toBeLessThan(growthMaxBytes);
		// The machine may be busy with something else.
		expect(
			looks
				.map(({ tookMs }) => tookMs)
				.sort((a, b) => a - b)
				.at(-2),
		).toBeLessThan(healthMaxMs + 10 * idleMs);
		expect((await member.call(path())).status).toBe(200);
	});
});
