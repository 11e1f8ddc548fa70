import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	Browser,
	generate,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let creator: Browser;
beforeAll(async () => {
	test = await startTestServer();
	creator = await signedIn(test.origin, 'community');
});
afterAll(() => test.close());

const patch = (settingId: string, body: object) => creator.call(`/api/presets/${settingId}`, { method: 'PATCH', body });

describe('presets over REST', () => {
	it('ENT-06 are saved with the defaults of the specification, listed, changed and deleted', async () => {
		const saved = await creator.post('/api/presets', { name: 'Winter', races: ['elf'] });
		expect([saved.status, saved.json]).toEqual([
			200,
			{
				id: expect.any(String),
				name: 'Winter',
				description: '',
				races: ['elf'],
				classes: [],
				artStyle: '',
				backgroundType: 'purple-blue-gradient',
				afflictions: [],
				batchSize: 1,
				projectName: '',
				includeMetadata: true,
				generateRarity: true,
				uploadToIPFS: false,
				traitWeights: {},
				engine: '',
				model: '',
				createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
				updatedAt: expect.any(String),
			},
		]);
		const { id } = saved.json as { id: string };
		const { traitWeights: _, ...summary } = saved.json as Record<string, unknown>;
		expect((await creator.call('/api/presets')).json).toEqual([{ ...summary, sizeBytes: expect.any(Number) }]);
		expect((await creator.call(`/api/presets/${id}`)).json).toEqual(saved.json);
		const changed = await patch(id, { name: 'Summer', traitWeights: { race: { elf: 2 } } });
		expect(changed.json).toMatchObject({ name: 'Summer', races: ['elf'], traitWeights: { race: { elf: 2 } } });
		const deleted = await creator.call(`/api/presets/${id}`, { method: 'DELETE' });
		expect([deleted.status, deleted.json]).toEqual([200, expect.objectContaining({ id, name: 'Summer' })]);
		expect((await creator.call('/api/presets')).json).toEqual([]);
	});

	it('rejects a name in use with 409 and its sentence', async () => {
		await creator.post('/api/presets', { name: 'Taken' });
		const { status, json } = await creator.post('/api/presets', { name: 'Taken' });
		expect([status, json]).toEqual([
			409,
			expect.objectContaining({ reason: 'setting_exists', error: expect.stringContaining('Taken') }),
		]);
	});

	it.each([
		[{}],
		[{ name: '' }],
		[{ name: '   ' }],
		[{ name: 'x'.repeat(61) }],
		[{ name: 'a\u202eb' }],
		[{ name: 'x', races: ['robot'] }],
		[{ name: 'x', races: ['elf', 'elf'] }],
		[{ name: 'x', batchSize: 0 }],
		[{ name: 'x', batchSize: 10_001 }],
		[{ name: 'x', traitWeights: { race: { robot: 1 } } }],
		[{ name: 'x', ownerId: 'somebody' }],
		[{ name: 'x', description: 'x'.repeat(1_001) }],
	])('rejects %j with 400', async (body) => {
		const { status, json } = await creator.post('/api/presets', body);
		expect([status, json]).toEqual([400, expect.objectContaining({ reason: 'bad_input' })]);
	});

	it('rejects a stranger’s preset with 404', async () => {
		const { json } = await creator.post('/api/presets', { name: 'Mine' });
		const stranger = await signedIn(test.origin, 'developer');
		const path = `/api/presets/${(json as { id: string }).id}`;
		expect((await stranger.call(path)).status).toBe(404);
		expect((await stranger.call(path, { method: 'PATCH', body: { name: 'Yours' } })).status).toBe(404);
		expect((await stranger.call(path, { method: 'DELETE' })).status).toBe(404);
		expect((await stranger.call('/api/presets')).json).toEqual([]);
	});

	it('AMB-18 rejects them with 409 where they are switched off', async () => {
		const off = await startTestServer({ FEATURE_PRESETS: 'off' });
		const browser = await signedIn(off.origin);
		expect((await browser.call('/api/config')).json).toMatchObject({ features: { presets: false } });
		const { status, json } = await browser.call('/api/presets');
		expect([status, json]).toEqual([409, expect.objectContaining({ reason: 'presets_off' })]);
		await off.close();
	});
});

describe('the daily limit over REST', () => {
	let limited: TestServer;
	beforeAll(async () => {
		limited = await startTestServer({ DAILY_GENERATION_LIMIT: '4', TRUSTED_PROXIES: '127.0.0.1' });
	});
	afterAll(() => limited.close());
	const from = (address: string) => ({ 'x-forwarded-for': address });

	it('AMB-44 rejects an order beyond the daily limit with 429, the sentence and Retry-After', async () => {
		const browser = await signedIn(limited.origin, 'community');
		await generate(browser);
		const { status, json, headers } = await browser.post('/api/generate', generationRequest);
		expect([status, json]).toEqual([
			429,
			expect.objectContaining({
				reason: 'daily_limit',
				error: expect.stringMatching(/^Daily generation limit reached \(4\)\. Resets in \d\d:\d\d\.$/),
			}),
		]);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
	});

	it('is the same for whoever clears their cookies and signs in again, and another one elsewhere', async () => {
		const order3 = (browser: Browser, address: string) =>
			browser.post('/api/generate', generationRequest, from(address));
		expect((await order3(await signedIn(limited.origin, 'community'), '203.0.113.7')).status).toBe(200);
		const again = await signedIn(limited.origin, 'community');
		const { status, json, headers } = await order3(again, '203.0.113.7');
		expect([status, json]).toEqual([
			429,
			expect.objectContaining({
				reason: 'daily_limit',
				error: expect.stringMatching(/^Daily .* \(4 for all who .* your network\)\. Resets in \d\d:\d\d\.$/),
			}),
		]);
		expect(Number(headers['retry-after'])).toBeGreaterThan(0);
		const { json: made } = await again.post('/api/auth/tokens', {
			name: 'script',
			scopes: ['write'],
			expiresInDays: 7,
		});
		const authorization = `Bearer ${(made as { token: string }).token}`;
		const script = new Browser(limited.origin);
		expect(
			(await script.post('/api/generate', generationRequest, { ...from('203.0.113.7'), authorization })).status,
		).toBe(429);
		expect((await order3(await signedIn(limited.origin, 'developer'), '203.0.113.7')).status).toBe(200);
		expect((await order3(again, '203.0.113.8')).status).toBe(200);
	});
});

describe('POST /api/database/cleanup', () => {
	it.each([
		['without a body', undefined],
		['with an empty one', {}],
		['that names its scope', { scope: 'own' }],
	])('API-12 %s deletes the caller’s own', async (_, body) => {
		const browser = await signedIn(test.origin, 'community');
		await generate(browser);
		const { status, json } = await browser.post('/api/database/cleanup', body);
		expect([status, json]).toEqual([
			200,
			{ success: true, deletedImages: 3, keptImages: 0, deletedUploads: 0, freedBytes: 0 },
		]);
		expect((await browser.call('/api/jobs')).json).toEqual([]);
		expect((await browser.call('/api/stats')).json).toMatchObject({ totalGenerated: 0 });
	});

	it('API-12 takes an empty body that says it is JSON', async () => {
		const browser = await signedIn(test.origin, 'community');
		const headers = { 'content-type': 'application/json' };
		const { status } = await browser.call('/api/database/cleanup', { method: 'POST', headers });
		expect(status).toBe(200);
	});

	it.each([{ scope: 'everything' }, { all: true }, [1]])('rejects a cleanup of %j with 400', async (body) => {
		expect((await creator.post('/api/database/cleanup', body)).status).toBe(400);
	});
});
