import type { DatabaseTransaction } from '@adx/db/client/database';
import { findSession, reserveSessionImages as takeImages } from '@adx/db/repositories/auth/sessions';
import type { Actor } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * Takes images out of what the caller's session may still order, in the transaction that orders them. 429
 * `emergency_limit` when too few are left; 401 when the session ended meanwhile. Access tokens have no such limit.
 */
export async function consumeSessionImages(
	trx: DatabaseTransaction,
	{ sessionId }: Actor,
	count: number,
): Promise<void> {
	if (sessionId === null || (await takeImages(trx, sessionId, count))) return;
	const imagesLeft = (await findSession(trx, sessionId))?.session.imagesLeft;
	if (typeof imagesLeft === 'number') {
		throw new AppError('LIMIT', { reason: 'emergency_limit', message: sentenceFor(imagesLeft) });
	}
	throw new AppError('UNAUTHORIZED', { reason: 'sign_in_required', message: 'Your session ended. Sign in again.' });
}

function sentenceFor(imagesLeft: number): string {
	if (imagesLeft === 0) return 'Emergency access has no images left. Sign in with Discord or a password for more.';
	const images = imagesLeft === 1 ? '1 image' : `${imagesLeft} images`;
	return `Emergency access has only ${images} left. Order fewer, or sign in with Discord or a password.`;
}
