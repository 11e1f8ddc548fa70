import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readDumpHeader, readDumpRows } from '@adx/core/platform/backup/dump-file';
import { controlFileName, takeRunningDump } from '@adx/core/platform/backup/running-dump';
import { afterAll, expect, test } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';

const processes = new ProcessPool();
afterAll(() => {
	processes.removeFolder();
});

test('whoever may read the data directory of a running product gets a dump of its database, and nobody else', {
	timeout: 180_000,
}, async () => {
	const dataDir = join(processes.folder, 'data');
	const server = processes.start({ DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'a-developer-password' });
	await server.origin();
	const path = join(processes.folder, 'dump');
	await takeRunningDump({ dataDir, path }, { withSecrets: false });
	expect((await readDumpHeader(path)).withSecrets).toBe(false);
	const tables = new Set<string>();
	for await (const { table } of readDumpRows(path)) tables.add(table);
	expect(tables).toContain('installation');

	const control = join(dataDir, controlFileName);
	expect(statSync(control).mode & 0o777).toBe(0o600);
	const { origin } = JSON.parse(readFileSync(control, 'utf8')) as { origin: string };
	for (const authorization of ['', 'Bearer no', `Bearer ${'x'.repeat(43)}`]) {
		expect((await fetch(`${origin}/dump`, { headers: { authorization } })).status).toBe(401);
	}
	server.child.kill('SIGTERM');
	await server.ended;
	expect(existsSync(control)).toBe(false);
});
