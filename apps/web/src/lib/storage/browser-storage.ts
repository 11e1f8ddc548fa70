/** What the browser refused to keep: where storage is switched off or full, it is remembered until the page is left. */
const memoryFallback = new Map<string, string>();

/** Leaves the page, as far as what is remembered goes. */
export const clearMemoryFallback = (): void => memoryFallback.clear();

function tryOr<Result>(work: () => Result, otherwise: Result): Result {
	try {
		return work();
	} catch {
		return otherwise;
	}
}

export const readLocal = (key: string): string | null =>
	memoryFallback.get(key) ?? tryOr(() => localStorage.getItem(key), null);

export function writeLocal(key: string, value: string): void {
	try {
		localStorage.setItem(key, value);
		memoryFallback.delete(key);
	} catch {
		memoryFallback.set(key, value);
	}
}

export function removeLocal(key: string): void {
	memoryFallback.delete(key);
	tryOr(() => localStorage.removeItem(key), undefined);
}

/** Names of the values that begin so, in no order that means anything. */
export function listLocalKeys(prefix: string): string[] {
	const names = tryOr(() => Object.keys(localStorage), []);
	return [...new Set([...names, ...memoryFallback.keys()])].filter((name) => name.startsWith(prefix));
}

// The session's are conveniences: a browser that refuses them remembers nothing.
export const readSession = (key: string) => tryOr(() => sessionStorage.getItem(key), null);
export const writeSession = (key: string, value: string) => tryOr(() => sessionStorage.setItem(key, value), undefined);
export const removeSession = (key: string) => tryOr(() => sessionStorage.removeItem(key), undefined);
