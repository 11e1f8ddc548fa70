import { transact } from '@adx/db/client/transact';
import { insertAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { insertSession } from '@adx/db/repositories/auth/sessions';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { insertPremiumPayment } from '@adx/db/repositories/premium/premium-payments';
import { addAttributeJob, addPreparedMint, addPreset, addSale } from '@adx/db/testing/rows-testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFinishedAttributes } from '../../attributes/attributes-testing.ts';
import { deletionJob } from '../../deletion/free-deleted.ts';
import { createRequest, driveJob } from '../../generation/generation-testing.ts';
import { startGeneration } from '../../generation/start/start-generation.ts';
import { openMergeDownload } from '../../merge/get-merge.ts';
import { createMergeRequest, finishMerge, hashOf, readDownload, toOwnInput } from '../../merge/merge-testing.ts';
import { startMerge } from '../../merge/start-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { hashToken } from '../tokens/access-tokens.ts';
import { deleteAccount, getAccountDeletion } from './delete-account.ts';

const test = useTestServices({ forge: createPixelEngine() });
let ctx: RequestContext;
let userId: string;
beforeEach(async () => {
	ctx = await test.contextOf({ role: 'developer' });
	userId = ctx.actor!.userId;
});

const later = new Date(Date.now() + 3_600_000);

async function generate(by = ctx): Promise<string> {
	const { jobId } = await startGeneration(by, createRequest(2));
	await driveJob(by, jobId);
	return jobId;
}

/** A finished merge of all pictures of a job and of one that was uploaded for it. */
async function merge(by: RequestContext, jobId: string): Promise<string> {
	const drawn = (await listImages(by.db, jobId)).map(({ blobSha256, filename }) => ({
		filename,
		sha256: blobSha256!,
		metadata: { name: filename, attributes: [] },
	}));
	const { jobId: id } = await startMerge(by, await createMergeRequest(by, { All: drawn }));
	await finishMerge(by, id);
	return id;
}

async function addAccess(id: string): Promise<void> {
	const ends = { expiresAt: later, absoluteExpiresAt: later };
	await insertSession(ctx.db, { id, userId, method: 'community', ...ends });
	await insertAccessToken(ctx.db, { id, userId, name: id, hash: hashToken(id), scopes: ['read'], expiresAt: later });
}

/** An account with some of everything. */
async function fill(): Promise<void> {
	await merge(ctx, await generate());
	await generate();
	await addFinishedAttributes(test.services, userId);
	await addPreset(ctx.db, userId, 'Winter');
	await addAccess('mine');
}

/** How many rows of each table are left. */
async function countRows() {
	const count = async (table: (typeof tables)[number]) =>
		(
			await ctx.db
				.selectFrom(table)
				.select((eb) => eb.lit(1).as('one'))
				.execute()
		).length;
	return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)));
}

const tables = [
	'generationJobs',
	'generatedImages',
	'imageVersions',
	'mergeJobs',
	'mergedImages',
	'attributeJobs',
	'savedSettings',
	'accessTokens',
	'sessions',
	'mintedTokens',
	'ownerBlobs',
	'blobs',
	'deletions',
] as const;

const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

async function measureFreed(work: () => Promise<unknown>): Promise<number> {
	const before = await test.files.sumBytes();
	await work();
	return before - (await test.files.sumBytes());
}

describe('deleting all data of an account', () => {
	it('tells before what goes and what leaves the disk, and leaves an empty account', async () => {
		await fill();
		const previewed = await getAccountDeletion(ctx);
		expect(previewed).toMatchObject({
			id: userId,
			name: 'All data of this account',
			imageCount: 4,
			counts: { jobs: 2, merges: 1, attributeRuns: 1, presets: 1, accessTokens: 1 },
			blockers: [],
		});
		const { freedBytes } = previewed;
		expect(freedBytes).toBeGreaterThan(0);
		ctx.cookies.set('adx_session', 'token', { httpOnly: true });
		const freed = await measureFreed(async () => {
			const deleted = { id: userId, name: 'All data of this account', freedBytes, isFreeing: false };
			expect(await deleteAccount(ctx, { waitMs: 60_000 })).toEqual({ success: true, ...deleted });
		});
		expect(freed).toBe(freedBytes);
		expect(await countRows()).toEqual(nothing);
		expect(ctx.cookies.get('adx_session')).toBeUndefined();
		const audit = await ctx.db.selectFrom('auditLog').selectAll().where('action', '=', 'account.delete').execute();
		expect(audit).toMatchObject([{ actorId: userId, subject: { ownerId: userId, jobs: 2, images: 4, merges: 1 } }]);
		expect(await getAccountDeletion(ctx)).toMatchObject({ imageCount: 0, freedBytes: 0, blockers: [] });
	});

	it('leaves other accounts and their merges of the same pictures byte for byte', async () => {
		const other = await test.contextOf();
		// The same seed draws the same pictures.
		const { jobId } = await startGeneration(ctx, { ...createRequest(2), seed: 'shared' });
		await driveJob(ctx, jobId);
		const { jobId: theirs } = await startGeneration(other, { ...createRequest(2), seed: 'shared' });
		await driveJob(other, theirs);
		const mergeId = await merge(other, theirs);
		await merge(ctx, jobId);
		await addPreset(ctx.db, other.actor!.userId, 'Theirs');
		const before = hashOf(await readDownload(await openMergeDownload(other, toOwnInput(mergeId))));
		const { freedBytes } = await getAccountDeletion(ctx);
		expect(await measureFreed(() => deleteAccount(ctx, { waitMs: 60_000 }))).toBe(freedBytes);
		expect(hashOf(await readDownload(await openMergeDownload(other, toOwnInput(mergeId))))).toBe(before);
		expect(await countRows()).toMatchObject({ generationJobs: 1, mergeJobs: 1, savedSettings: 1 });
	});

	it('keeps who paid for Premium and how much was ordered today, and forgets names and grants', async () => {
		await generate();
		await ctx.db
			.updateTable('users')
			.set({
				discordId: '7',
				username: 'frost',
				email: 'a@b.c',
				avatar: 'a',
				hasMageAccess: true,
				refreshToken: 'sealed',
			})
			.where('id', '=', userId)
			.execute();
		await transact(ctx.db, (trx) => insertPremiumPayment(trx, { chain: 'polygon', signature: '0x1', userId }));
		expect((await getAccountDeletion(ctx)).name).toBe('All data of frost');
		await deleteAccount(ctx);
		const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
		expect(user).toMatchObject({ discordId: '7', generatedToday: 2, refreshToken: 'sealed', hasMageAccess: false });
		expect([user.username, user.email, user.avatar, user.roles]).toEqual([null, null, null, []]);
		// Due at once, for the check that gives grants back of accounts that nobody is signed in to.
		expect(user.nextRoleCheckAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
		expect(await ctx.db.selectFrom('premiumPayments').select('userId').execute()).toEqual([{ userId }]);
	});

	it('is finished by workers where the request was cut short, and takes nothing of what was made since', async () => {
		await fill();
		expect(await deleteAccount(ctx, { waitMs: 0 })).toMatchObject({ isFreeing: true });
		const open = await ctx.db.selectFrom('deletions').select('id').execute();
		expect(open).toHaveLength(4);
		const jobId = await generate(await test.contextOf({ userId, role: 'developer' }));
		const kept = await listImages(ctx.db, jobId);
		for (const { id } of open) {
			await deletionJob.run(test.services, { jobId: id, slot: 0 }, new AbortController().signal);
		}
		expect(await countRows()).toMatchObject({ deletions: 0, generatedImages: 2, ownerBlobs: 2, mergedImages: 0 });
		const owned = await ctx.db.selectFrom('ownerBlobs').select('sha256').orderBy('sha256').execute();
		expect(owned.map(({ sha256 }) => sha256)).toEqual(kept.map(({ blobSha256 }) => blobSha256!).toSorted());
	});

	it('rejects with every reason that keeps it, by name, and deletes nothing', async () => {
		await startGeneration(ctx, { ...createRequest(2), projectName: 'Frost' });
		const drawn = await generate();
		const pictures = (await listImages(ctx.db, drawn)).map(({ blobSha256, filename }) => ({
			filename,
			sha256: blobSha256!,
			metadata: { name: filename, attributes: [] },
		}));
		await startMerge(ctx, await createMergeRequest(ctx, { All: pictures }));
		await addSale(ctx.db, userId);
		await addAttributeJob(ctx.db, userId, { projectName: 'Faces' });
		await addPreparedMint(ctx.db, userId);
		await addAccess('mine');
		const { freedBytes, blockers } = await getAccountDeletion(ctx);
		expect(freedBytes).toBe(0);
		expect(blockers).toEqual(
			[
				{ reason: 'job_running', message: 'Frost: This job has not ended. Cancel it first.' },
				{ reason: 'mint_under_way', message: expect.stringMatching(/^Winter Court: Minting is being prepared/) },
				{ reason: 'merge_running', message: expect.stringMatching(/^Winter Court: .*still being merged/) },
				{ reason: 'attributes_running', message: expect.stringMatching(/^Faces: /) },
				{ reason: 'mint_under_way', message: expect.stringContaining('this account is prepared for minting') },
			].map((blocker) => expect.objectContaining(blocker)),
		);
		const before = await countRows();
		await expect(deleteAccount(ctx)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'job_running',
			message: blockers.map(({ message }) => message).join(' '),
		});
		expect(await countRows()).toEqual(before);
	});

	it('names so many of one kind and counts the rest', async () => {
		for (let count = 0; count < 23; count++) await startGeneration(ctx, createRequest(1));
		const { blockers } = await getAccountDeletion(ctx);
		expect(blockers).toHaveLength(21);
		expect(blockers.at(-1)).toEqual({ reason: 'job_running', message: 'The same holds for 3 more.' });
	});
});
