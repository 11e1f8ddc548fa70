import { getGeneration } from '@adx/core/generation/get';
import { listGenerations } from '@adx/core/generation/list';
import { listGeneratedImages } from '@adx/core/generation/list-images';
import { planGeneration } from '@adx/core/generation/plan';
import { startGeneration } from '@adx/core/generation/start';
import {
	generatedImageOutput,
	generationJobOutput,
	imageListInput,
	jobInput,
	jobListInput,
	planGenerationOutput,
	startGenerationInput,
	startGenerationOutput,
} from '@adx/validators/generation';
import { z } from 'zod';
import { procedure, router } from '../trpc.ts';

export const generationRouter = router({
	start: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate' },
			summary: 'Start generating a collection',
		})
		.input(startGenerationInput)
		.output(startGenerationOutput)
		.mutation(({ ctx, input }) => startGeneration(ctx, input)),
	plan: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/plan' },
			summary: 'See a collection before spending',
		})
		.input(startGenerationInput)
		.output(planGenerationOutput)
		.mutation(({ ctx, input }) => planGeneration(ctx, input)),
	list: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/jobs' }, summary: 'Generation jobs, newest first' })
		.input(jobListInput)
		.output(z.array(generationJobOutput))
		.query(({ ctx, input }) => listGenerations(ctx, input)),
	get: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/generate/{jobId}' }, summary: 'One generation job' })
		.input(jobInput)
		.output(generationJobOutput)
		.query(({ ctx, input }) => getGeneration(ctx, input)),
	listImages: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/images/{jobId}' },
			summary: 'Images of a job in token order',
		})
		.input(imageListInput)
		.output(z.array(generatedImageOutput))
		.query(({ ctx, input }) => listGeneratedImages(ctx, input)),
});
