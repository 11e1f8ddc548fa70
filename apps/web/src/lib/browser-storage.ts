/** Values in the browser's storage; a browser that refuses storage simply remembers nothing. */
function guarded<Result>(work: () => Result, otherwise: Result): Result {
	try {
		return work();
	} catch {
		return otherwise;
	}
}

export const readLocal = (key: string) => guarded(() => localStorage.getItem(key), null);
export const writeLocal = (key: string, value: string) => guarded(() => localStorage.setItem(key, value), undefined);
export const removeLocal = (key: string) => guarded(() => localStorage.removeItem(key), undefined);
export const readSession = (key: string) => guarded(() => sessionStorage.getItem(key), null);
export const writeSession = (key: string, value: string) =>
	guarded(() => sessionStorage.setItem(key, value), undefined);
export const removeSession = (key: string) => guarded(() => sessionStorage.removeItem(key), undefined);
