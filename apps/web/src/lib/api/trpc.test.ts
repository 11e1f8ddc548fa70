import { expect, test, vi } from 'vitest';
import { api, procedure } from '../../test/api.ts';
import { signedOut, stats } from '../../test/fixtures.ts';
import { usePage } from '../../test/setup.tsx';
import { createApiClient } from './trpc.ts';

usePage();

test('queries are single GETs on their path and mutations are POSTs, all with the session cookie (QRY-05, QRY-07, AMB-55)', async () => {
	const seen: string[] = [];
	// What the page itself asks for: msw's copy of the request has lost its credentials.
	const pageFetch = vi.spyOn(globalThis, 'fetch');
	const note = ({ method, url }: Request) => seen.push(`${method} ${new URL(url).pathname}`);
	api.use(
		procedure('database', 'stats', (_input, request) => {
			note(request);
			return stats;
		}),
		procedure('auth', 'check', (_input, request) => {
			note(request);
			return signedOut;
		}),
		procedure('auth', 'logout', (_input, request) => {
			note(request);
			return { ok: true as const };
		}),
	);
	const client = createApiClient(window.location.origin);
	await Promise.all([client.database.stats.query(), client.auth.check.query()]);
	await client.auth.logout.mutate();
	expect(seen.toSorted()).toEqual(['GET /trpc/auth.check', 'GET /trpc/database.stats', 'POST /trpc/auth.logout']);
	expect(pageFetch.mock.calls.map(([, init]) => init?.credentials)).toEqual(['include', 'include', 'include']);
});
