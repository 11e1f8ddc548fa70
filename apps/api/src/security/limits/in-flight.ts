import { toNetwork } from '@adx/core/platform/limits/rate-limiter';
import { createSemaphore, type Semaphore } from '@adx/core/platform/limits/semaphore';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getDisconnectSignal } from '../../http/request/client-disconnect.ts';
import type { Proxies } from '../trusted-proxies.ts';
import { getBudget } from './request-budgets.ts';

/** Requests of one address that are worked on or answered at the same time; a page asks for a hundred pictures at once. */
const runningMax = 128;
/** The same, of one user or of all visitors of an address, for answers that are whole in memory until they are read. */
const largeRunningMax = 4;
const largeBytes = 1_000_000;
/** A list whose client is gone is still read and written for so long at most. */
const abandonedWorkMaxMs = 10_000;
/** Bodies of one address that arrive, or wait for one of the places above, at the same time; the merger sends five. */
const arrivingMax = 64;
/** What waits has arrived in part. */
const arrivingWaitingMax = 64;

interface InFlightRequest {
	readonly network: string;
	readonly signal: AbortSignal;
	/** Resolves when the connection of the answer ends, or the answer becomes a stream of events. */
	readonly closed: Promise<void>;
	readonly leave: () => void;
	readonly hasBody: boolean;
	readonly isLarge: boolean;
	/** Gives back the place of its body; undefined without one. */
	bodyArrived?: () => void;
	/** Tells that the work for a large answer has ended. */
	workEnded?: () => void;
}

/**
 * Bounds what one address keeps on its way: further requests wait in line, and a line that is too long is refused with
 * 429. A request with a body takes its place when that has arrived, so that bodies which trickle hold up nothing but
 * bodies; one with a large answer when it is known whose it is, so that visitors hold up no lists of members. Health
 * checks and what a trusted proxy asks by itself go without.
 *
 * @param userOf the id of the signed-in user, otherwise null; called for large responses only
 */
export function limitInFlight(
	app: FastifyInstance,
	proxies: Proxies,
	userOf: (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>,
): void {
	const all = perAccount(runningMax);
	const large = perAccount(largeRunningMax);
	const arriving = perAccount(arrivingMax, arrivingWaitingMax);
	const requests = new WeakMap<FastifyRequest, InFlightRequest>();
	const admit = (visit: InFlightRequest, done: () => void) =>
		all.run(
			() => {
				visit.bodyArrived?.();
				done();
				return visit.closed;
			},
			{ account: visit.network, signal: visit.signal },
		);
	const admitLarge = (visit: InFlightRequest, user: string | null, done: () => void) =>
		large.run(
			async () => {
				const { promise, resolve } = Promise.withResolvers<void>();
				visit.workEnded = resolve;
				await admit(visit, done);
				// Its work goes on without its client, who must not make room for more of it by hanging up.
				const timer = setTimeout(resolve, abandonedWorkMaxMs).unref();
				await promise;
				clearTimeout(timer);
			},
			{ account: user === null ? visit.network : `user ${user}`, signal: visit.signal },
		);
	app.addHook('onRequest', (request, { raw }, done) => {
		if (request.routeOptions.config?.acceptsAnyHost === true || proxies.isFromProxyItself(request)) {
			done();
			return;
		}
		const { promise: closed, resolve: leave } = Promise.withResolvers<void>();
		raw.once('close', leave);
		const visit: InFlightRequest = {
			network: toNetwork(request.ip),
			signal: getDisconnectSignal(raw),
			closed,
			leave,
			hasBody: hasBody(request),
			isLarge: isLarge(request),
		};
		requests.set(request, visit);
		if (visit.hasBody) waitForBody(visit, arriving, done);
		else if (visit.isLarge) done();
		else admit(visit, done).catch(done);
	});
	app.addHook('preHandler', (request, reply, done) => {
		const visit = requests.get(request);
		if (visit === undefined) done();
		else if (visit.isLarge) {
			const enterAs = async () => admitLarge(visit, await userOf(request, reply), done);
			enterAs().catch(done);
		} else if (visit.hasBody) admit(visit, done).catch(done);
		else done();
	});
	app.addHook('onSend', (request, reply, _payload, done) => {
		const visit = requests.get(request);
		visit?.workEnded?.();
		// What waits for events for hours keeps nobody from being answered; how many do is limited where they listen.
		if (isEventStream(reply)) visit?.leave();
		done();
	});
}

function waitForBody(visit: InFlightRequest, arriving: Semaphore, done: (error?: Error) => void): void {
	const { promise, resolve } = Promise.withResolvers<void>();
	visit.bodyArrived = resolve;
	const goOn = () => {
		done();
		return Promise.race([promise, visit.closed]);
	};
	arriving.run(goOn, { account: visit.network, signal: visit.signal }).catch(done);
}

const perAccount = (runningPerAccountMax: number, waitingPerAccountMax = 1_000): Semaphore =>
	createSemaphore({
		max: Number.POSITIVE_INFINITY,
		runningPerAccountMax,
		waitingPerAccountMax,
		busyMessage: 'Too many requests from your network at once. Try again in a few seconds.',
	});

/** Whether the answer is a stream of server-sent events. */
export const isEventStream = (reply: FastifyReply) =>
	String(reply.getHeader('content-type')).startsWith('text/event-stream');

const hasBody = ({ headers }: FastifyRequest) =>
	headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function isLarge(request: FastifyRequest): boolean {
	const { bytesOut } = getBudget(request);
	return bytesOut > largeBytes && Number.isFinite(bytesOut);
}
