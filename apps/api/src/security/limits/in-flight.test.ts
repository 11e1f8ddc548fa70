import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendRequest } from '../../testing/server-testing.ts';
import { createProxies } from '../trusted-proxies.ts';
import { limitInFlight } from './in-flight.ts';

let app: FastifyInstance;
let origin: string;
/** What was started, and an event by its name that answers it. */
let started: string[];
let answers: EventEmitter;
beforeEach(async () => {
	started = [];
	answers = new EventEmitter().setMaxListeners(0);
	const proxies = createProxies(['127.0.0.1']);
	app = Fastify({ trustProxy: proxies.isTrusted });
	limitInFlight(app, proxies, async ({ headers }) => headers.authorization ?? null);
	for (const [kind, method] of [
		['list', 'GET'],
		['item', 'GET'],
		['list', 'POST'],
		['item', 'POST'],
	] as const) {
		app.route({
			method,
			url: `/${kind}/:name`,
			config: { access: 'public', budget: kind },
			handler: async (request) => {
				const { name } = request.params as { readonly name: string };
				started.push(name);
				await once(answers, name);
				return name;
			},
		});
	}
	origin = await app.listen();
});
afterEach(() => {
	// The connections of a test that failed.
	app.server.closeAllConnections();
	return app.close();
});

const ask = (path: string, address = '192.0.2.1') =>
	sendRequest(origin, path, { headers: { 'x-forwarded-for': address } });
const from = { 'x-forwarded-for': '192.0.2.1' };
const askAs = (user: string, path: string) => sendRequest(origin, path, { headers: { ...from, authorization: user } });
const post = (path: string) => sendRequest(origin, path, { method: 'POST', headers: from, body: {} });
/** Requests whose bodies have two bytes, of which one comes. */
async function trickle(path: string, count: number): Promise<readonly Socket[]> {
	let arrived = 0;
	const note = () => {
		arrived += 1;
	};
	app.server.on('request', note);
	const { hostname, port } = new URL(origin);
	const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`;
	const sockets = Array.from({ length: count }, () => {
		const socket = connect(Number(port), hostname);
		// The server resets what a test that failed has left open.
		socket.on('error', () => {});
		socket.write(head);
		return socket;
	});
	await expect.poll(() => arrived).toBe(count);
	app.server.off('request', note);
	return sockets;
}
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const isStarted = (expected: readonly string[]) =>
	expect.poll(() => started).toEqual(expect.arrayContaining([...expected]));
const answer = (name: string) => answers.emit(name);

describe('requests of one address', () => {
	it('for whole lists run four at a time; others and other addresses do not wait for them', async () => {
		const lists = names('list', 4);
		const running = lists.map((name) => ask(`/list/${name}`));
		await isStarted(lists);
		const waiting = ask('/list/late');
		const others = [ask('/item/other'), ask('/list/elsewhere', '192.0.2.2'), ask('/list/same%20house', '2001:db8::1')];
		await isStarted(['other', 'elsewhere', 'same house']);
		expect(started).not.toContain('late');
		answer('list2');
		await isStarted(['late']);
		for (const name of started) answer(name);
		const statuses = (await Promise.all([...running, waiting, ...others])).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set([200]));
	});

	it('run a hundred and twenty-eight at a time, also of a page that asks for a hundred pictures', async () => {
		const items = names('item', 128);
		const running = items.map((name) => ask(`/item/${name}`));
		await isStarted(items);
		const waiting = ask('/item/late');
		const proxied = sendRequest(origin, '/item/proxy');
		await isStarted(['proxy']);
		expect(started).not.toContain('late');
		answer('item0');
		await isStarted(['late']);
		for (const name of started) answer(name);
		await Promise.all([...running, waiting, proxied]);
	});

	it('for whole lists keep their place until their work ends, though their client hangs up', async () => {
		const { hostname, port } = new URL(origin);
		for (const name of names('list', 4)) {
			const socket = connect(Number(port), hostname);
			socket.write(`GET /list/${name} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`);
			await isStarted([name]);
			socket.destroy();
		}
		const next = ask('/list/next');
		const others = [ask('/item/other'), ask('/list/elsewhere', '192.0.2.2')];
		await isStarted(['other', 'elsewhere']);
		expect(started).not.toContain('next');
		answer('list1');
		await isStarted(['next']);
		for (const name of started) answer(name);
		await Promise.all([next, ...others]);
	});

	it('leave the line when their client does', async () => {
		const lists = names('list', 4);
		const running = lists.map((name) => ask(`/list/${name}`));
		await isStarted(lists);
		const arrived = once(app.server, 'request');
		const { hostname, port } = new URL(origin);
		const socket = connect(Number(port), hostname);
		socket.write('GET /list/gone HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n');
		const [{ socket: itsEnd }] = await arrived;
		socket.destroy();
		await once(itsEnd, 'close');
		const next = ask('/list/next');
		answer('list0');
		await isStarted(['next']);
		expect(started).not.toContain('gone');
		for (const name of started) answer(name);
		await Promise.all([...running, next]);
	});

	it('for whole lists run four at a time of each member, whom visitors of the same address do not hold up', async () => {
		const running = names('visitor', 4).map((name) => ask(`/list/${name}`));
		await isStarted(names('visitor', 4));
		running.push(...names('member', 4).map((name) => askAs('Ilse', `/list/${name}`)));
		await isStarted(names('member', 4));
		const waiting = [ask('/list/late-visitor'), askAs('Ilse', '/list/late-member')];
		running.push(askAs('Karl', '/list/other'));
		await isStarted(['other']);
		expect(started).toHaveLength(9);
		for (const name of [...started]) answer(name);
		await isStarted(['late-visitor', 'late-member']);
		for (const name of started) answer(name);
		await Promise.all([...running, ...waiting]);
	});
});

describe('bodies of one address that trickle', () => {
	it('hold up no list and nothing else without a body', async () => {
		const sockets = await trickle('/list/slow', 64);
		const others = [askAs('Ilse', '/list/member'), ask('/list/visitor'), ask('/item/other')];
		await isStarted(['member', 'visitor', 'other']);
		expect(started).toHaveLength(3);
		for (const socket of sockets) socket.destroy();
		for (const name of started) answer(name);
		await Promise.all(others);
	});

	it('give back their places, when they arrive and when their clients leave', async () => {
		for (const end of ['arrive', 'leave']) {
			const sockets = await trickle('/item/slow', 64);
			const waiting = post(`/item/after-they-${end}`);
			expect(started).not.toContain(`after-they-${end}`);
			for (const socket of sockets) end === 'arrive' ? socket.write('}') : socket.destroy();
			await isStarted([`after-they-${end}`]);
			answer(`after-they-${end}`);
			await waiting;
			if (end === 'arrive') await expect.poll(() => started.filter((name) => name === 'slow').length).toBe(64);
			answer('slow');
			for (const socket of sockets) socket.destroy();
		}
	});

	it('wait up to a number, and are refused beyond', async () => {
		const sockets = await trickle('/item/slow', 128);
		const { json } = await post('/item/late');
		for (const socket of sockets) socket.destroy();
		expect(json).toMatchObject({ message: expect.stringMatching(/^Too many requests from your network/) });
	});
});
