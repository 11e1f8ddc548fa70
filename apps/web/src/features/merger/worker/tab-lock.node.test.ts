import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenAlone } from './tab-lock.ts';

beforeEach(() => vi.stubGlobal('navigator', { locks }));
afterEach(async () => {
	vi.unstubAllGlobals();
	// What a test left held would keep out the next one.
	await locks.request('adx-merger', { steal: true }, () => {});
});

const listHeld = async () => ((await locks.query()).held ?? []).map(({ name }) => name);

test('the first tab waits for nobody, and holds the merger from then on', async () => {
	const onWaiting = vi.fn();
	await whenAlone(onWaiting);
	expect(onWaiting).not.toHaveBeenCalled();
	expect(await listHeld()).toContain('adx-merger');
});

test('the second one is told so, and takes over when the first is closed', async () => {
	const first = Promise.withResolvers<void>();
	const closed = locks.request('adx-merger', () => first.promise);
	const waiting = Promise.withResolvers<void>();
	const onAlone = vi.fn();
	const alone = whenAlone(waiting.resolve).then(onAlone);
	await waiting.promise;
	expect(onAlone).not.toHaveBeenCalled();
	first.resolve();
	await closed;
	await alone;
	expect(await listHeld()).toContain('adx-merger');
});

test.each([
	['has no locks', undefined],
	['refuses them', { request: () => Promise.reject(new Error('SecurityError')) }],
])('nobody is kept out where the browser %s', async (_, given) => {
	vi.stubGlobal('navigator', { locks: given });
	const onWaiting = vi.fn();
	await whenAlone(onWaiting);
	expect(onWaiting).not.toHaveBeenCalled();
});
