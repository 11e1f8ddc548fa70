import { downloadMintCar } from '@adx/core/mint/download-token-car';
import type { Services } from '@adx/core/platform/context';
import { mintCarInput } from '@adx/validators/mint';
import type { FastifyInstance } from 'fastify';
import { readAddress } from '../generation/generation-downloads.ts';
import { contextOf } from '../request/request-context.ts';
import { attachment } from '../response/send-bytes.ts';

/** Serves the files of a prepared mint, for owners who publish them by themselves. */
export function serveMintCar(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { imageId: string } }>({
		method: 'GET',
		config: { access: 'developer', budget: 'list' },
		url: '/api/mint/:imageId/car',
		handler: async (request, reply) => {
			const input = readAddress(mintCarInput, request);
			const { bytes, root } = await downloadMintCar(await contextOf(services, request, reply), input);
			reply.header('cache-control', 'private, no-store').header('content-disposition', attachment(`${root}.car`));
			return reply.type('application/vnd.ipld.car; version=1').send(Buffer.from(bytes.buffer));
		},
	});
}
