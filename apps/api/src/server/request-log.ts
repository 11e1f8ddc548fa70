import type { Logger } from 'pino';

/** What the log says of an answer: the route, not the address, since addresses may hold what people type. */
export interface AnswerLine {
	readonly requestId: string;
	readonly method: string;
	readonly route: string;
	readonly status: number;
	/** Milliseconds, of which whole ones are logged. */
	readonly tookMs: number;
}

/** One line per answer, for those who debug. */
export function logAnswer(log: Logger, line: AnswerLine): void {
	if (log.isLevelEnabled('debug')) log.debug({ ...line, tookMs: Math.round(line.tookMs) }, 'answered');
}
