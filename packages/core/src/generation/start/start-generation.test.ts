import { planRanked } from '@adx/collection/plan/ranked-plan';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { requireImageTraits } from '@adx/validators/catalogue/image-traits';
import { type StartGenerationInput, startGenerationInput } from '@adx/validators/generation/generation-order';
import type { ImageListInput } from '@adx/validators/generation/job-inputs';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/context.ts';
import { longestBlockMs } from '../../platform/longest-block-testing.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { driveJob } from '../generation-testing.ts';
import { planGeneration } from '../plan/plan-generation.ts';
import { getGeneration, listGeneratedImages, listGenerations } from '../queries/generations.ts';
import { startGeneration } from './start-generation.ts';

const test = useTestServices({ forge: createPixelEngine() });

const order = (change: Partial<StartGenerationInput> = {}): StartGenerationInput => ({
	...startGenerationInput.parse({
		races: ['elf', 'dwarf', 'orc'],
		classes: ['wizard', 'rogue'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
		batchSize: 5,
		engine: 'forge',
	}),
	...change,
});

describe('starting a generation', () => {
	it('stores the job with every planned image, its traits, DNA, seed and rarity', async () => {
		const ctx = await test.contextOf();
		const { jobId, job } = await startGeneration(ctx, order({ projectName: 'Frost', seed: 'north' }));
		expect(job).toMatchObject({ id: jobId, projectName: 'Frost', seed: 'north', races: ['elf', 'dwarf', 'orc'] });
		const images = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
		expect(images.map((image) => image.tokenNumber)).toEqual([1, 2, 3, 4, 5]);
		expect(new Set(images.map((image) => image.dna)).size).toBe(5);
		expect(new Set(images.map((image) => requireImageTraits(image.traits).race))).toEqual(
			new Set(['elf', 'dwarf', 'orc']),
		);
		for (const image of images) {
			expect(image).toMatchObject({ jobId, state: 'planned', imageUrl: null, rarityProvisional: true });
			expect(requireImageTraits(image.traits).background).not.toBe('random-all');
			expect(image.rarityRank).toBeGreaterThanOrEqual(1);
			expect(image.metadata).toMatchObject({ name: `Frost #${image.tokenNumber}` });
		}
	});

	it('answers with the job as it was stored, however quick a worker is', async () => {
		const ctx = await test.contextOf();
		const send = async (_name: string, message: object) => {
			await driveJob(ctx, (message as { jobId: string }).jobId);
		};
		const { jobId, job } = await startGeneration({ ...ctx, queue: { ...ctx.queue, send } }, order());
		expect(job).toMatchObject({ status: 'pending', progress: 0, completedAt: null, generatedImages: [] });
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ status: 'completed', progress: 5 });
	});

	it('stores all of 10,000 images', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, order({ batchSize: 10_000, seed: 'north' }));
		expect(await listGeneratedImages(ctx, { jobId, scope: 'own', from: 9_999 })).toMatchObject([
			{ tokenNumber: 10_000 },
		]);
	});

	// Only there, since the embedded database works in this very thread: one of its inserts of 100 rows, after some
	// thousands, was seen to take half as long as the planning.
	it.skipIf(!process.env.TEST_DATABASE_URL)(
		'of 10,000 images keeps nobody else waiting on PostgreSQL while it is planned and stored',
		async () => {
			const ctx = await test.contextOf({ role: 'developer' });
			const input = order({ batchSize: 10_000, seed: 'north' });
			const planning = await longestBlockMs(async () => planRanked(input, 'north'));
			expect(await longestBlockMs(() => startGeneration(ctx, input))).toBeLessThan(planning / 2);
		},
	);

	it('makes exactly the rows that the plan with the same seed showed', async () => {
		const ctx = await test.contextOf();
		const plan = await planGeneration(ctx, order());
		const { jobId } = await startGeneration(ctx, order({ seed: plan.seed }));
		const images = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
		expect(images.map(({ dna, seed, traits }) => ({ dna, seed, traits }))).toEqual(
			plan.rows.map(({ dna, seed, traits }) => ({ dna, seed, traits })),
		);
	});

	it('numbers an owner’s jobs from 1 and lists the newest first', async () => {
		const ctx = await test.contextOf();
		await startGeneration(ctx, order());
		await startGeneration(ctx, order());
		await startGeneration(await test.contextOf(), order());
		const jobs = await listGenerations(ctx, { scope: 'own' });
		expect(jobs.map((job) => job.number)).toEqual([2, 1]);
	});

	it('lists more jobs than are read at once, newest first', async () => {
		const ctx = await test.contextOf();
		for (let started = 0; started < 101; started++) await startGeneration(ctx, order({ batchSize: 1 }));
		const jobs = await listGenerations(ctx, { scope: 'own' });
		expect(jobs.map((job) => job.number)).toEqual(Array.from({ length: 101 }, (_, index) => 101 - index));
	});

	it('lists the images that are left by their places', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, order({ batchSize: 500 }));
		const tokens = async (page: Partial<ImageListInput> = {}) => {
			const images = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0, ...page });
			return images.map(({ tokenNumber }) => tokenNumber);
		};
		await ctx.db.deleteFrom('generatedImages').where('tokenNumber', '>', 2).where('tokenNumber', '<', 450).execute();
		const left = [1, 2, ...Array.from({ length: 51 }, (_, index) => 450 + index)];
		expect(await tokens()).toEqual(left);
		expect(await tokens({ from: 1, limit: 3 })).toEqual([2, 450, 451]);
		expect(await tokens({ from: 52 })).toEqual([500]);
		expect(await tokens({ from: 53 })).toEqual([]);
		await ctx.db.updateTable('generatedImages').set({ state: 'failed' }).where('tokenNumber', 'in', [2, 451]).execute();
		expect(await tokens({ state: 'failed' })).toEqual([2, 451]);
		expect(await tokens({ state: 'planned', from: 1, limit: 2 })).toEqual([450, 452]);
		expect(await tokens({ state: 'planned', from: 51 })).toEqual([]);
	});

	it('answers the same Idempotency-Key with the same job, even at the same time', async () => {
		const first = await test.contextOf({}, 'key-1');
		const again = await test.contextOf({ userId: first.actor?.userId ?? '' }, 'key-1');
		const started = await Promise.all([startGeneration(first, order()), startGeneration(again, order())]);
		expect(started[0]?.jobId).toBe(started[1]?.jobId);
		expect(await listGenerationJobs(first.db, 'all')).toHaveLength(1);
	});

	it('rejects the same Idempotency-Key with another body', async () => {
		const first = await test.contextOf({}, 'key-1');
		await startGeneration(first, order());
		await expect(startGeneration(first, order({ batchSize: 4 }))).rejects.toMatchObject({
			code: 'MISMATCH',
			reason: 'idempotency_mismatch',
		});
	});

	const refusals: [string, Partial<Actor>, Partial<StartGenerationInput>, object][] = [
		['a premium style of a creator', {}, { artStyle: 'bold-retro' }, { code: 'PAYMENT', reason: 'premium_style' }],
		['a premium style of a developer', { role: 'developer' }, { artStyle: 'comic-book' }, { code: 'PAYMENT' }],
		['a sixth image of a creator', {}, { batchSize: 6 }, { code: 'PAYMENT', reason: 'premium_batch_size' }],
		['Gemini without a key', {}, { engine: 'gemini' }, { code: 'INVALID', message: 'API key is required' }],
		['Gemini with a key', {}, { engine: 'gemini', geminiApiKey: 'AIza1' }, { reason: 'engine_unavailable' }],
		[
			'counts beyond the batch',
			{},
			{ counts: { race: { elf: 4, dwarf: 4 } } },
			{ code: 'MISMATCH', reason: 'plan_impossible' },
		],
	];
	it.each(refusals)('rejects %s and stores nothing', async (_, actor, change, expected) => {
		const ctx = await test.contextOf(actor);
		await expect(startGeneration(ctx, order(change))).rejects.toMatchObject(expected);
		expect(await listGenerationJobs(ctx.db, 'all')).toEqual([]);
	});

	it('lets premium choose any style and size', async () => {
		const ctx = await test.contextOf({ premium: true });
		const { jobId } = await startGeneration(ctx, order({ artStyle: 'comic-book', batchSize: 12 }));
		expect(await listImages(ctx.db, jobId)).toHaveLength(12);
	});

	it('rejects a stranger’s job and an id that names nothing alike', async () => {
		const { jobId } = await startGeneration(await test.contextOf(), order());
		const stranger = await test.contextOf();
		for (const id of [jobId, 'nothing', '00000000-0000-0000-0000-000000000000']) {
			await expect(getGeneration(stranger, { jobId: id, scope: 'own' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		const developer = await test.contextOf({ role: 'developer' });
		await expect(getGeneration(developer, { jobId, scope: 'own' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		expect(await getGeneration(developer, { jobId, scope: 'all' })).toMatchObject({ id: jobId });
		await expect(getGeneration(stranger, { jobId, scope: 'all' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
	});

	it('rejects a call without a session', async () => {
		const ctx = await test.contextOf(null);
		await expect(startGeneration(ctx, order())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	});
});
