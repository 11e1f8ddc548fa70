import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor, Services } from '@adx/core/platform/context';
import { createOwnerChanges } from '@adx/core/platform/live/owner-changes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSingleHost } from '../../security/request-guards.ts';
import { logRequest } from '../../server/log.ts';
import { matchesEtag } from './byte-range.ts';

/** After this a caller's session is looked at again, whose end by time is not a change. */
const maxAgeMs = 5 * 60_000;
/** What is announced is all that pages show; as often as a page that listens asks all the same. */
const announcedMaxAgeMs = 60_000;
const answersMax = 10_000;
/** Keys hold the caller's cookies: few, for minutes, and as long as a browser's are. */
const keyMaxLength = 1_000;

interface CachedResponse {
	/** The ETag of the response's content, quoted. */
	readonly tag: string;
	/** Names and values in turn, as node writes them. */
	readonly headers: readonly string[];
	readonly route: string;
	/** Null where everybody gets the same answer. */
	readonly userId: string | null;
	/** Taken before the answer was read. */
	readonly mark: number;
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
	/** Dotted, as in the router. */
	readonly procedure: string;
}

/** Remembers who was last answered what, so that a poll while nothing of theirs changed reads nothing. */
export interface NotModifiedCache {
	/**
	 * Answers 304 when the caller has the answer already and nothing was changed since: neither in the database nor, by
	 * the passing of time, in what the caller may see. False when it has to be looked up. Call it before anything is
	 * read for the request.
	 */
	sendUnchanged(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
	/**
	 * Remembers the answer that is about to be sent under that tag; some are left out, which change by themselves.
	 */
	store(request: FastifyRequest, reply: FastifyReply, answer: PolledResponse): void;
}

/** Whether anything changed that an answer depends on. */
interface ChangeTracker {
	/** To be taken before the answer is read; null where nothing can be said later. */
	mark(): number | null;
	isUnchanged(answer: CachedResponse): boolean | Promise<boolean>;
	/** Whether it knows of all that the procedure's answer depends on. */
	follows(answer: PolledResponse): boolean;
	readonly maxAgeMs: number;
}

/** What one process writes it can count: as long as it wrote nothing at all, nothing changed. Other processes announce what they change. */
function createChangeTracker(database: Services['database']): ChangeTracker {
	const { changes } = database;
	if (changes !== null) {
		const mark = () => changes.count();
		return { mark, isUnchanged: (answer) => answer.mark === mark(), follows: () => true, maxAgeMs };
	}
	const owners = createOwnerChanges(database);
	return {
		mark: owners.mark,
		isUnchanged: ({ userId, mark }) => userId !== null && owners.isUnchanged(userId, mark),
		follows: ({ actor, procedure }) => actor !== null && announcedProcedures.has(procedure),
		maxAgeMs: announcedMaxAgeMs,
	};
}

/**
 * What is answered from memory has passed every guard before, as the same call: all that a guard reads of a GET is part
 * of its key, or keeps it from being remembered.
 */
export function createNotModifiedCache({
	database,
	clock,
	log,
	metrics,
}: Pick<Services, 'database' | 'clock' | 'log' | 'metrics'>): NotModifiedCache {
	const tracker = createChangeTracker(database);
	const marks = new WeakMap<IncomingMessage, number>();
	const answers = new Map<string, CachedResponse>();
	const find = ({ url, headers }: IncomingMessage): CachedResponse | undefined => {
		if (headers['if-none-match'] === undefined) return undefined;
		const cached = answers.get(toCacheKey({ url, headers }));
		if (cached === undefined || cached.validUntilMs <= clock().getTime()) return undefined;
		return matchesEtag(headers['if-none-match'], cached.tag) ? cached : undefined;
	};
	const send = (response: ServerResponse, cached: CachedResponse, startedAtMs: number) => {
		const requestId = randomUUID();
		response.writeHead(304, [...cached.headers, 'x-request-id', requestId]).end();
		const tookMs = performance.now() - startedAtMs;
		metrics.unchangedPolls.inc();
		logRequest(log, { requestId, method: 'GET', route: cached.route, status: 304, tookMs });
		return true;
	};
	return {
		sendUnchanged: (request, response) => {
			if (!isRemembered(request)) return false;
			const startedAtMs = performance.now();
			const mark = tracker.mark();
			if (mark !== null) marks.set(request, mark);
			const cached = find(request);
			if (cached === undefined) return false;
			const unchanged = tracker.isUnchanged(cached);
			if (typeof unchanged === 'boolean') return unchanged && send(response, cached, startedAtMs);
			return unchanged.then((isUnchanged) => isUnchanged && send(response, cached, startedAtMs));
		},
		store: ({ raw, url, routeOptions }, reply, answer) => {
			const { pieces, tag, actor } = answer;
			const mark = marks.get(raw);
			if (mark === undefined || !tracker.follows(answer)) return;
			if (dependsOnElevation.test(url) || changesByTime(pieces)) return;
			const key = toCacheKey(raw);
			if (key.length > keyMaxLength) return;
			// The newest last, so that the first is the one to go.
			answers.delete(key);
			answers.set(key, {
				tag,
				headers: pickHeaders(reply),
				route: routeOptions.url ?? url,
				userId: actor?.userId ?? null,
				mark,
				validUntilMs: Math.min(clock().getTime() + tracker.maxAgeMs, actor?.sameUntil.getTime() ?? Infinity),
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
	app.server.on('request', async (request, response) => {
		// Fastify hangs up after what it answers while it is closed.
		const sent = !isDraining() && unchanged.sendUnchanged(request, response);
		if (sent === false || (sent !== true && !(await sent))) app.routing(request, response);
	});
}

/** A proxy may compress the answer on the way. */
export const toWeakEtag = (tag: string) => `W/${tag}`;

/** Whose answers depend on nothing but what the database announces to their owner (migration 0026). */
const announcedProcedures: ReadonlySet<string> = new Set([
	'generation.list',
	'generation.get',
	'generation.listImages',
	'merge.list',
	'merge.get',
	'attributes.list',
	'attributes.get',
	'mint.status',
]);

/** A running job says how long it will still take; and what an item costs is known once a node answers. */
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
const toCacheKey = ({ url, headers: { host, cookie } }: Pick<IncomingMessage, 'url' | 'headers'>) =>
	`${host}\n${url}\n${cookie}`;

/** What RFC 9110, 15.4.5, has a 304 carry; the rest belongs to the answer that the caller keeps. */
const headersOf304 = ['etag', 'cache-control', 'vary'] as const;

function pickHeaders(reply: FastifyReply): readonly string[] {
	return headersOf304.flatMap((name) => {
		const value = reply.getHeader(name);
		return value === undefined ? [] : [name, String(value)];
	});
}
