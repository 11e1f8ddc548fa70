import { createHash } from 'node:crypto';
import type { Actor } from '@adx/core/platform/context';
import { yieldToEventLoop } from '@adx/core/platform/threads/yield-to-event-loop';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './byte-range.ts';
import { type NotModifiedCache, toWeakEtag } from './not-modified-cache.ts';
import { sendChunks } from './send-bytes.ts';

/** What pages ask for again and again while a job runs or a sale goes on; mostly nothing has changed. */
export const polledProcedures: ReadonlySet<string> = new Set([
	'generation.list',
	'generation.get',
	'generation.listImages',
	'database.stats',
	'merge.list',
	'merge.get',
	'attributes.list',
	'attributes.get',
	'mint.status',
	'mint.sales.get',
	'mint.sales.purchase',
]);

export interface EtagResponse {
	/** JSON text. */
	readonly pieces: readonly Buffer[];
	readonly actor: Actor | null;
	/** The procedure that answered, dotted. */
	readonly procedure: string;
	readonly unchanged: NotModifiedCache;
}

/**
 * Answers 200 with the JSON text under a tag of its content, or 304 without it when the caller has that already.
 * Browsers keep it, but ask before each use, so that nobody sees what was another's or is out of date.
 */
export async function sendWithEtag(
	request: FastifyRequest,
	reply: FastifyReply,
	answer: EtagResponse,
): Promise<FastifyReply> {
	const { pieces, actor, procedure, unchanged } = answer;
	const tag = `"${await digest(pieces)}"`;
	reply.header('etag', toWeakEtag(tag)).header('cache-control', 'private, no-cache');
	unchanged.store(request, reply, { pieces, tag, actor, procedure });
	if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send();
	reply.type('application/json; charset=utf-8');
	return sendChunks(reply, pieces);
}

const piecesPerSlice = 50;

async function digest(pieces: readonly Buffer[]): Promise<string> {
	const hash = createHash('sha1');
	for (const [place, piece] of pieces.entries()) {
		hash.update(piece);
		if (place % piecesPerSlice === piecesPerSlice - 1) await yieldToEventLoop();
	}
	return hash.digest('base64url');
}
