import { deleteAttributes, getAttributesDeletion } from '@adx/core/attributes/delete-attributes';
import { getAttributes, listAttributes } from '@adx/core/attributes/get-attributes';
import { startAttributes } from '@adx/core/attributes/start-attributes';
import {
	attributeJobInput,
	attributeJobSchema,
	startAttributesInput,
	startAttributesOutput,
} from '@adx/validators/attributes';
import { deletionOutput, deletionResultOutput } from '@adx/validators/deletion';
import { pageInput } from '@adx/validators/paging';
import { z } from 'zod';
import { procedure, router } from '../trpc.ts';

/** Trait metadata for finished art. */
export const attributesRouter = router({
	// On the documented path it may come with the metadata of all images, which is a route of its own.
	start: procedure
		.meta({ access: 'developer', summary: 'Start generating attributes', budget: 'bulk' })
		.input(startAttributesInput)
		.output(startAttributesOutput)
		.mutation(({ ctx, input }) => startAttributes(ctx, input)),
	list: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/attribute-generator' },
			summary: 'Your attribute jobs, newest first',
		})
		.input(pageInput)
		.output(z.array(attributeJobSchema))
		.query(({ ctx, input }) => listAttributes(ctx, input)),
	get: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/attribute-generator/{id}' },
			summary: 'An attribute job',
		})
		.input(attributeJobInput)
		.output(attributeJobSchema)
		.query(({ ctx, input }) => getAttributes(ctx, input)),
	deletion: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/attribute-generator/{id}/deletion' },
			summary: 'What deleting an attribute job would free, and what prevents it',
		})
		.input(attributeJobInput)
		.output(deletionOutput)
		.query(({ ctx, input }) => getAttributesDeletion(ctx, input)),
	delete: procedure
		.meta({
			access: 'developer',
			rest: { method: 'DELETE', path: '/api/attribute-generator/{id}' },
			summary: 'Delete an attribute job and the files that nothing else uses',
			description: '409 until it has ended.',
		})
		.input(attributeJobInput)
		.output(deletionResultOutput)
		.mutation(({ ctx, input }) => deleteAttributes(ctx, input)),
});
