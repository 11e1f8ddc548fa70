import { authorize } from '@adx/core/auth/authorize';
import type { Services } from '@adx/core/platform/context';
import { AppError } from '@adx/core/platform/errors';
import { receiveUpload } from '@adx/core/uploads/receive-upload';
import { uploadInput } from '@adx/validators/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowBodyTime, defaultBodyTime, longBodyTime } from '../../security/limits/body-timeout.ts';
import { contextOf } from '../request/request-context.ts';
import { hasHungUp } from '../response/error-response.ts';
import { refused } from '../response/send-bytes.ts';

/** A folder's list belongs to the attribute generator, everything else to the merger and its lock. */
const attributesRule = { access: 'developer', scope: 'write' } as const;
const mergerRule = { access: 'member', scope: 'write', page: 'merger' } as const;

/** Bodies of one user that are received at the same time. */
const uploadsAtOnceMax = 8;

/** Receives files, whose bytes go to storage as they arrive: they are nowhere in memory, and no parser sees them. */
export async function serveUploads(app: FastifyInstance, services: Services): Promise<void> {
	const runningByUser = new Map<string, number>();
	await app.register(async (scope) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
		// Whatever a browser takes a file for, even if that is no media type.
		scope.addHook('onRequest', async ({ raw }) => void delete raw.headers['content-type']);
		scope.put<{ Params: { sha256: string } }>(
			'/api/uploads/:sha256',
			// What it is sent as decides the rest.
			{ config: { access: 'member' } },
			async (request, reply) => {
				const parsed = uploadInput.safeParse({ ...(request.query as object), ...request.params });
				const ctx = await contextOf(services, request, reply);
				authorize(ctx, parsed.data?.as === 'folder' ? attributesRule : mergerRule);
				if (!parsed.success) throw refused(parsed.error);
				const userId = ctx.actor?.userId ?? '';
				const running = runningByUser.get(userId) ?? 0;
				if (running >= uploadsAtOnceMax) throw tooManyAtOnce();
				runningByUser.set(userId, running + 1);
				allowBodyTime(request.raw, longBodyTime);
				try {
					return await receiveUpload(ctx, parsed.data, request.raw, lengthOf(request));
				} catch (error) {
					return answerRefused(request, reply, error);
				} finally {
					// What was not read is not worth a long wait.
					allowBodyTime(request.raw, defaultBodyTime);
					const left = (runningByUser.get(userId) ?? 1) - 1;
					if (left > 0) runningByUser.set(userId, left);
					else runningByUser.delete(userId);
				}
			},
		);
	});
}

/** Node takes no request whose Content-Length is not a number. */
const lengthOf = ({ headers }: FastifyRequest) =>
	headers['content-length'] === undefined ? null : Number(headers['content-length']);

const tooManyAtOnce = () =>
	new AppError('LIMIT', {
		reason: 'rate_limited',
		message: `At most ${uploadsAtOnceMax} uploads at once. Go on when one of them has ended.`,
		meta: { retryAfterSeconds: 1 },
	});

function answerRefused(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
	// Who hung up hears nothing, and is no fault of ours.
	if (hasHungUp(request.raw)) return reply.hijack();
	// Nobody waits for the rest of what is too large.
	if (error instanceof AppError && error.code === 'TOO_LARGE') reply.header('connection', 'close');
	throw error;
}
