import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { listAttributeFiles } from '@adx/db/repositories/attributes/attribute-jobs';
import {
	countAccount,
	countAccountMints,
	deleteAccountData,
	listAccountRuns,
	listAccountWork,
	listMergesInUse,
	listOwnedHashes,
	listUnfinishedJobs,
	lockAccount,
	toAccountRows,
} from '@adx/db/repositories/auth/account-deletion';
import { findUser } from '@adx/db/repositories/auth/users';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { findSaleOfMerge } from '@adx/db/repositories/sale/sales';
import { invalidateUploadUsage } from '@adx/db/repositories/uploads/upload-usage';
import type { UserRow } from '@adx/db/schema/auth-tables';
import type { AccountDeletion, DeletionBlocker, DeletionResult } from '@adx/validators/deletion';
import { findAttributeBlockers } from '../../attributes/delete-attributes.ts';
import { countFreedBytes } from '../../deletion/count-freed-bytes.ts';
import { type DeletionContext, freeForCaller, refuseBlocked, walk } from '../../deletion/delete-with-files.ts';
import { listJobHashes, toJobName } from '../../generation/control/delete-job.ts';
import { findJobBlockers, findMintBlockers } from '../../generation/control/job-blockers.ts';
import { findDependents, listMergeHashes } from '../../merge/delete-merge.ts';
import { findMergeBlockers } from '../../merge/merge-blockers.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { sessionCookieName } from '../sessions/sessions.ts';

/**
 * What deleting all data of the caller's account would do, and everything that keeps it from being deleted; writes nothing.
 * `freedBytes` is in bytes and counted only where nothing keeps it. One count of an account at a time, 429 beyond eight that
 * wait; rejects when the caller hangs up.
 */
export async function getAccountDeletion(
	ctx: DeletionContext,
	ownerId = requireActor(ctx).userId,
): Promise<AccountDeletion> {
	const { db, gone } = ctx;
	const user = await requireAccount(db, ownerId);
	const { images, ...counts } = await countAccount(db, ownerId);
	const blockers = await findAccountBlockers(ctx, db, ownerId);
	const files = { hashes: listAccountHashes(db, ownerId), rows: toAccountRows(ownerId), uploads: null };
	return {
		...toSubject(user),
		imageCount: images,
		counts,
		freedBytes: blockers.length > 0 ? 0 : await walk(ctx, () => countFreedBytes(db, files, gone)),
		consequences: [
			...(counts.merges > 0 ? ['Merged collections leave the gallery, for everybody.'] : []),
			'Downloads and exports stop working; one that is under way breaks off.',
			'Every session, every access token and the recovery code of the account end.',
			'The account itself stays, empty and without a name: whoever signs in the same way finds it, with the Premium that was paid for.',
		],
		blockers,
	};
}

/**
 * Deletes all data of the caller's account as `deleteAccountById` does, and clears the cookie of the session, which has ended
 * with all others. 429 besides for too many tries of an account.
 */
export async function deleteAccount(
	ctx: RequestContext,
	options?: { readonly waitMs?: number },
): Promise<DeletionResult> {
	const { userId } = requireActor(ctx);
	await ctx.callLimiter.begin('auth.deleteAccount', userId);
	const result = await deleteAccountById(ctx, userId, options);
	ctx.cookies.delete(sessionCookieName(ctx));
	ctx.log.info({ audit: 'account.delete', userId, address: ctx.address }, 'deleted the data of an account');
	return result;
}

/**
 * Deletes all data of an account, its sessions among them, and the files that nothing else uses: rows in one transaction,
 * for which everything that starts meanwhile waits, images, tokens and files after it. What takes longer than `waitMs`
 * milliseconds, or fails, is left to `deletionJob`. 409 with the first blocker's reason and the sentences of all of them;
 * 429 beyond eight deletions of the caller that wait. Audited.
 */
export async function deleteAccountById(
	ctx: DeletionContext,
	ownerId: string,
	{ waitMs = 3_000 }: { readonly waitMs?: number } = {},
): Promise<DeletionResult> {
	return walk(ctx, async () => {
		const createdAt = ctx.clock();
		const { user, deletionIds } = await transact(ctx.db, async (trx) => {
			const locked = await lockAccount(trx, ownerId);
			if (locked === undefined) throw notFound('account');
			refuseBlocked(await findAccountBlockers(ctx, trx, ownerId));
			const subject = { ownerId, ...(await countAccount(trx, ownerId)) };
			const ids = await deleteAccountData(trx, { id: randomUUID(), ownerId, createdAt });
			await invalidateUploadUsage(trx, ownerId);
			const actorId = requireActor(ctx).userId;
			await insertAuditEntry(trx, { id: randomUUID(), actorId, action: 'account.delete', subject, createdAt });
			return { user: locked, deletionIds: ids };
		});
		return freeForCaller(ctx, { ...toSubject(user), createdAt, deletionIds }, waitMs);
	});
}

async function requireAccount(db: Database, id: string): Promise<UserRow> {
	const user = await findUser(db, id);
	if (user === undefined) throw notFound('account');
	return user;
}

/** Blockers of one kind that are told one by one. */
const namedMax = 20;

/** Everything that keeps an account's data from being deleted, with the names of what it is about. */
async function findAccountBlockers(
	followed: Pick<DeletionContext, 'solana' | 'evmSaleChains'>,
	db: Database,
	ownerId: string,
): Promise<DeletionBlocker[]> {
	const jobs = (await listUnfinishedJobs(db, ownerId)).flatMap((job) =>
		nameAll(toJobName(job), findJobBlockers(job, {})),
	);
	const merges: DeletionBlocker[] = [];
	for (const merge of await listMergesInUse(db, ownerId)) {
		const sale = await findSaleOfMerge(db, ownerId, merge.id);
		const dependents = await findDependents(followed, db, merge.id, sale);
		merges.push(...nameAll(merge.collectionName ?? merge.projectName, findMergeBlockers(merge, dependents)));
	}
	const runs = (await listAccountRuns(db, ownerId)).flatMap((run) =>
		nameAll(run.projectName, findAttributeBlockers(run)),
	);
	const mints = findMintBlockers(await countAccountMints(db, ownerId), 'account');
	return [...shorten(jobs), ...shorten(merges), ...shorten(runs), ...mints];
}

const nameAll = (name: string, blockers: readonly DeletionBlocker[]) =>
	blockers.map(({ reason, message }) => ({ reason, message: `${name === '' ? 'Without a name' : name}: ${message}` }));

function shorten(blockers: readonly DeletionBlocker[]): readonly DeletionBlocker[] {
	const next = blockers[namedMax];
	if (next === undefined) return blockers;
	const message = `The same holds for ${(blockers.length - namedMax).toLocaleString('en')} more.`;
	return [...blockers.slice(0, namedMax), { reason: next.reason, message }];
}

/** Hashes that one statement reads. */
const sliceHashes = 100;

/** Every blob that rows of the account refer to, each once, in slices. */
async function* listAccountHashes(db: Database, ownerId: string): AsyncGenerator<readonly string[]> {
	const listed = new Set<string>();
	const takeNew = (hashes: readonly string[]) => {
		const fresh = hashes.filter((sha256) => !listed.has(sha256));
		for (const sha256 of fresh) listed.add(sha256);
		return fresh;
	};
	for (let after: string | undefined = ''; after !== undefined; ) {
		const held: string[] = await listOwnedHashes(db, ownerId, { after, limit: sliceHashes });
		yield takeNew(held);
		after = held.at(-1);
	}
	const { jobIds, mergeIds } = await listAccountWork(db, ownerId);
	for (const id of jobIds) for await (const hashes of listJobHashes(db, id)) yield takeNew(hashes);
	for (const id of mergeIds) for await (const hashes of listMergeHashes(db, id)) yield takeNew(hashes);
	for (const run of await listAccountRuns(db, ownerId)) yield takeNew(listAttributeFiles(run));
}

const toSubject = ({ id, username }: Pick<UserRow, 'id' | 'username'>) => ({
	id,
	name: username === null ? 'All data of this account' : `All data of ${username}`,
});
