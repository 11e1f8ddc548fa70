import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callRaw } from '../testing.ts';
import { limitInFlight } from './in-flight.ts';
import { createProxies } from './proxies.ts';

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
	limitInFlight(app, proxies);
	for (const [kind, method] of [
		['list', 'GET'],
		['item', 'GET'],
		['list', 'POST'],
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
afterEach(() => app.close());

const ask = (path: string, address = '192.0.2.1') => callRaw(origin, path, { headers: { 'x-forwarded-for': address } });
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
		const proxied = callRaw(origin, '/item/proxy');
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
});
