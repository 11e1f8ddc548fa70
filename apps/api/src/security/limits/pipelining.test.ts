import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { pipelinedMax, serializePipelined } from './pipelining.ts';

const sockets: Socket[] = [];
const servers: { close(): void }[] = [];
afterEach(() => {
	for (const socket of sockets.splice(0)) socket.destroy();
	for (const server of servers.splice(0)) server.close();
});

/** A server that notes each request it starts, and a connection to it. */
async function openServer(answer: (path: string, response: ServerResponse) => void) {
	const started: string[] = [];
	const server = createServer((request, response) => {
		started.push(request.url ?? '');
		answer(request.url ?? '', response);
	});
	serializePipelined(server);
	servers.push(server.listen(0, '127.0.0.1'));
	await new Promise((resolve) => server.once('listening', resolve));
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
	sockets.push(socket);
	const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()));
	return { server, socket, started, closed };
}

const requests = (count: number, headers = '') =>
	Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`).join('');

const pathsIn = (received: string) => [...received.matchAll(/answer (\/\d+)/g)].map(([, path]) => path);

describe('requests that are sent without waiting for answers', () => {
	it('are answered one after the other, in order, also the slow ones', async () => {
		const { socket, started } = await openServer((path, response) => {
			expect(started.at(-1)).toBe(path);
			const send = () => response.end(`answer ${path}`);
			if (path.endsWith('3')) setTimeout(send, 20);
			else send();
		});
		let received = '';
		socket.on('data', (chunk) => {
			received += chunk;
		});
		const count = pipelinedMax + 1;
		socket.write(requests(count));
		await expect.poll(() => pathsIn(received)).toEqual(Array.from({ length: count }, (_, index) => `/${index}`));
		socket.write(requests(1));
		await expect.poll(() => pathsIn(received).length).toBe(count + 1);
	});

	it('are not started while nobody reads the answers', async () => {
		const large = Buffer.alloc(16_000_000);
		const { socket, started } = await openServer((_path, response) => void response.end(large));
		socket.pause();
		socket.write(requests(20));
		await expect.poll(() => started.length).toBe(1);
		// The next one starts when the one before was read, so these two show that it waited.
		const before = started.length;
		socket.resume();
		await expect.poll(() => started.length, { timeout: 10_000 }).toBe(20);
		expect(before).toBe(1);
	});

	it('rejects more than it lets wait by hanging up, and starts none of them', async () => {
		const { socket, started, closed } = await openServer(() => {});
		socket.write(requests(2 * pipelinedMax));
		await closed;
		expect(started).toEqual(['/0']);
	});

	it.each([
		['long', `X-Long: ${'x'.repeat(15_000)}\r\n`],
		['many', 'X: 1\r\n'.repeat(700)],
	])('rejects few of them with headers that are %s by hanging up', async (_, headers) => {
		const { socket, started, closed } = await openServer(() => {});
		socket.write(requests(4, headers));
		await closed;
		expect(started).toEqual(['/0']);
	});

	it('counts the headers of those that wait, not of all that ever did', async () => {
		const { socket, started } = await openServer((_path, response) => void response.end());
		for (let count = 2; count <= 10; count += 2) {
			socket.write(requests(2, `X-Long: ${'x'.repeat(15_000)}\r\n`));
			await expect.poll(() => started.length).toBe(count);
		}
	});

	it('forgets those of a client that is gone', async () => {
		const gone = Promise.withResolvers<void>();
		const { socket, started, server } = await openServer(
			(_path, response) => void response.once('close', gone.resolve),
		);
		socket.write(requests(10));
		await expect.poll(() => started.length).toBe(1);
		socket.destroy();
		await gone.promise;
		await new Promise((resolve) => server.close(resolve));
		expect(started).toEqual(['/0']);
	});
});
