import { createTestBucket, hasTestStore, type TestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { Installations } from '../../testing/installation-testing.ts';

describe.skipIf(!hasTestStore())('a backup in an object store', () => {
	const commandLine = new CommandLine();
	const installations = new Installations();
	let bucket: TestBucket;
	beforeAll(async () => {
		bucket = await createTestBucket();
	});
	afterAll(async () => {
		await installations.close();
		bucket.close();
		commandLine.removeFolder();
	});
	/** An installation whose files lie on the disk, or in the same bucket behind a prefix. */
	const at = (dataDir: string, prefix?: string) =>
		installations.at(commandLine.path(dataDir), {
			...bucket.variables,
			...(prefix === undefined ? { STORAGE: 'disk' } : { STORAGE: 's3', S3_PREFIX: prefix }),
		});
	const run = async (dataDir: string, args: readonly string[], prefix?: string) =>
		commandLine.run(args, { env: (await at(dataDir, prefix)).env });

	it('comes back to a disk and to a store; a second snapshot brings what is new', async () => {
		const place = `s3://${bucket.settings.bucket}/saved`;
		const old = await at('old');
		await old.store('one', 'two');
		const first = await run('old', ['backup', '--to', place]);
		expect([first.status, first.err]).toEqual([0, '']);
		await old.store('three');
		const second = await run('old', ['backup', '--to', place, '--verify']);
		expect(second.out).toMatch(/New in this backup: 1 file,/);

		const onDisk = await run('disk', ['restore', '--from', place]);
		expect([onDisk.status, onDisk.err]).toEqual([0, '']);
		expect(onDisk.out).toMatch(/^Brought back 3 files/m);
		const inStore = await run('store', ['restore', '--from', place], 'new');
		expect([inStore.status, inStore.err]).toEqual([0, '']);
		expect((await run('store', ['doctor', '--all'], 'new')).out).toMatch(/^ok {6}Every recorded file is there: 3\.$/m);
	});

	it('is named where there is none', async () => {
		const { status, err } = await run('none', ['restore', '--from', `s3://${bucket.settings.bucket}/nothing`]);
		expect([status, err]).toEqual([2, 'There is no backup.\n']);
	});
});
