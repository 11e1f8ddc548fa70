import type { Services } from '@adx/core/platform/context';
import { openPartZip } from '@adx/core/stats-and-cleanup/download-part';
import { databasePartInput } from '@adx/validators/database';
import { databasePartCount } from '@adx/validators/limits';
import { scopeSchema } from '@adx/validators/scope';
import type { FastifyInstance } from 'fastify';
import { toInputError } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { byteRoute, sendArchive } from '../../http/response/send-bytes.ts';
import {
	binaryResponse,
	describeAccess,
	memberRead,
	type OperationExample,
	pathParameter,
	queryParameter,
	type RouteOperation,
	rangeResponses,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';

const databasePart: RouteOperation = {
	url: '/api/database/download/:part',
	method: 'get',
	operation: {
		operationId: 'database.downloadPart',
		summary: `One of the ${databasePartCount} parts of all your images, as a resumable zip`,
		...describeAccess('database', memberRead),
		parameters: [
			pathParameter('part', { type: 'integer', minimum: 1, maximum: databasePartCount }),
			queryParameter('scope', toJsonSchema(scopeSchema, 'input')),
		],
		responses: {
			...rangeResponses,
			200: binaryResponse('application/zip', 'The images of the part and manifest.json, which tells what they are'),
		},
	},
};

export const databaseRoutes: readonly RouteOperation[] = [databasePart];

/** What the procedures of the database router take and answer, those of presets apart. */
export const databaseExamples: Readonly<Record<string, OperationExample>> = {
	'database.stats': { response: { totalGenerated: 3, uniqueCombinations: 3, successRate: 100 } },
	'database.uploads': { response: { unusedBytes: 640_000_000, quotaBytes: 20_000_000_000 } },
	'database.cleanup': {
		response: { success: true, deletedImages: 3, keptImages: 0, deletedUploads: 0, freedBytes: 0 },
	},
};

/** Serves all images of a user as zips, split into fifty parts. */
export function serveDatabaseDownloads(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { part: string } }>({
		...byteRoute,
		url: databasePart.url,
		handler: async (request, reply) => {
			const ctx = await getRequestContext(services, request, reply);
			const parsed = databasePartInput.safeParse({ ...(request.query as object), ...request.params });
			if (!parsed.success) throw toInputError(parsed.error);
			return sendArchive(request, reply, await openPartZip(ctx, parsed.data), ctx);
		},
	});
}
