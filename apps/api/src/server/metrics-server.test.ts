import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	generate,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../testing/server-testing.ts';
import { startMetricsServer } from './metrics-server.ts';

let test: TestServer;
let developer: Browser;
beforeAll(async () => {
	test = await startTestServer({ METRICS_PORT: '0' }, undefined, { isOnDisk: true });
	developer = await signedIn(test.origin, 'developer');
	await generate(developer);
});
afterAll(() => test.close());

interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

/** What Prometheus reads, sample by sample. */
async function scrape(): Promise<readonly Sample[]> {
	const answer = await fetch(`${test.server.metricsOrigin}/metrics`);
	expect(answer.status).toBe(200);
	expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
	const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
	return lines.map((line) => {
		const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
		const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
		return { name, labels: Object.fromEntries(pairs), value: Number(value) };
	});
}

const sum = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number =>
	samples
		.filter((sample) => sample.name === name)
		.filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
		.reduce((total, { value }) => total + value, 0);

describe('what Prometheus reads', () => {
	it('has requests by route, images, queries, storage calls and open jobs', async () => {
		const before = await scrape();
		await generate(developer);
		await developer.call('/api/jobs');
		const after = await scrape();
		const grown = (name: string, labels: Record<string, string>) =>
			sum(after, name, labels) - sum(before, name, labels);
		const route = (path: string, status: string) => ({ route: path, status });
		expect(grown('adx_http_request_duration_seconds_count', route('/api/generate', '200'))).toBe(1);
		expect(grown('adx_http_request_duration_seconds_count', route('/api/jobs', '200'))).toBe(1);
		expect(grown('adx_images_total', { engine: 'forge', result: 'stored' })).toBeGreaterThan(0);
		expect(grown('adx_database_query_duration_seconds_count', { kind: 'select' })).toBeGreaterThan(0);
		expect(grown('adx_storage_call_duration_seconds_count', { operation: 'put', result: 'ok' })).toBeGreaterThan(0);
		expect(sum(after, 'adx_open_jobs')).toBe(0);
		expect(sum(after, 'adx_oldest_open_job_seconds')).toBe(0);
		expect(sum(after, 'adx_leader')).toBe(1);
		expect(sum(after, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
	});

	it('names procedures that exist, and nothing that a stranger made up', async () => {
		await developer.call('/trpc/generation.list');
		await sendRequest(test.origin, '/trpc/made.up');
		await sendRequest(test.origin, '/api/made-up');
		const routes = new Set((await scrape()).map(({ labels }) => labels.route));
		expect(routes).toContain('/trpc/generation.list');
		expect(routes).toContain('/trpc/*');
		expect([...routes].filter((route) => route?.includes('made'))).toEqual([]);
	});

	it('tells of health on the same port, and the product has no metrics on its own', async () => {
		const ready = await fetch(`${test.server.metricsOrigin}/readyz`);
		expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }]);
		const own = await fetch(`${test.origin}/metrics`);
		expect(await own.text()).not.toContain('adx_images_total');
	});
});

it('is not ready while its process ends', async () => {
	const { services } = test.server;
	const ending = await startMetricsServer(services, { host: '127.0.0.1', port: 0 }, () => true);
	try {
		const answer = await fetch(`${ending.origin}/readyz`);
		expect([answer.status, await answer.json()]).toMatchObject([503, { problems: ['This process is about to end.'] }]);
	} finally {
		await ending.close();
	}
});

interface Dashboard {
	readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const dashboardPath = new URL('../../../../docs/grafana/adx-realm.json', import.meta.url);
const dashboard = JSON.parse(readFileSync(dashboardPath, 'utf8')) as Dashboard;
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

describe('the Grafana dashboard', () => {
	it('has queries', () => {
		expect(expressions.length).toBeGreaterThan(10);
	});

	it.each(expressions)('%s: reads what there is', async (expression) => {
		const samples = await scrape();
		// Variables as Grafana fills them in.
		const query = expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
		const labelsOf = (name: string) => {
			const found = samples.filter((sample) => sample.name === name);
			// Counters without any count yet are known by their type alone.
			return found.length === 0 ? null : new Set(found.flatMap(({ labels }) => Object.keys(labels)));
		};
		const names: string[] = [];
		parser.parse(query).iterate({
			enter: ({ type, from, to, node }) => {
				expect(type.isError, query.slice(from, to)).toBe(false);
				if (type.name !== 'VectorSelector') return;
				const name = query.slice(from, to).replace(/\{.*$/s, '');
				names.push(name);
				expect(knownNames(samples), name).toContain(name);
				const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
				for (const matcher of matchers) {
					const label = query.slice(matcher.from, matcher.getChild('MatchOp')!.from);
					// `instance` is given by Prometheus.
					if (label !== 'instance') expect(labelsOf(name) ?? new Set([label]), label).toContain(label);
				}
			},
		});
		expect(names.length).toBeGreaterThan(0);
	});
});

let registered: readonly string[] | undefined;
function knownNames(samples: readonly Sample[]): readonly string[] {
	registered ??= test.server.services.metrics.registry.getMetricsAsArray().map(({ name }) => name);
	return [...samples.map(({ name }) => name), ...registered];
}
