import { openExport } from '@adx/core/exports/download-export';
import type { Services } from '@adx/core/platform/context';
import { getRarity, getRarityCsv } from '@adx/core/rarity/get-rarity';
import { exportInput, rarityInput } from '@adx/validators/exports';
import { safeFileName } from '@adx/validators/file-name';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readAddress } from '../generation/generation-downloads.ts';
import { whenGone } from '../request/client-disconnect.ts';
import { contextOf } from '../request/request-context.ts';
import { attachment, readable, sendArchive } from '../response/send-bytes.ts';

/** Path and query of the rarity's route. */
export const rarityRouteInput = rarityInput.extend({ format: z.enum(['json', 'csv']).optional() });

/** Serves collections in the layouts of marketplaces, and their rarity as JSON or CSV. */
export function serveCollectionExports(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { collectionId: string } }>({
		...readable,
		url: '/api/collections/:collectionId/export',
		handler: async (request, reply) => {
			const gone = whenGone(reply.raw);
			const ctx = await contextOf(services, request, reply);
			try {
				return await sendArchive(request, reply, await openExport(ctx, readAddress(exportInput, request), gone), ctx);
			} catch (error) {
				// Nobody is left to be answered.
				if (gone.aborted) return reply.hijack();
				throw error;
			}
		},
	});
	app.route<{ Params: { collectionId: string } }>({
		method: 'GET',
		config: { ...readable.config, budget: 'list' },
		url: '/api/collections/:collectionId/rarity',
		handler: async (request, reply) => {
			const { format = acceptedFormat(request), ...input } = readAddress(rarityRouteInput, request);
			const ctx = await contextOf(services, request, reply);
			reply.header('cache-control', 'no-store').header('vary', 'accept');
			if (format === 'json') return reply.send(await getRarity(ctx, input));
			const { name, csv } = await getRarityCsv(ctx, { collectionId: input.collectionId });
			reply.header('content-disposition', attachment(`${safeFileName(name)}-rarity.csv`));
			return reply.type('text/csv; charset=utf-8').send(Buffer.from(csv.buffer, csv.byteOffset, csv.byteLength));
		},
	});
}

/** CSV for who asks for it before JSON. */
function acceptedFormat({ headers: { accept = '' } }: FastifyRequest): 'json' | 'csv' {
	const [csv, json] = [accept.indexOf('text/csv'), accept.indexOf('application/json')];
	return csv >= 0 && (json < 0 || csv < json) ? 'csv' : 'json';
}
