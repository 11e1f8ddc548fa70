/** True for a violated unique or primary key constraint (of that name, when one is given), whichever database reports it. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
	isViolation(error, '23505', constraint);

/** True for a row that refers (by the constraint of that name, when one is given) to one which does not exist, or no longer. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
	isViolation(error, '23503', constraint);

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
	if (!isCoded(error) || error.code !== code) return false;
	if (constraint === undefined) return true;
	// postgres.js calls it constraint_name, PGlite constraint.
	return error.constraint_name === constraint || error.constraint === constraint;
}

/** True when a transaction was rolled back for its conflict with another one, by deadlock or serialization failure. */
export function isTransactionConflict(error: unknown): boolean {
	return isCoded(error) && (error.code === '40P01' || error.code === '40001');
}

/**
 * True when a connection prepared a statement before another process changed the columns that it answers with. Outside of
 * transactions postgres.js prepares it again unseen.
 */
export const isStaleStatement = (error: unknown): boolean =>
	isCoded(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** True when a statement waited for a lock for longer than its lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => isCoded(error) && error.code === '55P03';

const connectionCodes = new Set([
	'CONNECTION_CLOSED',
	'CONNECTION_DESTROYED',
	'CONNECTION_ENDED',
	'CONNECT_TIMEOUT',
	'ECONNREFUSED',
	'ECONNRESET',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EPIPE',
	'ENOTFOUND',
	'EAI_AGAIN',
	'ETIMEDOUT',
]);

/**
 * True when the server was not reached, went away or is just starting or stopping: reads, and writes
 * that are safe to repeat, may be tried again. Whether a commit that failed so took effect is unknown.
 */
export function isConnectionError(error: unknown): boolean {
	if (!isCoded(error)) return false;
	// Class 08: connection exceptions; 57P01-57P03: shutting down, crashed, starting; 53300: all connections taken.
	return connectionCodes.has(error.code) || /^(08...|57P0[123]|53300)$/.test(error.code);
}

/**
 * What keeps a process from its database server, e.g. 'cannot be reached (ECONNREFUSED)', for the operator's line; null
 * for anything else. Holds codes alone, since addresses hold passwords.
 */
export function describeServerProblem(error: unknown): string | null {
	let problem: string | null = null;
	// The deepest cause says most: that the connection broke is followed by why.
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		const code = 'code' in cause ? String(cause.code) : '';
		if (isConnectionError(cause)) problem = `cannot be reached (${code})`;
		// Class 28: name or password refused; 3D000: no such database.
		if (/^(28...|3D000)$/.test(code)) problem = `refused by the server (${code})`;
	}
	return problem;
}

interface CodedError {
	readonly code: string;
	readonly constraint_name?: unknown;
	readonly constraint?: unknown;
	/** The server's function that reports it, the same in every language of its messages. */
	readonly routine?: unknown;
}

function isCoded(error: unknown): error is CodedError {
	return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
