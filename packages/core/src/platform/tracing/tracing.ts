import { AsyncLocalStorage } from 'node:async_hooks';

/** By the names of OpenTelemetry's semantic conventions. They leave the installation, so none may hold a secret. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
	/** `server` answers another process, `client` asks one; `internal` unless given. */
	readonly kind?: 'server' | 'client' | 'internal';
	readonly attributes?: Attributes;
	/** Milliseconds since 1970; now unless given. */
	readonly startedAtMs?: number;
}

/** A piece of work that is timed, and part of a trace. */
export interface Span {
	/** As lines of the log name them. */
	readonly ids: { readonly trace_id: string; readonly span_id: string };
	/** False when it has ended, or its caller wants no trace: then nothing more is recorded, children neither. */
	isRecording(): boolean;
	startChild(name: string, options: SpanOptions): Span;
	setAttributes(attributes: Attributes): void;
	/** Marks it as failed: with the kind of an error, and its message where that is a sentence of ours; or with a word, such as a status. */
	fail(error: unknown): void;
	end(): void;
}

/** Where traces begin. */
export interface Tracing {
	/** When false nothing is recorded, and nothing of OpenTelemetry's SDK is loaded. */
	readonly isOn: boolean;
	/** Begins a trace, or goes on with the one that the headers of a request name in `traceparent`. */
	start(name: string, options: SpanOptions & { readonly headers?: object }): Span;
	/** Sends what is left, for a few seconds at most. Never rejects. */
	close(): Promise<void>;
}

const noSpan: Span = {
	ids: { trace_id: '', span_id: '' },
	isRecording: () => false,
	startChild: () => noSpan,
	setAttributes: () => {},
	fail: () => {},
	end: () => {},
};

export const noTracing: Tracing = { isOn: false, start: () => noSpan, close: async () => {} };

const activeSpan = new AsyncLocalStorage<Span>();

/** The span that the calling code runs in; none where it has ended, so that what a request leaves behind is not taken for its work. */
export function getActiveSpan(): Span | undefined {
	const span = activeSpan.getStore();
	return span?.isRecording() ? span : undefined;
}

/** Makes it the active span of all that the work calls. */
export const runInSpan = <Result>(span: Span, work: () => Result): Result => activeSpan.run(span, work);

/** Runs the work as a child of the active span, and just runs it where there is none. */
export async function traced<Result>(
	name: string,
	options: SpanOptions,
	work: (span: Span) => Promise<Result>,
): Promise<Result> {
	const parent = getActiveSpan();
	return parent === undefined ? work(noSpan) : runToEnd(parent.startChild(name, options), work);
}

/** Runs work that nobody waits for, as that of a job, as a trace of its own. */
export async function tracedAsRoot<Result>(
	{ tracing }: { readonly tracing: Tracing },
	name: string,
	attributes: Attributes,
	work: (span: Span) => Promise<Result>,
): Promise<Result> {
	return tracing.isOn ? runToEnd(tracing.start(name, { attributes }), work) : work(noSpan);
}

async function runToEnd<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
	try {
		return await runInSpan(span, () => work(span));
	} catch (error) {
		span.fail(error);
		throw error;
	} finally {
		span.end();
	}
}
