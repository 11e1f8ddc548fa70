import { isConnectionError } from '@adx/db/client/database-errors';
import { AppError } from './errors.ts';
import { isStorageFull } from './storage/circuit-breaker.ts';
import { StorageAwayError } from './storage/types.ts';

const retryAfterSeconds = 5;

/** The refusal for what failed only because a disk is full, or storage or database are away; null for anything else. */
export function toOutageError(error: unknown): AppError | null {
	if (error instanceof AppError) return null;
	if (isStorageFull(error)) {
		const message = 'The disk of this installation is full. Free some space, then try again.';
		return new AppError('STORAGE_FULL', { reason: 'storage_full', message, cause: error });
	}
	if (error instanceof StorageAwayError) {
		const message = 'The storage of this installation cannot be reached. Try again in a moment.';
		const meta = { retryAfterSeconds };
		return new AppError('UNAVAILABLE', { reason: 'storage_away', message, meta, cause: error });
	}
	if (isConnectionError(error)) {
		const message = 'The database of this installation cannot be reached. Try again in a moment.';
		const meta = { retryAfterSeconds };
		return new AppError('UNAVAILABLE', { reason: 'database_away', message, meta, cause: error });
	}
	return null;
}
