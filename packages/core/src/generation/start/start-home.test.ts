import { findGenerationJob, listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { type FakeComfyUi, startFakeComfyUi } from '@adx/fakes/comfyui';
import { type FakeSdWebUi, startFakeSdWebUi } from '@adx/fakes/sdwebui';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../engines/addresses/address-guard.ts';
import { parsePlainAddress } from '../../engines/addresses/engine-address.ts';
import { createComfyUiEngine } from '../../engines/comfyui/comfyui-engine.ts';
import { createForgeEngine } from '../../engines/forge/forge-engine.ts';
import { createSdWebUiEngine } from '../../engines/sdwebui/sdwebui-engine.ts';
import { sdWebUiVariables } from '../../engines/sdwebui/sdwebui-settings.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { pauseGeneration, resumeGeneration, retryGeneration } from '../control/control-job.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { setReferences } from '../references/set-references.ts';
import { decryptJobKey } from '../remote/job-key.ts';
import { startGeneration } from './start-generation.ts';

const login = 'me:se:cret-canary';
const workflow = JSON.stringify({
	'3': { class_type: 'KSampler', inputs: { seed: '{{seed}}', positive: ['6', 0] } },
	'6': { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}' } },
	'9': { class_type: 'SaveImage', inputs: { filename_prefix: 'adx', images: ['3', 0] } },
});

const sketching = JSON.stringify({
	...(JSON.parse(workflow) as object),
	'20': { class_type: 'LoadImage', inputs: { image: '{{sketch}}' } },
});
const listPainted = () => open.sdwebui.requests.map(({ picture }) => picture ?? undefined);

let open: { readonly sdwebui: FakeSdWebUi; readonly comfyui: FakeComfyUi };
let closed: typeof open;
let test: TestServices;
beforeAll(async () => {
	open = { sdwebui: await startFakeSdWebUi({ sizePx: 8 }), comfyui: await startFakeComfyUi({ sizePx: 8 }) };
	closed = {
		sdwebui: await startFakeSdWebUi({ sizePx: 8, login }),
		comfyui: await startFakeComfyUi({ sizePx: 8, login }),
	};
	const guard = createAddressGuard({ allowed: allowed() });
	const { SDWEBUI_OPTIONS: paint } = sdWebUiVariables.parse({});
	test = await createTestServices({
		sdwebui: createSdWebUiEngine({ guard, paint }),
		forge: createForgeEngine(1),
		comfyui: createComfyUiEngine({ guard, paintPx: 64, pollMs: 20 }),
	});
});
beforeEach(async () => {
	await test.clear();
	for (const fake of fakes()) fake.reset();
});
afterAll(async () => {
	await test.close();
	await Promise.all(fakes().map((fake) => fake.close()));
});

const fakes = () => [open.sdwebui, open.comfyui, closed.sdwebui, closed.comfyui];
const allowed = () => fakes().map(({ origin }) => parsePlainAddress(origin)!);

async function contextOf(): Promise<RequestContext> {
	const ctx = await test.contextOf({ role: 'developer' });
	const { services } = ctx.config;
	const withAddresses = (engine: 'sdwebui' | 'comfyui') => ({ ...services[engine], addresses: allowed() });
	const own = { ...services, sdwebui: withAddresses('sdwebui'), comfyui: withAddresses('comfyui') };
	return { ...ctx, config: { ...ctx.config, services: own } };
}

describe.each(['sdwebui', 'comfyui'] as const)('ordering from %s at home', (engine) => {
	const order = (change: object = {}) =>
		startGenerationInput.parse({
			...createRequest(3),
			engine,
			engineAddress: closed[engine].origin,
			...(engine === 'comfyui' ? { workflow } : {}),
			...change,
		});

	it('signs in with the login of the order, which is sealed and told to nobody', async () => {
		const ctx = await contextOf();
		const { jobId, job } = await startGeneration(ctx, order({ apiKey: ` ${login} ` }));
		const row = (await findGenerationJob(ctx.db, 'all', jobId))!;
		expect(decryptJobKey(ctx, row)).toBe(login);
		expect(JSON.stringify([row, job])).not.toContain('canary');
		expect(job.needsApiKey).toBe(false);
		await driveJob(ctx, jobId);
		const done = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(done).toMatchObject({ phase: 'done', progress: 3, costUsd: 0 });
		expect((await findGenerationJob(ctx.db, 'all', jobId))?.sealedApiKey).toBeNull();
		expect(closed[engine].count()).toBe(3);
	});

	it('needs no login where the service asks for none', async () => {
		const ctx = await contextOf();
		const { jobId, job } = await startGeneration(ctx, order({ engineAddress: open[engine].origin }));
		expect(job.needsApiKey).toBe(false);
		await pauseGeneration(ctx, { jobId });
		expect(await resumeGeneration(ctx, { jobId })).toMatchObject({ needsApiKey: false });
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', needsApiKey: false });
	});

	it.each([
		['none', undefined],
		['a wrong one', 'me:wrong-canary'],
	])('fails with a sentence after one call with %s, and is made with the right one', async (_, apiKey) => {
		const ctx = await contextOf();
		const { jobId } = await startGeneration(ctx, order(apiKey === undefined ? {} : { apiKey }));
		await driveJob(ctx, jobId);
		const failed = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(failed).toMatchObject({
			phase: 'failed',
			errorMessage: 'The service refused the login, or asks for one. Enter it as name:password.',
		});
		expect(closed[engine].count()).toBeLessThan(2);
		expect(await retryGeneration(ctx, { jobId, apiKey: login })).toMatchObject({ needsApiKey: false });
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', progress: 3 });
	});

	it('asks for the login again after a pause, and goes on without where none is given', async () => {
		const ctx = await contextOf();
		const { jobId } = await startGeneration(ctx, order({ apiKey: login }));
		expect(await pauseGeneration(ctx, { jobId })).toMatchObject({ needsApiKey: true });
		expect(await resumeGeneration(ctx, { jobId })).toMatchObject({ phase: 'running', needsApiKey: false });
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'failed', progress: 0 });
	});

	it.each(['name', 'name:', ':password', 'na me:password', 'name:pass word'])(
		'rejects the login %j with a sentence at its field, and stores nothing',
		async (apiKey) => {
			const ctx = await contextOf();
			await expect(startGeneration(ctx, order({ apiKey }))).rejects.toMatchObject({
				code: 'INVALID',
				reason: 'bad_input',
				meta: { fields: { apiKey: 'Please enter a user name and a password, such as name:password.' } },
			});
			expect(await listGenerationJobs(ctx.db, 'all')).toEqual([]);
			expect(closed[engine].count()).toBe(0);
		},
	);

	it('paints after the storyboard, one sketch for each image', async () => {
		const ctx = await contextOf();
		const { jobId, job } = await startGeneration(
			ctx,
			order({
				engineAddress: open[engine].origin,
				sketch: true,
				...(engine === 'comfyui' ? { workflow: sketching } : {}),
			}),
		);
		expect(job.sketch).toBe(true);
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', progress: 3 });
		const sent = engine === 'comfyui' ? open.comfyui.requests.map(({ pictures }) => pictures[0]) : listPainted();
		expect(new Set(sent.map((picture) => picture?.toString('base64'))).size).toBe(3);
		for (const picture of sent) expect(await sharp(picture).metadata()).toMatchObject({ format: 'png' });
	});

	it('takes no body with a newline in its login', () => {
		const { error } = startGenerationInput.safeParse({ ...order(), apiKey: 'me:x\nhost: evil' });
		expect(error?.issues.map(({ path }) => path[0])).toEqual(['apiKey']);
	});
});

describe('a workflow and the pictures that go along', () => {
	it('have to fit when they are ordered, and when the references of the job are changed', async () => {
		const ctx = await contextOf();
		const order = (change: object) =>
			startGenerationInput.parse({
				...createRequest(3),
				engine: 'comfyui',
				engineAddress: open.comfyui.origin,
				workflow,
				...change,
			});
		await expect(startGeneration(ctx, order({ sketch: true }))).rejects.toMatchObject({
			meta: { fields: { workflow: expect.stringContaining('has to name {{sketch}}') } },
		});
		await expect(startGeneration(ctx, order({ workflow: sketching }))).rejects.toMatchObject({
			meta: { fields: { workflow: expect.stringContaining('use the storyboard as the sketch') } },
		});
		const { jobId } = await startGeneration(ctx, order({}));
		const references = [{ sha256: '0'.repeat(64) }];
		await expect(setReferences(ctx, { jobId, references })).rejects.toMatchObject({
			message: expect.stringContaining('has to name {{reference}}'),
		});
		expect(open.comfyui.count()).toBe(0);
	});
});
