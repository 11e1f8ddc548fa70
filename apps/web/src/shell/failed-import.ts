const message = 'A part of this page could not be fetched: the server was not reached.';

/**
 * Lets a page whose code could not be fetched fail in its place. The router would load the whole product again, and where
 * the network is away that leaves nothing but the browser's own error, without whatever was typed.
 */
export function keepPageOnFailedImport(): void {
	window.addEventListener('vite:preloadError', ({ payload }) => {
		payload.message = message;
	});
}
