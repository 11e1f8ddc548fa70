import { expect, test } from 'vitest';
import { keepPageOnFailedImport } from './failed-import.ts';

test('what the router takes for a reason to load everything again is told in other words', () => {
	keepPageOnFailedImport();
	const payload = new TypeError('Failed to fetch dynamically imported module: /assets/gallery.js');
	window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
	expect(payload.message).toBe('A part of this page could not be fetched: the server was not reached.');
});
