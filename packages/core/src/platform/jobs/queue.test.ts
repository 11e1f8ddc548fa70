import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@adx/db/testing/database-testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPixelEngine, createTestServices, type TestServices } from '../services-testing.ts';
import { createQueue, type QueueMessage, threadDeadlineMs } from './queue.ts';

let test: TestServices;
beforeEach(async () => {
	test = await createTestServices({ forge: createPixelEngine() });
});
afterEach(() => test.close());

/** Far less than until a worker on the embedded database looks by itself, and enough for a machine under load. */
const soonMs = 3_000;

const messageOf = (jobId: number): QueueMessage => ({ jobId: String(jobId), slot: 0 });

/** Takes messages and notes when, in ms since the test began; `work` says how long each is worked on. */
async function takeMessages(atOnce: number, work: (message: QueueMessage) => Promise<unknown> = async () => {}) {
	const startedAt = performance.now();
	const taken = new Map<string, number>();
	const handler = async (message: QueueMessage) => {
		taken.set(message.jobId, performance.now() - startedAt);
		await work(message);
	};
	await test.services.queue.work('generation-forge', handler, { atOnce });
	// Their first look, which finds nothing, is over.
	await sleep(300);
	return { taken, elapsedMs: () => performance.now() - startedAt };
}

describe('a worker that waits', () => {
	it('takes a message as soon as it is sent', async () => {
		const { taken, elapsedMs } = await takeMessages(1);
		for (const id of [1, 2, 3]) {
			const sentAt = elapsedMs();
			await test.services.queue.send('generation-forge', messageOf(id));
			await expect.poll(() => taken.has(String(id)), { timeout: 15_000, interval: 10 }).toBe(true);
			expect(taken.get(String(id))! - sentAt).toBeLessThan(soonMs);
			// Long enough to be waiting again.
			await sleep(100);
		}
	});

	it('takes one message after the other when several were sent while it was busy', async () => {
		const first = Promise.withResolvers<void>();
		const { taken, elapsedMs } = await takeMessages(1, ({ jobId }) =>
			jobId === '1' ? first.promise : Promise.resolve(),
		);
		for (const id of [1, 2, 3, 4, 5, 6]) await test.services.queue.send('generation-forge', messageOf(id));
		await expect.poll(() => taken.size, { timeout: 15_000 }).toBe(1);
		const freeAt = elapsedMs();
		first.resolve();
		await expect.poll(() => taken.size, { timeout: 15_000, interval: 10 }).toBe(6);
		expect(elapsedMs() - freeAt).toBeLessThan(soonMs);
	});

	it('takes a message while others of the same process are busy', async () => {
		const all = Promise.withResolvers<void>();
		const { taken } = await takeMessages(4, () => all.promise);
		for (const id of [1, 2, 3, 4]) await test.services.queue.send('generation-forge', messageOf(id));
		await expect.poll(() => taken.size, { timeout: soonMs, interval: 10 }).toBe(4);
		all.resolve();
	});

	it('takes a message that was sent with a delay when its time has come', async () => {
		const { taken, elapsedMs } = await takeMessages(1);
		const sentAt = elapsedMs();
		await test.services.queue.send('generation-forge', messageOf(1), { delaySeconds: 1 });
		await expect.poll(() => taken.size, { timeout: 15_000, interval: 10 }).toBe(1);
		const tookMs = taken.get('1')! - sentAt;
		expect(tookMs).toBeGreaterThanOrEqual(1_000);
		expect(tookMs).toBeLessThan(1_000 + soonMs);
	});

	it.skipIf(process.env.TEST_DATABASE_URL)('hardly asks the embedded database meanwhile', async () => {
		await takeMessages(4);
		const pglite = test.services.database.pglite!;
		const [query, exec] = [pglite.query, pglite.exec];
		let asked = 0;
		pglite.query = ((...args: Parameters<typeof query>) => {
			asked += 1;
			return query.apply(pglite, args);
		}) as typeof query;
		pglite.exec = ((...args: Parameters<typeof exec>) => {
			asked += 1;
			return exec.apply(pglite, args);
		}) as typeof exec;
		await sleep(2_000);
		Object.assign(pglite, { query, exec });
		expect(asked).toBeLessThanOrEqual(4);
	});
});

it('a message lasts longer than the threads of a try, one after the other, so that one which hangs is a failure', async () => {
	const rows = await test.services.db
		.withTables<{ 'queue.queue': { readonly name: string; readonly expireSeconds: number } }>()
		.selectFrom('queue.queue')
		.select(['name', 'expireSeconds'])
		.execute();
	const expireMs = new Map(rows.map(({ name, expireSeconds }) => [name, expireSeconds * 1_000]));
	expect(expireMs.get('attributes')).toBeGreaterThan(threadDeadlineMs.attributes);
	// A merge is made once more when the PNGs of its WebP images are there.
	expect(expireMs.get('merge')).toBeGreaterThan(2 * threadDeadlineMs.merge + 60_000);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('a worker of another process', () => {
	it('takes each message as soon as it is sent, long before it looks by itself', async () => {
		const { database, log } = test.services;
		const { databaseUrl } = database as TestDatabase;
		const sender = await createQueue({ database, databaseUrl, log });
		const { taken, elapsedMs } = await takeMessages(2);
		for (const id of [1, 2, 3]) {
			const sentAt = elapsedMs();
			await sender.send('generation-forge', messageOf(id));
			await expect.poll(() => taken.has(String(id)), { timeout: 15_000, interval: 10 }).toBe(true);
			expect(taken.get(String(id))! - sentAt).toBeLessThan(soonMs);
			await sleep(100);
		}
		await sender.stop(1_000);
	});
});
