import { findMissingUploads } from '@adx/core/uploads/find-missing-uploads';
import { readUploadUsage } from '@adx/core/uploads/upload-quota';
import { uploadHashesMax } from '@adx/validators/limits';
import { missingUploadsInput, missingUploadsOutput, uploadUsageOutput } from '@adx/validators/uploads';
import { procedure } from '../trpc.ts';

/** Which files of a merge have to be sent; part of the router `merge`. */
export const mergeUploadProcedures = {
	missingUploads: procedure
		.meta({
			access: 'member',
			scope: 'read',
			page: 'merger',
			rest: { method: 'POST', path: '/api/uploads/missing' },
			summary: 'Which files still have to be uploaded',
			// Each hash is locked, noted and looked up among the stored files.
			budget: { cpuMs: 500, rows: 4 * uploadHashesMax },
		})
		.input(missingUploadsInput)
		.output(missingUploadsOutput)
		.mutation(({ ctx, input }) => findMissingUploads(ctx, input)),
};

/** Which files of a folder of layers have to be sent; part of the router `generation`. */
export const layerUploadProcedures = {
	missingLayers: procedure
		.meta({
			access: 'member',
			scope: 'read',
			rest: { method: 'POST', path: '/api/layers/missing' },
			summary: 'Which files of a layer folder still have to be uploaded',
			budget: { cpuMs: 500, rows: 4 * uploadHashesMax },
		})
		.input(missingUploadsInput)
		.output(missingUploadsOutput)
		.mutation(({ ctx, input }) => findMissingUploads(ctx, input)),
};

/** How many bytes uploads take; part of the router `database`. */
export const storedUploadProcedures = {
	uploads: procedure
		.meta({
			access: 'member',
			rest: { method: 'GET', path: '/api/uploads' },
			summary: 'How many bytes your unused uploads take, and their limit',
		})
		.output(uploadUsageOutput)
		.query(({ ctx }) => readUploadUsage(ctx)),
};
