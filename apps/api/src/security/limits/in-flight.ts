import { networkOf } from '@adx/core/platform/limits/rate-limiter';
import { createSemaphore, type Semaphore } from '@adx/core/platform/limits/semaphore';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { whenGone } from '../../routes/request/client-disconnect.ts';
import type { Proxies } from '../trusted-proxies.ts';
import { budgetOf } from './request-budgets.ts';

/** Requests of one address that are worked on or answered at the same time; a page asks for a hundred pictures at once. */
const runningMax = 128;
/** The same, of one user or of all visitors of an address, for answers that are whole in memory until they are read. */
const largeRunningMax = 4;
const largeBytes = 1_000_000;
/** A list whose client is gone is still read and written for so long at most. */
const leftBehindMaxMs = 10_000;
/** Bodies of one address that arrive, or wait for one of the places above, at the same time; the merger sends five. */
const arrivingMax = 64;
/** What waits has arrived in part. */
const arrivingWaitingMax = 64;

interface Visit {
	readonly network: string;
	readonly signal: AbortSignal;
	/** Resolves when the connection of the answer ends. */
	readonly closed: Promise<void>;
	readonly hasBody: boolean;
	readonly isLarge: boolean;
	/** Gives back the place of its body; undefined without one. */
	bodyArrived?: () => void;
	/** Tells that the work for a large answer has ended. */
	worked?: () => void;
}

/**
 * Bounds what one address keeps on its way: further requests wait in line, and a line that is too long is refused with
 * 429. A request with a body takes its place when that has arrived, so that bodies which trickle hold up nothing but
 * bodies; one with a large answer when it is known whose it is, so that visitors hold up no lists of members. Health
 * checks and what a trusted proxy asks by itself go without.
 *
 * @param userOf the id of whoever is signed in, otherwise null; asked for large answers only
 */
export function limitInFlight(
	app: FastifyInstance,
	proxies: Proxies,
	userOf: (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>,
): void {
	const all = perAccount(runningMax);
	const large = perAccount(largeRunningMax);
	const arriving = perAccount(arrivingMax, arrivingWaitingMax);
	const visits = new WeakMap<FastifyRequest, Visit>();
	const enter = (visit: Visit, done: () => void) =>
		all.run(
			() => {
				visit.bodyArrived?.();
				done();
				return visit.closed;
			},
			{ account: visit.network, signal: visit.signal },
		);
	const enterLarge = (visit: Visit, user: string | null, done: () => void) =>
		large.run(
			async () => {
				const { promise, resolve } = Promise.withResolvers<void>();
				visit.worked = resolve;
				await enter(visit, done);
				// Its work goes on without its client, who shall not make room for more of it by hanging up.
				const timer = setTimeout(resolve, leftBehindMaxMs).unref();
				await promise;
				clearTimeout(timer);
			},
			{ account: user === null ? visit.network : `user ${user}`, signal: visit.signal },
		);
	app.addHook('onRequest', (request, { raw }, done) => {
		if (request.routeOptions.config?.anyHost === true || proxies.isProxyItself(request)) {
			done();
			return;
		}
		const closed = new Promise<void>((resolve) => raw.once('close', resolve));
		const visit: Visit = {
			network: networkOf(request.ip),
			signal: whenGone(raw),
			closed,
			hasBody: hasBody(request),
			isLarge: isLarge(request),
		};
		visits.set(request, visit);
		if (visit.hasBody) waitForBody(visit, arriving, done);
		else if (visit.isLarge) done();
		else enter(visit, done).catch(done);
	});
	app.addHook('preHandler', (request, reply, done) => {
		const visit = visits.get(request);
		if (visit === undefined) done();
		else if (visit.isLarge) {
			const enterAs = async () => enterLarge(visit, await userOf(request, reply), done);
			enterAs().catch(done);
		} else if (visit.hasBody) enter(visit, done).catch(done);
		else done();
	});
	app.addHook('onSend', (request, _reply, _payload, done) => {
		visits.get(request)?.worked?.();
		done();
	});
}

function waitForBody(visit: Visit, arriving: Semaphore, done: (error?: Error) => void): void {
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

const hasBody = ({ headers }: FastifyRequest) =>
	headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function isLarge(request: FastifyRequest): boolean {
	const { bytesOut } = budgetOf(request);
	return bytesOut > largeBytes && Number.isFinite(bytesOut);
}
