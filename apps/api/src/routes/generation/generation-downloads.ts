import { openGenerationZip } from '@adx/core/generation/download/generation-zip';
import { type ImageFile, readImage } from '@adx/core/generation/queries/read-image';
import type { Services } from '@adx/core/platform/context';
import { notFound } from '@adx/core/platform/errors';
import type { ByteRange } from '@adx/core/platform/storage/types';
import { imageInput, jobInput } from '@adx/validators/generation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { contextOf } from '../request/request-context.ts';
import { beginBytes, readable, refused, sendArchive } from '../response/send-bytes.ts';

// Somebody else's picture must not run anything, whatever a browser takes it for.
const imagePolicy = "default-src 'none'; sandbox";

/** Serves what travels as bytes, outside tRPC, through the same verbs. */
export function serveDownloads(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { imageId: string } }>({
		...readable,
		url: '/api/images/:imageId/file',
		handler: async (request, reply) => {
			const input = readAddress(imageInput, request);
			const image = await readImage(await contextOf(services, request, reply), input);
			// Without a version the address names whichever is chosen.
			return sendImage(request, reply, image, { isImmutable: input.version !== undefined });
		},
	});
	app.route<{ Params: { jobId: string } }>({
		...readable,
		url: '/api/generate/:jobId/zip',
		handler: async (request, reply) => {
			const ctx = await contextOf(services, request, reply);
			return sendArchive(request, reply, await openGenerationZip(ctx, readAddress(jobInput, request)), ctx);
		},
	});
	// Reads, though it is a POST.
	app.post('/api/generate/zip', { config: { access: 'member', scope: 'read' } }, async (request, reply) => {
		const ctx = await contextOf(services, request, reply);
		return sendArchive(request, reply, await openGenerationZip(ctx, readBody(jobInput, request.body)), ctx);
	});
}

/** Sends a picture, or the asked part of it, in such a way that it can do nothing in a browser but be seen. */
export async function sendImage(
	request: FastifyRequest,
	reply: FastifyReply,
	image: Pick<ImageFile, 'sha256' | 'sizeBytes' | 'mime' | 'open'>,
	{ isImmutable }: { readonly isImmutable: boolean },
): Promise<FastifyReply> {
	const { start, end, isEmpty } = beginBytes(request, reply, {
		etag: `"${image.sha256}"`,
		totalBytes: image.sizeBytes,
	});
	// Whoever has the bytes already needs no file.
	const stream = reply.statusCode === 304 ? null : await openOrTakeBack(reply, image, isEmpty ? null : { start, end });
	const lifetime = isImmutable ? 'max-age=31536000, immutable' : 'no-cache';
	reply.header('cache-control', `private, ${lifetime}`).header('content-security-policy', imagePolicy);
	reply.type(image.mime);
	if (!isEmpty && stream !== null) return reply.send(stream);
	stream?.destroy();
	return reply.send();
}

/** What cannot be opened is answered without the headers that were meant for its bytes. */
async function openOrTakeBack(reply: FastifyReply, { open }: Pick<ImageFile, 'open'>, range: ByteRange | null) {
	try {
		return await open(range ?? undefined);
	} catch (error) {
		for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range']) reply.removeHeader(name);
		throw error;
	}
}

/** Path and query together are the input; an id that could name nothing is answered like one that names nothing. */
export function readAddress<Schema extends z.ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
	const params = request.params as object;
	const parsed = schema.safeParse({ ...(request.query as object), ...params });
	if (parsed.success) return parsed.data;
	if (parsed.error.issues.some(({ path }) => String(path[0]) in params)) throw notFound('address');
	throw refused(parsed.error);
}

function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const parsed = schema.safeParse(body);
	if (parsed.success) return parsed.data;
	throw refused(parsed.error);
}
