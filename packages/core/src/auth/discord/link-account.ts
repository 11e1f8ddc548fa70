import { randomUUID } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { deleteUserAccessTokens } from '@adx/db/repositories/auth/access-tokens';
import {
	moveAttributeJobs,
	moveDailyImages,
	moveGeneratedImages,
	moveGenerationJobs,
	moveIdempotencyKeys,
	moveMergeJobs,
	moveMintedTokens,
	moveOwnerBlobs,
	movePremiumPayments,
	movePresets,
	moveSales,
	recordTransfer,
} from '@adx/db/repositories/auth/ownership-transfer';
import { deleteRecoveryCode } from '@adx/db/repositories/auth/recovery-codes';
import { deleteUserSessions } from '@adx/db/repositories/auth/sessions';
import { findUserByDiscordId, insertUser, lockUsers } from '@adx/db/repositories/auth/users';
import { settingNameMaxLength } from '@adx/validators/limits';

/** Which user a Discord account is from now on, and whose work came to it. */
export interface LinkedAccount {
	readonly userId: string;
	/** The browser's anonymous user whose work the account now has, perhaps the same user; null without one. */
	readonly adoptedId: string | null;
}

/**
 * Finds or makes the user of a Discord account and gives it the work of the browser's anonymous user: a new account
 * becomes that user, a known one takes over the jobs with its own next numbers, the presets, what was ordered today and
 * what was paid. The anonymous user's sessions, access tokens and recovery code end. Rejects with a unique violation of
 * `users_discord_id_key`, here or when the caller stores the Discord id, when a simultaneous sign-in made the account's
 * user first.
 *
 * @param options.anonymousId null when nothing is to be adopted
 */
export async function linkAccount(
	trx: DatabaseTransaction,
	{ discordId, anonymousId }: { readonly discordId: string; readonly anonymousId: string | null },
): Promise<LinkedAccount> {
	const account = await findUserByDiscordId(trx, discordId);
	if (anonymousId !== null && (await lockAnonymous(trx, anonymousId, account?.id))) {
		await deleteUserSessions(trx, anonymousId);
		await deleteUserAccessTokens(trx, anonymousId);
		// Discord is the way back from now on, and asks for the roles.
		await deleteRecoveryCode(trx, anonymousId);
		if (account !== undefined) await moveWork(trx, anonymousId, account.id);
		return { userId: account?.id ?? anonymousId, adoptedId: anonymousId };
	}
	const { id: userId } = account ?? (await insertUser(trx, { id: randomUUID(), discordId }));
	return { userId, adoptedId: null };
}

/** False when another sign-in has made a Discord account of the anonymous user meanwhile. */
async function lockAnonymous(trx: DatabaseTransaction, anonymousId: string, accountId?: string): Promise<boolean> {
	// Storing the Discord id needs the stronger lock from the start. Moving must not take it: who stores an image
	// waits for it while holding the rows that are to be moved.
	const users =
		accountId === undefined
			? await lockUsers(trx, [anonymousId], 'update')
			: await lockUsers(trx, [anonymousId, accountId], 'no key update');
	return users.some(({ id, discordId }) => id === anonymousId && discordId === null);
}

async function moveWork(trx: DatabaseTransaction, fromId: string, toId: string): Promise<void> {
	const adoption = { fromId, toId };
	await moveGeneratedImages(trx, adoption);
	await moveGenerationJobs(trx, adoption);
	await moveMergeJobs(trx, adoption);
	await moveAttributeJobs(trx, adoption);
	await moveSales(trx, adoption);
	await moveMintedTokens(trx, adoption);
	await moveOwnerBlobs(trx, adoption);
	await moveIdempotencyKeys(trx, adoption);
	await movePresets(trx, { ...adoption, nameMaxLength: settingNameMaxLength });
	await moveDailyImages(trx, adoption);
	await movePremiumPayments(trx, adoption);
	await recordTransfer(trx, adoption);
}
