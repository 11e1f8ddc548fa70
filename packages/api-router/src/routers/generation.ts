import {
	cancelGeneration,
	pauseGeneration,
	resumeGeneration,
	retryGeneration,
} from '@adx/core/generation/control/control-job';
import { deleteJob, getJobDeletion } from '@adx/core/generation/control/delete-job';
import { planGeneration } from '@adx/core/generation/plan/plan-generation';
import { getGeneration, listGeneratedImages, listGenerations } from '@adx/core/generation/queries/generations';
import { setReferences } from '@adx/core/generation/references/set-references';
import { startGeneration } from '@adx/core/generation/start/start-generation';
import { deleteVersions, getVersionsDeletion } from '@adx/core/generation/versions/delete-versions';
import { regenerateImage, regenerateImages } from '@adx/core/generation/versions/regenerate-images';
import { lockImage, markImage, reviewImages, unlockImage } from '@adx/core/generation/versions/review-images';
import { chooseVersion, listVersions } from '@adx/core/generation/versions/versions';
import { deletionOutput, deletionResultOutput } from '@adx/validators/deletion';
import { generatedImageOutput } from '@adx/validators/generation/generated-image';
import { generationJobOutput, startGenerationOutput } from '@adx/validators/generation/generation-job';
import { generationOrderInput } from '@adx/validators/generation/generation-order';
import { planGenerationOutput } from '@adx/validators/generation/generation-plan';
import {
	chooseVersionInput,
	continueJobInput,
	controlImageInput,
	controlJobInput,
	controlledImageOutput,
	controlledJobOutput,
	deleteVersionInput,
	imageVersionOutput,
	markImageInput,
	regenerateImageInput,
	regenerateImagesInput,
	reviewImagesInput,
	reviewImagesOutput,
	versionsDeletionInput,
} from '@adx/validators/generation/job-control';
import { imageListInput, jobInput, jobListInput } from '@adx/validators/generation/job-inputs';
import { setReferencesInput } from '@adx/validators/generation/job-references';
import { z } from 'zod';
import { listOutput, outputWithList } from '../serialization/list-output.ts';
import { procedure, router } from '../trpc.ts';
import { layerUploadProcedures } from './uploads.ts';

export const generationRouter = router({
	...layerUploadProcedures,
	start: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate' },
			summary: 'Start generating a collection',
			budget: 'bulk',
		})
		.input(generationOrderInput)
		.output(startGenerationOutput)
		.mutation(({ ctx, input }) => startGeneration(ctx, input)),
	plan: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/plan' },
			summary: 'Plan a collection without starting it',
			budget: 'list',
		})
		.input(generationOrderInput)
		.output(outputWithList(planGenerationOutput, 'rows'))
		.mutation(({ ctx, input }) => planGeneration(ctx, input)),
	list: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/jobs' }, summary: 'Generation jobs, newest first' })
		.input(jobListInput)
		.output(listOutput(generationJobOutput))
		.query(({ ctx, input }) => listGenerations(ctx, input)),
	get: procedure
		.meta({ access: 'member', rest: { method: 'GET', path: '/api/generate/{jobId}' }, summary: 'A generation job' })
		.input(jobInput)
		.output(generationJobOutput)
		.query(({ ctx, input }) => getGeneration(ctx, input)),
	deletion: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/generate/{jobId}/deletion' },
			summary: 'What deleting a job would free, and what prevents it',
			// 10,000 images with three files of each version, in slices of some 20 ms.
			budget: { cpuMs: 20_000, rows: 300_000 },
		})
		.input(jobInput)
		.output(deletionOutput)
		.query(({ ctx, input }) => getJobDeletion(ctx, input)),
	delete: procedure
		.meta({
			access: 'member',
			rest: { method: 'DELETE', path: '/api/generate/{jobId}' },
			summary: 'Delete a job and the files that nothing else uses',
			description: '409 while it runs or one of its images is minted.',
			// After 3 s the rest is left to a worker.
			budget: { cpuMs: 20_000, rows: 300_000 },
		})
		.input(jobInput)
		.output(deletionResultOutput)
		.mutation(({ ctx, input }) => deleteJob(ctx, input)),
	listImages: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/images/{jobId}' },
			summary: 'Images of a job, in token order',
		})
		.input(imageListInput)
		.output(listOutput(generatedImageOutput))
		.query(({ ctx, input }) => listGeneratedImages(ctx, input)),
	pause: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/pause' },
			summary: 'Pause a job and discard its key',
		})
		.input(controlJobInput)
		.output(controlledJobOutput)
		.mutation(({ ctx, input }) => pauseGeneration(ctx, input)),
	resume: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/resume' },
			summary: 'Resume a paused job',
			budget: 'bulk',
		})
		.input(continueJobInput)
		.output(controlledJobOutput)
		.mutation(({ ctx, input }) => resumeGeneration(ctx, input)),
	cancel: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/cancel' },
			summary: 'Cancel a job and keep the images it has',
			budget: 'bulk',
		})
		.input(controlJobInput)
		.output(controlledJobOutput)
		.mutation(({ ctx, input }) => cancelGeneration(ctx, input)),
	retry: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/retry' },
			summary: 'Retry the missing images of a job',
			budget: 'bulk',
		})
		.input(continueJobInput)
		.output(controlledJobOutput)
		.mutation(({ ctx, input }) => retryGeneration(ctx, input)),
	regenerateImages: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/regenerate' },
			summary: 'Request another version of several images',
			budget: 'bulk',
		})
		.input(regenerateImagesInput)
		.output(controlledJobOutput)
		.mutation(({ ctx, input }) => regenerateImages(ctx, input)),
	reviewImages: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/review' },
			summary: 'Mark or lock several images of a job, all or nothing',
			budget: 'bulk',
		})
		.input(reviewImagesInput)
		.output(reviewImagesOutput)
		.mutation(({ ctx, input }) => reviewImages(ctx, input)),
	setReferences: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/generate/{jobId}/references' },
			summary: 'Set the reference images for further calls of a job',
		})
		.input(setReferencesInput)
		.output(generationJobOutput)
		.mutation(({ ctx, input }) => setReferences(ctx, input)),
	regenerateImage: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/images/{imageId}/regenerate' },
			summary: 'Request another version of an image',
		})
		.input(regenerateImageInput)
		.output(controlledImageOutput)
		.mutation(({ ctx, input }) => regenerateImage(ctx, input)),
	lockImage: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/images/{imageId}/lock' },
			summary: 'Lock an image against regeneration',
		})
		.input(controlImageInput)
		.output(controlledImageOutput)
		.mutation(({ ctx, input }) => lockImage(ctx, input)),
	unlockImage: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/images/{imageId}/unlock' },
			summary: 'Unlock an image for regeneration',
		})
		.input(controlImageInput)
		.output(controlledImageOutput)
		.mutation(({ ctx, input }) => unlockImage(ctx, input)),
	chooseVersion: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/images/{imageId}/choose' },
			summary: 'Choose which version of an image is shown and downloaded',
		})
		.input(chooseVersionInput)
		.output(controlledImageOutput)
		.mutation(({ ctx, input }) => chooseVersion(ctx, input)),
	markImage: procedure
		.meta({
			access: 'member',
			rest: { method: 'POST', path: '/api/images/{imageId}/mark' },
			summary: 'Mark an image as kept or rejected',
		})
		.input(markImageInput)
		.output(controlledImageOutput)
		.mutation(({ ctx, input }) => markImage(ctx, input)),
	listVersions: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/images/{imageId}/versions' },
			summary: 'All versions of an image',
		})
		.input(controlImageInput)
		.output(z.array(imageVersionOutput))
		.query(({ ctx, input }) => listVersions(ctx, input)),
	versionsDeletion: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/images/{imageId}/versions/deletion' },
			summary: 'What deleting versions of an image would free, and what prevents it',
			description: 'All but the chosen one, unless one is named.',
			budget: 'bulk',
		})
		.input(versionsDeletionInput)
		.output(deletionOutput)
		.query(({ ctx, input }) => getVersionsDeletion(ctx, input)),
	deleteVersions: procedure
		.meta({
			access: 'member',
			rest: { method: 'DELETE', path: '/api/images/{imageId}/versions' },
			summary: 'Delete all versions of an image but the chosen one',
			description: '409 while another one is being made.',
			budget: 'bulk',
		})
		.input(controlImageInput)
		.output(deletionResultOutput)
		.mutation(({ ctx, input }) => deleteVersions(ctx, input)),
	deleteVersion: procedure
		.meta({
			access: 'member',
			rest: { method: 'DELETE', path: '/api/images/{imageId}/versions/{version}' },
			summary: 'Delete one version of an image',
			description: '409 for the chosen one.',
			budget: 'bulk',
		})
		.input(deleteVersionInput)
		.output(deletionResultOutput)
		.mutation(({ ctx, input }) => deleteVersions(ctx, input)),
});
