import { collectionImageInput } from '@adx/validators/gallery';
import { imageFileSizeSchema, jobInput, scopeSchema } from '@adx/validators/generation';
import { databasePartCount } from '@adx/validators/limits';
import { receivedMergeOutput } from '@adx/validators/merge';
import { sha256Schema, uploadInput, uploadOutput } from '@adx/validators/uploads';
import { attributeRoutes } from '../routes/attributes/attribute-operations.ts';
import { collectionRoutes } from '../routes/exports/collection-operations.ts';
import { postedMergeExample } from '../routes/merge/merge-examples.ts';
import { postedMergeInput } from '../routes/merge/posted-merge.ts';
import { mintRoutes } from '../routes/mint/mint-operations.ts';
import { saleRoutes } from '../routes/sale/sale-operations.ts';
import { common, pathParameter, queryParameter, refusals, toJsonSchema } from './openapi-operation.ts';
import { bytesAnswer, memberReads, type RouteOperation, ranged, zip } from './route-responses.ts';

/** The documented routes that are no procedures: bytes, and the way back from Discord. */
export function routeOperations(): readonly RouteOperation[] {
	return [
		{
			path: '/api/images/{imageId}/file',
			method: 'get',
			operation: {
				operationId: 'generation.imageFile',
				summary: 'The bytes of one image; with a version they never change, without one they are the chosen version’s',
				...common('generation', memberReads),
				parameters: [
					pathParameter('imageId'),
					queryParameter('size', toJsonSchema(imageFileSizeSchema, 'input')),
					queryParameter('version', { type: 'integer', minimum: 1 }),
				],
				responses: {
					200: bytesAnswer('image/*', 'The image; ETag is set'),
					304: { description: 'Not changed' },
					...refusals,
				},
			},
		},
		{
			path: '/api/generate/{jobId}/zip',
			method: 'get',
			operation: {
				operationId: 'generation.downloadZip',
				summary: 'A finished collection as a zip, resumable',
				...common('generation', memberReads),
				parameters: [pathParameter('jobId')],
				responses: ranged,
			},
		},
		{
			path: '/api/generate/zip',
			method: 'post',
			operation: {
				operationId: 'generation.zip',
				summary: 'A finished collection as a zip',
				...common('generation', memberReads),
				parameters: [],
				requestBody: {
					required: true,
					content: {
						'application/json': {
							schema: toJsonSchema(jobInput, 'input'),
							example: { jobId: '0b8f5f7e-6a5f-4b0e-9f57-2f6a3b1d9c10' },
						},
					},
				},
				responses: zip,
			},
		},
		databasePart,
		upload,
		...mergeRoutes,
		...attributeRoutes,
		...collectionRoutes,
		...mintRoutes,
		...saleRoutes,
		{
			path: '/api/auth/discord/callback',
			method: 'get',
			operation: {
				operationId: 'auth.finishDiscord',
				summary: 'The way back from Discord, for browsers alone',
				...common('auth', { access: 'limited', scope: 'read' }),
				parameters: ['state', 'code', 'error'].map((name) => queryParameter(name, { type: 'string' })),
				responses: { 302: { description: 'To /?discord_auth=success or /?discord_auth=error' } },
			},
		},
	];
}

const databasePart: RouteOperation = {
	path: '/api/database/download/{part}',
	method: 'get',
	operation: {
		operationId: 'database.downloadPart',
		summary: `One of the ${databasePartCount} parts of all your images as a zip, resumable`,
		...common('database', memberReads),
		parameters: [
			pathParameter('part', { type: 'integer', minimum: 1, maximum: databasePartCount }),
			queryParameter('scope', toJsonSchema(scopeSchema, 'input')),
		],
		responses: {
			...ranged,
			200: bytesAnswer('application/zip', 'The images of the part and manifest.json, which tells what they are'),
		},
	},
};

const upload: RouteOperation = {
	path: '/api/uploads/{sha256}',
	method: 'put',
	operation: {
		operationId: 'uploads.put',
		summary:
			'Keeps a file under the SHA-256 of its bytes, which are the body; POST /api/uploads/missing tells which to send',
		...common('uploads', { access: 'member', scope: 'write', page: 'merger' }),
		description:
			"Sent as 'folder' for developers alone. Otherwise, while GET /api/config lists the page 'merger' as locked, premium or the admin password is needed, and no access token will do.",
		parameters: [
			pathParameter('sha256', toJsonSchema(sha256Schema, 'input')),
			queryParameter('as', toJsonSchema(uploadInput.shape.as, 'input')),
		],
		requestBody: {
			required: true,
			content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
		},
		responses: {
			200: {
				description: 'Kept',
				content: { 'application/json': { schema: toJsonSchema(uploadOutput, 'output') } },
			},
			...refusals,
		},
	},
};

const mergeRoutes: readonly RouteOperation[] = [
	{
		path: '/api/merge-jobs',
		method: 'post',
		operation: {
			operationId: 'merge.post',
			summary:
				'Starts a merge; a collection names its uploaded list (manifest) or brings its images, as data URLs or by hashes of uploads. Errors are plain text',
			...common('merge', { access: 'member', scope: 'write', page: 'merger' }),
			parameters: [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }],
			requestBody: {
				required: true,
				content: {
					'application/json': { schema: toJsonSchema(postedMergeInput, 'input'), example: postedMergeExample.body },
				},
			},
			responses: {
				200: {
					description: 'Started; refusedImages were left out',
					content: {
						'application/json': {
							schema: toJsonSchema(receivedMergeOutput, 'output'),
							example: postedMergeExample.answer,
						},
					},
				},
				default: { description: 'Refused', content: { 'text/plain': { schema: { type: 'string' } } } },
			},
		},
	},
	{
		path: '/api/merge-jobs/{jobId}/download',
		method: 'get',
		operation: {
			operationId: 'merge.download',
			summary: 'A Frozen Collection as a zip, resumable',
			...common('merge', { ...memberReads, page: 'merger' }),
			parameters: [pathParameter('jobId'), queryParameter('scope', toJsonSchema(scopeSchema, 'input'))],
			responses: ranged,
		},
	},
	{
		path: '/api/collections/{collectionId}/images/{tokenNumber}',
		method: 'get',
		operation: {
			operationId: 'merge.tokenImage',
			summary: 'The picture of a token, whole or as a preview; it never changes',
			...common('merge', { ...memberReads, page: 'gallery' }),
			parameters: [
				pathParameter('collectionId'),
				pathParameter('tokenNumber', { type: 'integer', minimum: 1 }),
				queryParameter('size', toJsonSchema(collectionImageInput.shape.size, 'input')),
			],
			responses: {
				200: bytesAnswer('image/*', 'The image; ETag is set'),
				304: { description: 'Not changed' },
				...refusals,
			},
		},
	},
];
