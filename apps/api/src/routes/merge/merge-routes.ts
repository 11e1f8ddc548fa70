import { openMergeDownload } from '@adx/core/merge/get-merge';
import { postedImageSchema } from '@adx/core/merge/receive/posted-image';
import { receiveMerge } from '@adx/core/merge/receive/receive-merge';
import type { Services } from '@adx/core/platform/context';
import { mergeCollectionsMax } from '@adx/validators/limits';
import { inputCollectionSchema, mergeJobInput, receivedMergeOutput, startMergeInput } from '@adx/validators/merge';
import { scopeSchema } from '@adx/validators/scope';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { respondToStreamedBody, skipBodyParsing, streamedBodyRoute } from '../../http/request/streamed-body.ts';
import { sendErrorText } from '../../http/response/error-response.ts';
import { byteRoute, sendArchive } from '../../http/response/send-bytes.ts';
import { mergeJobId } from '../../openapi/example-ids.ts';
import {
	describeAccess,
	memberRead,
	type OperationExample,
	pathParameter,
	queryParameter,
	type RouteOperation,
	rangeResponses,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';
import { manifest, startedJob, uploadedAt } from './merge-examples.ts';

const postedCollectionSchema = inputCollectionSchema
	.omit({ manifest: true })
	.extend({ images: z.array(postedImageSchema).min(1) });

/** The body for the description alone: the route reads it image by image as it arrives. */
const inlineMergeInput = startMergeInput.extend({
	inputCollections: z
		.array(z.union([inputCollectionSchema, postedCollectionSchema]))
		.min(1)
		.max(mergeCollectionsMax),
});

const inlineMergeExample: OperationExample = {
	body: {
		projectName: 'Winter Court',
		inputCollections: [
			{
				id: 'north',
				name: 'North',
				imageCount: 1,
				uploadedAt,
				images: [
					{
						filename: '1.png',
						imageData: 'data:image/png;base64,iVBORw0KGgo…',
						metadata: { name: 'Old #1', attributes: [{ trait_type: 'Race', value: 'Elf' }] },
					},
				],
			},
			{ id: 'south', name: 'South', imageCount: 1, uploadedAt, manifest },
		],
		options: {
			order: 'interleave',
			metadata: {
				namePattern: 'Winter #{number}',
				descriptionPattern: '{name}, one of two courts that became one.',
				symbol: 'WINTER',
				royaltyPercentage: 5,
				creators: [{ address: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC', share: 100 }],
			},
		},
	},
	response: {
		jobId: mergeJobId,
		job: { ...startedJob, collectionSymbol: 'WINTER', royaltyPercentage: 5 },
		refusedImages: [{ collection: 'North', filename: '2.png', error: 'This picture is cut off or damaged.' }],
	},
};

const postedMerge: RouteOperation = {
	url: '/api/merge-jobs',
	method: 'post',
	operation: {
		operationId: 'merge.post',
		summary: 'Start a merge',
		...describeAccess(
			'merge',
			{ access: 'member', scope: 'write', page: 'merger' },
			'A collection names its uploaded list (manifest) or brings its images, as data URLs or by hashes of uploads. Errors are plain text.',
		),
		parameters: [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }],
		requestBody: {
			required: true,
			content: {
				'application/json': { schema: toJsonSchema(inlineMergeInput, 'input'), example: inlineMergeExample.body },
			},
		},
		responses: {
			200: {
				description: 'Started; refusedImages were left out',
				content: {
					'application/json': {
						schema: toJsonSchema(receivedMergeOutput, 'output'),
						example: inlineMergeExample.response,
					},
				},
			},
			'4XX': { description: 'Refused', content: { 'text/plain': { schema: { type: 'string' } } } },
		},
	},
};

const downloadMerge: RouteOperation = {
	url: '/api/merge-jobs/:jobId/download',
	method: 'get',
	operation: {
		operationId: 'merge.download',
		summary: 'A Frozen Collection as a resumable zip',
		...describeAccess('merge', { ...memberRead, page: 'merger' }),
		parameters: [pathParameter('jobId'), queryParameter('scope', toJsonSchema(scopeSchema, 'input'))],
		responses: rangeResponses,
	},
};

export const mergeRoutes: readonly RouteOperation[] = [postedMerge, downloadMerge];

/**
 * Receives merges, whose body may hold all their images, and serves what they made as zips. Errors of the former are plain
 * text, which its client shows as it is.
 */
export async function serveMerges(app: FastifyInstance, services: Services): Promise<void> {
	await app.register(async (scope) => {
		skipBodyParsing(scope);
		scope.setErrorHandler((error, _request, reply) => sendErrorText(reply, error, services.log));
		scope.post(
			postedMerge.url,
			{ ...streamedBodyRoute, config: { access: 'member', page: 'merger' } },
			async (request, reply) => {
				const ctx = await getRequestContext(services, request, reply);
				return respondToStreamedBody(request, reply, (length) => receiveMerge(ctx, request.raw, length));
			},
		);
	});
	app.route<{ Params: { jobId: string } }>({
		...byteRoute,
		config: { ...byteRoute.config, page: 'merger' },
		url: downloadMerge.url,
		handler: async (request, reply) => {
			const ctx = await getRequestContext(services, request, reply);
			return sendArchive(request, reply, await openMergeDownload(ctx, parseParams(mergeJobInput, request)), ctx);
		},
	});
}
