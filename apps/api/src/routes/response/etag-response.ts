import { createHash } from 'node:crypto';
import type { Actor } from '@adx/core/platform/context';
import { nextSlice } from '@adx/core/platform/limits/next-slice';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from './byte-range.ts';
import { type UnchangedAnswers, weak } from './not-modified-cache.ts';
import { sendPieces } from './send-bytes.ts';

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

export interface StampedAnswer {
	/** JSON text. */
	readonly pieces: readonly Buffer[];
	readonly actor: Actor | null;
	/** Null where nothing is remembered. */
	readonly unchanged: UnchangedAnswers | null;
}

/**
 * Answers 200 with the JSON text under a tag of its content, or 304 without it when the caller has that already.
 * Browsers keep it, but ask before each use, so that nobody sees what was another's or is out of date.
 */
export async function sendStamped(
	request: FastifyRequest,
	reply: FastifyReply,
	answer: StampedAnswer,
): Promise<FastifyReply> {
	const { pieces, actor, unchanged } = answer;
	const tag = `"${await digest(pieces)}"`;
	reply.header('etag', weak(tag)).header('cache-control', 'private, no-cache');
	unchanged?.keep(request, reply, { pieces, tag, actor });
	if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
	reply.type('application/json; charset=utf-8');
	return sendPieces(reply, pieces);
}

const piecesPerSlice = 50;

async function digest(pieces: readonly Buffer[]): Promise<string> {
	const hash = createHash('sha1');
	for (const [place, piece] of pieces.entries()) {
		hash.update(piece);
		if (place % piecesPerSlice === piecesPerSlice - 1) await nextSlice();
	}
	return hash.digest('base64url');
}
