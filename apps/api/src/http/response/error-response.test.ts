import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createDatabaseOutage } from '../../server/database-outage.ts';
import { createLog } from '../../server/log.ts';
import { sendErrorResponse } from './error-response.ts';

it('a caller who hangs up in the middle of a body is told of to debuggers, and is no outage of the database', async () => {
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
