import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { RequestContext } from '@adx/core/platform/context';
import type { ArchiveDownload } from '@adx/core/platform/downloads/archive-download';
import { DamagedObjectError } from '@adx/core/platform/storage/types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getDisconnectSignal } from '../request/client-disconnect.ts';
import { matchesEtag, matchesIfRange, type ParsedRange, parseRange } from './byte-range.ts';

/**
 * Method and access of a route that members read bytes from. HEAD is named besides, because fastify's own HEAD would
 * put the length of an empty body.
 */
export const byteRoute = { config: { access: 'member' } as const, method: ['GET', 'HEAD'] as ('GET' | 'HEAD')[] };

/** What a range is cut from. */
export interface ByteContent {
	readonly etag: string;
	readonly totalBytes: number;
}

/** Sets status and headers for whole, part or nothing, and returns which bytes are to follow. */
export function startByteResponse(request: FastifyRequest, reply: FastifyReply, { etag, totalBytes }: ByteContent) {
	const { headers, method } = request;
	reply.header('etag', etag).header('accept-ranges', 'bytes');
	const isRead = method === 'GET' || method === 'HEAD';
	if (isRead && matchesEtag(headers['if-none-match'], etag)) {
		reply.code(304);
		return { start: 0, end: -1, isEmpty: true };
	}
	// A range is defined for GET alone.
	const isRanged = method === 'GET' && matchesIfRange(request.raw.headersDistinct['if-range']?.[0], etag);
	const range: ParsedRange = isRanged ? parseRange(headers.range, totalBytes) : 'whole';
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

/** Sends an archive or the asked part of it, straight to the socket, and disposes it. */
export async function sendArchive(
	request: FastifyRequest,
	reply: FastifyReply,
	archive: ArchiveDownload,
	ctx: RequestContext,
) {
	await using _archive = archive;
	reply.type('application/zip').header('cache-control', 'private, no-cache');
	reply.header('content-disposition', attachment(archive.fileName));
	const { start, end, isEmpty } = startByteResponse(request, reply, archive);
	if (isEmpty) return reply.send();
	// While an error can still be answered.
	await archive.acquire();
	// Straight to the socket: the archive writes from a few buffers that it fills again once they are gone.
	reply.hijack();
	const { raw } = reply;
	for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
	raw.writeHead(reply.statusCode);
	closeWhenIdle(raw);
	const gone = getDisconnectSignal(raw);
	try {
		await archive.writeTo(raw, { start, end }, gone);
		raw.end();
		await finished(raw);
	} catch (error) {
		// Damage is reported where it is noticed.
		const isReported = gone.aborted || error instanceof DamagedObjectError;
		if (!isReported) ctx.log.error({ err: error, requestId: ctx.requestId }, 'download broke off');
		raw.destroy();
	}
	return reply;
}

/** Old clients read the ASCII name, all others the UTF-8 one (RFC 6266). */
export function attachment(fileName: string): string {
	const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
	if (ascii === fileName) return `attachment; filename="${ascii}"`;
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, escape)}`;
}

/** Sends bytes that are there in pieces, no faster than they are taken. */
export function sendChunks(reply: FastifyReply, chunks: readonly Buffer[]): FastifyReply {
	if (chunks.length <= 1) return reply.send(chunks[0]);
	const totalBytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
	return reply.header('content-length', totalBytes).send(Readable.from(chunks, { objectMode: false }));
}

/** The time limit for a request to arrive. */
const idleMaxMs = 60_000;

/**
 * Closes the connection when nothing of a long response is read for a minute: a client that stops reading would hold its
 * buffers forever. A client that keeps reading is served to the end, however slow it is.
 */
export function closeWhenIdle(answer: ServerResponse, maxMs: number = idleMaxMs): void {
	answer.setTimeout(maxMs, () => answer.destroy());
}
