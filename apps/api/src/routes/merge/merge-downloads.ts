import { readCollectionImage } from '@adx/core/gallery/read-collection-image';
import { openMergeDownload } from '@adx/core/merge/download-merge';
import type { Services } from '@adx/core/platform/context';
import { collectionImageInput } from '@adx/validators/gallery';
import { mergeJobInput } from '@adx/validators/merge';
import type { FastifyInstance } from 'fastify';
import { readAddress, sendImage } from '../generation/generation-downloads.ts';
import { contextOf } from '../request/request-context.ts';
import { readable, sendArchive } from '../response/send-bytes.ts';

/** Serves Frozen Collections as zips, and the pictures of their tokens. */
export function serveMergeDownloads(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { jobId: string } }>({
		...readable,
		config: { ...readable.config, page: 'merger' },
		url: '/api/merge-jobs/:jobId/download',
		handler: async (request, reply) => {
			const ctx = await contextOf(services, request, reply);
			return sendArchive(request, reply, await openMergeDownload(ctx, readAddress(mergeJobInput, request)), ctx);
		},
	});
	app.route<{ Params: { collectionId: string; tokenNumber: string } }>({
		...readable,
		config: { ...readable.config, page: 'gallery' },
		url: '/api/collections/:collectionId/images/:tokenNumber',
		handler: async (request, reply) => {
			const input = readAddress(collectionImageInput, request);
			const image = await readCollectionImage(await contextOf(services, request, reply), input);
			return sendImage(request, reply, image, { isImmutable: true });
		},
	});
}
