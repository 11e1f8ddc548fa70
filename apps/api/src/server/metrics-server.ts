import type { Services } from '@adx/core/platform/context';
import { countOpenJobs } from '@adx/core/platform/metrics/count-open-jobs';
import Fastify from 'fastify';
import { serveHealth } from '../routes/health.ts';
import { listen } from './listen.ts';

export interface MetricsServer {
	/** `http://host:port`. */
	readonly origin: string;
	close(): Promise<void>;
}

/**
 * Serves `/metrics` for Prometheus, and `/healthz` and `/readyz` as the product does, on a port of their own: a worker has no
 * other, and whoever reaches the product need not see them. Throws a StartError when the port is taken.
 */
export async function startMetricsServer(
	services: Services,
	address: { readonly host: string; readonly port: number },
	isDraining: () => boolean,
): Promise<MetricsServer> {
	const { metrics, log } = services;
	const app = Fastify();
	app.get('/metrics', async (_request, reply) => {
		// Without a database everything else is worth reading all the more.
		await countOpenJobs(services).catch((error: unknown) => log.warn({ err: error }, 'open jobs were not counted'));
		return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
	});
	serveHealth(app, services, isDraining);
	const { host, port } = await listen(app, address);
	return {
		origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
		close: () => app.close(),
	};
}
