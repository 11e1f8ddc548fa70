import { afterAll, vi } from 'vitest';

// Test files share a process, one after the other: what one of them put in place of something ends with it.
afterAll(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.unstubAllEnvs();
});
