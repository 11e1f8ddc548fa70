import { getSystemErrorMessage } from 'node:util';
import { UsageError } from './usage-error.ts';

/**
 * Runs work on a file or folder that the operator named. A refusal of the operating system becomes a UsageError
 * of one line, `subject: reason (CODE)`; every other failure passes.
 */
export async function naming<T>(subject: string, work: () => T | Promise<T>): Promise<T> {
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
