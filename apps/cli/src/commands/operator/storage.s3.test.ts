import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordSecretKey } from '@adx/core/platform/secrets/secret-key';
import { createTestBucket, hasTestStore, type TestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { type Installation, Installations } from '../../testing/installation-testing.ts';

describe.skipIf(!hasTestStore())('npm run storage -- copy', () => {
	const commandLine = new CommandLine();
	const installations = new Installations();
	const key = randomBytes(32);
	const hashes: string[] = [];
	let bucket: TestBucket;
	let installation: Installation;

	const store = async (...pictures: readonly string[]) => void hashes.push(...(await installation.store(...pictures)));
	/** Before it moves, with what reaches the store. */
	const onDisk = () => ({ ...bucket.variables, STORAGE: 'disk', S3_PREFIX: '', S3_BUCKET: '', SECRET_KEY: '' });
	const copy = (...args: string[]) =>
		commandLine.run(['storage', 'copy', '--to', `s3://${bucket.settings.bucket}/moved`, ...args], {
			env: installation.env,
		});
	const doctor = () =>
		commandLine.run(['doctor', '--all'], {
			env: { ...installation.env, STORAGE: 's3', S3_BUCKET: bucket.settings.bucket, S3_PREFIX: 'moved' },
		});
	beforeAll(async () => {
		bucket = await createTestBucket({ prefix: 'moved/' });
		installation = await installations.at(commandLine.path('data'), onDisk());
		await store('picture 1', 'picture 2', 'picture 3');
		writeFileSync(join(installation.env.DATA_DIR, 'secret.key'), key.toString('base64'));
		await installation.use((db) => recordSecretKey(db, new Uint8Array(key), { mayReplace: true }));
	});
	afterAll(async () => {
		await installations.close();
		bucket.close();
		commandLine.removeFolder();
	});

	it('moves an installation, and says how to go on', async () => {
		const { status, out, err } = await copy();
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out).toMatch(/^Copied 3 files, 0\.0 MB; 0 were there already\.$/m);
		expect(out).toContain(`S3_BUCKET=${bucket.settings.bucket}\n  S3_PREFIX=moved\n`);
		const moved = await doctor();
		expect({ status: moved.status, err: moved.err }).toEqual({ status: 0, err: '' });
		expect(moved.out.trimEnd().split('\n')).toEqual([
			'ok      Database and object store belong together.',
			'ok      The secret key is the one that the database knows.',
			'ok      This machine and the database have the same time.',
			'ok      How much room the object store has, it does not say.',
			'ok      Every recorded file is there: 3.',
			'ok      Files hold what they did when they were stored: 3 read, all of them.',
			'ok      Every stored file is recorded: 3.',
		]);
	});

	it('repeated sends what is new, and what is other there than here where it looks into all', async () => {
		await store('picture 4');
		await bucket.overwrite(hashes[0]!, Buffer.from('Picture 1'));
		expect((await copy()).out).toMatch(/^Copied 1 file, 0\.0 MB; 3 were there already\.$/m);
		expect((await copy('--verify')).out).toMatch(/^Copied 1 file, 0\.0 MB; 3 were there already\.$/m);
		expect((await doctor()).status).toBe(0);
	});

	it('names what is damaged here, and copies nothing of it', async () => {
		await store('picture 5', 'picture 6');
		await installation.overwrite(hashes.at(-2)!, Buffer.from('Picture 5'));
		await installation.remove(hashes.at(-1)!);
		const { status, out } = await copy();
		expect(status).toBe(1);
		expect(out).toContain('Missing or damaged here, and not copied: 2.');
		for (const hash of hashes.slice(-2)) expect(out).toContain(hash);
	});

	it('rejects a place that holds the files of another installation, and what is no place', async () => {
		const other = await installations.at(commandLine.path('other'), onDisk());
		mkdirSync(join(other.env.DATA_DIR, 'files'), { recursive: true });
		const to = `s3://${bucket.settings.bucket}/moved`;
		const foreign = await commandLine.run(['storage', 'copy', '--to', to], {
			env: other.env,
		});
		expect(foreign).toMatchObject({ status: 2, out: '' });
		expect(foreign.err).toMatch(/^S3_BUCKET: s3:\/\/[^ ]+ holds the files of another database\. [^\n]+\n$/);
		for (const [args, line] of [
			[['copy', '--to', '/tmp'], /^--to must be like s3:/],
			[['copy', '--to', 's3://nobodys'], /^S3_BUCKET: there is no bucket nobodys at/],
			[['move'], /^The command is: storage copy/],
		] as const) {
			const { status, err } = await commandLine.run(['storage', ...args], { env: installation.env });
			expect([status, err]).toEqual([2, expect.stringMatching(line)]);
		}
	});
});
