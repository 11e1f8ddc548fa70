import type { Logger } from 'pino';

/** What the log says of an answer: the route, not the address, since addresses may hold what people type. */
export interface RequestLogLine {
	readonly requestId: string;
	readonly method: string;
	readonly route: string;
	readonly status: number;
	/** Milliseconds, of which whole ones are logged. */
	readonly tookMs: number;
}

/** One line per answer, for those who debug. */
export function logRequest(log: Logger, line: RequestLogLine): void {
	if (log.isLevelEnabled('debug')) log.debug({ ...line, tookMs: Math.round(line.tookMs) }, 'answered');
}
