import { findGenerationJob, listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, createScriptedEngine } from '../generation-testing.ts';
import { planGeneration } from '../plan/plan-generation.ts';
import { decryptJobKey } from '../remote/job-key.ts';
import { toKeyId } from '../remote/key-leases.ts';
import { startGeneration } from './start-generation.ts';

const apiKey = 'AIza-canary-1234567890';
let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({ gemini: createScriptedEngine().engine });
});
beforeEach(() => test.clear());
afterAll(() => test.close());

const order = (change: object = {}) => startGenerationInput.parse({ ...createRequest(5, apiKey), ...change });

describe('ordering with a Gemini key', () => {
	it('keeps the key sealed in the job’s row and names it by a hash of it (AMB-17)', async () => {
		const ctx = await test.contextOf();
		const { jobId, job } = await startGeneration(ctx, order({ geminiApiKey: `  ${apiKey} ` }));
		const row = (await findGenerationJob(ctx.db, 'all', jobId))!;
		expect(decryptJobKey(ctx, row)).toBe(apiKey);
		expect(row.apiKeyId).toBe(toKeyId(ctx.secretKey, apiKey));
		expect(JSON.stringify([row, job])).not.toContain(apiKey);
		expect(job).toMatchObject({ engine: 'gemini', model: 'test-model', needsApiKey: false, costUsd: 0 });
	});

	it('takes the asked model', async () => {
		const { job } = await startGeneration(await test.contextOf(), order({ model: 'next-model' }));
		expect(job.model).toBe('next-model');
	});

	it.each<[string, object, object]>([
		['no key', { geminiApiKey: undefined }, { message: 'API key is required', reason: 'bad_input' }],
		['a blank key', { geminiApiKey: '   ' }, { message: 'API key is required', reason: 'bad_input' }],
		[
			'a key of another kind',
			{ geminiApiKey: 'sk-123' },
			{ message: "Please provide a valid Google Gemini API key (starts with 'AIza')." },
		],
		[
			'a key with something behind it',
			{ geminiApiKey: 'AIza-key and more' },
			{ message: 'An API key has no spaces in it, only plain letters, digits and signs.' },
		],
		[
			'a model that is not configured',
			{ model: 'painter-9' },
			{
				reason: 'unknown_model',
				message: "There is no model 'painter-9' here. Choose one of: test-model, next-model.",
				meta: { fields: { model: expect.any(String) } },
			},
		],
	])('rejects %s and stores nothing (GEN-22)', async (_, change, expected) => {
		const ctx = await test.contextOf();
		await expect(startGeneration(ctx, order(change))).rejects.toMatchObject({ code: 'INVALID', ...expected });
		expect(await listGenerationJobs(ctx.db, 'all')).toEqual([]);
	});

	it('tells a field for what is wrong with the key', async () => {
		const starting = startGeneration(await test.contextOf(), order({ geminiApiKey: 'sk-123' }));
		await expect(starting).rejects.toMatchObject({
			meta: { fields: { geminiApiKey: expect.stringContaining('AIza') } },
		});
	});
});

describe('the price in a plan', () => {
	it('is that of all images by the table and its date, and nothing with the forge', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const priceOf = async (change: object) => (await planGeneration(ctx, order(change))).price;
		expect(await priceOf({ batchSize: 3, geminiApiKey: undefined })).toEqual({
			amount: 0.12,
			currency: 'USD',
			model: 'test-model',
			pricedAt: '2026-11-21',
		});
		expect(await priceOf({ engine: 'forge' })).toBeNull();
		expect(await priceOf({ model: 'next-model' })).toBeNull();
	});

	it('rejects a model that is not configured', async () => {
		const planning = planGeneration(await test.contextOf(), order({ model: 'painter-9' }));
		await expect(planning).rejects.toMatchObject({ reason: 'unknown_model' });
	});
});
