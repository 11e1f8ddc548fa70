import { createDb } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { addJob, addUser } from '@adx/db/testing/rows-testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IdentifiedEvent } from './change-stream.ts';
import { createLiveChanges, type LiveChanges } from './live-changes.ts';
import type { Listener } from './open-streams.ts';

const log = pino({ level: 'silent' });
const start = Date.UTC(2026, 0, 1);
let nowMs = start;
const clock = () => new Date(nowMs);

let database: TestDatabase;
let live: LiveChanges;
let userId: string;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
	await truncateAll(database.db);
	userId = await addUser(database.db);
	nowMs = start;
	live = createLiveChanges({ database, clock, log });
});
afterEach(async () => {
	vi.useRealTimers();
	await live.close();
});

const forever = new Date(8.64e15);
const listener = (changes: Partial<Listener> = {}): Listener => ({
	userId,
	sessionId: 'session',
	address: '192.0.2.1',
	sameUntil: forever,
	recheck: async () => ({ sameUntil: forever }),
	...changes,
});
/** An open stream whose first event was read. */
async function follow(lastEventId: string | null = null, changes: Partial<Listener> = {}) {
	const events = await live.open(listener(changes), lastEventId);
	return { events, first: await next(events) };
}
async function next(events: AsyncIterator<IdentifiedEvent>): Promise<IdentifiedEvent> {
	const { value, done } = await events.next();
	if (done) throw new Error('The stream ended.');
	return value;
}
/** Reads until something about the job was told, and returns everything told until then. */
async function readUntil(events: AsyncIterator<IdentifiedEvent>, id: string): Promise<IdentifiedEvent[]> {
	const read = [await next(events)];
	while (!read.at(-1)?.changes.some((change) => change.id === id)) read.push(await next(events));
	return read;
}
const idsIn = (events: readonly IdentifiedEvent[]) => events.flatMap(({ changes }) => changes.map(({ id }) => id));

describe('a stream of changes', () => {
	test('tells what changed of its user, and nothing of others', async () => {
		const { events, first } = await follow();
		expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-z]{1,40}$/), everything: false, changes: [] });
		await addJob(database.db, await addUser(database.db));
		const { id } = await addJob(database.db, userId);
		expect(await next(events)).toMatchObject({ everything: false, changes: [{ topic: 'job', id }] });
	});

	test('goes on after the last event that was read, also with what changed meanwhile', async () => {
		const { events, first } = await follow();
		const seen = await addJob(database.db, userId);
		const [told] = await readUntil(events, seen.id);
		await events.return?.();
		expect(live.count()).toBe(0);
		const other = await follow();
		const missed = await addJob(database.db, userId);
		await readUntil(other.events, missed.id);
		const later = await follow(told!.id);
		expect(later.first.everything).toBe(false);
		expect(idsIn([later.first])).toContain(missed.id);
		const fromStart = await follow(first.id);
		expect(idsIn([fromStart.first])).toEqual([seen.id, missed.id]);
		const current = await follow(later.first.id);
		expect(idsIn([current.first])).not.toContain(seen.id);
	});

	test('is told that anything may have changed after an event that is not known any more', async () => {
		expect((await follow('7')).first).toMatchObject({ everything: true, changes: [] });
	});

	test('that is read slowly holds each change once, and too many of them as everything', async () => {
		const { events } = await follow();
		const marker = await follow();
		const { id } = await addJob(database.db, userId);
		const touch = () => database.db.updateTable('generationJobs').set((eb) => ({ version: eb('version', '+', 1) }));
		for (let time = 0; time < 3; time += 1) await touch().where('id', '=', id).execute();
		const last = await addJob(database.db, userId);
		await readUntil(marker.events, last.id);
		expect(idsIn(await readUntil(events, last.id)).toSorted()).toEqual([id, last.id].toSorted());
		await transact(database.db, async (trx) => {
			for (let job = 0; job < 300; job += 1) await addJob(trx, userId);
		});
		await vi.waitFor(async () => expect((await next(marker.events)).everything).toBe(true));
		expect(await next(events)).toMatchObject({ everything: true, changes: [] });
	});

	test('ends with its connection, also when nobody read of it', async () => {
		const gone = new AbortController();
		await live.open(listener({ gone: gone.signal }), null);
		expect(live.count()).toBe(1);
		gone.abort();
		expect(live.count()).toBe(0);
		await live.open(listener({ gone: gone.signal }), null);
		expect(live.count()).toBe(0);
	});

	test('ends with the process, which opens no other', async () => {
		const { events } = await follow();
		const reading = events.next();
		await live.close();
		expect(await reading).toEqual({ value: undefined, done: true });
		await expect(follow()).rejects.toMatchObject({ code: 'LIMIT', meta: { retryAfterSeconds: 2 } });
	});

	test('rejects a thirteenth of one session, until one of them ended', async () => {
		const streams = [];
		for (let index = 0; index < 12; index += 1) streams.push(await follow());
		await expect(follow()).rejects.toMatchObject({ code: 'LIMIT', reason: 'rate_limited' });
		await follow(null, { sessionId: 'another' });
		await streams[0]?.events.return?.();
		await follow();
	});
});

describe('a listener', () => {
	test('is looked at again when something about the account changes, and told of it last when it may listen no more', async () => {
		const recheck = vi.fn<Listener['recheck']>().mockResolvedValue({ sameUntil: forever });
		const { events } = await follow(null, { recheck });
		const rename = (username: string) =>
			database.db.updateTable('users').set({ username }).where('id', '=', userId).execute();
		await rename('Merlin');
		expect(await next(events)).toMatchObject({ changes: [{ topic: 'account', id: '' }] });
		expect(recheck).toHaveBeenCalledOnce();
		recheck.mockResolvedValue(null);
		await rename('Morgana');
		expect(await next(events)).toMatchObject({ changes: [{ topic: 'account', id: '' }] });
		for (let { done } = await events.next(); !done; ) ({ done } = await events.next());
		expect(live.count()).toBe(0);
	});

	test('is looked at once more where it changes while it is looked at', async () => {
		const firstAnswer = Promise.withResolvers<Awaited<ReturnType<Listener['recheck']>>>();
		const recheck = vi.fn<Listener['recheck']>().mockReturnValueOnce(firstAnswer.promise).mockResolvedValue(null);
		const { events } = await follow(null, { recheck });
		const rename = (username: string) =>
			database.db.updateTable('users').set({ username }).where('id', '=', userId).execute();
		await rename('Merlin');
		await expect.poll(() => recheck.mock.calls.length).toBe(1);
		await next(events);
		await rename('Morgana');
		await next(events);
		firstAnswer.resolve({ sameUntil: forever });
		for (let { done } = await events.next(); !done; ) ({ done } = await events.next());
		expect(recheck).toHaveBeenCalledTimes(2);
	});

	test('is looked at again when its rights end, and now and then; an outage ends nothing', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		await live.close();
		live = createLiveChanges({ database, clock, log });
		const recheck = vi.fn<Listener['recheck']>().mockRejectedValueOnce(new Error('database away'));
		recheck.mockResolvedValueOnce({ sameUntil: forever }).mockResolvedValue(null);
		const { events } = await follow(null, { recheck, sameUntil: new Date(start + 60_000) });
		const pass = async (ms: number) => {
			nowMs += ms;
			await vi.advanceTimersByTimeAsync(5_000);
			return recheck.mock.calls.length;
		};
		expect(await pass(59_000)).toBe(0);
		expect(await pass(1_000)).toBe(1);
		expect(await pass(5_000)).toBe(2);
		expect(live.count()).toBe(1);
		expect(await pass(299_000)).toBe(2);
		expect(await pass(6_000)).toBe(3);
		expect(await next(events)).toMatchObject({ changes: [{ topic: 'account', id: '' }] });
		expect((await events.next()).done).toBe(true);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('across processes', () => {
	test('a change is told by each, and a stream goes on with another process where it ended', async () => {
		const handle = await createDb({ databaseUrl: database.databaseUrl!, maxConnections: 1 });
		const second = createLiveChanges({ database: handle, clock, log });
		const { events } = await follow();
		const other = await second.open(listener(), null);
		await next(other);
		const first = await addJob(database.db, userId);
		const [told] = await readUntil(events, first.id);
		await readUntil(other, first.id);
		const missed = await addJob(database.db, userId);
		await readUntil(other, missed.id);
		const moved = await next(await second.open(listener(), told!.id));
		expect(moved.everything).toBe(false);
		expect(idsIn([moved])).toContain(missed.id);
		await second.close();
		await handle.destroy();
	});
});
