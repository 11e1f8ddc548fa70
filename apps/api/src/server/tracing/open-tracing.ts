import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@adx/core/platform/errors';
import type { Attributes, Span, SpanOptions, Tracing } from '@adx/core/platform/tracing/tracing';
import {
	type Context,
	defaultTextMapGetter,
	ROOT_CONTEXT,
	type Span as SdkSpan,
	SpanKind,
	SpanStatusCode,
	type Tracer,
	trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { traceFetches } from './trace-fetches.ts';

/** Texts of statements are the longest: an insert of many rows has thousands of placeholders. */
const valueMaxLength = 2_000;
const closeMaxMs = 3_000;

export interface TracingOptions {
	/** The address of a collector, to which the path of traces is added. */
	readonly endpoint: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly serviceName: string;
	/** Takes secrets out of what others wrote, as of the log's lines. */
	readonly redact: (text: string) => string;
	readonly log: Logger;
}

/**
 * Sends spans to a collector by OTLP over HTTP. Up to 2,048 of them wait, and more are dropped: a collector that is away
 * costs a warning. The only file that imports OpenTelemetry, and itself imported only where it is asked for.
 */
export function openTracing({ endpoint, headers, serviceName, redact, log }: TracingOptions): Tracing {
	const url = new URL(endpoint);
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
	const exporter = reportOutages(new OTLPTraceExporter({ url: url.href, headers: { ...headers } }), url.host, log);
	const provider = new TracerProvider({
		resource: defaultResource().merge(
			resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': randomUUID() }),
		),
		spanLimits: { attributeValueLengthLimit: valueMaxLength },
		spanProcessors: [new BatchSpanProcessor({ exporter })],
	});
	const tracer = provider.getTracer('adx-realm');
	const stopFetches = traceFetches();
	const propagator = new W3CTraceContextPropagator();
	return {
		isOn: true,
		start: (name, { headers: received = {}, ...options }) => {
			const parent = propagator.extract(ROOT_CONTEXT, received, defaultTextMapGetter);
			// Strangers wrote the path of a request.
			const attributes = Object.entries(options.attributes ?? {}).map(([key, value]) => [
				key,
				typeof value === 'string' ? redact(value) : value,
			]);
			return startSpan({ tracer, redact }, parent, name, { ...options, attributes: Object.fromEntries(attributes) });
		},
		close: async () => {
			stopFetches();
			const sent = provider.shutdown().catch(() => {});
			await Promise.race([sent, sleep(closeMaxMs, undefined, { ref: false })]);
		},
	};
}

type Tools = Pick<TracingOptions, 'redact'> & { readonly tracer: Tracer };

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

function startSpan(tools: Tools, parent: Context, name: string, options: SpanOptions): Span {
	const { kind = 'internal', attributes, startedAtMs } = options;
	const span = tools.tracer.startSpan(
		name,
		{
			kind: kinds[kind],
			...(attributes === undefined ? {} : { attributes: { ...attributes } }),
			...(startedAtMs === undefined ? {} : { startTime: startedAtMs }),
		},
		parent,
	);
	const { traceId, spanId } = span.spanContext();
	return {
		ids: { trace_id: traceId, span_id: spanId },
		isRecording: () => span.isRecording(),
		startChild: (childName, childOptions) =>
			startSpan(tools, trace.setSpan(ROOT_CONTEXT, span), childName, childOptions),
		setAttributes: (more: Attributes) => void span.setAttributes(more),
		fail: (error) => recordFailure(span, error, tools.redact),
		end: () => span.end(),
	};
}

/** Messages of others may quote anything, keys among it; what an error is called says where to look. */
function recordFailure(span: SdkSpan, error: unknown, redact: Tools['redact']): void {
	if (!(error instanceof Error)) {
		span.setStatus({ code: SpanStatusCode.ERROR });
		span.setAttribute('error.type', typeof error === 'string' ? error : typeof error);
		return;
	}
	const message = error instanceof AppError ? { message: redact(error.message) } : {};
	const code = 'code' in error && /^[A-Z0-9_]{1,40}$/.test(String(error.code)) ? String(error.code) : error.name;
	span.setStatus({ code: SpanStatusCode.ERROR, ...message });
	span.setAttribute('error.type', code);
	const details = Object.entries(message).map(([key, value]) => [`exception.${key}`, value]);
	span.addEvent('exception', { 'exception.type': error.name, ...Object.fromEntries(details) });
}

/** Warns once when spans do not arrive, and says when they do again; what was not sent is dropped. */
function reportOutages(exporter: SpanExporter, host: string, log: Logger): SpanExporter {
	let isAway = false;
	return {
		export: (spans, done) =>
			exporter.export(spans, ({ code: result, error }) => {
				const isLost = result !== ExportResultCode.SUCCESS;
				if (isLost && !isAway) {
					const code = (error as { readonly code?: unknown } | undefined)?.code;
					const reason = code === undefined ? '' : ` (${String(code)})`;
					log.warn(`traces do not reach the collector at ${host}${reason}; they are dropped until it takes them`);
				}
				if (!isLost && isAway) log.info(`traces reach the collector at ${host} again`);
				isAway = isLost;
				done({ code: ExportResultCode.SUCCESS });
			}),
		shutdown: () => exporter.shutdown(),
	};
}
