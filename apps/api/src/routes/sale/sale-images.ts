import type { Services } from '@adx/core/platform/context';
import { readSaleImage } from '@adx/core/sale/buyer/read-sale-image';
import { saleImageInput } from '@adx/validators/sales';
import type { FastifyInstance } from 'fastify';
import { readAddress, sendImage } from '../generation/generation-downloads.ts';
import { contextOf } from '../request/request-context.ts';

const open = { method: 'GET', config: { access: 'limited' } } as const;

/** Serves the pictures of sales to everybody: the cover, and the pieces that are minted. */
export function serveSaleImages(app: FastifyInstance, services: Services): void {
	for (const url of ['/api/sales/:saleId/cover', '/api/sales/:saleId/pieces/:tokenNumber']) {
		app.route<{ Params: { saleId: string; tokenNumber?: string } }>({
			...open,
			url,
			handler: async (request, reply) => {
				const input = readAddress(saleImageInput, request);
				const image = await readSaleImage(await contextOf(services, request, reply), input);
				return sendImage(request, reply, image, { isImmutable: true });
			},
		});
	}
}
