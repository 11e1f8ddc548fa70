import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** The operator's reverse proxies, who say whom they ask for. */
export interface Proxies {
	/** Whether this address is one of them. */
	isTrusted(address: string): boolean;
	/** Whether the request is a proxy's own: it names nobody else. */
	isFromProxyItself(request: FastifyRequest): boolean;
}

/** @param networks addresses or networks such as `10.0.0.0/8`, all valid */
export function createProxies(networks: readonly string[]): Proxies {
	const trusted = new BlockList();
	for (const network of networks) {
		const [address = '', prefix] = network.split('/');
		const family = isIPv6(address) ? 'ipv6' : 'ipv4';
		if (prefix === undefined) trusted.addAddress(address, family);
		else trusted.addSubnet(address, Number(prefix), family);
	}
	const isTrusted = (address: string) =>
		isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
	return {
		isTrusted,
		isFromProxyItself: ({ raw }) =>
			raw.headers['x-forwarded-for'] === undefined && isTrusted(raw.socket.remoteAddress ?? ''),
	};
}

/**
 * Leaves nothing but addresses in X-Forwarded-For, before anybody reads whom a request is from. What is not an address ends
 * the list there: whatever stands before it was said by somebody whom nobody knows, and counts as the proxy after it.
 */
export function sanitizeForwardedFor(app: FastifyInstance): void {
	app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
		const text = headers['x-forwarded-for'];
		if (text !== undefined) headers['x-forwarded-for'] = parseAddresses(String(text)).join(', ');
		done();
	});
}

/**
 * Says once that requests come through a proxy which is not named: all of them would count as the proxy's own, so that a
 * stranger who tries passwords locks everybody out.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, networks: readonly string[], log: Logger): void {
	if (networks.length > 0) return;
	let isWarned = false;
	app.addHook('onRequest', ({ raw: { headers, socket } }, _reply, done) => {
		if (!isWarned && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)) {
			isWarned = true;
			const sender = socket.remoteAddress;
			log.warn(
				{ sender },
				'requests carry forwarded addresses, which are ignored: set TRUSTED_PROXIES if a proxy sends them',
			);
		}
		done();
	});
}

/** The addresses at the end of the list, without the ports that some proxies append. */
function parseAddresses(list: string): readonly string[] {
	const entries = list.split(',').map(toAddress);
	return entries.slice(entries.lastIndexOf(null) + 1) as string[];
}

/** Null for what is not an address; of `ip`, `ip:port`, `[v6]` and `[v6]:port` the address. */
function toAddress(entry: string): string | null {
	const text = entry.trim();
	const [, v6, v4] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(text) ?? [];
	const address = (v6 ?? v4 ?? text).replace(/%.*$/, '');
	return isIP(address) === 0 || (v6 !== undefined && !isIPv6(address)) ? null : address;
}
