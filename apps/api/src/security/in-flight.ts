import { networkOf } from '@adx/core/auth/try-limiter';
import { createSemaphore, type Semaphore } from '@adx/core/platform/limits/semaphore';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenGone } from '../http/caller-gone.ts';
import { budgetOf } from './budgets.ts';
import type { Proxies } from './proxies.ts';

/** Requests of one address that are worked on or answered at the same time; a page asks for a hundred pictures at once. */
const runningMax = 128;
/** The same for answers that are whole in memory until they are read. */
const largeRunningMax = 4;
const largeBytes = 1_000_000;
/** A list whose client is gone is still read and written for so long at most. */
const leftBehindMaxMs = 10_000;

/**
 * Bounds what one address keeps on its way, before anything is read for it: further requests wait in line, and a line
 * that is too long is refused with 429. Health checks and what a trusted proxy asks by itself go without.
 */
export function limitInFlight(app: FastifyInstance, proxies: Proxies): void {
	const all = perAddress(runningMax);
	const large = perAddress(largeRunningMax);
	const worked = new WeakMap<FastifyRequest, () => void>();
	app.addHook('onSend', (request, _reply, _payload, done) => {
		worked.get(request)?.();
		done();
	});
	app.addHook('onRequest', (request, { raw }, done) => {
		if (request.routeOptions.config?.anyHost === true || proxies.isProxyItself(request)) {
			done();
			return;
		}
		const caller = { account: networkOf(request.ip), signal: whenGone(raw) };
		const answered = new Promise<void>((resolve) => raw.once('close', resolve));
		const goOn = () => {
			done();
			return answered;
		};
		const enter = () => all.run(goOn, caller);
		const enterLarge = async () => {
			const { promise, resolve } = Promise.withResolvers<void>();
			worked.set(request, resolve);
			await enter();
			// Its work goes on without its client, who shall not make room for more of it by hanging up.
			const timer = setTimeout(resolve, leftBehindMaxMs).unref();
			await promise;
			clearTimeout(timer);
		};
		const left = isLarge(request) ? large.run(enterLarge, caller) : enter();
		left.catch(done);
	});
}

const perAddress = (runningPerAccountMax: number): Semaphore =>
	createSemaphore({
		max: Number.POSITIVE_INFINITY,
		runningPerAccountMax,
		waitingPerAccountMax: 1_000,
		busyMessage: 'Too many requests from your network at once. Try again in a few seconds.',
	});

function isLarge(request: FastifyRequest): boolean {
	const { bytesOut } = budgetOf(request);
	return bytesOut > largeBytes && Number.isFinite(bytesOut);
}
