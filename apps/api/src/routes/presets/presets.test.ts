import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, signedIn, startTestServer, type TestServer } from '../../testing/server-testing.ts';

let test: TestServer;
let creator: Browser;
beforeAll(async () => {
	test = await startTestServer();
	creator = await signedIn(test.origin, 'community');
});
afterAll(() => test.close());

const patch = (settingId: string, body: object) => creator.call(`/api/presets/${settingId}`, { method: 'PATCH', body });

describe('presets over REST', () => {
	it('are saved with the defaults of the specification, listed, changed and deleted (ENT-06)', async () => {
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

	it('keep exact counts and rules', async () => {
		const orc = { trait: 'race', value: 'orc' };
		const rules = [{ kind: 'never', left: orc, right: { trait: 'affliction', value: 'vampirism' } }];
		const saved = await creator.post('/api/presets', { name: 'Steered', counts: { race: { dwarf: 3 } }, rules });
		expect(saved.json).toMatchObject({ counts: { race: { dwarf: 3 } }, rules });
		const { id } = saved.json as { id: string };
		expect((await creator.call(`/api/presets/${id}`)).json).toEqual(saved.json);
		expect((await patch(id, { counts: {}, rules: [] })).json).toMatchObject({ counts: {}, rules: [] });
		await creator.call(`/api/presets/${id}`, { method: 'DELETE' });
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
		[{ name: 'x', counts: { race: { elf: 0.5 } } }],
		[{ name: 'x', counts: null }],
		[
			{
				name: 'x',
				rules: [{ kind: 'never', left: { trait: 'race', value: 'robot' }, right: { trait: 'class', value: 'bard' } }],
			},
		],
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

	it('rejects them with 409 where they are switched off (AMB-18)', async () => {
		const off = await startTestServer({ FEATURE_PRESETS: 'off' });
		const browser = await signedIn(off.origin);
		expect((await browser.call('/api/config')).json).toMatchObject({ features: { presets: false } });
		const { status, json } = await browser.call('/api/presets');
		expect([status, json]).toEqual([409, expect.objectContaining({ reason: 'presets_off' })]);
		await off.close();
	});
});
