import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createUploadApi, UploadError } from './upload-api.ts';

const uploadApi = createUploadApi('/api/uploads/missing');

const origin = 'http://realm.test';
const hash = 'a'.repeat(64);
const server = setupServer();

beforeAll(() => {
	server.listen({ onUnhandledFrame: 'error' });
	const call = globalThis.fetch;
	vi.stubGlobal('fetch', (path: string, init: RequestInit) => call(new URL(path, origin).href, init));
});
afterEach(() => server.resetHandlers());
afterAll(() => {
	server.close();
	vi.unstubAllGlobals();
});

const refuse = (status: number, body: unknown, headers = {}) =>
	server.use(
		http.put('*/api/uploads/:sha256', () =>
			typeof body === 'string'
				? new HttpResponse(body, { status, headers })
				: HttpResponse.json(body as object, { status, headers }),
		),
	);

const troubleOf = async () => {
	const error = await uploadApi.send(hash, 'image', new Blob(['x'])).catch((reason: unknown) => reason);
	if (!(error instanceof UploadError)) throw new Error('It went through.');
	return error;
};

test('asks for hashes with their sizes and sends bytes as they are', async () => {
	let received = '';
	let asked: unknown;
	server.use(
		http.post('*/api/uploads/missing', async ({ request }) => {
			asked = await request.json();
			return HttpResponse.json({ missing: [hash] });
		}),
		http.put('*/api/uploads/:sha256', async ({ request, params }) => {
			received = `${params.sha256} ${new URL(request.url).search} ${await request.text()}`;
			return HttpResponse.json({});
		}),
	);
	expect(await uploadApi.findMissing([{ sha256: hash, sizeBytes: 5 }])).toEqual([hash]);
	expect(asked).toEqual({ hashes: [hash], sizes: [5] });
	await uploadApi.send(hash, 'manifest', new Blob(['bytes']));
	expect(received).toBe(`${hash} ?as=manifest bytes`);
});

test.each([
	[415, 'unsupported_image', 'refused'],
	[413, 'image_too_large', 'refused'],
	[422, 'unreadable_image', 'refused'],
	[422, 'upload_mismatch', 'mismatch'],
	[409, 'storage_full', 'storage_full'],
	[409, 'upload_quota', 'quota'],
	[429, 'rate_limited', 'busy'],
	[408, 'bad_input', 'slow'],
] as const)('rejects %i %s as %s, with the sentence of the server', async (status, reason, kind) => {
	refuse(status, { error: 'A sentence.', reason, requestId: 'r' });
	const trouble = await troubleOf();
	expect(trouble).toMatchObject({ kind, message: 'A sentence.' });
});

test.each([
	[401, 'no_access', 'Authentication required. Please log in with Discord.'],
	[403, 'no_access', 'Access denied. Please check your permissions.'],
	[503, 'failing', 'Service temporarily unavailable. Please try again in a moment.'],
] as const)('rejects %i as %s, with the fixed sentence', async (status, kind, message) => {
	refuse(status, 'raw');
	expect(await troubleOf()).toMatchObject({ kind, message });
});

test('tells how long the server asks to wait', async () => {
	refuse(429, { error: 'Later.', reason: 'rate_limited', requestId: 'r' }, { 'Retry-After': '7' });
	expect((await troubleOf()).waitMs).toBe(7_000);
});

test('rejects as unreachable when no answer comes, in the words that any other call has for it (ERR-02)', async () => {
	server.use(http.put('*/api/uploads/:sha256', () => HttpResponse.error()));
	expect(await troubleOf()).toMatchObject({
		kind: 'unreachable',
		message: 'Service temporarily unavailable. Please try again in a moment.',
	});
});
