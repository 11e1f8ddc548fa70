/** Whether a file is not there. */
export const isMissing = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Null for a file that is not there, in a `catch`. */
export function ignoreMissing(error: unknown): null {
	if (isMissing(error)) return null;
	throw error;
}
