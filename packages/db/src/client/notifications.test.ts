import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DatabaseLink, openDatabaseLink } from '../testing/database-link-testing.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database-testing.ts';
import { createDb, type DatabaseHandle } from './database.ts';
import { type NotificationListener, notify } from './notifications.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

/** A listener that remembers what it heard. */
function createRecorder() {
	const heard: string[] = [];
	const gaps = vi.fn();
	const listener: NotificationListener = { onMessage: (payload) => void heard.push(payload), onGap: gaps };
	return { heard, gaps, listener };
}

describe('notifications', () => {
	const stops: (() => Promise<void>)[] = [];
	afterEach(async () => {
		for (const stop of stops.splice(0)) await stop();
	});
	async function listen(channel: string) {
		const recorder = createRecorder();
		stops.push(await database.notifications.listen(channel, recorder.listener));
		return recorder;
	}

	test('arrive in the order in which they were sent, on their channel alone', async () => {
		const [first, other] = [await listen('first_channel'), await listen('other_channel')];
		for (const payload of ['a', 'b', 'c']) await notify(database.db, 'first_channel', payload);
		await notify(database.db, 'other_channel', 'd');
		await vi.waitFor(() => expect(other.heard).toEqual(['d']));
		await vi.waitFor(() => expect(first.heard).toEqual(['a', 'b', 'c']));
	});

	test('arrive when the transaction is committed, and never when it is rolled back', async () => {
		const { heard } = await listen('committed_channel');
		const failing = database.db.transaction().execute(async (trx) => {
			await notify(trx, 'committed_channel', 'never');
			throw new Error('rolled back');
		});
		await expect(failing).rejects.toThrow('rolled back');
		await database.db.transaction().execute(async (trx) => {
			await notify(trx, 'committed_channel', 'once');
			await notify(trx, 'committed_channel', 'once');
			expect(heard).toEqual([]);
		});
		await notify(database.db, 'committed_channel', 'last');
		await vi.waitFor(() => expect(heard).toEqual(['once', 'last']));
	});

	test('reach every listener of a channel, until it stops', async () => {
		const [stopped, staying] = [createRecorder(), await listen('shared_channel')];
		const stop = await database.notifications.listen('shared_channel', stopped.listener);
		await notify(database.db, 'shared_channel', 'both');
		await vi.waitFor(() => expect([stopped.heard, staying.heard]).toEqual([['both'], ['both']]));
		await stop();
		await notify(database.db, 'shared_channel', 'one');
		await vi.waitFor(() => expect(staying.heard).toEqual(['both', 'one']));
		expect(stopped.heard).toEqual(['both']);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('notifications of a server', () => {
	let link: DatabaseLink;
	let handle: DatabaseHandle;
	beforeAll(async () => {
		link = await openDatabaseLink(database.databaseUrl!);
		handle = await createDb({ databaseUrl: link.databaseUrl, maxConnections: 1 });
	});
	afterAll(async () => {
		await handle.destroy();
		await link.close();
	});

	test('reach other processes', async () => {
		const { heard, listener } = createRecorder();
		const stop = await handle.notifications.listen('far_channel', listener);
		await notify(database.db, 'far_channel', 'from another pool');
		await vi.waitFor(() => expect(heard).toEqual(['from another pool']));
		await stop();
	});

	const cuts: Readonly<Record<string, () => Promise<void>>> = {
		'was cut': async () => link.cut(),
		'was ended by the server': async () => {
			await sql`
				select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and query like 'listen%'`.execute(database.db);
		},
		'went away with the whole server for a while': async () => {
			await link.close();
			await expect(sql`select 1`.execute(handle.db)).rejects.toThrow();
			await link.reopen();
		},
	};
	test.each(Object.entries(cuts))(
		'are heard again after the connection %s, and the gap is told',
		async (_name, cut) => {
			const { heard, gaps, listener } = createRecorder();
			const stop = await handle.notifications.listen('cut_channel', listener);
			expect(gaps).not.toHaveBeenCalled();
			await cut();
			await vi.waitFor(() => expect(gaps).toHaveBeenCalled(), { timeout: 10_000 });
			await notify(database.db, 'cut_channel', 'after');
			await vi.waitFor(() => expect(heard).toEqual(['after']));
			await stop();
		},
	);

	test('are listened to as soon as the server can be reached', async () => {
		await link.close();
		const late = await createDb({ databaseUrl: link.databaseUrl, maxConnections: 1 });
		const { heard, listener } = createRecorder();
		const listening = late.notifications.listen('late_channel', listener);
		await expect(sql`select 1`.execute(late.db)).rejects.toThrow();
		await link.reopen();
		await listening;
		await notify(database.db, 'late_channel', 'heard');
		await vi.waitFor(() => expect(heard).toEqual(['heard']));
		await late.destroy();
	});
});
