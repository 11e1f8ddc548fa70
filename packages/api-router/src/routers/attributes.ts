import { getAttributes, listAttributes } from '@adx/core/attributes/get-attributes';
import { startAttributes } from '@adx/core/attributes/start-attributes';
import {
	attributeJobInput,
	attributeJobSchema,
	startAttributesInput,
	startAttributesOutput,
} from '@adx/validators/attributes';
import { pageInput } from '@adx/validators/generation';
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
			summary: 'Your last attribute jobs, newest first',
		})
		.input(pageInput)
		.output(z.array(attributeJobSchema))
		.query(({ ctx, input }) => listAttributes(ctx, input)),
	get: procedure
		.meta({
			access: 'developer',
			rest: { method: 'GET', path: '/api/attribute-generator/{id}' },
			summary: 'One attribute job',
		})
		.input(attributeJobInput)
		.output(attributeJobSchema)
		.query(({ ctx, input }) => getAttributes(ctx, input)),
});
