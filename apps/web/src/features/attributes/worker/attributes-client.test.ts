import { afterEach, expect, test, vi } from 'vitest';
import { stubWorkers } from '../../../test/workers.ts';
import { AttributesClient } from './attributes-client.ts';

afterEach(() => {
	vi.unstubAllGlobals();
});

test('opening again starts over where there was no thread before', () => {
	vi.stubGlobal('Worker', undefined);
	const client = new AttributesClient();
	client.open('owner-1', null);
	expect(client.store.getState().phase).toBe('broken');
	stubWorkers(() => ({ open: () => new Promise(() => {}) }));
	client.open('owner-1', null);
	expect(client.store.getState().phase).toBe('opening');
	client.close();
});
