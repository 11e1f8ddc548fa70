import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrashGuard, openCrashGuard } from './crash-guard.ts';

const task = { kind: 'merge', subject: 'a/b:1' } as const;
const never = new Promise<never>(() => {});

let directory: string;
const open: CrashGuard[] = [];
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'adx-guard-'));
});
afterEach(async () => {
	for (const guard of open.splice(0)) await guard.close();
	await rm(directory, { recursive: true });
});

/** As a process does; those before it count as gone, whatever they still do here. */
async function start({ isAlone = true } = {}): Promise<CrashGuard> {
	const guard = await openCrashGuard({ directory, isAlone, log: pino({ level: 'silent' }) });
	open.push(guard);
	return guard;
}

/** A process that begins the work and is never heard of again. */
async function crash(): Promise<void> {
	const guard = await start();
	await guard.enter(task);
}

const marks = async () =>
	(await readdir(directory, { recursive: true })).filter((path) => path.includes('merge-a_b_1'));

describe('a crash guard', () => {
	it('refuses what two processes did not outlive, with a sentence, and nothing else', async () => {
		await crash();
		await crash();
		const guard = await start();
		let runs = 0;
		const refused = guard.run(task, async () => void runs++);
		await expect(refused).rejects.toMatchObject({ code: 'MISMATCH', reason: 'quarantined' });
		await expect(refused).rejects.toThrow(/^This merge has ended the server twice/);
		expect(runs).toBe(0);
		expect(await guard.run({ ...task, subject: 'other' }, async () => 'done')).toBe('done');
	});

	it('forgets what goes well after a crash', async () => {
		await crash();
		await (await start()).run(task, async () => {});
		expect(await marks()).toEqual([]);
		await crash();
		expect(await (await start()).run(task, async () => 'done')).toBe('done');
	});

	it('leaves alone what file managers and storage servers put beside its folders, and into them', async () => {
		await writeFile(join(directory, '.DS_Store'), 'x');
		await mkdir(join(directory, '@eaDir'));
		await crash();
		const [folder] = (await readdir(directory)).filter((name) => /^[0-9a-f]{16}/.test(name));
		await mkdir(join(directory, folder!, '@eaDir'));
		await start();
		expect(await readdir(join(directory, 'crashes'))).toEqual(['merge-a_b_1']);
		expect(await readdir(directory)).toEqual(expect.arrayContaining(['.DS_Store', '@eaDir']));
	});

	it('counts no process that ended in order, and no work that fails', async () => {
		for (let times = 0; times < 3; times += 1) {
			const guard = await start();
			await guard.enter(task);
			await expect(guard.run(task, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
			await guard.close();
		}
		expect(await (await start()).run(task, async () => 'done')).toBe('done');
	});

	it('marks nothing more once its process has started to end', async () => {
		const guard = await start();
		const leave = await guard.enter(task);
		await guard.close();
		await leave(false);
		await guard.enter(task);
		expect(await marks()).toEqual([]);
		expect(await (await start()).run(task, async () => 'done')).toBe('done');
	});

	it('does not count a process of this machine that runs, though it stood still for a minute', async () => {
		const beside = await start({ isAlone: false });
		void beside.run(task, () => never);
		await expect.poll(marks).toHaveLength(1);
		const [folder] = (await readdir(directory)).filter((name) => name !== 'crashes');
		const running = `${folder!.split('.')[0]}.${process.ppid}.${folder!.split('.')[2]}`;
		await rename(join(directory, folder!), join(directory, running));
		const setSilent = (ms: number) => {
			const since = new Date(Date.now() - ms);
			return utimes(join(directory, running), since, since);
		};
		await setSilent(60_000);
		await start({ isAlone: false });
		expect(await readdir(join(directory, 'crashes'))).toEqual([]);
		await setSilent(601_000);
		await start({ isAlone: false });
		// Whichever of the guards finds the folder first counts it.
		await expect.poll(() => readdir(join(directory, 'crashes'))).toEqual(['merge-a_b_1']);
	});

	it('marks work that runs several times at once until the last of it ends', async () => {
		const guard = await start();
		const leave = await guard.enter(task);
		await guard.run(task, async () => {});
		expect(await marks()).toHaveLength(1);
		await leave(true);
		expect(await marks()).toEqual([]);
	});

	it('counts no process beside it that was heard of just now, and one that was not', async () => {
		const beside = await start({ isAlone: false });
		void beside.run(task, () => never);
		await expect.poll(marks).toHaveLength(1);
		const [folder] = (await readdir(directory)).filter((name) => name !== 'crashes');
		// Of another machine, of which no more is known.
		const elsewhere = `${'0'.repeat(16)}.1.${folder!.split('.')[2]}`;
		await rename(join(directory, folder!), join(directory, elsewhere));
		await start({ isAlone: false });
		expect(await readdir(join(directory, 'crashes'))).toEqual([]);
		const longAgo = new Date(Date.now() - 31_000);
		await utimes(join(directory, elsewhere), longAgo, longAgo);
		await start({ isAlone: false });
		// A guard that was there before may be counting it.
		await expect.poll(() => readdir(join(directory, 'crashes'))).toEqual(['merge-a_b_1']);
	});

	it('counts a crash once, however many processes find it at the same time', async () => {
		for (let crashes = 1; crashes <= 10; crashes++) {
			// Of a process that was killed half a minute ago, on another machine.
			const left = join(directory, `${'0'.repeat(16)}.1.${crashes}`);
			await mkdir(left);
			await writeFile(join(left, `merge-${crashes}`), '');
			const killedAt = new Date(Date.now() - 31_000);
			await utimes(left, killedAt, killedAt);
			await Promise.all(Array.from({ length: 6 }, () => start({ isAlone: false })));
			expect(await readFile(join(directory, 'crashes', `merge-${crashes}`), 'utf8')).toBe('x');
			for (const guard of open.splice(0)) await guard.close();
		}
	});
});
