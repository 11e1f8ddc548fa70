import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AddressError, type AddressGuardOptions, createAddressGuard, type GuardedCall } from './address-guard.ts';
import { parsePlainAddress } from './engine-address.ts';

let server: Server;
let port: number;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const requests: { readonly path: string; readonly host: string; readonly body: string }[] = [];

beforeAll(async () => {
	server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
		const body = Buffer.concat(chunks).toString();
		requests.push({ path: request.url ?? '', host: request.headers.host ?? '', body });
		respond(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	({ port } = server.address() as AddressInfo);
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
afterEach(() => {
	requests.length = 0;
	respond = (_, response) => response.end('here it is');
});
respond = (_, response) => response.end('here it is');

const guard = (addresses: readonly string[], resolve?: AddressGuardOptions['resolve']) => {
	const allowed = addresses.map((text) => parsePlainAddress(text) ?? { origin: '', path: '' });
	return createAddressGuard(resolve === undefined ? { allowed } : { allowed, resolve });
};
const get = (url: string, changes: Partial<GuardedCall> = {}): GuardedCall => ({
	url,
	method: 'GET',
	signal: new AbortController().signal,
	timeoutMs: 20_000,
	maxBytes: 1_000,
	...changes,
});
const here = () => `http://127.0.0.1:${port}`;
const failureOf = async (call: Promise<unknown>): Promise<AddressError> => {
	const error = await call.catch((reason: unknown) => reason);
	if (!(error instanceof AddressError)) throw error;
	return error;
};

describe('calls to addresses of users', () => {
	it('reach an address that the operator named by its IP, with body and headers', async () => {
		const body = Buffer.from('a prompt');
		const answer = await guard([here()]).call(get(`${here()}/v1/x`, { method: 'POST', body }));
		expect({ ...answer, body: answer.body.toString() }).toMatchObject({ status: 200, body: 'here it is' });
		expect(requests).toEqual([{ path: '/v1/x', host: `127.0.0.1:${port}`, body: 'a prompt' }]);
	});

	it('connect to what the name resolved to when it was judged, though it is asked for once only', async () => {
		let asked = 0;
		const resolve = async () => {
			asked += 1;
			return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
		};
		const { status } = await guard([`http://gpu.lan:${port}`], resolve).call(get(`http://gpu.lan:${port}/v1`));
		expect([status, asked]).toEqual([200, 1]);
		expect(requests).toMatchObject([{ host: `gpu.lan:${port}` }]);
	});

	it.each([
		['127.0.0.1'],
		['::1'],
		['::ffff:127.0.0.1'],
		['169.254.169.254'],
		['10.1.2.3'],
		['fd00::1'],
		['93.184.216.34', '127.0.0.1'],
	])('refuse a name of the internet that resolves inside (%s %s)', async (...ips) => {
		const resolve = async () => ips.filter((ip) => ip !== undefined);
		const call = guard([`http://images.example.com:${port}`], resolve).call(
			get(`http://images.example.com:${port}/v1`),
		);
		expect(await failureOf(call)).toMatchObject({ failure: 'inside', wasSent: false });
		expect(requests).toEqual([]);
	});

	it('let a name of the internet resolve inside to an address that the operator named as well', async () => {
		const resolve = async () => ['127.0.0.1'];
		const name = `http://images.example.com:${port}`;
		expect((await guard([name, here()], resolve).call(get(`${name}/v1`))).status).toBe(200);
		const other = guard([name, 'http://127.0.0.1:1'], resolve);
		expect((await failureOf(other.call(get(`${name}/v1`)))).failure).toBe('inside');
	});

	it('refuse whatever the operator did not name, before anything is resolved', async () => {
		const allowing = guard([`${here()}/v1`], async () => {
			throw new Error('nobody asks for a name');
		});
		for (const url of [
			`${here()}/v2`,
			`${here()}/v1/../admin`,
			`http://127.0.0.1:${port + 1}/v1`,
			`http://localhost:${port}/v1`,
			`http://user:pass@127.0.0.1:${port}/v1`,
			'http://169.254.169.254/v1',
			'file:///etc/passwd',
			'no address',
		]) {
			expect(await failureOf(allowing.call(get(url)))).toMatchObject({ failure: 'not_allowed', wasSent: false });
		}
		expect(requests).toEqual([]);
	});

	it('reach another path of an allowed origin when told, with whatever query it has, and no other origin', async () => {
		const allowing = guard([`${here()}/v1`]);
		const picture = `${here()}/generated-images/a%20b.png?sig=x`;
		expect((await failureOf(allowing.call(get(picture)))).failure).toBe('not_allowed');
		expect((await allowing.call(get(picture, { anyPath: true }))).status).toBe(200);
		expect(requests).toMatchObject([{ path: '/generated-images/a%20b.png?sig=x' }]);
		const elsewhere = get(`http://localhost:${port}/x.png`, { anyPath: true });
		expect((await failureOf(allowing.call(elsewhere))).failure).toBe('not_allowed');
	});

	it('follow no redirect', async () => {
		respond = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
		const { status } = await guard([here()]).call(get(`${here()}/v1`));
		expect([status, requests.length]).toEqual([302, 1]);
	});

	it('cut an answer that is longer than any of use', async () => {
		respond = (_, response) => response.end(Buffer.alloc(1_001));
		expect(await failureOf(guard([here()]).call(get(here())))).toMatchObject({
			failure: 'too_large',
			wasSent: true,
			status: 200,
		});
		respond = (_, response) => response.end(Buffer.alloc(1_000));
		expect((await guard([here()]).call(get(here()))).body).toHaveLength(1_000);
	});

	it('cut an answer that never ends', async () => {
		let closed: Promise<void> = Promise.resolve();
		respond = (_, response) => {
			closed = new Promise((resolve) => response.once('close', resolve));
			const send = () => {
				while (!response.destroyed && response.write(Buffer.alloc(65_536)));
				response.once('drain', send);
			};
			send();
		};
		const call = guard([here()]).call(get(here(), { maxBytes: 1_000_000 }));
		expect((await failureOf(call)).failure).toBe('too_large');
		await closed;
	});

	it('do not unpack an answer', async () => {
		respond = (request, response) => response.end(request.headers['accept-encoding']);
		expect((await guard([here()]).call(get(here()))).body.toString()).toBe('identity');
	});

	it('tell whether the request had gone out when the line breaks', async () => {
		respond = (request) => request.socket.destroy();
		expect(await failureOf(guard([here()]).call(get(here())))).toMatchObject({ failure: 'line', wasSent: true });
		respond = (_, response) => {
			response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
		};
		const broken = await failureOf(guard([here()]).call(get(here())));
		expect(broken).toMatchObject({ failure: 'line', wasSent: true, status: 200 });
		respond = (request) => {
			request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
		};
		expect((await failureOf(guard([here()]).call(get(here())))).failure).toBe('line');
		const closed = createServer();
		await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
		const address = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
		await new Promise((resolve) => closed.close(resolve));
		const refused = await failureOf(guard([address]).call(get(address, { method: 'POST', body: Buffer.from('x') })));
		expect(refused).toMatchObject({ failure: 'line', wasSent: false, status: null });
		expect(refused.message).not.toContain('127.0.0.1');
	});

	it('give up after their time, while a name is looked up, while they wait and while they read', async () => {
		const never = () => new Promise<readonly string[]>(() => {});
		const lost = guard([`http://gpu:${port}`], never).call(get(`http://gpu:${port}`, { timeoutMs: 20 }));
		expect(await failureOf(lost)).toMatchObject({ failure: 'timeout', wasSent: false });
		respond = () => {};
		const waiting = guard([here()]).call(get(here(), { timeoutMs: 200 }));
		expect((await failureOf(waiting)).failure).toBe('timeout');
		respond = (_, response) => response.writeHead(200).write('half');
		const reading = guard([here()]).call(get(here(), { timeoutMs: 1_000 }));
		expect((await failureOf(reading)).failure).toBe('timeout');
	});

	it('say so when a name leads nowhere', async () => {
		const empty = guard([`http://gpu:${port}`], async () => []);
		expect((await failureOf(empty.call(get(`http://gpu:${port}`)))).failure).toBe('unresolved');
		const failing = guard([`http://gpu:${port}`], async () => {
			throw new Error('ENOTFOUND');
		});
		expect((await failureOf(failing.call(get(`http://gpu:${port}`)))).failure).toBe('unresolved');
	});

	it('end with the reason of their signal, before and during a call', async () => {
		const reason = new Error('the process ends');
		const controller = new AbortController();
		respond = () => controller.abort(reason);
		await expect(guard([here()]).call(get(here(), { signal: controller.signal }))).rejects.toBe(reason);
		await expect(guard([here()]).call(get(here(), { signal: controller.signal }))).rejects.toBe(reason);
		expect(requests).toHaveLength(1);
	});

	it('ask the system for names unless told otherwise', async () => {
		expect((await guard([`http://localhost:${port}`]).call(get(`http://localhost:${port}/v1`))).status).toBe(200);
	});
});
