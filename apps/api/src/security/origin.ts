import { BlockList, isIP, isIPv6 } from 'node:net';

/** The request headers that say which site a call comes from and which one it believes to reach. */
export interface RequestOrigin {
	readonly method: string;
	readonly host: string | undefined;
	readonly origin: string | undefined;
	readonly secFetchSite: string | undefined;
}

/** Why a call is refused: it names another host than this server's, or was made by another site's page. */
export type OriginProblem = 'other_host' | 'other_origin';

/** Null for a call that may go on. */
export type OriginRule = (call: RequestOrigin) => OriginProblem | null;

/**
 * The Host must be the public origin's; without a public origin a loopback name (or the loopback address
 * we are bound to) with our port. A call that is not GET or HEAD must besides carry exactly that origin,
 * or neither Origin nor Sec-Fetch-Site, as programs other than browsers do. X-Forwarded-Host counts nothing.
 *
 * @param options.port asked at each call, since the system chooses it for PORT=0
 */
export function createOriginRule(options: {
	readonly publicOrigin: string | undefined;
	readonly boundHost: string;
	readonly port: () => number;
}): OriginRule {
	const origins = allowedOrigins(options);
	return ({ method, host, origin, secFetchSite }) => {
		const allowed = origins();
		if (host === undefined || !allowed.some((each) => getHost(each) === normalise(each, host))) return 'other_host';
		if (method === 'GET' || method === 'HEAD') return null;
		const isOwn = origin === undefined ? secFetchSite === undefined : allowed.includes(origin);
		return isOwn ? null : 'other_origin';
	};
}

function allowedOrigins({ publicOrigin, boundHost, port }: Parameters<typeof createOriginRule>[0]): () => string[] {
	if (publicOrigin !== undefined) return () => [publicOrigin];
	const bound = isLoopbackHost(boundHost) && !boundHost.includes(':') ? [boundHost] : [];
	const names = new Set(['localhost', '127.0.0.1', '[::1]', ...bound]);
	// As browsers write it: port 80 is left out.
	return () => [...names].map((name) => new URL(`http://${name}:${port()}`).origin);
}

const getHost = (origin: string) => new URL(origin).host;

/** The Host header in the spelling of the origin's scheme: lower case, without the default port. */
function normalise(origin: string, host: string): string | null {
	if (!/^[\w.[\]:-]{1,255}$/.test(host)) return null;
	const url = `${new URL(origin).protocol}//${host}`;
	return URL.canParse(url) ? new URL(url).host : null;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach a server bound to it. */
export function isLoopbackHost(host: string): boolean {
	if (host === 'localhost') return true;
	return isIP(host) !== 0 && loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}
