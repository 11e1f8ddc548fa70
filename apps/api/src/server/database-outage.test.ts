import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createDatabaseOutage } from './database-outage.ts';
import { createLog } from './log.ts';

it('tells of an outage once, and once of its end, whatever fails meanwhile', async () => {
	const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	/** As a query does whose server is there, or is not. */
	const query = async () => {
		const socket = connect(port, '127.0.0.1');
		await once(socket, 'connect');
		socket.destroy();
	};
	const lines: { readonly level: number; readonly msg: string; readonly awayMs?: number }[] = [];
	const outage = createDatabaseOutage(20);
	const log = createLog({
		level: 'info',
		secrets: [],
		suppresses: outage.suppresses,
		write: (line) => void lines.push(JSON.parse(line)),
	});
	const stop = outage.watch(log, query);
	try {
		server.close();
		await once(server, 'close');
		for (let call = 0; call < 100; call++) {
			const err: unknown = await query().catch((error: unknown) => error);
			log.error({ err, requestId: String(call) }, 'request failed');
		}
		expect(lines).toMatchObject([
			{ level: 50, code: 'ECONNREFUSED', msg: expect.stringContaining('database is away') },
		]);
		log.error({ err: new Error('a defect') }, 'request failed');
		expect(lines).toMatchObject([{}, { err: { message: 'a defect' } }]);
		server.listen(port, '127.0.0.1');
		await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(3);
		expect(lines[2]).toMatchObject({ level: 30, awayMs: expect.any(Number), msg: 'the database is back' });
	} finally {
		stop();
		server.close();
	}
	log.error({ err: Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }) }, 'at the end');
	expect(lines[3]).toMatchObject({ msg: 'at the end' });
});
