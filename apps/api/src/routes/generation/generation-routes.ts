import { openGenerationZip } from '@adx/core/generation/download/generation-zip';
import { readImage } from '@adx/core/generation/queries/read-image';
import { readReference } from '@adx/core/generation/references/read-references';
import type { Services } from '@adx/core/platform/context';
import { imageFileSizeSchema, imageInput, jobInput } from '@adx/validators/generation/job-inputs';
import { referenceFileInput } from '@adx/validators/generation/job-references';
import type { FastifyInstance } from 'fastify';
import { parseBody, parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { byteRoute, sendArchive } from '../../http/response/send-bytes.ts';
import { sendImage } from '../../http/response/send-image.ts';
import { generationJobId } from '../../openapi/example-ids.ts';
import {
	describeAccess,
	imageResponses,
	memberRead,
	pathParameter,
	queryParameter,
	type RouteOperation,
	rangeResponses,
	toJsonSchema,
	zipResponses,
} from '../../openapi/openapi-operation.ts';

const imageFile: RouteOperation = {
	url: '/api/images/:imageId/file',
	method: 'get',
	operation: {
		operationId: 'generation.imageFile',
		summary: 'The file of an image, or of one of its versions',
		...describeAccess(
			'generation',
			memberRead,
			'With a version, the bytes never change; without one, they are those of the chosen version.',
		),
		parameters: [
			pathParameter('imageId'),
			queryParameter('size', toJsonSchema(imageFileSizeSchema, 'input')),
			queryParameter('version', { type: 'integer', minimum: 1 }),
		],
		responses: imageResponses,
	},
};

const referenceFile: RouteOperation = {
	url: '/api/generate/:jobId/references/:referenceId/file',
	method: 'get',
	operation: {
		operationId: 'generation.referenceFile',
		summary: 'The file of a reference image of a job, as sent or as a preview',
		...describeAccess('generation', memberRead, 'A preview is at most 200 px large. The bytes never change.'),
		parameters: [
			pathParameter('jobId'),
			pathParameter('referenceId'),
			queryParameter('size', toJsonSchema(referenceFileInput.shape.size, 'input')),
		],
		responses: imageResponses,
	},
};

const downloadZip: RouteOperation = {
	url: '/api/generate/:jobId/zip',
	method: 'get',
	operation: {
		operationId: 'generation.downloadZip',
		summary: 'A finished collection as a resumable zip',
		...describeAccess('generation', memberRead),
		parameters: [pathParameter('jobId')],
		responses: rangeResponses,
	},
};

const postedZip: RouteOperation = {
	url: '/api/generate/zip',
	method: 'post',
	operation: {
		operationId: 'generation.zip',
		summary: 'A finished collection as a zip',
		...describeAccess('generation', memberRead),
		parameters: [],
		requestBody: {
			required: true,
			content: {
				'application/json': {
					schema: toJsonSchema(jobInput, 'input'),
					example: { jobId: generationJobId },
				},
			},
		},
		responses: zipResponses,
	},
};

export const generationRoutes: readonly RouteOperation[] = [imageFile, referenceFile, downloadZip, postedZip];

/** Serves images, and finished collections as zips. */
export function serveGenerationDownloads(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { imageId: string } }>({
		...byteRoute,
		url: imageFile.url,
		handler: async (request, reply) => {
			const input = parseParams(imageInput, request);
			const image = await readImage(await getRequestContext(services, request, reply), input);
			// Without a version, the path means whichever version is chosen at the time.
			return sendImage(request, reply, image, { isImmutable: input.version !== undefined });
		},
	});
	app.route<{ Params: { jobId: string; referenceId: string } }>({
		...byteRoute,
		url: referenceFile.url,
		handler: async (request, reply) => {
			const ctx = await getRequestContext(services, request, reply);
			const picture = await readReference(ctx, parseParams(referenceFileInput, request));
			return sendImage(request, reply, picture, { isImmutable: true });
		},
	});
	app.route<{ Params: { jobId: string } }>({
		...byteRoute,
		url: downloadZip.url,
		handler: async (request, reply) => {
			const ctx = await getRequestContext(services, request, reply);
			return sendArchive(request, reply, await openGenerationZip(ctx, parseParams(jobInput, request)), ctx);
		},
	});
	// A POST that only reads.
	app.post(postedZip.url, { config: { access: 'member', scope: 'read', budget: 'stream' } }, async (request, reply) => {
		const ctx = await getRequestContext(services, request, reply);
		return sendArchive(request, reply, await openGenerationZip(ctx, parseBody(jobInput, request.body)), ctx);
	});
}
