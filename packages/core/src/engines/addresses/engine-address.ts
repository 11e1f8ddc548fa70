import { canonicalHost } from './private-networks.ts';

/** Where a service of a user's is, as far as it was judged: an origin, and the path that its endpoints lie under. */
export interface EngineAddress {
	/** `https://api.openai.com` */
	readonly origin: string;
	/** `/v1`, without a slash at its end; '' for none. */
	readonly path: string;
}

/** An address, or the sentence that says what is wrong with it. */
export type ParsedAddress =
	| { readonly address: EngineAddress; readonly problem?: undefined }
	| { readonly address?: undefined; readonly problem: string; readonly isReadable: boolean };

export const notAllowed = 'The operator of this server has not allowed calls to this address.';

const addressMaxLength = 300;
/** No escapes: what a service would make of `%2e` or `%2f` is its own affair. */
const pathPattern = /^(?:\/[\w.~-]+)*\/?$/;

/** As it is shown and stored. */
export const toAddressText = ({ origin, path }: EngineAddress): string => `${origin}${path}`;

/** Whether one address lies at the other one or below it. */
export const isWithin = (address: EngineAddress, allowed: EngineAddress): boolean =>
	address.origin === allowed.origin && (address.path === allowed.path || address.path.startsWith(`${allowed.path}/`));

/**
 * Reads an address that a user entered, and judges it by those that the operator allows: it must be one of them or lie
 * below one. What its name resolves to is judged with each call.
 */
export function parseEngineAddress(text: string, allowed: readonly EngineAddress[]): ParsedAddress {
	const address = parsePlainAddress(text);
	if (address === null)
		return { isReadable: false, problem: 'This is not an address such as https://api.openai.com/v1.' };
	if (allowed.some((entry) => isWithin(address, entry))) return { address };
	return { isReadable: true, problem: notAllowed };
}

/**
 * An address of its parts, or null for anything that is not just a scheme, a host, a port and a plain path: a user name,
 * a password, a query and a fragment among them.
 */
export function parsePlainAddress(text: string): EngineAddress | null {
	const trimmed = text.trim();
	// `URL` leaves out tabs and newlines, and takes a backslash for a slash.
	if (trimmed.length > addressMaxLength || /[^\x21-\x7e]|[\\@?#]/.test(trimmed)) return null;
	if (!/^https?:\/\/[^/]/i.test(trimmed) || !URL.canParse(trimmed)) return null;
	const { origin, pathname, hostname } = new URL(trimmed);
	if (!pathPattern.test(pathname) || canonicalHost(hostname) === null) return null;
	return { origin, path: pathname.replace(/\/$/, '') };
}
