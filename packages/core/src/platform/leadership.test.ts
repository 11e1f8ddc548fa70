import { createServerLeaderLock, embeddedLeaderLock, type LeaderLock } from '@adx/db/client/leader-lock';
import { openDatabaseLink } from '@adx/db/testing/database-link-testing';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Leadership, startLeadership } from './leadership.ts';
import { createMetrics } from './metrics/metrics.ts';

const log = pino({ level: 'silent' });
const within = { timeout: 15_000 };
const started: Leadership[] = [];
let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterEach(async () => {
	for (const each of started.splice(0)) await each.stop();
});
afterAll(() => database.destroy());

/** A process that tells whether it does the work of the leader. */
function startProcess(lockOf: (onLost: () => void) => LeaderLock) {
	const metrics = createMetrics();
	let isAtWork = false;
	const task = () => {
		isAtWork = true;
		return {
			stop: async () => {
				isAtWork = false;
			},
		};
	};
	const leadership: Leadership = startLeadership(
		{ log, metrics },
		lockOf(() => leadership.lost()),
		[task],
		{ everyMs: 20 },
	);
	started.push(leadership);
	const gauge = async () => (await metrics.leader.get()).values[0]?.value;
	return { leadership, isAtWork: () => isAtWork, gauge };
}

it('one process on an embedded database leads from its start to its end', async () => {
	const { leadership, isAtWork, gauge } = startProcess(() => embeddedLeaderLock);
	await leadership.firstRound;
	expect([isAtWork(), await gauge()]).toEqual([true, 1]);
	await leadership.stop();
	expect([isAtWork(), await gauge()]).toEqual([false, 0]);
});

it('a task that does not start ends those before it, and all of them are started again', async () => {
	const metrics = createMetrics();
	const running: string[] = [];
	let failuresLeft = 2;
	const first = () => {
		running.push('first');
		return { stop: async () => void running.splice(running.indexOf('first'), 1) };
	};
	const second = () => {
		if (failuresLeft-- > 0) throw new Error('not yet');
		running.push('second');
		return { stop: async () => {} };
	};
	const leadership = startLeadership({ log, metrics }, embeddedLeaderLock, [first, second], { everyMs: 20 });
	started.push(leadership);
	await leadership.firstRound;
	expect(running).toEqual([]);
	expect((await metrics.leader.get()).values[0]?.value).toBe(0);
	await expect.poll(() => running, within).toEqual(['first', 'second']);
	expect((await metrics.leader.get()).values[0]?.value).toBe(1);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('several processes on one server', () => {
	const onServer = (url = database.databaseUrl!) => startProcess((onLost) => createServerLeaderLock(url, { onLost }));

	it('of those that start together one leads, and another one when it ends', async () => {
		const processes = Array.from({ length: 4 }, () => onServer());
		await Promise.all(processes.map(({ leadership }) => leadership.firstRound));
		expect(processes.filter(({ isAtWork }) => isAtWork())).toHaveLength(1);
		expect((await Promise.all(processes.map(({ gauge }) => gauge()))).toSorted()).toEqual([0, 0, 0, 1]);
		for (let left = 4; left > 1; left -= 1) {
			const leader = processes.splice(
				processes.findIndex(({ isAtWork }) => isAtWork()),
				1,
			)[0]!;
			await leader.leadership.stop();
			expect(leader.isAtWork()).toBe(false);
			await expect.poll(() => processes.filter(({ isAtWork }) => isAtWork()).length, within).toBe(1);
		}
	});

	it('ends its work when its connection breaks, and another one leads', async () => {
		const link = await openDatabaseLink(database.databaseUrl!);
		const leader = onServer(link.databaseUrl);
		await leader.leadership.firstRound;
		expect(leader.isAtWork()).toBe(true);
		const next = onServer();
		await next.leadership.firstRound;
		expect(next.isAtWork()).toBe(false);
		await link.close();
		await expect.poll(() => [leader.isAtWork(), next.isAtWork()], within).toEqual([false, true]);
		expect(await leader.gauge()).toBe(0);
		await link.reopen();
		await next.leadership.stop();
		await expect.poll(leader.isAtWork, within).toBe(true);
		await leader.leadership.stop();
		await link.close();
	});

	it('leads no more when the server is silent', async () => {
		const link = await openDatabaseLink(database.databaseUrl!);
		const lock = createServerLeaderLock(link.databaseUrl, { answerMaxMs: 200 });
		// The server sees a moment later that the connection of whoever held it before has ended.
		await expect.poll(() => lock.hold(), within).toBe(true);
		expect(await lock.hold()).toBe(true);
		link.freeze();
		await expect(lock.hold()).rejects.toThrow('did not answer');
		await lock.release();
		await link.close();
	});
});
