import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor, Services } from '@adx/core/platform/context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSingleHost } from '../../security/request-guards.ts';
import { logRequest } from '../../server/log.ts';
import { matchesEtag } from './byte-range.ts';

/** After this a caller's session is looked at again, whose end by time is no change. */
const maxAgeMs = 5 * 60_000;
const answersMax = 10_000;
/** Keys hold the caller's cookies: few, for minutes, and as long as a browser's are. */
const keyMaxLength = 1_000;

interface CachedResponse {
	/** The ETag of the response's content, quoted. */
	readonly tag: string;
	/** Names and values in turn, as node writes them. */
	readonly headers: readonly string[];
	readonly route: string;
	/** What was counted before the answer was read. */
	readonly changes: number;
	readonly validUntilMs: number;
}

/** What a poll is answered with. */
export interface PolledResponse {
	/** JSON text, in pieces that break between what a list holds. */
	readonly pieces: readonly Buffer[];
	/** The ETag of the JSON text, quoted. */
	readonly tag: string;
	/** Null where everybody gets the same answer. */
	readonly actor: Actor | null;
}

/** Remembers who was last answered what, so that a poll while nothing changed at all costs no query. */
export interface NotModifiedCache {
	/**
	 * Answers 304 when the caller has the answer already and nothing was changed since: neither in the database nor, by
	 * the passing of time, in what the caller may see. False when it has to be looked up. Call it before anything is
	 * read for the request.
	 */
	sendUnchanged(request: IncomingMessage, response: ServerResponse): boolean;
	/**
	 * Remembers the answer that is about to be sent under that tag; some are left out, which change by themselves.
	 */
	store(request: FastifyRequest, reply: FastifyReply, answer: PolledResponse): void;
}

/**
 * Null where other processes write too, which nothing here would notice. What is answered from memory has passed every
 * guard before, as the same call: all that a guard reads of a GET is part of its key, or keeps it from being remembered.
 */
export function createNotModifiedCache({
	database,
	clock,
	log,
	metrics,
}: Pick<Services, 'database' | 'clock' | 'log' | 'metrics'>): NotModifiedCache | null {
	const { changes } = database;
	if (changes === null) return null;
	const countsAtStart = new WeakMap<IncomingMessage, number>();
	const answers = new Map<string, CachedResponse>();
	const holds = ({ tag, changes: then, validUntilMs }: CachedResponse, { headers }: IncomingMessage, now: number) =>
		then === now && validUntilMs > clock().getTime() && matchesEtag(headers['if-none-match'], tag);
	return {
		sendUnchanged: (request, response) => {
			if (!isRemembered(request)) return false;
			const startedAtMs = performance.now();
			const count = changes.count();
			const cached = request.headers['if-none-match'] === undefined ? undefined : answers.get(toCacheKey(request));
			if (cached === undefined || !holds(cached, request, count)) {
				countsAtStart.set(request, count);
				return false;
			}
			const requestId = randomUUID();
			response.writeHead(304, [...cached.headers, 'x-request-id', requestId]).end();
			const tookMs = performance.now() - startedAtMs;
			metrics.unchangedPolls.inc();
			logRequest(log, { requestId, method: 'GET', route: cached.route, status: 304, tookMs });
			return true;
		},
		store: ({ raw, url, routeOptions }, reply, { pieces, tag, actor }) => {
			const count = countsAtStart.get(raw);
			if (count === undefined || dependsOnElevation.test(url) || changesByTime(pieces)) return;
			const key = toCacheKey(raw);
			if (key.length > keyMaxLength) return;
			// The newest last, so that the first is the one to go.
			answers.delete(key);
			answers.set(key, {
				tag,
				headers: pickHeaders(reply),
				route: routeOptions.url ?? url,
				changes: count,
				validUntilMs: Math.min(clock().getTime() + maxAgeMs, actor?.sameUntil.getTime() ?? Infinity),
			});
			for (const [oldest, { validUntilMs }] of answers) {
				if (answers.size <= answersMax && validUntilMs > clock().getTime()) break;
				answers.delete(oldest);
			}
		},
	};
}

/** Lets polls be answered from memory before fastify sees them; its routing and hooks cost several times as much. */
export function respondBeforeRouting(
	app: FastifyInstance,
	unchanged: NotModifiedCache,
	isDraining: () => boolean,
): void {
	app.server.removeAllListeners('request');
	app.server.on('request', (request, response) => {
		// Fastify hangs up after what it answers while it is closed.
		if (isDraining() || !unchanged.sendUnchanged(request, response)) app.routing(request, response);
	});
}

/** A proxy may compress the answer on the way. */
export const toWeakEtag = (tag: string) => `W/${tag}`;

/** A running job says how long it will still take; and what a piece costs is known once a node answers. */
const changesByTime = (pieces: readonly Buffer[]) =>
	pieces.some((piece) => piece.includes('"pieceCostLamports":null') || holdsNumber(piece, '"estimatedTime":'));

/** Whether a digit follows the field's name anywhere; a regular expression would need the whole piece as a text. */
function holdsNumber(piece: Buffer, name: string): boolean {
	for (let at = piece.indexOf(name); at !== -1; at = piece.indexOf(name, at + name.length)) {
		const next = piece[at + name.length] ?? 0;
		if (next >= 0x30 && next <= 0x39) return true;
	}
	return false;
}

/** An elevation may end before its session. */
const dependsOnElevation = /scope[=%"]/;

/** A token notes when it was used; and an encoded body is refused, as is a second Host. */
const isRemembered = (request: IncomingMessage) => {
	const { method, headers } = request;
	const isPlain = headers.authorization === undefined && headers['content-encoding'] === undefined;
	return method === 'GET' && isPlain && hasSingleHost(request);
};

/** As it is: hashing it would cost a third of what the whole answer does. */
const toCacheKey = ({ url, headers: { host, cookie } }: IncomingMessage) => `${host}\n${url}\n${cookie}`;

/** What RFC 9110, 15.4.5, has a 304 carry; the rest belongs to the answer that the caller keeps. */
const headersOf304 = ['etag', 'cache-control', 'vary'] as const;

function pickHeaders(reply: FastifyReply): readonly string[] {
	return headersOf304.flatMap((name) => {
		const value = reply.getHeader(name);
		return value === undefined ? [] : [name, String(value)];
	});
}
