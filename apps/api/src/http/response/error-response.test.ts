import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createDb } from '@adx/db/client/database';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createDatabaseOutage } from '../../server/database-outage.ts';
import { createLog } from '../../server/log.ts';
import { sendErrorResponse } from './error-response.ts';

it('a caller who hangs up in the middle of a body is told of to debuggers, and is not an outage of the database', async () => {
	const messages: string[] = [];
	const outage = createDatabaseOutage(20);
	const log = createLog({
		level: 'debug',
		secrets: [],
		suppresses: outage.suppresses,
		write: (line) => void messages.push(JSON.parse(line).msg),
	});
	const stop = outage.watch(log, async () => {});
	const app = fastify();
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, _payload, done) => done(null));
	app.setErrorHandler((error, _request, reply) => sendErrorResponse(reply, error, log));
	app.put('/', async ({ raw }) => {
		for await (const _ of raw) await setImmediate();
	});
	try {
		await app.listen({ port: 0, host: '127.0.0.1' });
		const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
		await once(socket, 'connect');
		const arrived = once(app.server, 'request');
		socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
		await arrived;
		socket.destroy();
		await expect.poll(() => messages).toEqual(['the caller hung up']);
	} finally {
		stop();
		await app.close();
	}
});

it('a database that cannot be reached is 503 with a sentence and when to come again, and the log has why', async () => {
	const lines: { readonly level: number; readonly err?: { readonly code?: string } }[] = [];
	const log = createLog({ level: 'info', secrets: [], write: (line) => void lines.push(JSON.parse(line)) });
	// Nobody listens on the port of a server that was closed.
	const gone = createServer().listen(0, '127.0.0.1');
	await once(gone, 'listening');
	const { port } = gone.address() as AddressInfo;
	gone.close();
	await once(gone, 'close');
	const { db, destroy } = await createDb({ databaseUrl: `postgres://somebody@127.0.0.1:${port}/nothing` });
	const app = fastify();
	app.setErrorHandler((error, _request, reply) => sendErrorResponse(reply, error, log));
	app.get('/', () => db.selectFrom('users').select('id').execute());
	try {
		const { statusCode, headers, body } = await app.inject('/');
		expect(statusCode).toBe(503);
		expect(headers['retry-after']).toBe('5');
		expect(JSON.parse(body)).toMatchObject({
			error: 'The database of this installation cannot be reached. Try again in a moment.',
			reason: 'database_away',
		});
		expect(lines).toMatchObject([{ level: 50, err: { code: expect.any(String) } }]);
	} finally {
		await app.close();
		await destroy();
	}
});
