import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScratch } from './scratch.ts';

let directory: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'adx-scratch-'));
});
afterAll(() => rm(directory, { recursive: true }));

const streamOf = (...chunks: readonly Buffer[]) => Readable.from(chunks, { objectMode: false });

describe('scratch', () => {
	it('gives back what arrived, as often as asked, and never shows a file', async () => {
		const scratch = await openScratch(directory);
		const bytes = randomBytes(700_000);
		await using spooled = await scratch.spool(streamOf(bytes.subarray(0, 5), bytes.subarray(5)), 700_000);
		expect(await readdir(directory)).toEqual([]);
		for (let times = 0; times < 2; times += 1) {
			const pieces: Uint8Array[] = [];
			for await (const piece of spooled.read()) pieces.push(piece);
			expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
		}
	});

	it('rejects what is longer than it may be, and does not destroy it', async () => {
		const scratch = await openScratch(directory);
		const stream = new PassThrough();
		stream.write(Buffer.alloc(11));
		await expect(scratch.spool(stream, 10)).rejects.toMatchObject({ why: 'too_large' });
		expect(stream.destroyed).toBe(false);
	});

	it('rejects more than it holds together, until what lies there is gone', async () => {
		const scratch = await openScratch(directory, 100);
		const first = await scratch.spool(streamOf(Buffer.alloc(80)), 100);
		const refused = { reason: 'rate_limited', meta: { retryAfterSeconds: 30 } };
		await expect(scratch.spool(streamOf(Buffer.alloc(80)), 100)).rejects.toMatchObject(refused);
		await first[Symbol.asyncDispose]();
		await (await scratch.spool(streamOf(Buffer.alloc(80)), 100))[Symbol.asyncDispose]();
	});

	it('rejects with what a stream breaks off with, and counts nothing of it', async () => {
		const scratch = await openScratch(directory, 100);
		async function* broken() {
			yield Buffer.alloc(80);
			throw new Error('hung up');
		}
		await expect(scratch.spool(Readable.from(broken(), { objectMode: false }), 100)).rejects.toThrow('hung up');
		await using spooled = await scratch.spool(streamOf(Buffer.alloc(80)), 100);
		expect(spooled.sizeBytes).toBe(80);
	});
});
