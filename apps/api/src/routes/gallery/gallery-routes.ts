import { readCollectionImage } from '@adx/core/gallery/read-collection-image';
import type { Services } from '@adx/core/platform/context';
import { collectionImageInput } from '@adx/validators/gallery';
import type { FastifyInstance } from 'fastify';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { byteRoute } from '../../http/response/send-bytes.ts';
import { sendImage } from '../../http/response/send-image.ts';
import {
	describeAccess,
	imageResponses,
	memberRead,
	pathParameter,
	queryParameter,
	type RouteOperation,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';

const tokenImage: RouteOperation = {
	url: '/api/collections/:collectionId/images/:tokenNumber',
	method: 'get',
	operation: {
		operationId: 'merge.tokenImage',
		summary: 'The picture of a token, in full or as a preview',
		...describeAccess('merge', { ...memberRead, page: 'gallery' }, 'It never changes.'),
		parameters: [
			pathParameter('collectionId'),
			pathParameter('tokenNumber', { type: 'integer', minimum: 1 }),
			queryParameter('size', toJsonSchema(collectionImageInput.shape.size, 'input')),
		],
		responses: imageResponses,
	},
};

export const galleryRoutes: readonly RouteOperation[] = [tokenImage];

/** Serves the pictures of tokens in the gallery. */
export function serveGallery(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { collectionId: string; tokenNumber: string } }>({
		...byteRoute,
		config: { ...byteRoute.config, page: 'gallery' },
		url: tokenImage.url,
		handler: async (request, reply) => {
			const input = parseParams(collectionImageInput, request);
			const image = await readCollectionImage(await getRequestContext(services, request, reply), input);
			return sendImage(request, reply, image, { isImmutable: true });
		},
	});
}
