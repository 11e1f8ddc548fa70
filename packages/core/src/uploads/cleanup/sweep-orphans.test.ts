import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { upload as uploadFor } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const test = useTestServices();
let directory: string;
let ctx: RequestContext;
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'adx-orphans-'));
	ctx = { ...(await test.contextOf()), storage: await createDiskStorage(directory) };
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const hourMs = 3_600_000;
/** A sweep so many hours from now. */
const sweepIn = (hours: number, changes: Partial<RequestContext> = {}) =>
	sweepOrphans({ ...ctx, clock: () => new Date(Date.now() + hours * hourMs), ...changes });

const upload = (bytes: Buffer) => uploadFor(ctx, bytes, 'unreadable');
/** Files as a process leaves them that is killed between the file and its row. */
const leave = async (bytes: Buffer) => (await ctx.storage.put(bytes)).sha256;

async function storedHashes(): Promise<string[]> {
	const all: string[] = [];
	for await (const hashes of ctx.storage.listObjects()) all.push(...hashes);
	return all.toSorted();
}

describe('the sweep of files that no row tells of', () => {
	it('takes them after a day, and nothing that a row tells of', async () => {
		const known = [await upload(randomBytes(10)), await upload(randomBytes(11))];
		const orphan = await leave(randomBytes(12));
		expect(await sweepIn(23)).toBe(0);
		expect(await storedHashes()).toEqual([...known, orphan].toSorted());
		expect(await sweepIn(25)).toBe(1);
		expect(await storedHashes()).toEqual(known.toSorted());
		expect(await sweepIn(25)).toBe(0);
	});

	it('never takes what is uploaded again after the look at the rows', async () => {
		await upload(randomBytes(10));
		const bytes = randomBytes(20);
		const orphan = await leave(bytes);
		const longAgo = new Date(Date.now() - 48 * hourMs);
		await utimes(join(directory, orphan.slice(0, 2), orphan.slice(2, 4), orphan), longAgo, longAgo);
		const { storage } = ctx;
		const deleteUnlessFresh = async (sha256: string, before: Date) => {
			await upload(bytes);
			return storage.deleteUnlessFresh(sha256, before);
		};
		expect(await sweepIn(0, { storage: { ...storage, deleteUnlessFresh } })).toBe(0);
		expect(await storedHashes()).toContain(orphan);
	});

	it('takes nothing, and says so, when most files are unknown: the database is hardly theirs', async () => {
		const lines: string[] = [];
		const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
		const orphans = [await leave(randomBytes(10)), await leave(randomBytes(11))];
		await upload(randomBytes(12));
		expect(await sweepIn(25, { log })).toBe(0);
		expect(await storedHashes()).toEqual(expect.arrayContaining(orphans));
		expect(lines.join()).toMatch(/"unknown":2,"known":1.*kept/);
	});

	it('stops when told', async () => {
		await upload(randomBytes(10));
		const orphan = await leave(randomBytes(12));
		const later = new Date(Date.now() + 25 * hourMs);
		expect(await sweepOrphans({ ...ctx, clock: () => later }, AbortSignal.abort())).toBe(0);
		expect(await storedHashes()).toContain(orphan);
	});
});
