import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From a query of the embedded database to a download, in seconds. */
const secondsBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What Prometheus reads of one process. Each name, its unit and its labels are an interface: dashboards rely on them. */
export interface Metrics {
	readonly registry: Registry;
	/** `route` as it is declared, never the address, whose number has no end. */
	readonly httpRequests: Histogram<'method' | 'route' | 'status'>;
	/** Polls that were answered 304 from memory, before routing. */
	readonly unchangedPolls: Counter;
	/** `kind`: select, insert, update, delete, other. */
	readonly databaseQueries: Histogram<'kind'>;
	readonly storageCalls: Histogram<'operation' | 'result'>;
	/** Tries that ended: `result` is `stored`, or why the image was given up. */
	readonly images: Counter<'engine' | 'result'>;
	/** `result` is `picture`, `unanswered`, or what the engine said. */
	readonly paidCalls: Counter<'model' | 'result'>;
	readonly paidUsd: Counter<'model'>;
	/** What no worker has finished yet, and how old the oldest of it is; read at each scrape. */
	readonly openJobs: Gauge<'subject' | 'phase'>;
	readonly oldestOpenJob: Gauge<'subject'>;
	/** 1 in the one process that watches chains, purges and checks roles for all. */
	readonly leader: Gauge;
}

/** Metrics of a process, its event loop, memory and CPU among them. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	return {
		registry,
		httpRequests: new Histogram({
			name: 'adx_http_request_duration_seconds',
			help: 'From the first byte of a request to the last of its answer.',
			labelNames: ['method', 'route', 'status'],
			buckets: secondsBuckets,
			registers,
		}),
		unchangedPolls: new Counter({
			name: 'adx_http_unchanged_polls_total',
			help: 'Polls answered 304 without a query.',
			registers,
		}),
		databaseQueries: new Histogram({
			name: 'adx_database_query_duration_seconds',
			help: 'Queries, from when they are sent to their last row.',
			labelNames: ['kind'],
			buckets: secondsBuckets,
			registers,
		}),
		storageCalls: new Histogram({
			name: 'adx_storage_call_duration_seconds',
			help: 'Calls of the storage of files; result is ok or failed.',
			labelNames: ['operation', 'result'],
			buckets: secondsBuckets,
			registers,
		}),
		images: new Counter({
			name: 'adx_images_total',
			help: 'Images that were stored, and that were given up, with why.',
			labelNames: ['engine', 'result'],
			registers,
		}),
		paidCalls: new Counter({
			name: 'adx_paid_calls_total',
			help: 'Calls of paid engines by model and how they ended.',
			labelNames: ['model', 'result'],
			registers,
		}),
		paidUsd: new Counter({
			name: 'adx_paid_usd_total',
			help: 'What calls of paid engines cost, in USD, estimates included.',
			labelNames: ['model'],
			registers,
		}),
		openJobs: new Gauge({
			name: 'adx_open_jobs',
			help: 'Jobs that have not ended, of the whole installation.',
			labelNames: ['subject', 'phase'],
			registers,
		}),
		oldestOpenJob: new Gauge({
			name: 'adx_oldest_open_job_seconds',
			help: 'Age of the oldest job that a worker has to go on with; 0 for none.',
			labelNames: ['subject'],
			registers,
		}),
		leader: new Gauge({
			name: 'adx_leader',
			help: '1 in the one process that watches chains, purges and checks roles for all, 0 in the others.',
			registers,
		}),
	};
}
