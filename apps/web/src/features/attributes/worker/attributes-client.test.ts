import { afterEach, expect, test, vi } from 'vitest';
import { AttributesClient } from './attributes-client.ts';

/** A thread that never answers. */
class SilentWorker extends EventTarget {
	postMessage() {}
	terminate() {}
}

afterEach(() => {
	vi.unstubAllGlobals();
});

test('opening again begins anew where there was no thread before', () => {
	vi.stubGlobal('Worker', undefined);
	const client = new AttributesClient();
	client.open('owner-1', null);
	expect(client.state().phase).toBe('broken');
	vi.stubGlobal('Worker', SilentWorker);
	client.open('owner-1', null);
	expect(client.state().phase).toBe('opening');
	client.close();
});
