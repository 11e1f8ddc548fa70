import type { ImageFile } from '@adx/core/generation/queries/read-image';
import type { ByteRange } from '@adx/core/platform/storage/types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { imagePolicy } from '../../security/headers.ts';
import { startByteResponse } from './send-bytes.ts';

/** Sends an image or the requested range of it, under a policy that lets a browser do nothing but show it. */
export async function sendImage(
	request: FastifyRequest,
	reply: FastifyReply,
	image: Pick<ImageFile, 'sha256' | 'sizeBytes' | 'mime' | 'open'>,
	{ isImmutable }: { readonly isImmutable: boolean },
): Promise<FastifyReply> {
	const { start, end, isEmpty } = startByteResponse(request, reply, {
		etag: `"${image.sha256}"`,
		totalBytes: image.sizeBytes,
	});
	// A caller that has the bytes already needs no file.
	const stream =
		reply.statusCode === 304 ? null : await openOrResetHeaders(reply, image, isEmpty ? null : { start, end });
	const lifetime = isImmutable ? 'max-age=31536000, immutable' : 'no-cache';
	reply.header('cache-control', `private, ${lifetime}`).header('content-security-policy', imagePolicy);
	reply.type(image.mime);
	if (!isEmpty && stream !== null) return reply.send(stream);
	stream?.destroy();
	return reply.send();
}

/** Opens the image; if that fails, the error's answer goes out without the headers meant for the bytes. */
async function openOrResetHeaders(reply: FastifyReply, { open }: Pick<ImageFile, 'open'>, range: ByteRange | null) {
	try {
		return await open(range ?? undefined);
	} catch (error) {
		for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range']) reply.removeHeader(name);
		throw error;
	}
}
