import type { Services } from '@adx/core/platform/context';
import { getOembed } from '@adx/core/unfurl/get-oembed';
import { readOgImage } from '@adx/core/unfurl/read-og-image';
import { oembedInput, oembedOutput, ogImageInput, ogImageSize } from '@adx/validators/unfurl';
import type { FastifyInstance } from 'fastify';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { sendError } from '../../http/response/error-response.ts';
import { startByteResponse } from '../../http/response/send-bytes.ts';
import { saleId } from '../../openapi/example-ids.ts';
import {
	binaryResponse,
	describeAccess,
	errorResponses,
	pathParameter,
	queryParameter,
	type RouteOperation,
	storedFileErrors,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';
import { imagePolicy } from '../../security/headers.ts';

const anybody = describeAccess('unfurl', { access: 'limited', scope: 'read' });
const { width, height } = ogImageSize;

const ogImage: RouteOperation = {
	url: '/api/og-image/:hash',
	method: 'get',
	operation: {
		operationId: 'unfurl.ogImage',
		summary: `The picture of ${width} x ${height} px for link previews of a page`,
		...anybody,
		description: 'The picture under a hash never changes.',
		parameters: [
			pathParameter('hash', toJsonSchema(ogImageInput.shape.hash, 'input')),
			queryParameter('page', toJsonSchema(ogImageInput.shape.page, 'input'), true),
		],
		responses: {
			200: binaryResponse('image/jpeg', 'The picture; ETag is set'),
			302: { description: 'The page has another picture by now' },
			304: { description: 'Not changed' },
			...storedFileErrors,
		},
	},
};

const oembed: RouteOperation = {
	url: '/api/oembed',
	method: 'get',
	operation: {
		operationId: 'unfurl.oembed',
		summary: 'oEmbed 1.0 for a sale, a collection on sale or the gallery',
		...anybody,
		parameters: [
			queryParameter('url', toJsonSchema(oembedInput.shape.url, 'input'), true),
			queryParameter('format', { type: 'string', enum: ['json'] }),
			queryParameter('maxwidth', { type: 'integer', minimum: 1 }),
			queryParameter('maxheight', { type: 'integer', minimum: 1 }),
		],
		responses: {
			200: {
				description: 'Done',
				content: {
					'application/json': {
						schema: toJsonSchema(oembedOutput, 'output'),
						example: {
							version: '1.0',
							type: 'link',
							title: 'Winter Court',
							author_name: 'Anonymous',
							provider_name: 'ADX Realm',
							provider_url: 'https://realm.example.org/',
							cache_age: 300,
							thumbnail_url: `https://realm.example.org/api/og-image/6f1d0c5b2a7e4938b1c0d9e8f7a6b5c4?page=%2Fsale%2F${saleId}`,
							thumbnail_width: width,
							thumbnail_height: height,
						},
					},
				},
			},
			501: {
				description: 'XML was asked for',
				content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
			},
			...errorResponses,
		},
	},
};

export const unfurlRoutes: readonly RouteOperation[] = [ogImage, oembed];

/** Serves what chats and other sites show of a link: its picture, and its description by oEmbed. */
export function serveUnfurl(app: FastifyInstance, services: Services): void {
	app.route({
		method: ['GET', 'HEAD'],
		url: ogImage.url,
		config: { access: 'limited' },
		handler: async (request, reply) => {
			const input = parseParams(ogImageInput, request);
			const image = await readOgImage(await getRequestContext(services, request, reply), input);
			if (image.movedTo !== null) return reply.header('cache-control', 'no-store').redirect(image.movedTo, 302);
			const { bytes, sha256 } = image;
			const { start, end, isEmpty } = startByteResponse(request, reply, {
				etag: `"${sha256}"`,
				totalBytes: bytes.byteLength,
			});
			reply.headers({
				'content-type': 'image/jpeg',
				'cache-control': 'public, max-age=31536000, immutable',
				'content-security-policy': imagePolicy,
				// Pages of other sites show it.
				'cross-origin-resource-policy': 'cross-origin',
			});
			return reply.send(isEmpty ? undefined : bytes.subarray(start, end + 1));
		},
	});
	app.route({
		method: ['GET', 'HEAD'],
		url: oembed.url,
		config: { access: 'limited', budget: 'item' },
		handler: async (request, reply) => {
			const input = parseParams(oembedInput, request);
			if (input.format === 'xml') {
				const message = 'This server answers oEmbed as JSON only.';
				return sendError(reply, { status: 501, reason: 'bad_input', message });
			}
			const link = await getOembed(await getRequestContext(services, request, reply), input);
			return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(link);
		},
	});
}
