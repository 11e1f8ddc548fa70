import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Ranges of the registries of special purposes that no service on the internet answers from
 * (https://www.iana.org/assignments/iana-ipv4-special-registry, https://www.iana.org/assignments/iana-ipv6-special-registry).
 */
const inside = new BlockList();
for (const [net, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.0.2.0', 24],
	['192.88.99.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['198.51.100.0', 24],
	['203.0.113.0', 24],
	// Multicast, what is reserved, and broadcast.
	['224.0.0.0', 3],
	// Where virtual machines of Azure find their host.
	['168.63.129.16', 32],
] as const) {
	inside.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
	['2001::', 23],
	['2001:db8::', 32],
	['3fff::', 20],
] as const) {
	inside.addSubnet(net, prefix, 'ipv6');
}
/** Of IPv6 only this was given out to networks; loopback, private and link-local ranges lie beside it. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Prefixes of IPv6, in groups of 16 bits, behind which stands an address of IPv4 that decides, and at which group. */
const embedded: readonly { readonly prefix: readonly number[]; readonly at: number }[] = [
	// Mapped and compatible.
	{ prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
	{ prefix: [0, 0, 0, 0, 0, 0], at: 6 },
	// What NAT64 translates, and 6to4.
	{ prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
	{ prefix: [0x2002], at: 1 },
];

/**
 * Whether an IP address leads to this machine, its network or the services of its host rather than to the internet.
 * Anything that is not an IP address does.
 */
export function isPrivateIp(ip: string): boolean {
	if (isIPv4(ip)) return inside.check(ip, 'ipv4');
	const groups = toGroups(ip);
	if (groups === null) return true;
	const wrapped = embedded.find(({ prefix }) => prefix.every((group, index) => groups[index] === group));
	if (wrapped !== undefined) {
		const [high = 0, low = 0] = groups.slice(wrapped.at, wrapped.at + 2);
		return isPrivateIp([high >> 8, high & 0xff, low >> 8, low & 0xff].join('.'));
	}
	return !global6.check(ip, 'ipv6') || inside.check(ip, 'ipv6');
}

/** Names that mean something within a network only: without a dot, or under a domain that nobody can register. */
export const isPrivateName = (host: string): boolean =>
	!host.includes('.') || /\.(?:local|localhost|localdomain|lan|internal|home|home\.arpa|corp|test)$/.test(host);

/** The host of a `URL` as sockets and comparisons want it: without brackets, in one spelling; null where it is none. */
export function canonicalHost(hostname: string): string | null {
	const bare = /^\[(.+)\]$/.exec(hostname)?.[1] ?? hostname;
	if (isIP(bare) !== 0) return bare;
	return /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(bare) ? bare : null;
}

/** Eight numbers; null where it is not an address of IPv6, or one of a single interface. */
function toGroups(ip: string): readonly number[] | null {
	if (isIP(ip) !== 6 || ip.includes('%')) return null;
	// In its shortest form, and without dots.
	const { hostname } = new URL(`http://[${ip}]`);
	const [head = '', tail] = hostname.slice(1, -1).split('::');
	const read = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
	const [front, back] = [read(head), read(tail ?? '')];
	return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}
