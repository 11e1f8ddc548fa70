import { afterEach, expect, test, vi } from 'vitest';
import { stubWorkers } from '../../../test/workers.ts';
import { MergerClient } from './merger-client.ts';

afterEach(() => {
	vi.unstubAllGlobals();
});

test('opening again starts over where there was no thread before', () => {
	vi.stubGlobal('Worker', undefined);
	const client = new MergerClient();
	client.open('owner-1');
	expect(client.store.getState().phase).toBe('broken');
	stubWorkers(() => ({ open: () => {} }));
	client.open('owner-1');
	expect(client.store.getState().phase).toBe('opening');
	client.close();
});

test('nothing comes of a merge that is cancelled, also when it is prepared by then', async () => {
	const cancelPrepare = vi.fn();
	stubWorkers(() => ({ open: () => {}, prepare: () => [], cancelPrepare }));
	const client = new MergerClient();
	client.open('owner-1');
	const abort = new AbortController();
	const prepared = client.prepare(abort.signal);
	abort.abort();
	await expect(prepared).rejects.toMatchObject({ name: 'AbortError' });
	expect(cancelPrepare).toHaveBeenCalledOnce();
	client.close();
});

test('a pick whose worker is replaced half-way ends, and the next worker reads nothing of it', async () => {
	const addFiles = vi.fn();
	const pick = vi.fn();
	const started = stubWorkers(() => ({ open: () => {}, addFiles, pick }));
	const client = new MergerClient();
	client.open('owner-1');
	const files = Array.from({ length: 250 }, (_, index) => ({ path: `${index}.png`, blob: new Blob() }));
	const picked = client.pick({ how: 'folder' }, files);
	started[0]?.dispatchEvent(new Event('error'));
	client.open('owner-1');
	await expect(picked).rejects.toThrow(new Error(''));
	expect(started).toHaveLength(2);
	expect(addFiles).not.toHaveBeenCalled();
	expect(pick).not.toHaveBeenCalled();
	client.close();
});
