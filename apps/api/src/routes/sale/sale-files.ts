import type { Services } from '@adx/core/platform/context';
import { openSaleFiles } from '@adx/core/sale/creator/download-sale-files';
import { creatorSaleInput } from '@adx/validators/sales';
import type { FastifyInstance } from 'fastify';
import { readAddress } from '../generation/generation-downloads.ts';
import { whenGone } from '../request/client-disconnect.ts';
import { contextOf } from '../request/request-context.ts';
import { readable, sendArchive } from '../response/send-bytes.ts';

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
