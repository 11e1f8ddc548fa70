import { findGenerationJob, listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { type FakeOpenAi, type FakeOpenAiAnswer, startFakeOpenAi } from '@adx/fakes/openai';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../engines/addresses/address-guard.ts';
import { type EngineAddress, parsePlainAddress } from '../../engines/addresses/engine-address.ts';
import { createOpenAiEngine } from '../../engines/openai/openai-engine.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { resumeGeneration } from '../control/control-job.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { decryptJobKey } from '../remote/job-key.ts';
import { startGeneration } from './start-generation.ts';

const apiKey = 'sk-canary-1234567890';
const price = { picture: 55_000, textInput: 5, imageInput: 8, output: 30 };
const prices = {
	pricedAt: '2026-11-05',
	usdPerImage: { 'gpt-image-2': 0.055 },
	usdPerMillionTokens: {
		'gpt-image-2': { input: price.textInput, imageInput: price.imageInput, output: price.output },
	},
};

let fake: FakeOpenAi;
let other: FakeOpenAi;
let test: TestServices;
beforeAll(async () => {
	[fake, other] = await Promise.all([startFakeOpenAi({ sizePx: 8 }), startFakeOpenAi({ sizePx: 8 })]);
	const guard = createAddressGuard({ allowed: [fake, other].map(({ address }) => parsePlainAddress(address)!) });
	test = await createTestServices({ openai: createOpenAiEngine({ guard, prices, timeoutMs: 3_000 }) });
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
	other.reset();
});
afterAll(async () => {
	await test.close();
	await fake.close();
	await other.close();
});

async function contextOf(more: readonly EngineAddress[] = []): Promise<RequestContext> {
	const ctx = await test.contextOf({ role: 'developer' });
	const { services } = ctx.config;
	const addresses = [parsePlainAddress(fake.address)!, parsePlainAddress(other.address)!, ...more];
	return { ...ctx, config: { ...ctx.config, services: { ...services, openai: { ...services.openai, addresses } } } };
}

const elsewhere = { kind: 'picture_elsewhere', url: 'http://169.254.169.254/x.png' } as const;

const order = (change: object = {}, images = 5) =>
	startGenerationInput.parse({
		...createRequest(images),
		engine: 'openai',
		apiKey,
		engineAddress: fake.address,
		...change,
	});

describe('ordering from a service at an address', () => {
	it('keeps key, address and model, any model among them, and paints there alone', async () => {
		const ctx = await contextOf();
		const { jobId, job } = await startGeneration(ctx, order({ model: 'black-forest-labs/FLUX.1-schnell' }));
		expect(job).toMatchObject({ engine: 'openai', model: 'black-forest-labs/FLUX.1-schnell', needsApiKey: false });
		expect(job.engineAddress).toBe(fake.address);
		const row = (await findGenerationJob(ctx.db, 'all', jobId))!;
		expect(decryptJobKey(ctx, row)).toBe(apiKey);
		expect(JSON.stringify([row, job])).not.toContain(apiKey);
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', progress: 5 });
		expect([fake.count(apiKey), other.count()]).toEqual([5, 0]);
	});

	it('costs what the service bills by its tokens; a picture that is withheld counts by its price', async () => {
		const ctx = await contextOf();
		const { jobId } = await startGeneration(ctx, order());
		fake.answerNext({ kind: 'image' }, { kind: 'moderation', stage: 'output' }, { kind: 'image', count: 2 });
		await driveJob(ctx, jobId);
		const job = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(job).toMatchObject({ phase: 'done', model: 'gpt-image-2' });
		expect(job.estimatedUsd).toBe(price.picture / 1e6);
		const withheld = fake.billedMicroUsd(price) / 1e6 - (job.costUsd - job.estimatedUsd);
		expect(withheld).toBeGreaterThan(0);
		expect(withheld).toBeLessThan(job.estimatedUsd);
	});

	it('counts limits and failures by key and address: what fails in one place goes on in another', async () => {
		const ctx = await contextOf();
		for (let failures = 0; failures < 5; failures += 1) fake.answerNext({ kind: 'server_error' });
		const there = await startGeneration(ctx, order());
		const here = await startGeneration(ctx, order({ engineAddress: other.address }));
		const rows = [
			await findGenerationJob(ctx.db, 'all', there.jobId),
			await findGenerationJob(ctx.db, 'all', here.jobId),
		];
		expect(new Set(rows.map((row) => row?.apiKeyId)).size).toBe(2);
		await driveJob(ctx, here.jobId);
		await driveJob(ctx, there.jobId);
		for (const { jobId } of [there, here]) {
			expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done' });
		}
		expect([fake.count(), other.count()]).toEqual([10, 5]);
	});

	it('pauses where the key is refused, and goes on with another one', async () => {
		const ctx = await contextOf();
		const { jobId } = await startGeneration(ctx, order());
		fake.answerNext({ kind: 'image' }, { kind: 'invalid_key' });
		await driveJob(ctx, jobId);
		const paused = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(paused).toMatchObject({ phase: 'paused', pauseReason: 'key_refused', needsApiKey: true });
		await expect(resumeGeneration(ctx, { jobId })).rejects.toMatchObject({
			reason: 'key_required',
			meta: { fields: { apiKey: 'API key is required' } },
		});
		await resumeGeneration(ctx, { jobId, apiKey: 'sk-another' });
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', progress: 5 });
		expect(fake.count('sk-another')).toBeGreaterThan(0);
	});

	it.each<[string, FakeOpenAiAnswer, RegExp]>([
		['answers with a redirect', { kind: 'redirect' }, /redirect, which is not/],
		['keeps its pictures elsewhere', elsewhere, /at an address of its own/],
	])('pauses where the service %s, says so, and goes on with the same key', async (_, answer, message) => {
		const ctx = await contextOf();
		const { jobId } = await startGeneration(ctx, order());
		fake.answerNext({ kind: 'image' }, answer);
		await driveJob(ctx, jobId);
		const paused = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(paused).toMatchObject({ phase: 'paused', pauseReason: 'address_refused' });
		expect(paused.errorMessage).toMatch(message);
		await resumeGeneration(ctx, { jobId, apiKey });
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', progress: 5 });
	});

	it.each([
		['is allowed no more', 'http://gone.example.com/v1', '93.184.215.14', /has not allowed calls to this/],
		['leads inside', 'http://images.example.com/v1', '127.0.0.1', /leads into the network of this server/],
	])('fails with a sentence where the address %s, before any call', async (_, engineAddress, ip, message) => {
		const allowed = [parsePlainAddress('http://images.example.com/v1')!];
		const guard = createAddressGuard({ allowed, resolve: async () => [ip] });
		const ctx = await contextOf([...allowed, parsePlainAddress('http://gone.example.com/v1')!]);
		const own = { ...ctx, engines: new Map(ctx.engines).set('openai', createOpenAiEngine({ guard, prices })) };
		const { jobId } = await startGeneration(own, order({ engineAddress }));
		await driveJob(own, jobId);
		const job = await getGeneration(own, { jobId, scope: 'own' });
		expect(job).toMatchObject({ phase: 'failed', paidCalls: 0 });
		expect(job.errorMessage).toMatch(message);
		expect(job.errorMessage).not.toMatch(/key/i);
	});

	it.each<[string, object, object, string?]>([
		['no key', { apiKey: undefined }, { apiKey: 'API key is required' }],
		['a blank key', { apiKey: '  ' }, { apiKey: 'API key is required' }],
		['words for a key', { apiKey: 'two words' }, { apiKey: expect.stringMatching(/^An API key has no spaces in it/) }],
		['no address', { engineAddress: undefined }, { engineAddress: expect.stringMatching(/not an address/) }],
		[
			'an address that the operator does not allow',
			{ engineAddress: 'http://169.254.169.254/v1' },
			{ engineAddress: expect.stringMatching(/has not allowed/) },
			'address_not_allowed',
		],
		['something else', { engineAddress: 'file:///etc/passwd' }, { engineAddress: expect.any(String) }],
	])('rejects %s and stores nothing', async (_, change, fields, reason = 'bad_input') => {
		const ctx = await contextOf();
		await expect(startGeneration(ctx, order(change))).rejects.toMatchObject({
			code: 'INVALID',
			reason,
			meta: { fields },
		});
		expect(await listGenerationJobs(ctx.db, 'all')).toEqual([]);
		expect(fake.count()).toBe(0);
	});

	it.each([
		['a key with a line break', { apiKey: 'sk-1\nx: y' }, 'apiKey'],
		['a model with a line break', { model: 'gpt\nimage' }, 'model'],
		['a model that climbs', { model: '../../admin' }, 'model'],
	])('takes no body with %s', (_, change, field) => {
		const { error } = startGenerationInput.safeParse({ ...order(), ...change });
		expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
	});
});
