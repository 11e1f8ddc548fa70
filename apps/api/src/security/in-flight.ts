import { networkOf } from '@adx/core/auth/try-limiter';
import { AppError } from '@adx/core/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { budgetOf } from './budgets.ts';
import type { Proxies } from './proxies.ts';

/** Requests of one address that are worked on or answered at the same time; a page asks for a hundred pictures at once. */
const runningMax = 128;
/** The same for answers that are whole in memory until they are read. */
const largeRunningMax = 4;
const largeBytes = 1_000_000;
const waitingMax = 1_000;

/**
 * Bounds what one address keeps on its way: further requests wait in line, and a line that is too long is refused. Before
 * anything is read for the request. Health checks and what a trusted proxy asks by itself go without.
 */
export function limitInFlight(app: FastifyInstance, proxies: Proxies): void {
	const all = new Lines(runningMax, waitingMax);
	const large = new Lines(largeRunningMax, waitingMax);
	app.addHook('onRequest', (request, { raw }, done) => {
		if (request.routeOptions.config?.anyHost === true || proxies.isProxyItself(request)) return done();
		const key = networkOf(request.ip);
		const enterAll = () => all.enter(key, raw, done);
		if (isLarge(request)) large.enter(key, raw, (error) => (error === undefined ? enterAll() : done(error)));
		else enterAll();
	});
}

function isLarge(request: FastifyRequest): boolean {
	const { bytesOut } = budgetOf(request);
	return bytesOut > largeBytes && Number.isFinite(bytesOut);
}

interface Line {
	running: number;
	readonly waiting: Set<() => void>;
}

/** What ends it: the answer was handed over, or its connection is gone. */
interface Ending {
	once(event: 'close', listener: () => void): unknown;
}

/** One line per key, with so many of each at the same time. */
export class Lines {
	readonly #runningMax: number;
	readonly #waitingMax: number;
	readonly #lines = new Map<string, Line>();

	constructor(runningMax: number, waitingMax: number) {
		this.#runningMax = runningMax;
		this.#waitingMax = waitingMax;
	}

	/** How many lines are not empty. */
	get size(): number {
		return this.#lines.size;
	}

	/** Calls `start` once there is room, with an error when too many wait; never when it ended before. */
	enter(key: string, ending: Ending, start: (error?: AppError) => void): void {
		const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
		this.#lines.set(key, line);
		if (line.running < this.#runningMax) {
			line.running += 1;
			ending.once('close', () => this.#leave(key));
			start();
		} else if (line.waiting.size >= this.#waitingMax) start(tooManyAtOnce());
		else {
			const go = () => start();
			line.waiting.add(go);
			// Whoever is called forward stands in the line no more, and has a place to give back.
			ending.once('close', () => line.waiting.delete(go) || this.#leave(key));
		}
	}

	/** Its place goes to the one that waits longest. */
	#leave(key: string): void {
		const line = this.#lines.get(key);
		if (line === undefined) return;
		const [next] = line.waiting;
		if (next !== undefined) {
			line.waiting.delete(next);
			next();
			return;
		}
		line.running -= 1;
		if (line.running === 0) this.#lines.delete(key);
	}
}

const tooManyAtOnce = () =>
	new AppError('LIMIT', {
		reason: 'rate_limited',
		message: 'Too many requests from your network at once. Try again in a few seconds.',
		meta: { retryAfterSeconds: 5 },
	});
