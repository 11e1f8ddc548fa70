import { openAttributesDownload } from '@adx/core/attributes/download-attributes';
import { receiveAttributes } from '@adx/core/attributes/receive-attributes';
import type { Services } from '@adx/core/platform/context';
import { attributeJobInput } from '@adx/validators/attributes';
import type { FastifyInstance } from 'fastify';
import { readAddress } from '../generation/generation-downloads.ts';
import { contextOf } from '../request/request-context.ts';
import { answerLongBody, leaveBodiesUnread, longBodyRoute } from '../request/streamed-body.ts';
import { readable, sendArchive } from '../response/send-bytes.ts';

/** Receives orders of the attribute generator, whose body may hold the metadata of a whole folder, and serves what it made. */
export async function serveAttributes(app: FastifyInstance, services: Services): Promise<void> {
	await app.register(async (scope) => {
		leaveBodiesUnread(scope);
		scope.post(
			'/api/attribute-generator',
			{ ...longBodyRoute, config: { access: 'developer' } },
			async (request, reply) => {
				const ctx = await contextOf(services, request, reply);
				return answerLongBody(request, reply, (length) => receiveAttributes(ctx, request.raw, length));
			},
		);
	});
	app.route<{ Params: { id: string } }>({
		...readable,
		config: { access: 'developer' },
		url: '/api/attribute-generator/:id/download',
		handler: async (request, reply) => {
			const ctx = await contextOf(services, request, reply);
			return sendArchive(
				request,
				reply,
				await openAttributesDownload(ctx, readAddress(attributeJobInput, request)),
				ctx,
			);
		},
	});
}
