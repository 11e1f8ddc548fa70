import { receiveMerge } from '@adx/core/merge/receive/receive-merge';
import type { Services } from '@adx/core/platform/context';
import type { FastifyInstance } from 'fastify';
import { contextOf } from '../request/request-context.ts';
import { answerLongBody, leaveBodiesUnread, longBodyRoute } from '../request/streamed-body.ts';
import { sendThrownText } from '../response/error-response.ts';

/**
 * Receives merges, whose body may hold all their images. Errors are plain text, which its client shows as it is.
 */
export async function serveMergeJobs(app: FastifyInstance, services: Services): Promise<void> {
	await app.register(async (scope) => {
		leaveBodiesUnread(scope);
		scope.setErrorHandler((error, _request, reply) => sendThrownText(reply, error, services.log));
		scope.post(
			'/api/merge-jobs',
			{ ...longBodyRoute, config: { access: 'member', page: 'merger' } },
			async (request, reply) => {
				const ctx = await contextOf(services, request, reply);
				return answerLongBody(request, reply, (length) => receiveMerge(ctx, request.raw, length));
			},
		);
	});
}
