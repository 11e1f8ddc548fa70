import type { ProcedureMeta } from '@adx/api-router/procedure-access';
import {
	type DeclaredBudget,
	getProcedureBudget,
	type RequestBudget,
	toBudget,
} from '@adx/api-router/procedure-budget';
import { appRouter } from '@adx/api-router/root';
import { rowCounter } from '@adx/db/client/row-counter';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** What a request may cost; without it a route that reads is a stream, and one that writes an upload. */
		budget?: DeclaredBudget;
		/** Its path ends with the names of procedures, whose budgets count. */
		callsProcedures?: boolean;
	}
}

interface Usage {
	rows: number;
	readonly bytesWrittenBefore: number;
	/** Null when nothing is measured, or another request was on its way. */
	readonly cpuBefore: NodeJS.CpuUsage | null;
	/** How many requests had started by then, including this one. */
	readonly startedCount: number;
}

/**
 * Logs a request that costs more than its route declares, once, at `warn`, with what and how much. The bytes of its body
 * are bounded where they are read.
 *
 * @param options.measuresCpu also processor time: all that the main thread worked between the request's first hook and
 * the end of its answer, so of a request that no other one overlaps; background work in that time counts
 */
export function watchBudgets(
	app: FastifyInstance,
	log: Logger,
	{ measuresCpu }: { readonly measuresCpu: boolean },
): void {
	const usages = new WeakMap<FastifyRequest, Usage>();
	let startedCount = 0;
	let running = 0;
	app.addHook('onRequest', (request, _reply, done) => {
		startedCount += 1;
		const cpuBefore = measuresCpu && running === 0 ? process.threadCpuUsage() : null;
		running += 1;
		usages.set(request, { rows: 0, bytesWrittenBefore: bytesWrittenFor(request), cpuBefore, startedCount });
		done();
	});
	// Not before, because the context of what runs is another one once a body has arrived.
	app.addHook('preHandler', (request, _reply, done) => {
		const usage = usages.get(request);
		if (usage === undefined) done();
		else rowCounter.run(usage, done);
	});
	app.addHook('onResponse', (request, reply, done) => {
		running -= 1;
		const usage = usages.get(request);
		if (usage !== undefined) {
			const isAlone = usage.startedCount === startedCount && usage.cpuBefore !== null;
			const cpu = isAlone && usage.cpuBefore !== null ? process.threadCpuUsage(usage.cpuBefore) : null;
			const over = amountsOver(getBudget(request), {
				bytesOut: bytesWrittenFor(request) - usage.bytesWrittenBefore,
				cpuMs: cpu === null ? 0 : (cpu.user + cpu.system) / 1_000,
				rows: usage.rows,
			});
			if (over !== null) {
				const { method, routeOptions, params } = request;
				const calls = routeOptions.config.callsProcedures ? (params as { readonly '*'?: string })['*'] : undefined;
				const line = { requestId: request.id, method, route: routeOptions.url, calls, status: reply.statusCode, over };
				log.warn(line, 'request over its budget');
			}
		}
		done();
	});
}

type Measured = Pick<RequestBudget, 'bytesOut' | 'cpuMs' | 'rows'>;

/** What was exceeded, by how much of which budget; null when nothing was. */
function amountsOver(budget: RequestBudget, used: Measured) {
	const names = (['bytesOut', 'cpuMs', 'rows'] as const).filter((name) => used[name] > budget[name]);
	if (names.length === 0) return null;
	return Object.fromEntries(names.map((name) => [name, { used: Math.round(used[name]), budget: budget[name] }]));
}

/** One request at a time is answered on a connection. */
const bytesWrittenFor = ({ raw }: FastifyRequest) => raw.socket.bytesWritten ?? 0;

/** What this request may cost; a batch of calls what they may cost together, its body apart. */
export function getBudget({ method, routeOptions: { config = {} as never }, params }: FastifyRequest): RequestBudget {
	if (config.callsProcedures !== true) return getRouteBudget(config, method);
	// tRPC takes the names without the slashes around them.
	const names = String((params as { readonly '*'?: string })['*']).replaceAll(/^\/+|\/+$/g, '');
	const [first = emptyBudget, ...others] = names.split(',').flatMap((name) => budgetByProcedure.get(name) ?? []);
	return others.reduce(addBudgets, first);
}

/** What a request to a route of its own may cost. */
export const getRouteBudget = ({ budget }: { readonly budget?: DeclaredBudget }, method: string): RequestBudget =>
	toBudget(budget ?? (method === 'GET' || method === 'HEAD' ? 'stream' : 'upload'));

/** However many names of nothing there are: each is answered with a sentence. */
const emptyBudget = toBudget();

const addBudgets = (left: RequestBudget, right: RequestBudget): RequestBudget => ({
	bytesIn: left.bytesIn,
	bytesOut: left.bytesOut + right.bytesOut,
	cpuMs: left.cpuMs + right.cpuMs,
	rows: left.rows + right.rows,
});

/** tRPC keeps what a procedure was built with here without typing it on its public face. */
type Built = { readonly _def: { readonly meta?: ProcedureMeta; readonly output?: unknown } };

const budgetByProcedure: ReadonlyMap<string, RequestBudget> = new Map(
	Object.entries(appRouter._def.procedures as object as Record<string, Built>).map(([name, { _def }]) => [
		name,
		getProcedureBudget(_def.meta?.budget, _def.output),
	]),
);
