import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { createQueue } from '@adx/core/platform/jobs/queue';
import { createPixelEngine } from '@adx/core/platform/services-testing';
import { createTestStores } from '@adx/core/platform/storage/stores-testing';
import { lockDataDirectory } from '@adx/db/data-directory/data-directory-lock';
import { insertUser } from '@adx/db/repositories/auth/users';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { generationRequest, sendRequest, signedIn, startTestServer } from '../testing/server-testing.ts';
import { parseEnvironment } from './env.ts';
import { startPurging } from './maintenance/purging.ts';
import { StartError } from './start-error.ts';
import { startServer } from './start-server.ts';

vi.mock('@adx/core/platform/jobs/queue', { spy: true });

describe('startServer', () => {
	it('finishes the request that is on its way when it is told to end, and takes no new connection', async () => {
		const test = await startTestServer();
		const { port } = new URL(test.origin);
		const body = JSON.stringify({ kind: 'developer', password: 'Dev-Pass' });
		const socket = connect({ host: '127.0.0.1', port: Number(port) });
		let received = '';
		socket.setEncoding('utf8');
		socket.on('data', (chunk) => {
			received += chunk;
		});
		const hungUp = new Promise((resolve) => socket.once('close', resolve));
		const wanted = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue`;
		socket.write(`POST /api/auth/password HTTP/1.1\r\nHost: localhost:${port}\r\n${wanted}\r\n\r\n`);
		// From here on the server has the request in hand.
		await vi.waitFor(() => expect(received).toContain('100 Continue'), 5_000);
		socket.write(body.slice(0, 10));
		const closed = test.close();
		await vi.waitFor(() => expect(sendRequest(test.origin, '/healthz')).rejects.toThrow(/ECONNREFUSED/), 5_000);
		socket.write(body.slice(10));
		await hungUp;
		await closed;
		expect(received).toMatch(/HTTP\/1\.1 200 OK\r\n.*"authenticated":true/s);
	});

	it('marks cookies Secure and asks browsers for https where the public origin is https', async () => {
		const test = await startTestServer({ PUBLIC_ORIGIN: 'https://adx.example.org' });
		try {
			const headers = { host: 'adx.example.org', origin: 'https://adx.example.org' };
			const body = { kind: 'developer', password: 'Dev-Pass' };
			const answer = await sendRequest(test.origin, '/api/auth/password', { method: 'POST', headers, body });
			expect(answer.status).toBe(200);
			expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-adx_session=[a-z2-7]{40};.*; Secure/);
			expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
			expect((await sendRequest(test.origin, '/api/auth/check')).status).toBe(403);
			const { json } = await sendRequest(test.origin, '/openapi.json', { headers: { host: 'adx.example.org' } });
			expect(json).toMatchObject({ components: { securitySchemes: { session: { name: '__Host-adx_session' } } } });
		} finally {
			await test.close();
		}
	});

	it('rejects another host name with a sentence that names the setting, in a browser as plain text', async () => {
		const test = await startTestServer({ PUBLIC_ORIGIN: 'https://adx.example.org' });
		try {
			const error =
				'This server does not answer to the host name in this address. Its operator sets that name with PUBLIC_ORIGIN.';
			for (const path of ['/', '/api/config', '/gallery']) {
				const { status, json } = await sendRequest(test.origin, path);
				expect([path, status, json]).toEqual([
					path,
					403,
					{ error, reason: 'bad_origin', requestId: expect.stringMatching(/./) },
				]);
				const page = await sendRequest(test.origin, path, { headers: { accept: 'text/html,*/*;q=0.8' } });
				expect([page.status, page.headers['content-type'], page.bytes.toString()]).toEqual([
					403,
					'text/plain; charset=utf-8',
					error,
				]);
			}
			const headers = { host: 'adx.example.org', origin: 'https://evil.example' };
			const foreign = await sendRequest(test.origin, '/api/auth/password', { method: 'POST', headers, body: {} });
			expect([foreign.status, foreign.json]).toEqual([
				403,
				expect.objectContaining({ error: 'This call comes from another site than this one.', reason: 'bad_origin' }),
			]);
		} finally {
			await test.close();
		}
	});

	it('forgets Idempotency-Keys after a day', async () => {
		const test = await startTestServer();
		try {
			const browser = await signedIn(test.origin);
			await browser.post('/api/generate', generationRequest, { 'idempotency-key': 'once' });
			const { services } = test.server;
			const keysAfter = async (hours: number) => {
				const clock = () => new Date(Date.now() + hours * 3_600_000);
				await startPurging({ ...services, clock }).stop();
				return services.db.selectFrom('idempotencyKeys').select('key').execute();
			};
			expect(await keysAfter(23)).toEqual([{ key: 'once' }]);
			expect(await keysAfter(25)).toEqual([]);
		} finally {
			await test.close();
		}
	});
});

describe('what a start has opened', () => {
	const folder = mkdtempSync(join(tmpdir(), 'adx-start-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const environment = (dataDir: string, variables: Readonly<Record<string, string>> = {}) =>
		parseEnvironment({
			PORT: '0',
			DATA_DIR: dataDir,
			LOG_LEVEL: 'debug',
			DEVELOPER_PASSWORDS: 'Dev-Pass',
			...variables,
		});

	// With other processes on its database nobody knows that all downloads of before have ended.
	it('forgets the downloads that a killed process was serving, which would keep their merges for two minutes', async () => {
		const dataDir = join(folder, 'downloads');
		const options = { engines: new Map([['forge', createPixelEngine()]] as const), writeLog: () => {} };
		const first = await startServer(environment(dataDir), options);
		const { db } = first.services;
		const { id: ownerId } = await insertUser(db, { id: 'owner' });
		const mergeJobId = await addFinishedMerge(first.services, ownerId);
		await db.insertInto('mergeDownloads').values({ id: 'killed', mergeJobId, renewedAt: new Date() }).execute();
		await first.close();
		const second = await startServer(environment(dataDir), options);
		try {
			expect(await second.services.db.selectFrom('mergeDownloads').select('id').execute()).toEqual([]);
		} finally {
			await second.close();
		}
	});

	it('has its passwords told though a later part fails, since they are stored', async () => {
		const engines = new Map([['forge', createPixelEngine()]] as const);
		vi.spyOn(engines, 'has').mockImplementation(() => {
			throw new Error('no engine today');
		});
		const tellPasswords = vi.fn();
		const stores = await createTestStores();
		const starting = startServer(environment(join(folder, 'told'), stores.variables), {
			engines,
			writeLog: () => {},
			reportPasswords: tellPasswords,
		});
		await expect(starting).rejects.toThrow('no engine today');
		await stores.close();
		expect(tellPasswords.mock.calls).toEqual([
			[['community', 'premium', 'admin'].map((kind) => ({ kind, password: expect.any(String) }))],
		]);
	});

	it('is closed when a later part fails, the queue before its database', async () => {
		const dataDir = join(folder, 'failed');
		const stores = await createTestStores();
		const lines: string[] = [];
		const engines = new Map([['forge', createPixelEngine()]] as const);
		// The worker asks for engines first thing after the queue is there.
		vi.spyOn(engines, 'has').mockImplementation(() => {
			throw new Error('no engine today');
		});
		const options = { engines, writeLog: (line: string) => void lines.push(line) };
		const actual = await vi.importActual<typeof import('@adx/core/platform/jobs/queue')>(
			'@adx/core/platform/jobs/queue',
		);
		const calls: string[] = [];
		vi.mocked(createQueue).mockImplementationOnce(async (given) => {
			const [queue, destroy] = [await actual.createQueue(given), given.database.destroy];
			vi.spyOn(given.database, 'destroy').mockImplementation(() => {
				calls.push('database closed');
				return destroy();
			});
			return {
				...queue,
				stop: async (timeoutMs) => {
					await queue.stop(timeoutMs);
					calls.push('queue stopped');
				},
			};
		});
		await expect(startServer(environment(dataDir, stores.variables), options)).rejects.toThrow('no engine today');
		await stores.close();
		expect(calls).toEqual(['queue stopped', 'database closed']);
		expect(lines.join('')).toBe('');
		lockDataDirectory(dataDir).release();
	});

	it('is closed though one part of it cannot be', async () => {
		const dataDir = join(folder, 'unclosable');
		const stores = await createTestStores();
		const actual = await vi.importActual<typeof import('@adx/core/platform/jobs/queue')>(
			'@adx/core/platform/jobs/queue',
		);
		const stop = vi.fn();
		vi.mocked(createQueue).mockImplementationOnce(async (given) => {
			const queue = await actual.createQueue(given);
			stop.mockImplementation(async (timeoutMs: number) => {
				await queue.stop(timeoutMs);
				throw new Error('stuck');
			});
			return { ...queue, stop };
		});
		const server = await startServer(environment(dataDir, stores.variables), {
			engines: new Map([['forge', createPixelEngine()]]),
			writeLog: () => {},
		});
		await expect(server.close()).rejects.toThrow('stuck');
		await stores.close();
		expect(stop).toHaveBeenCalledOnce();
		await expect(server.services.db.selectNoFrom((eb) => eb.val(1).as('one')).execute()).rejects.toThrow();
		lockDataDirectory(dataDir).release();
	});

	it('is one line about a database server that is not there, and no key', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		await new Promise((resolve) => server.close(resolve));
		const dataDir = join(folder, 'unreachable');
		const DATABASE_URL = `postgresql://adx:secret-word@127.0.0.1:${port}/adx`;
		const starting = startServer(environment(dataDir, { DATABASE_URL }), { writeLog: () => {} });
		const error = await starting.catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(StartError);
		expect(error).toMatchObject({ message: 'DATABASE_URL: cannot be reached (ECONNREFUSED)' });
		expect(readdirSync(dataDir)).toEqual([]);
	});
});
