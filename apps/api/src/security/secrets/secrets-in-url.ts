/** Shorter parts of an address are words such as `v2`. */
const shortestKey = 12;

/**
 * The texts in an address that may be its owner's secret: providers put their customer's key into the path or the query,
 * others take a name and a password.
 */
export function findUrlSecrets(text: string | undefined): string[] {
	if (text === undefined) return [];
	const { pathname, search, searchParams, username, password } = new URL(text);
	const whole = `${pathname}${search}`;
	const parts = [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= shortestKey);
	const all = [...(whole.length > 1 ? [whole] : []), ...parts, ...parts.map(tryDecode), username, password];
	return [...new Set([...all, tryDecode(username), tryDecode(password)])].filter((secret) => secret !== '');
}

/** The password in an address, as it is written and as it is, and what its query holds; a database's name and user are not a secret. */
export function findUrlPasswords(text: string): string[] {
	const { password, searchParams } = new URL(text);
	const values = [...searchParams].flatMap(([name, value]) => (/pass|key|secret|token/i.test(name) ? [value] : []));
	return [...new Set([password, tryDecode(password), ...values])].filter((secret) => secret !== '');
}

/** The decoded text; the text itself where it is not encoded. */
function tryDecode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
