import { isRefusal } from '../../lib/api/error-messages.ts';

/** The server's sentence where it says something about what was done, else the given one; then the cause is logged. */
export function getRefusalMessage(error: unknown, otherwise: string): string {
	if (error instanceof Error && error.message !== '' && isRefusal(error)) return error.message;
	console.error(otherwise, error);
	return otherwise;
}
