import { authorizeCall } from '@adx/core/auth/authorize-call';
import { requireActor, type Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { createSemaphore } from '@adx/core/platform/limits/semaphore';
import { receiveUpload } from '@adx/core/uploads/receive-upload';
import { sha256Schema } from '@adx/validators/text';
import { type UploadInput, uploadInput, uploadOutput } from '@adx/validators/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isClientDisconnected } from '../../http/request/client-disconnect.ts';
import { toInputError } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import {
	describeAccess,
	errorResponses,
	pathParameter,
	queryParameter,
	type RouteOperation,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';
import { defaultBodyTime, longBodyTime, setBodyTimeout } from '../../security/limits/body-limits.ts';

/** A folder's file list is for the attribute generator, and so for developers. */
const attributesRule = { access: 'developer', scope: 'write' } as const;
/** Layers, their list and what goes with the calls of a generation are for everybody who may generate. */
const generationRule = { access: 'member', scope: 'write' } as const;
/** Everything else is for the merger, and shares its lock. */
const mergerRule = { ...generationRule, page: 'merger' } as const;
const rules: Readonly<Partial<Record<UploadInput['as'], typeof attributesRule | typeof generationRule>>> = {
	folder: attributesRule,
	layer: generationRule,
	layers: generationRule,
	reference: generationRule,
};

const upload: RouteOperation = {
	url: '/api/uploads/:sha256',
	method: 'put',
	operation: {
		operationId: 'uploads.put',
		summary: 'Store a file under its SHA-256',
		...describeAccess('uploads', mergerRule),
		description:
			"The body is the file itself; POST /api/uploads/missing tells which to send. Sent as 'layer', 'layers' or 'reference' for everybody who may generate, as 'folder' for developers alone. Otherwise, while GET /api/config lists the page 'merger' as locked, premium or the admin password is needed, and no access token will do.",
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
				description: 'Stored',
				content: { 'application/json': { schema: toJsonSchema(uploadOutput, 'output') } },
			},
			...errorResponses,
		},
	},
};

export const uploadRoutes: readonly RouteOperation[] = [upload];

/** Uploads that one user may have in progress at the same time. */
const uploadsAtOnceMax = 8;

/** Receives files. Their bytes go to storage as they arrive: no parser sees them, and no file is ever whole in memory. */
export async function serveUploads(app: FastifyInstance, services: Services): Promise<void> {
	const receiving = createSemaphore({
		max: Number.POSITIVE_INFINITY,
		runningPerAccountMax: uploadsAtOnceMax,
		waitingPerAccountMax: 0,
		busyMessage: `At most ${uploadsAtOnceMax} uploads at once. Go on when one of them has ended.`,
		retryAfterSeconds: 1,
	});
	await app.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
		// Browsers may send anything as a file's type, even what is not a media type.
		scope.addHook('onRequest', async ({ raw }) => void delete raw.headers['content-type']);
		scope.put<{ Params: { sha256: string } }>(
			upload.url,
			// What the file is sent as decides which rule applies on top.
			{ config: { access: 'member' } },
			async (request, reply) => {
				const parsed = uploadInput.safeParse({ ...(request.query as object), ...request.params });
				const ctx = await getRequestContext(services, request, reply);
				authorizeCall(ctx, (parsed.success ? rules[parsed.data.as] : undefined) ?? mergerRule);
				if (!parsed.success) throw toInputError(parsed.error);
				const receive = async () => {
					setBodyTimeout(request.raw, longBodyTime);
					try {
						return await receiveUpload(ctx, parsed.data, request.raw, getContentLength(request));
					} catch (error) {
						return handleUploadError(request, reply, error);
					} finally {
						// The rest of a body nobody reads is not worth a long wait.
						setBodyTimeout(request.raw, defaultBodyTime);
					}
				};
				return receiving.run(receive, { account: requireActor(ctx).userId });
			},
		);
	});
}

/** Node itself rejects a request whose Content-Length is not a number. */
const getContentLength = ({ headers }: FastifyRequest) =>
	headers['content-length'] === undefined ? null : Number(headers['content-length']);

function handleUploadError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
	// A caller that hung up gets no answer, and it is not an error of ours.
	if (isClientDisconnected(request.raw)) return reply.hijack();
	// The rest of a body that is too large is not read.
	if (error instanceof AppError && error.code === 'TOO_LARGE') reply.header('connection', 'close');
	throw error;
}
