import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transact } from '@adx/db/client/transact';
import { insertUser } from '@adx/db/repositories/auth/users';
import { insertGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { setJobKey } from '@adx/db/repositories/generation/job-phases';
import { findOrInsertInstallation, updateInstallation } from '@adx/db/repositories/platform/installation';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encryptGrant } from '../../auth/discord/stored-grant.ts';
import { toJobKey } from '../../generation/remote/job-key.ts';
import { createFolderMarker, tieFilesToDatabase } from '../storage/installation-marker.ts';
import { useTestServices } from '../use-services-testing.ts';
import { describeSealed, discardEncrypted, findSecretKeyProblem, recordSecretKey } from './secret-key.ts';

const test = useTestServices();
const [own, foreign] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const alone = { isAlone: true };
const problem = (key: Uint8Array | null, options = alone) => findSecretKeyProblem(test.services.db, key, options);
const record = (key: Uint8Array, mayReplace = true) => recordSecretKey(test.services.db, key, { mayReplace });

async function addSealedJob(key: Uint8Array): Promise<void> {
	const { db } = test.services;
	const [ownerId, id] = [randomUUID(), randomUUID()];
	await insertUser(db, { id: ownerId });
	await insertGenerationJob(db, ownerId, {
		id,
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		afflictions: [],
		batchSize: 1,
		engine: 'gemini',
		seed: 'test',
	});
	await transact(db, (trx) =>
		setJobKey(trx, id, toJobKey({ secretKey: key }, { id, engineAddress: null }, 'AIza-a-key-of-a-creator')),
	);
}

async function addSealedGrant(key: Uint8Array): Promise<void> {
	const id = randomUUID();
	const grant = { accessToken: 'access', refreshToken: 'refresh', expiresAt: new Date() };
	await insertUser(test.services.db, { id, discordId: id, ...encryptGrant(key, id, grant) });
}

describe('the secret key of a database', () => {
	it('is the first that is used, which the database remembers without knowing it', async () => {
		expect([await problem(null), await problem(own)]).toEqual([null, null]);
		expect(await record(own)).toBe('recorded');
		await addSealedJob(own);
		expect(await problem(own)).toBeNull();
		const stored = JSON.stringify(await findOrInsertInstallation(test.services.db, 'another'));
		for (const encoding of ['hex', 'base64', 'base64url'] as const) {
			expect(stored).not.toContain(Buffer.from(own).toString(encoding).slice(0, 20));
		}
	});

	it.each([
		['the API key of a job', addSealedJob, 'the API keys of 1 job'],
		['a Discord grant', addSealedGrant, 'the Discord grants of 1 member'],
	])('may be no other, nor missing, while %s is sealed with it', async (_, seal, what) => {
		await record(own);
		await seal(own);
		const ways =
			'Put the secret.key of this database back into DATA_DIR, or set SECRET_KEY to it; `npm run reset-secret-key`';
		expect(await problem(foreign)).toContain(`is another one than before, and nothing else opens`);
		expect(await problem(foreign)).toContain(what);
		expect(await problem(null)).toContain(`is missing, and nothing else opens`);
		expect(await problem(null)).toContain(ways);
		expect(await problem(null)).not.toContain('\n');
	});

	it('may be another one where nothing is sealed, which is told, unless several processes share it', async () => {
		await record(own);
		expect([await problem(foreign), await problem(null)]).toEqual([null, null]);
		expect(await problem(foreign, { isAlone: false })).toContain('all processes need the same');
		expect(await problem(null, { isAlone: false })).toContain('all processes need the same');
		expect(await problem(own, { isAlone: false })).toBeNull();
		expect(await record(foreign)).toBe('replaced');
		expect(await record(foreign)).toBe('recorded');
	});

	it('is one of those of processes that start at the same time, and the others are refused', async () => {
		const keys = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte));
		const records = await Promise.all(keys.map((key) => record(key, false)));
		expect(records.toSorted()).toEqual(['recorded', 'refused', 'refused', 'refused']);
		const counts = keys[records.indexOf('recorded')]!;
		expect(await Promise.all(keys.map((key) => problem(key, { isAlone: false })))).toEqual(
			keys.map((key) => (key === counts ? null : expect.stringContaining('all processes need the same'))),
		);
	});

	it('is, before any was remembered, the one that opens what is there', async () => {
		await addSealedGrant(own);
		await addSealedJob(own);
		expect(await problem(own)).toBeNull();
		expect(await problem(foreign)).toContain('is another one than before');
		expect(await problem(null)).toContain('is missing');
	});

	it('may be any once after what it sealed was given up, and then that one alone', async () => {
		await record(own);
		await addSealedJob(own);
		await addSealedGrant(own);
		expect(describeSealed(await discardEncrypted(test.services.db))).toBe(
			'the API keys of 1 job, the Discord grants of 1 member',
		);
		expect([await problem(foreign), await problem(null)]).toEqual([null, null]);
		await record(foreign);
		expect(await problem(foreign)).toBeNull();
		expect(await problem(own)).toContain('is another one than before');
	});
});

describe('the folder of files of a database', () => {
	let folder: string;
	let other: string;
	beforeEach(async () => {
		[folder, other] = [await mkdtemp(join(tmpdir(), 'adx-files-')), await mkdtemp(join(tmpdir(), 'adx-files-'))];
	});
	afterEach(async () => {
		for (const each of [folder, other]) await rm(each, { recursive: true });
	});
	const tie = (path: string) => tieFilesToDatabase(test.services.db, createFolderMarker(path));
	const addBlob = () =>
		insertBlob(test.services.db, {
			sha256: 'a'.repeat(64),
			sizeBytes: 1,
			crc32: 1,
			mime: 'image/png',
			width: 1,
			height: 1,
		});
	const markerOf = async (path: string) => (await readFile(join(path, 'installation.id'), 'utf8')).trim();

	it('is the one that is there when the two meet, also for an installation that has files already', async () => {
		await addBlob();
		expect([await tie(folder), await tie(folder)]).toEqual([null, null]);
		const { id } = await findOrInsertInstallation(test.services.db, 'another');
		expect(await markerOf(folder)).toBe(id);
	});

	it('is no other folder, until somebody says that the files were moved there', async () => {
		await tie(folder);
		await addBlob();
		const refusal = await tie(other);
		expect(refusal).toContain(`${other} is not the folder that holds this database's files. Set DATA_DIR to that one`);
		expect(refusal).not.toContain('\n');
		const [, id = '', path = ''] = /write (\S+) into (\S+)\.$/.exec(refusal ?? '') ?? [];
		await writeFile(path, id);
		expect(await tie(other)).toBeNull();
	});

	it('may be another one while nothing is stored', async () => {
		expect([await tie(folder), await tie(other)]).toEqual([null, null]);
	});

	it('is not a folder of another database', async () => {
		await tie(folder);
		await updateInstallation(test.services.db, { id: randomUUID() });
		expect(await tie(folder)).toContain(`${folder} holds the files of another database.`);
		await updateInstallation(test.services.db, { id: randomUUID(), hasMarkedFiles: false });
		expect(await tie(folder)).toContain('holds the files of another database');
	});

	it('gives its id to a backup that is older than ids', async () => {
		await tie(folder);
		const id = await markerOf(folder);
		await updateInstallation(test.services.db, { id: randomUUID(), hasMarkedFiles: false });
		await addBlob();
		expect(await tie(folder)).toBeNull();
		expect(await findOrInsertInstallation(test.services.db, 'another')).toMatchObject({ id, hasMarkedFiles: true });
	});
});
