import { imageFileSizeSchema, jobInput, scopeSchema } from '@adx/validators/generation';
import { databasePartCount } from '@adx/validators/limits';
import {
	common,
	type OpenApiOperation,
	pathParameter,
	queryParameter,
	refusals,
	toJsonSchema,
} from './openapi-parts.ts';

interface RouteOperation {
	readonly path: string;
	readonly method: 'get' | 'post';
	readonly operation: OpenApiOperation;
}

const bytesAnswer = (mime: string, description: string) => ({
	description,
	content: { [mime]: { schema: { type: 'string', format: 'binary' } } },
});

const memberReads = { access: 'member', scope: 'read' } as const;

const zip = {
	200: bytesAnswer('application/zip', 'The whole collection; Content-Length and ETag are set'),
	...refusals,
};
const ranged = {
	...zip,
	206: bytesAnswer('application/zip', 'The asked range'),
	416: { description: 'Range outside' },
};

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
				requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(jobInput, 'input') } } },
				responses: zip,
			},
		},
		databasePart,
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
