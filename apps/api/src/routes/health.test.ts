import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStorageCircuitBreaker } from '@adx/core/platform/storage/circuit-breaker';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRequest, startTestServer, type TestServer } from '../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer();
});
afterAll(() => test.close());

const ready = async () => {
	const { status, json } = await sendRequest(test.origin, '/readyz');
	const { checks, problems = [] } = json as {
		readonly checks: { readonly disk: boolean };
		readonly problems?: string[];
	};
	return { status, disk: checks.disk, problems };
};

it.runIf(isOnDisk)('is not ready while its folder of files is gone, and by itself again when it is back', async () => {
	expect(await ready()).toEqual({ status: 200, disk: true, problems: [] });
	const files = join(test.dataDir, 'files');
	await rename(files, `${files}.away`);
	await writeFile(files, '');
	// What was stored a moment ago proves nothing any more.
	Object.assign(test.server.services.storageBreaker, createStorageCircuitBreaker());
	const problems = ['The folder of files is gone, or another one than at the start.'];
	expect(await ready()).toEqual({ status: 503, disk: false, problems });
	expect((await sendRequest(test.origin, '/healthz')).status).toBe(200);
	await rm(files);
	await rename(`${files}.away`, files);
	for (const deadline = Date.now() + 20_000; !(await ready()).disk && Date.now() < deadline; ) await sleep(100);
	expect(await ready()).toEqual({ status: 200, disk: true, problems: [] });
});

it('is not ready while its database lacks a migration, and names the first', async () => {
	type Migrations = { kysely_migration: { name: string; timestamp: string } };
	const db = test.server.services.db.withTables<Migrations>();
	const { name: last } = await db
		.selectFrom('kysely_migration')
		.select('name')
		.orderBy('name', 'desc')
		.executeTakeFirstOrThrow();
	const rename = (from: string, to: string) =>
		db.updateTable('kysely_migration').set({ name: to }).where('name', '=', from).execute();
	await rename(last, '0000-of-before');
	const problems = [
		`The database lacks 1 migrations of this version, the first ${last}: run db:migrate, or start this process again.`,
	];
	expect(await ready()).toMatchObject({ status: 503, problems });
	await rename('0000-of-before', last);
	expect(await ready()).toMatchObject({ status: 200, problems: [] });
});
