/** What the browser refused to keep: where storage is switched off or full, it is remembered until the page is left. */
const unkept = new Map<string, string>();

/** Leaves the page, as far as what is remembered goes. */
export const forgetUnkept = (): void => unkept.clear();

function guarded<Result>(work: () => Result, otherwise: Result): Result {
	try {
		return work();
	} catch {
		return otherwise;
	}
}

export const readLocal = (key: string): string | null =>
	unkept.get(key) ?? guarded(() => localStorage.getItem(key), null);

export function writeLocal(key: string, value: string): void {
	try {
		localStorage.setItem(key, value);
		unkept.delete(key);
	} catch {
		unkept.set(key, value);
	}
}

export function removeLocal(key: string): void {
	unkept.delete(key);
	guarded(() => localStorage.removeItem(key), undefined);
}

/** Names of the values that begin so, in no order that means anything. */
export function listLocal(prefix: string): string[] {
	const names = guarded(() => Object.keys(localStorage), []);
	return [...new Set([...names, ...unkept.keys()])].filter((name) => name.startsWith(prefix));
}

// The session's are conveniences: a browser that refuses them remembers nothing.
export const readSession = (key: string) => guarded(() => sessionStorage.getItem(key), null);
export const writeSession = (key: string, value: string) =>
	guarded(() => sessionStorage.setItem(key, value), undefined);
export const removeSession = (key: string) => guarded(() => sessionStorage.removeItem(key), undefined);
