import { getSystemErrorMessage } from 'node:util';

/** The command line, or what it names, cannot be used. The operator sees its message as one line; the exit status is 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

/**
 * Runs work on a file or folder that the operator named. An error of the operating system becomes a UsageError
 * of one line, `subject: reason (CODE)`; every other error is thrown as it is.
 */
export async function withSystemErrors<T>(subject: string, work: () => T | Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!isSystemError(error)) throw error;
		throw new UsageError(`${subject}: ${getSystemErrorMessage(error.errno)} (${error.code})`, { cause: error });
	}
}

function isSystemError(error: unknown): error is Error & { readonly errno: number; readonly code: string } {
	return error instanceof Error && 'syscall' in error && 'errno' in error && typeof error.errno === 'number';
}
