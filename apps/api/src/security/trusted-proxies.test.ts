import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../server/log.ts';
import { sendRequest } from '../testing/server-testing.ts';
import { createProxies, sanitizeForwardedFor, warnOfUntrustedProxies } from './trusted-proxies.ts';

let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
	const proxies = createProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48']);
	app = Fastify({ trustProxy: proxies.isTrusted });
	sanitizeForwardedFor(app);
	app.get('/', { config: { access: 'public' } }, async (request) => [request.ip, proxies.isFromProxyItself(request)]);
	origin = await app.listen();
});
afterAll(() => app.close());

const addressOf = async (list?: string) =>
	(await sendRequest(origin, '/', { headers: list === undefined ? {} : { 'x-forwarded-for': list } })).json;

describe('behind a trusted proxy the address of a request', () => {
	it.each([
		['198.51.100.7', '198.51.100.7'],
		['198.51.100.7:61234', '198.51.100.7'],
		['2001:db8::7', '2001:db8::7'],
		['[2001:db8::7]', '2001:db8::7'],
		['[2001:db8::7]:61234', '2001:db8::7'],
		['fe80::7%eth0', 'fe80::7'],
		['203.0.113.9, 198.51.100.7:1', '198.51.100.7'],
		['198.51.100.7, 10.1.2.3, [2001:db8:1::5]:443', '198.51.100.7'],
		['made up, 198.51.100.7', '198.51.100.7'],
	])('is what it says: %s', async (list, address) => expect(await addressOf(list)).toEqual([address, false]));

	it.each([
		'made up',
		'unknown',
		'',
		'198.51.100.7:',
		'198.51.100.7:1:2',
		'[198.51.100.7]:1',
		'999.1.1.1',
		'198.51.100.7:123456',
		'1',
		'_hidden',
		'198.51.100.7, made up',
	])('is the proxy’s for %j, which is not an address', async (list) =>
		expect(await addressOf(list)).toEqual(['127.0.0.1', false]),
	);

	it('is that of the proxy after what is not an address', async () => {
		expect(await addressOf('198.51.100.7, made up, 10.1.2.3')).toEqual(['10.1.2.3', false]);
	});

	it('is the proxy’s when it asks by itself', async () => expect(await addressOf()).toEqual(['127.0.0.1', true]));
});

it('trusts no proxy that is not configured', () => {
	const { isTrusted } = createProxies([]);
	expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'garbage'].map(isTrusted)).toEqual([false, false, false, false]);
	expect(createProxies(['127.0.0.1']).isTrusted('::ffff:127.0.0.1')).toBe(true);
});

describe('forwarded addresses without a proxy that is trusted', () => {
	it.each([
		['x-forwarded-for', [], 1],
		['forwarded', [], 1],
		['x-forwarded-for', ['10.0.0.0/8'], 0],
		['x-other', [], 0],
	] as const)('%s with TRUSTED_PROXIES %j: %i warnings, however many requests', async (header, networks, count) => {
		const lines: { readonly msg: string; readonly sender: string }[] = [];
		const log = createLog({ level: 'info', secrets: [], write: (line) => void lines.push(JSON.parse(line)) });
		const behind = Fastify();
		warnOfUntrustedProxies(behind, networks, log);
		behind.get('/', { config: { access: 'public' } }, async () => 'ok');
		try {
			const address = await behind.listen();
			for (let call = 0; call < 3; call++) await sendRequest(address, '/', { headers: { [header]: '198.51.100.7' } });
		} finally {
			await behind.close();
		}
		expect(lines).toHaveLength(count);
		for (const { msg } of lines) expect(msg).toMatch(/set TRUSTED_PROXIES/);
	});
});
