import type { Database } from '@adx/db/client/database';
import { updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import {
	addAttributeJob,
	addMerge,
	addPlannedJob,
	addPreset,
	addUser,
	finishMerge,
} from '@adx/db/testing/rows-testing';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { runInProcess } from '../../testing/in-process-testing.ts';
import { type Installation, Installations } from '../../testing/installation-testing.ts';
import { run } from './delete-data.ts';

const commandLine = new CommandLine();
const installations = new Installations();
afterAll(async () => {
	vi.unstubAllEnvs();
	await installations.close();
	commandLine.removeFolder();
});

let installation: Installation;
let hashes: string[];
let ownerId: string;
let count = 0;
beforeEach(async () => {
	installation = await installations.at(commandLine.path(`data-${count++}`));
	vi.stubEnv('DATABASE_URL', '');
	for (const [name, value] of Object.entries(installation.env)) vi.stubEnv(name, value);
	vi.stubEnv('ADX_SKIP_ENV_FILE', '1');
	hashes = await installation.store('an original picture', 'its preview', 'its thumbnail', 'a token');
	ownerId = await inDatabase(addUser);
});

const inDatabase = <Result>(use: (db: Database) => Promise<Result>) => installation.use(use);
const deleteData = (...args: string[]) => runInProcess(run, args);
const areThere = async () => (await installation.read(hashes)).map((bytes) => bytes !== null);
const isGone = (table: 'generationJobs' | 'mergeJobs' | 'attributeJobs' | 'deletions', db: Database) =>
	db
		.selectFrom(table)
		.select('id')
		.execute()
		.then((rows) => rows.length === 0);

/** A job whose only image has been drawn. */
async function addDrawnJob(db: Database): Promise<string> {
	const { job, images } = await addPlannedJob(db, ownerId, 1, { projectName: 'Frost' });
	const [blobSha256, preview512Sha256, preview200Sha256] = hashes as [string, string, string, string];
	const files = { blobSha256, preview512Sha256, preview200Sha256 };
	const { id, imageSeed } = images[0]!;
	const stored = { state: 'stored', storedAt: new Date(), chosenVersion: 1, versionCount: 1, ...files } as const;
	await db.updateTable('generatedImages').set(stored).where('id', '=', id).execute();
	await db
		.insertInto('imageVersions')
		.values({ imageId: id, number: 1, imageSeed, ...files })
		.execute();
	await db.updateTable('generationJobs').set({ totalImages: 1 }).execute();
	await updateGenerationJob(db, job.id, { phase: 'done', status: 'completed' });
	return job.id;
}

async function addFinishedMerge(db: Database): Promise<string> {
	const { id } = await addMerge(db, ownerId);
	await finishMerge(db, id, [{ sha256: hashes[3]! }]);
	return id;
}

describe('npm run delete-data', () => {
	it('tells what a job frees, deletes it with its files, and is in the audit log as the operator’s', async () => {
		const id = await inDatabase(addDrawnJob);
		const refused = await deleteData('--job', id);
		expect(refused).toMatchObject({ status: 2, err: expect.stringMatching(/^Nothing was deleted: add --yes/) });
		expect(refused.out).toContain('Frost: 1 image\nDeleting it frees 0.0 MB; files used elsewhere are kept.\n');
		expect(await areThere()).toEqual([true, true, true, true]);
		const { status, out, err } = await deleteData('--job', id, '--yes');
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out).toMatch(/\nDeleted: Frost\. 0\.0 MB were freed\.\n$/);
		expect(await areThere()).toEqual([false, false, false, true]);
		const audit = await inDatabase((db) => db.selectFrom('auditLog').select(['actorId', 'action']).execute());
		expect(audit).toEqual([{ actorId: 'operator', action: 'generation.delete' }]);
		expect(await inDatabase((db) => isGone('deletions', db))).toBe(true);
		const again = await deleteData('--job', id, '--yes');
		expect(again).toMatchObject({ status: 2, err: `There is no such job here: ${id}\n` });
	});

	it('says why it refuses, with status 1', async () => {
		const { job } = await inDatabase((db) => addPlannedJob(db, ownerId, 1));
		const { status, out } = await deleteData('--job', job.id, '--yes');
		expect(status).toBe(1);
		expect(out).toContain('It cannot be deleted:\n  This job has not ended. Cancel it first.\n');
		const { status: ofAccount, out: reasons } = await deleteData('--account', ownerId, '--yes');
		expect([ofAccount, reasons]).toEqual([1, expect.stringContaining('  Collection #1: This job has not ended.')]);
	});

	it('deletes a merge and a run of the attribute generator', async () => {
		const mergeId = await inDatabase(addFinishedMerge);
		const { id: runId } = await inDatabase((db) => addAttributeJob(db, ownerId, { status: 'failed' }));
		expect(await deleteData('--merge', mergeId, '--yes')).toMatchObject({ status: 0 });
		expect(await deleteData('--attributes', runId, '--yes')).toMatchObject({ status: 0 });
		expect(await areThere()).toEqual([true, true, true, false]);
		for (const table of ['mergeJobs', 'attributeJobs'] as const) {
			expect(await inDatabase((db) => isGone(table, db))).toBe(true);
		}
	});

	it('deletes all data of the account that Discord knows by that id, and of no other', async () => {
		const other = await inDatabase(async (db) => {
			await addDrawnJob(db);
			await addFinishedMerge(db);
			await addPreset(db, ownerId, 'Winter');
			const stranger = await addUser(db);
			await addPreset(db, stranger, 'Theirs');
			await db.updateTable('users').set({ discordId: '77', username: 'frost' }).where('id', '=', ownerId).execute();
			return stranger;
		});
		const { status, out } = await deleteData('--account', '77', '--yes');
		expect(status).toBe(0);
		expect(out).toContain(
			'All data of frost: 1 job, 1 image, 1 merged collection, 0 attribute runs, 1 preset, 0 access tokens\n',
		);
		expect(await areThere()).toEqual([false, false, false, false]);
		expect(await inDatabase((db) => db.selectFrom('savedSettings').select('ownerId').execute())).toEqual([
			{ ownerId: other },
		]);
	});

	it.each([
		[[], /^Name one thing to delete/],
		[['--job', 'a', '--merge', 'b'], /^Name one thing to delete/],
		[['--jib', 'a'], /^Unknown option '--jib'\. Did you mean '?--job/],
		[['--account', 'nobody', '--yes'], /^There is no such account here: nobody/],
	])('rejects %j with status 2', async (args, text) => {
		expect(await deleteData(...args)).toMatchObject({ status: 2, err: expect.stringMatching(text) });
	});
});
