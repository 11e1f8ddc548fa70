import type { Services } from '@adx/core/context';
import { openSaleFiles } from '@adx/core/sale/download-files';
import { creatorSaleInput } from '@adx/validators/sales';
import type { FastifyInstance } from 'fastify';
import { contextOf } from '../context.ts';
import { whenGone } from './caller-gone.ts';
import { readAddress } from './downloads.ts';
import { readable, sendArchive } from './sending.ts';

/** Serves the files of a sale, for creators who publish them by themselves. */
export function serveSaleFiles(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { jobId: string } }>({
		...readable,
		config: { ...readable.config, page: 'merger' },
		url: '/api/mint-collection/:jobId/car',
		handler: async (request, reply) => {
			const gone = whenGone(reply.raw);
			const ctx = await contextOf(services, request, reply);
			try {
				return await sendArchive(
					request,
					reply,
					await openSaleFiles(ctx, readAddress(creatorSaleInput, request), gone),
					ctx,
				);
			} catch (error) {
				// Nobody is left to be answered.
				if (gone.aborted) return reply.hijack();
				throw error;
			}
		},
	});
}
