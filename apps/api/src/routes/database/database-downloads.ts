import { openPartZip } from '@adx/core/database/download-part';
import type { Services } from '@adx/core/platform/context';
import { databasePartInput } from '@adx/validators/database';
import type { FastifyInstance } from 'fastify';
import { contextOf } from '../request/request-context.ts';
import { readable, refused, sendArchive } from '../response/send-bytes.ts';

/** Serves the fifty parts of the database as zips. */
export function serveDatabaseDownloads(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { part: string } }>({
		...readable,
		url: '/api/database/download/:part',
		handler: async (request, reply) => {
			const ctx = await contextOf(services, request, reply);
			const parsed = databasePartInput.safeParse({ ...(request.query as object), ...request.params });
			if (!parsed.success) throw refused(parsed.error);
			return sendArchive(request, reply, await openPartZip(ctx, parsed.data), ctx);
		},
	});
}
