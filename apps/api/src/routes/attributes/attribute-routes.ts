import { openAttributesDownload } from '@adx/core/attributes/get-attributes';
import { receiveAttributes } from '@adx/core/attributes/receive-attributes';
import type { Services } from '@adx/core/platform/context';
import { attributeJobInput, startAttributesInput, startAttributesOutput } from '@adx/validators/attributes';
import type { FastifyInstance } from 'fastify';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { respondToStreamedBody, skipBodyParsing, streamedBodyRoute } from '../../http/request/streamed-body.ts';
import { byteRoute, sendArchive } from '../../http/response/send-bytes.ts';
import {
	describeAccess,
	errorResponses,
	idempotencyKey,
	type OperationExample,
	pathParameter,
	type RouteOperation,
	rangeResponses,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';

const id = '3c2f6d1e-8b47-4e0a-9d55-71c0a4e2b8f6';

const job = {
	id,
	status: 'completed',
	progress: 100,
	totalImages: 3,
	processedImages: 3,
	downloadUrl: `/api/attribute-generator/${id}/download`,
	errorMessage: null,
	createdAt: '2026-11-21T10:00:00.000Z',
	completedAt: '2026-11-21T10:00:00.900Z',
	projectName: 'Winter Court',
	seed: '9f3c2a1b7d6e5f40',
	findingCount: 1,
	findings: [{ filename: 'art/b.png', problem: 'The metadata is not a JSON object.' }],
} as const;

/** A request for three images, one of which has metadata already. */
const attributeRequestExample: OperationExample = {
	body: {
		folderSize: 3,
		fileNames: ['art/a.png', 'art/b.png', 'art/c.png'],
		existingMetadata: [{ name: 'Ilse', attributes: [{ trait_type: 'Class', value: 'Alchemist' }] }, [], null],
		projectName: 'Winter Court',
		seed: '9f3c2a1b7d6e5f40',
		weights: { class: { wizard: 3 } },
	},
	response: {
		success: true,
		job: {
			...job,
			status: 'processing',
			progress: 0,
			processedImages: 0,
			downloadUrl: null,
			completedAt: null,
			findingCount: 0,
			findings: [],
		},
		error: null,
	},
};

/** What the procedures of the attributes router take and answer. */
export const attributeExamples: Readonly<Record<string, OperationExample>> = {
	'attributes.list': { response: [{ ...job, findings: [] }] },
	'attributes.get': { response: job },
	'attributes.deletion': {
		response: {
			id: job.id,
			name: job.projectName,
			imageCount: job.totalImages,
			freedBytes: 5_120,
			consequences: ['Its download and its exports stop working; one that is under way breaks off.'],
			blockers: [],
		},
	},
	'attributes.delete': {
		response: { success: true, id: job.id, name: job.projectName, freedBytes: 5_120, isFreeing: false },
	},
};

const postedAttributes: RouteOperation = {
	url: '/api/attribute-generator',
	method: 'post',
	operation: {
		operationId: 'attributes.post',
		summary: 'Plan trait sets for finished art',
		...describeAccess(
			'attributes',
			{ access: 'developer', scope: 'write' },
			'folderSize alone gives 1.json to N.json. Upload the list of a long folder first, with PUT /api/uploads/{sha256}?as=folder.',
		),
		parameters: [idempotencyKey],
		requestBody: {
			required: true,
			content: {
				'application/json': {
					schema: toJsonSchema(startAttributesInput, 'input'),
					example: attributeRequestExample.body,
				},
			},
		},
		responses: {
			200: {
				description: 'Started',
				content: {
					'application/json': {
						schema: toJsonSchema(startAttributesOutput, 'output'),
						example: attributeRequestExample.response,
					},
				},
			},
			...errorResponses,
		},
	},
};

const downloadAttributes: RouteOperation = {
	url: '/api/attribute-generator/:id/download',
	method: 'get',
	operation: {
		operationId: 'attributes.download',
		summary: 'The metadata files of an attribute job as a resumable zip',
		...describeAccess('attributes', { access: 'developer', scope: 'read' }),
		parameters: [pathParameter('id')],
		responses: rangeResponses,
	},
};

export const attributeRoutes: readonly RouteOperation[] = [postedAttributes, downloadAttributes];

/** Receives requests to the attribute generator, whose body may hold the metadata of a whole folder, and serves its results. */
export async function serveAttributes(app: FastifyInstance, services: Services): Promise<void> {
	await app.register(async (scope) => {
		skipBodyParsing(scope);
		scope.post(
			postedAttributes.url,
			{ ...streamedBodyRoute, config: { access: 'developer' } },
			async (request, reply) => {
				const ctx = await getRequestContext(services, request, reply);
				return respondToStreamedBody(request, reply, (length) => receiveAttributes(ctx, request.raw, length));
			},
		);
	});
	app.route<{ Params: { id: string } }>({
		...byteRoute,
		config: { access: 'developer' },
		url: downloadAttributes.url,
		handler: async (request, reply) => {
			const ctx = await getRequestContext(services, request, reply);
			return sendArchive(
				request,
				reply,
				await openAttributesDownload(ctx, parseParams(attributeJobInput, request)),
				ctx,
			);
		},
	});
}
