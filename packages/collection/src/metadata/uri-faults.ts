import { CID } from 'multiformats/cid';

/** What is wrong with a URI; null when nothing is. */
export type UriFault = 'broken' | 'local' | 'insecure' | 'placeholder';

export const uriScheme = /^([a-z][a-z0-9+.-]*):/i;
const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;
const localIpv4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./;
/** Loopback, unspecified, fc00::/7 and fe80::/10, as URLs write them. */
const localIpv6 = /^\[(::1?\]|f[cd]|fe[89ab])/;
const localName = /(^|\.)localhost\.?$/;

/** Remembers hosts and CIDs, of which a collection has few. */
export function createUriClassifier(): (uri: string) => UriFault | null {
	const roots = new Map<string, boolean>();
	const isCid = (text: string) => {
		const known = roots.get(text);
		if (known !== undefined) return known;
		const found = isCidText(text);
		roots.set(text, found);
		return found;
	};
	return (uri) => {
		const name = uriScheme.exec(uri)?.[1]?.toLowerCase();
		// A drive letter is not a scheme.
		if (name === undefined) return uri.startsWith('/') ? 'local' : null;
		if (name.length === 1 || name === 'file') return 'local';
		if (name === 'ipfs')
			return isCid(
				uri
					.slice('ipfs:'.length)
					.replace(/^\/\//, '')
					.replace(/^ipfs\//, '')
					.split(/[/?#]/)[0]!,
			)
				? null
				: 'placeholder';
		if (name !== 'http' && name !== 'https')
			return name === 'ar' || name === 'data' || name === 'ipns' ? null : 'broken';
		if (!URL.canParse(uri)) return 'broken';
		if (isLocal(new URL(uri).hostname)) return 'local';
		return name === 'http' ? 'insecure' : null;
	};
}

/** A host as URLs normalise it: IPv4 as four numbers, IPv6 in brackets. */
function isLocal(host: string): boolean {
	return ipv4.test(host) ? localIpv4.test(host) : localIpv6.test(host) || localName.test(host);
}

function isCidText(text: string): boolean {
	try {
		CID.parse(text);
		return true;
	} catch {
		return false;
	}
}
