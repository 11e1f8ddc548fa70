import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@adx/db/testing/database-testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseEnvironment } from './env.ts';
import { StartError } from './start-error.ts';
import { startServer } from './start-server.ts';
import { toDiskStartError } from './to-disk-start-error.ts';

let dataDir = '';
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'adx-disk-problem-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('rejects in one line where the folder of files is none', async () => {
	const files = join(dataDir, 'files');
	await writeFile(files, '');
	const database = await createTestDatabase();
	const DATABASE_URL = database.databaseUrl ?? '';
	const environment = parseEnvironment({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL, LOG_LEVEL: 'silent' });
	await expect(startServer(environment, { database })).rejects.toEqual(
		new StartError(`DATA_DIR: ${files} cannot be used (EEXIST)`),
	);
});

it.each([
	['the disk', { code: 'ENOSPC' }, {}, /^DATA_DIR: the disk of .* is full/],
	['the embedded database', { code: '53100' }, {}, /^DATA_DIR: the disk of .* is full/],
	['the server', { code: '53100' }, { DATABASE_URL: 'postgres://u:p@host/db' }, /^DATABASE_URL: the disk of the/],
])('tells whose disk is full: %s', (_, facts, settings, line) => {
	const error = new Error('in a transaction', { cause: Object.assign(new Error('full'), facts) });
	const problem = toDiskStartError(error, { DATA_DIR: dataDir, DATABASE_URL: undefined, ...settings });
	expect(problem?.message).toMatch(line);
	expect(problem?.message).not.toContain('p@host');
});

it('leaves every other error as it is', () => {
	const settings = { DATA_DIR: dataDir, DATABASE_URL: undefined };
	expect(toDiskStartError(new TypeError('a defect'), settings)).toBeNull();
	expect(toDiskStartError(Object.assign(new Error('no such file'), { path: '/elsewhere' }), settings)).toBeNull();
});
