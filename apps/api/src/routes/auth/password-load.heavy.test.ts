import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../../testing/process-testing.ts';
import { sendRequest } from '../../testing/server-testing.ts';

const checksAtOnce = 20;
const delayMaxMs = 250;
const roundsMax = 8;
/** Each check goes through the whole list, about 29 ms an entry on one core. */
const passwords = ['one', 'two', 'three', 'four', 'five'];

const processes = new ProcessPool();
let server: SpawnedServer;
let origin: string;
beforeAll(async () => {
	server = processes.start({
		DATA_DIR: join(processes.folder, 'data'),
		COMMUNITY_PASSWORDS: passwords.join(),
		TRUSTED_PROXIES: '127.0.0.0/8',
	});
	origin = await server.origin();
});
afterAll(async () => {
	server.child.kill('SIGTERM');
	await server.ended;
	processes.removeFolder();
});

/** How long /healthz takes, again and again until the work is done. */
async function healthTimesMs(work: Promise<unknown>): Promise<readonly number[]> {
	let isDone = false;
	const done = work.finally(() => {
		isDone = true;
	});
	const timesMs: number[] = [];
	while (!isDone) {
		const startedMs = performance.now();
		expect((await sendRequest(origin, '/healthz')).status).toBe(200);
		timesMs.push(performance.now() - startedMs);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	await done;
	return timesMs;
}

/** Each from an address of its own, as people are. */
function signIn(_: unknown, index: number) {
	const headers = { 'x-forwarded-for': `203.0.113.${index}` };
	const body = { kind: 'community', password: passwords.at(-1) };
	return sendRequest(origin, '/api/auth/password', { method: 'POST', headers, body });
}

/** The same while many sign in at once. */
async function busyTimesMs(): Promise<readonly number[]> {
	const startedMs = performance.now();
	const signIns = Promise.all(Array.from({ length: checksAtOnce }, signIn));
	const timesMs = await healthTimesMs(signIns);
	const tookMs = performance.now() - startedMs;
	expect((await signIns).map(({ status }) => status)).toEqual(Array<number>(checksAtOnce).fill(200));
	console.log(
		`/healthz: ${Math.max(...timesMs).toFixed(1)} ms at worst of ${timesMs.length} calls during ${checksAtOnce} checks of ${passwords.length} hashes, which took ${tookMs.toFixed(0)} ms`,
	);
	// Else it would not have been measured while they ran.
	expect(timesMs.length).toBeGreaterThan(20);
	return timesMs;
}

describe('password checks', () => {
	it(`delay /healthz by ${delayMaxMs} ms at most, ${checksAtOnce} at once`, async () => {
		const idle = await healthTimesMs(new Promise((resolve) => setTimeout(resolve, 1_000)));
		const medianMs = idle.toSorted((a, b) => a - b)[Math.floor(idle.length / 2)] ?? 0;
		console.log(`/healthz: ${medianMs.toFixed(1)} ms idle (median)`);
		// Checks that block delay it in every round, a machine that stands still in some.
		let leastMs = Number.POSITIVE_INFINITY;
		for (let round = 0; round < roundsMax && leastMs - medianMs >= delayMaxMs; round += 1) {
			leastMs = Math.min(leastMs, Math.max(...(await busyTimesMs())));
		}
		expect(leastMs - medianMs).toBeLessThan(delayMaxMs);
	});
});
