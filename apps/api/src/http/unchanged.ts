import { createHash } from 'node:crypto';
import type { Actor, Services } from '@adx/core/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from './byte-range.ts';

/** After this a caller's session is looked at again, whose end by time is no change. */
const keptMs = 5 * 60_000;
const answersMax = 10_000;

interface KeptAnswer {
	/** Of the answer's content, quoted. */
	readonly tag: string;
	readonly vary: string | undefined;
	/** What was counted before the answer was read. */
	readonly changes: number;
	readonly validUntilMs: number;
}

/** What a poll is answered with. */
export interface PolledAnswer {
	readonly json: string;
	/** Of the JSON text, quoted. */
	readonly tag: string;
	readonly actor: Actor | null;
}

/** Remembers who was last answered what, so that a poll while nothing changed at all costs no query. */
export interface UnchangedAnswers {
	/**
	 * Answers 304 when the caller has the answer already and nothing was changed since: neither in the database nor, by
	 * the passing of time, in what the caller may see. False when it has to be looked up. Call it before anything is
	 * read for the request.
	 */
	sendUnchanged(request: FastifyRequest, reply: FastifyReply): boolean;
	/** Remembers the answer that is about to be sent under that tag; some are left out, which change by themselves. */
	keep(request: FastifyRequest, reply: FastifyReply, answer: PolledAnswer): void;
}

/** Null where other processes write too, which nothing here would notice. */
export function rememberAnswers({ database, clock }: Pick<Services, 'database' | 'clock'>): UnchangedAnswers | null {
	const { changes } = database;
	if (changes === null) return null;
	const countsAtStart = new WeakMap<FastifyRequest, number>();
	const answers = new Map<string, KeptAnswer>();
	return {
		sendUnchanged: (request, reply) => {
			const count = changes.count();
			countsAtStart.set(request, count);
			const tags = request.headers['if-none-match'];
			if (tags === undefined) return false;
			const kept = answers.get(keyOf(request));
			if (kept === undefined || kept.changes !== count || kept.validUntilMs <= clock().getTime()) return false;
			if (!namesTag(tags, kept.tag)) return false;
			reply.header('etag', weak(kept.tag)).header('cache-control', 'private, no-cache');
			if (kept.vary !== undefined) reply.header('vary', kept.vary);
			void reply.code(304).send();
			return true;
		},
		keep: (request, reply, { json, tag, actor }) => {
			const count = countsAtStart.get(request);
			if (count === undefined || actor === null || mayEndSooner(request) || movesWithTime.test(json)) return;
			const key = keyOf(request);
			// The newest last, so that the first is the one to go.
			answers.delete(key);
			answers.set(key, {
				tag,
				vary: reply.getHeader('vary')?.toString(),
				changes: count,
				validUntilMs: Math.min(clock().getTime() + keptMs, actor.expiresAt.getTime()),
			});
			const [oldest] = answers.keys();
			if (answers.size > answersMax && oldest !== undefined) answers.delete(oldest);
		},
	};
}

/** A proxy may compress the answer on the way. */
export const weak = (tag: string) => `W/${tag}`;

/** A running job says how long it will still take. */
const movesWithTime = /"estimatedTime":\d/;

/** An elevation may end before its session; and a token notes when it was used. */
const mayEndSooner = ({ headers, url }: FastifyRequest) =>
	headers.authorization !== undefined || /scope[=%"]/.test(url);

/** Hashed, so that no cookie is kept. */
function keyOf({ url, headers: { cookie = '', authorization = '' } }: FastifyRequest): string {
	return createHash('sha1')
		.update(JSON.stringify([url, cookie, authorization]))
		.digest('base64');
}
