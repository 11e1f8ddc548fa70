import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { pipelinedMax, serializePipelined } from '../security/limits/pipelining.ts';
import { listenOn } from './listen.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
	addresses?.some(({ address }) => address === '::1'),
);

it.skipIf(!hasIpv6)(
	'what connects to a further address of the host is under the same limits, and is answered',
	async () => {
		const app = Fastify();
		app.get('/', async () => 'answer');
		app.get('/never', () => new Promise(() => {}));
		await app.ready();
		serializePipelined(app.server);
		const { port, closeOtherListeners } = await listenOn(app, {
			host: '127.0.0.1',
			others: ['::1'],
			port: 0,
		});
		try {
			const answer = await fetch(`http://[::1]:${port}/`, { headers: { connection: 'close' } });
			expect(await answer.text()).toBe('answer');

			const socket = connect(port, '::1').on('error', () => {});
			socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2 * pipelinedMax));
			await once(socket, 'close');

			closeOtherListeners();
			const [refused] = await once(connect(port, '::1'), 'error');
			expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
		} finally {
			app.server.closeAllConnections();
			await app.close();
		}
	},
);
