import { finished } from 'node:stream/promises';
import type { RequestContext, Services } from '@adx/core/context';
import type { ArchiveDownload } from '@adx/core/downloads';
import { AppError, notFound } from '@adx/core/errors';
import { readImage } from '@adx/core/generation/read-image';
import { openGenerationZip } from '@adx/core/generation/zip';
import { imageInput, jobInput } from '@adx/validators/generation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { contextOf } from '../context.ts';
import { holdsIfRange, namesTag, parseRange, type RangeAnswer } from './byte-range.ts';
import { hangUpWhenIdle } from './idle.ts';

// HEAD is named besides, because fastify's own HEAD would put the length of an empty body.
const readable = { config: { access: 'member' } as const, method: ['GET', 'HEAD'] as ('GET' | 'HEAD')[] };
// Somebody else's picture must not run anything, whatever a browser takes it for.
const imagePolicy = "default-src 'none'; sandbox";

/** Serves what travels as bytes, outside tRPC, through the same verbs. */
export function serveDownloads(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { imageId: string } }>({
		...readable,
		url: '/api/images/:imageId/file',
		handler: async (request, reply) => {
			const image = await readImage(await contextOf(services, request, reply), readAddress(imageInput, request));
			reply
				.header('cache-control', 'private, max-age=31536000, immutable')
				.header('content-security-policy', imagePolicy);
			reply.type(image.mime);
			const { start, end, isEmpty } = beginBytes(request, reply, {
				etag: `"${image.sha256}"`,
				totalBytes: image.sizeBytes,
			});
			hangUpWhenIdle(reply.raw);
			return reply.send(isEmpty ? undefined : image.stream({ start, end }));
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

/** Path and query together are the input; an id that could name nothing is answered like one that names nothing. */
function readAddress<Schema extends z.ZodType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
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

const refused = (error: z.ZodError) =>
	new AppError('INVALID', { reason: 'bad_input', message: error.issues[0]?.message ?? 'Invalid input' });

interface Bytes {
	readonly etag: string;
	readonly totalBytes: number;
}

/** Sets status and headers for whole, part or nothing, and tells which bytes are to follow. */
function beginBytes(request: FastifyRequest, reply: FastifyReply, { etag, totalBytes }: Bytes) {
	const { headers, method } = request;
	reply.header('etag', etag).header('accept-ranges', 'bytes');
	const isRead = method === 'GET' || method === 'HEAD';
	if (isRead && namesTag(headers['if-none-match'], etag)) {
		reply.code(304);
		return { start: 0, end: -1, isEmpty: true };
	}
	// A range is defined for GET alone.
	const isRanged = method === 'GET' && holdsIfRange(request.raw.headersDistinct['if-range']?.[0], etag);
	const range: RangeAnswer = isRanged ? parseRange(headers.range, totalBytes) : 'whole';
	if (range === 'unsatisfiable') {
		reply.header('content-range', `bytes */${totalBytes}`);
		throw new RangeNotSatisfiable();
	}
	const { start, end } = range === 'whole' ? { start: 0, end: totalBytes - 1 } : range;
	if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${totalBytes}`);
	reply.header('content-length', end - start + 1);
	return { start, end, isEmpty: method === 'HEAD' || end < start };
}

class RangeNotSatisfiable extends Error {
	readonly code = 'FST_RANGE_NOT_SATISFIABLE';
	readonly statusCode = 416;
}

async function sendArchive(
	request: FastifyRequest,
	reply: FastifyReply,
	archive: ArchiveDownload,
	ctx: RequestContext,
) {
	reply.type('application/zip').header('cache-control', 'private, no-cache');
	reply.header('content-disposition', attachment(archive.fileName));
	const { start, end, isEmpty } = beginBytes(request, reply, archive);
	if (isEmpty) return reply.send();
	// Straight to the socket: the archive writes from a few buffers that it fills again once they are gone.
	reply.hijack();
	const { raw } = reply;
	for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
	raw.writeHead(reply.statusCode);
	hangUpWhenIdle(raw);
	const gone = new AbortController();
	raw.once('close', () => gone.abort());
	try {
		await archive.writeTo(raw, { start, end }, gone.signal);
		raw.end();
		await finished(raw);
	} catch (error) {
		if (!gone.signal.aborted) ctx.log.error({ err: error, requestId: ctx.requestId }, 'download broke off');
		raw.destroy();
	}
	return reply;
}

/** Old clients read the ASCII name, all others the UTF-8 one (RFC 6266). */
function attachment(fileName: string): string {
	const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
	if (ascii === fileName) return `attachment; filename="${ascii}"`;
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, escape)}`;
}
