import { connect, createServer, type Socket } from 'node:net';
import { createDb } from '@adx/db/client/database';
import type { TestDatabase } from '@adx/db/testing/database-testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { runGeneration } from '../run/run-generation.ts';
import { startGeneration } from '../start/start-generation.ts';
import { startPaidImageStorer, storePending } from './paid-image-storer.ts';

const isPossible = Boolean(process.env.TEST_DATABASE_URL);
if (!isPossible) console.log('Skipped, since TEST_DATABASE_URL names no PostgreSQL: a database that goes away.');

describe.skipIf(!isPossible)('a database that goes away while a paid picture is painted', () => {
	const painter = createScriptedEngine();
	let test: TestServices;
	beforeAll(async () => {
		test = await createTestServices({ gemini: painter.engine });
	});
	afterAll(() => test?.close());

	it('costs no call: the picture is stored when the database is back, and little is logged meanwhile', async () => {
		const line = await openLine((test.services.database as TestDatabase).databaseUrl!);
		const database = await createDb({ databaseUrl: line.url });
		const lines: { readonly level: number }[] = [];
		const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
		const ctx = { ...(await test.contextOf({ role: 'developer' })), database, db: database.db, log };
		const { jobId } = await startGeneration(ctx, createRequest(6, 'AIza-database-away'));
		painter.script((_, number) => {
			if (number === 3) void line.cut();
		});
		await expect(runGeneration(ctx, { jobId, slot: 0 }, new AbortController().signal)).rejects.toThrow();
		const calls = painter.calls.length;
		expect(calls).toBeLessThanOrEqual(4);
		expect(ctx.receivedScratch.waiting().length).toBeGreaterThan(0);
		// A round of the storer's, and of a worker's, as they come while the database is away.
		const storer = await startPaidImageStorer(ctx);
		for (let look = 0; look < 3; look += 1) {
			await expect(runGeneration(ctx, { jobId, slot: 0 }, new AbortController().signal)).rejects.toThrow();
			await storePending(ctx);
		}
		await storer.stop();
		expect(painter.calls).toHaveLength(calls);
		expect(lines.filter(({ level }) => level >= 40).length).toBeLessThanOrEqual(4);

		await line.mend();
		await storePending(ctx);
		expect(ctx.receivedScratch.waiting()).toEqual([]);
		// The rows of the round that broke off are free again when its claim has ended.
		await driveJob(ctx, jobId, {}, 5_000);
		expect(painter.calls).toHaveLength(6);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({
			phase: 'done',
			progress: 6,
			costUsd: 0.24,
		});
		await database.destroy();
		await line.cut();
	});
});

/** A line to the database server that can be cut, after which nobody answers at its end, and mended. */
async function openLine(databaseUrl: string) {
	const target = new URL(databaseUrl);
	const sockets = new Set<Socket>();
	const server = createServer((near) => {
		const far = connect(Number(target.port), target.hostname);
		for (const [socket, other] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(socket);
			socket.on('error', () => other.destroy());
			socket.on('close', () => other.destroy());
			socket.pipe(other);
		}
	});
	const mend = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	await mend(0);
	const { port } = server.address() as { port: number };
	const url = new URL(databaseUrl);
	url.hostname = '127.0.0.1';
	url.port = String(port);
	const cut = () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of sockets) socket.destroy();
		sockets.clear();
		return closed;
	};
	return { url: url.href, cut, mend: () => mend(port) };
}
