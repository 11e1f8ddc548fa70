import { afterEach, expect, test, vi } from 'vitest';
import { sendList } from './send-list.ts';

afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test.each([
	[false, 'Your browser is offline. Try again once it is connected.'],
	[true, 'Service temporarily unavailable. Please try again in a moment.'],
])('a list that does not reach the server says why, online: %s', async (onLine, sentence) => {
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
	await expect(sendList('ab'.repeat(32), new Blob(['{}']))).rejects.toThrow(sentence);
});

test('a list that is refused says what the server says', async () => {
	vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'The list is too long.' }, { status: 413 })));
	await expect(sendList('ab'.repeat(32), new Blob(['{}']))).rejects.toThrow('The list is too long.');
});
