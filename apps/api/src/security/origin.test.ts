import { describe, expect, it } from 'vitest';
import { createOriginRule } from './origin.ts';

const local = createOriginRule({ publicOrigin: undefined, boundHost: '127.0.0.1', port: () => 3_000 });
const site = createOriginRule({ publicOrigin: 'https://adx.example.org', boundHost: '0.0.0.0', port: () => 3_000 });

type Call = [host: string | undefined, origin?: string, secFetchSite?: string];
const post = (rule: typeof local, [host, origin, secFetchSite]: Call) =>
	rule({ method: 'POST', host, origin, secFetchSite }) === null;
const get = (rule: typeof local, [host, origin, secFetchSite]: Call) =>
	rule({ method: 'GET', host, origin, secFetchSite }) === null;

describe('createOriginRule without a public origin', () => {
	it.each<Call>([
		['127.0.0.1:3000'],
		['localhost:3000'],
		['[::1]:3000'],
		['LOCALHOST:3000'],
		['localhost:3000', 'http://localhost:3000', 'same-origin'],
		['127.0.0.1:3000', 'http://localhost:3000'],
		['localhost:3000', 'http://[::1]:3000'],
	])('accepts Host %s with Origin %s', (...call) => {
		expect(post(local, call)).toBe(true);
	});

	it.each<Call>([
		['localhost:3000', 'null'],
		['localhost:3000', ''],
		['localhost:3000', 'https://localhost:3000'],
		['localhost:3000', 'http://localhost:3001'],
		['localhost:3000', 'http://localhost'],
		['localhost:3000', 'http://evil.example'],
		['localhost:3000', 'http://localhost:3000/'],
		['localhost:3000', 'http://localhost:3000.evil.example'],
		['localhost:3000', undefined, 'same-origin'],
		['localhost:3000', undefined, 'cross-site'],
		['localhost:3000', undefined, 'none'],
	])('rejects a call to %s with Origin %s and Sec-Fetch-Site %s', (...call) => {
		expect(post(local, call)).toBe(false);
		expect(get(local, call)).toBe(true);
	});

	it.each<Call>([
		['evil.example'],
		['evil.example:3000'],
		['localhost'],
		['localhost:3001'],
		['localhost.evil.example:3000'],
		['localhost:3000@evil.example'],
		['localhost:3000/evil'],
		['localhost:3000, evil.example'],
		[''],
		[undefined],
	])('rejects Host %s even to read', (...call) => {
		expect(get(local, call)).toBe(false);
		expect(post(local, call)).toBe(false);
	});

	it('accepts the loopback address it is bound to', () => {
		const rule = createOriginRule({ publicOrigin: undefined, boundHost: '127.0.0.7', port: () => 80 });
		expect(post(rule, ['127.0.0.7', 'http://127.0.0.7'])).toBe(true);
		expect(post(rule, ['127.0.0.7:80', 'http://127.0.0.7'])).toBe(true);
		expect(post(rule, ['127.0.0.8:80'])).toBe(false);
	});
});

describe('createOriginRule with a public origin', () => {
	it('accepts exactly that origin', () => {
		expect(post(site, ['adx.example.org', 'https://adx.example.org', 'same-origin'])).toBe(true);
		expect(post(site, ['adx.example.org:443', 'https://adx.example.org'])).toBe(true);
		expect(post(site, ['adx.example.org'])).toBe(true);
	});

	it.each<Call>([
		['adx.example.org', 'http://adx.example.org'],
		['adx.example.org', 'https://adx.example.org:8443'],
		['adx.example.org', 'https://sub.adx.example.org'],
		['adx.example.org', 'http://localhost:3000'],
		['localhost:3000', 'https://adx.example.org'],
		['localhost:3000'],
		['adx.example.org:3000'],
	])('rejects Host %s with Origin %s', (...call) => {
		expect(post(site, call)).toBe(false);
	});
});
