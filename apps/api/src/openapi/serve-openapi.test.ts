import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRequest, startTestServer, type TestServer } from '../testing/server-testing.ts';

let test: TestServer;
beforeAll(async () => {
	test = await startTestServer();
});
afterAll(() => test.close());

describe.each([
	['/openapi.json', 'application/json; charset=utf-8'],
	['/api/docs', 'text/html; charset=utf-8'],
])('the description at %s', (path, type) => {
	it('comes with a strong ETag, and not again to whoever has it', async () => {
		const { status, headers, bytes } = await sendRequest(test.origin, path);
		expect(status).toBe(200);
		expect(headers).toMatchObject({
			'content-type': type,
			'content-length': String(bytes.length),
			'cache-control': 'no-cache',
			etag: expect.stringMatching(/^"[\w-]{43}"$/),
		});
		for (const method of ['GET', 'HEAD']) {
			const again = await sendRequest(test.origin, path, {
				method,
				headers: { 'if-none-match': String(headers.etag) },
			});
			expect([method, again.status, again.bytes.length]).toEqual([method, 304, 0]);
			expect(again.headers.etag).toBe(headers.etag);
			const changed = await sendRequest(test.origin, path, { method, headers: { 'if-none-match': '"another"' } });
			expect([method, changed.status]).toEqual([method, 200]);
			expect(changed.headers['content-length']).toBe(String(bytes.length));
		}
	});
});

it('the document keeps the recommended rules of OpenAPI, its examples their schemas', async () => {
	const { json } = await sendRequest(test.origin, '/openapi.json');
	const config = await createConfig({ extends: ['recommended'] });
	const problems = await lintFromString({ source: JSON.stringify(json), config });
	expect(problems.map(({ ruleId, message, location: [place] }) => [ruleId, message, place?.pointer])).toEqual([]);
});

it('names that were replaced are marked as deprecated, beside those that replace them', async () => {
	const { json } = await sendRequest(test.origin, '/openapi.json');
	const { paths } = json as { paths: Record<string, { get: { deprecated?: boolean; responses: object } }> };
	expect(paths['/api/sales/{saleId}/pieces/{tokenNumber}']?.get.deprecated).toBe(true);
	expect(paths['/api/sales/{saleId}/items/{tokenNumber}']?.get.deprecated).toBeUndefined();
	const described = JSON.stringify(paths['/api/sales/{saleId}/reservations/{reservationId}']?.get.responses);
	for (const [old, name] of [
		['pieces', 'items'],
		['pieceCount', 'itemCount'],
	]) {
		expect(described).toContain(`"${name}":{`);
		expect(described).toMatch(
			new RegExp(`"${old}":\\{[^}]*"deprecated":true|"deprecated":true,"description":"Use \`${name}\``),
		);
	}
});
