import { testAccounts } from '@adx/contracts/evm/anvil-testing';
import { imageListInput } from '@adx/validators/generation/job-inputs';
import { prepareMintInput } from '@adx/validators/mint';
import { describe, expect, it } from 'vitest';
import { driveJob } from '../generation/generation-testing.ts';
import { getGeneration, listGeneratedImages } from '../generation/queries/generations.ts';
import { deleteVersions, getVersionsDeletion } from '../generation/versions/delete-versions.ts';
import { regenerateImage, regenerateImages } from '../generation/versions/regenerate-images.ts';
import { lockImage, markImage } from '../generation/versions/review-images.ts';
import { chooseVersion } from '../generation/versions/versions.ts';
import type { RequestContext } from '../platform/context.ts';
import { createMintRequest, generateImages, hasAnvil, pollMintStatus } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { submitMint } from './submit-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';

const { chain, developer } = useMintChain({ isMining: true });

const findJobId = async (ctx: RequestContext, imageId: string) =>
	(await ctx.db.selectFrom('generatedImages').select('jobId').where('id', '=', imageId).executeTakeFirstOrThrow())
		.jobId;

const listImages = async (ctx: RequestContext, imageId: string) =>
	listGeneratedImages(ctx, imageListInput.parse({ jobId: await findJobId(ctx, imageId) }));

async function regenerateAndDraw(ctx: RequestContext, imageId: string): Promise<void> {
	await regenerateImage(ctx, { imageId });
	await driveJob(ctx, await findJobId(ctx, imageId));
}

/** Everything that would change what an image shows, or its versions. */
const changes: Readonly<Record<string, (ctx: RequestContext, imageId: string) => Promise<unknown>>> = {
	regenerate: (ctx, imageId) => regenerateImage(ctx, { imageId }),
	'regenerate of many': async (ctx, imageId) =>
		regenerateImages(ctx, { jobId: await findJobId(ctx, imageId), imageIds: [imageId] }),
	choose: (ctx, imageId) => chooseVersion(ctx, { imageId, version: 1 }),
	'delete versions': (ctx, imageId) => deleteVersions(ctx, { imageId }),
	'delete a version': (ctx, imageId) => deleteVersions(ctx, { imageId, version: 1 }),
};

async function expectFrozen(ctx: RequestContext, imageId: string, reason: string): Promise<void> {
	const before = (await listImages(ctx, imageId)).find(({ id }) => id === imageId);
	for (const [name, change] of Object.entries(changes)) {
		await expect(change(ctx, imageId), name).rejects.toMatchObject({ code: 'CONFLICT', reason });
	}
	expect(await getVersionsDeletion(ctx, { imageId })).toMatchObject({ freedBytes: 0, blockers: [{ reason }] });
	expect(before).toMatchObject({ frozen: reason, mints: [{ chain: 'polygon', contractAddress: chain.address }] });
	expect((await listImages(ctx, imageId)).find(({ id }) => id === imageId)).toEqual(before);
}

describe.skipIf(!hasAnvil)('an image that is minted', () => {
	it('rejects every change of its picture and versions from its preparation on, with the reason', async () => {
		const ctx = await developer();
		const [imageId = '', other = ''] = await generateImages(ctx, 2);
		await regenerateAndDraw(ctx, imageId);
		expect((await listImages(ctx, imageId))[0]).toMatchObject({ frozen: null, mints: [] });
		const prepared = await prepareMint(ctx, createMintRequest(imageId));
		await expectFrozen(ctx, imageId, 'mint_under_way');
		const transactionHash = await chain.redeem(prepared);
		await submitMint(ctx, { imageId, chain: 'polygon', transactionHash });
		await expectFrozen(ctx, imageId, 'mint_under_way');
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		await expectFrozen(ctx, imageId, 'already_minted');
		const ownerAddress = testAccounts.buyer.address;
		const token = { status: 'confirmed', tokenId: prepared.voucher.nonce, ownerAddress, transactionHash };
		expect((await listImages(ctx, imageId))[0]).toMatchObject({ version: 2, mints: [token] });
		expect(
			(await getGeneration(ctx, { jobId: await findJobId(ctx, imageId), scope: 'own' })).generatedImages,
		).toMatchObject([
			{ frozen: 'already_minted', mints: [token] },
			{ id: other, frozen: null, mints: [] },
		]);
	});

	it('is left out where others of its job are generated again, and can be marked and locked', async () => {
		const ctx = await developer();
		const [imageId = '', other = ''] = await generateImages(ctx, 2);
		await prepareMint(ctx, createMintRequest(imageId));
		for (const id of [imageId, other]) await markImage(ctx, { imageId: id, mark: 'rejected' });
		const jobId = await findJobId(ctx, imageId);
		expect(await regenerateImages(ctx, { jobId, imageIds: 'rejected' })).toMatchObject({ redraws: 1 });
		await driveJob(ctx, jobId);
		expect(await listImages(ctx, imageId)).toMatchObject([{ version: 1 }, { version: 2 }]);
		expect(await lockImage(ctx, { imageId })).toMatchObject({ locked: true, frozen: 'mint_under_way' });
	});
});

describe.skipIf(!hasAnvil)('a mint that is not prepared', () => {
	it('rejects an image of which another version is asked for, until it is drawn', async () => {
		const ctx = await developer();
		const [imageId = ''] = await generateImages(ctx, 1);
		await regenerateImage(ctx, { imageId });
		const refused = { code: 'CONFLICT', reason: 'image_not_ready' };
		await expect(prepareMint(ctx, createMintRequest(imageId))).rejects.toMatchObject(refused);
		await driveJob(ctx, await findJobId(ctx, imageId));
		expect(await prepareMint(ctx, createMintRequest(imageId))).toMatchObject({ imageId });
	});

	it('rejects an image of which another version is chosen or asked for at the same moment, whichever comes first', async () => {
		const ctx = await developer();
		for (const { change, bothMax } of [
			// A version that is chosen before the mint is prepared is the one that is minted.
			{ change: (imageId: string) => chooseVersion(ctx, { imageId, version: 1 }), bothMax: 2 },
			{ change: (imageId: string) => regenerateImage(ctx, { imageId }), bothMax: 1 },
		]) {
			const [imageId = ''] = await generateImages(ctx, 1);
			await regenerateAndDraw(ctx, imageId);
			const outcomes = await Promise.allSettled([prepareMint(ctx, createMintRequest(imageId)), change(imageId)]);
			const fulfilled = outcomes.filter(({ status }) => status === 'fulfilled').length;
			expect(fulfilled).toBeGreaterThanOrEqual(1);
			expect(fulfilled).toBeLessThanOrEqual(bothMax);
			const [image] = await listImages(ctx, imageId);
			const metadata = await ctx.db.selectFrom('mintMetadata').select('imageSha256').execute();
			const row = await ctx.db
				.selectFrom('generatedImages')
				.select('blobSha256')
				.where('id', '=', imageId)
				.executeTakeFirstOrThrow();
			if (image!.mints.length > 0) expect(metadata.at(-1)!.imageSha256).toBe(row.blobSha256);
		}
	});

	it('rejects the contract’s own address and addresses that burn', async () => {
		const ctx = await developer();
		const [imageId = ''] = await generateImages(ctx, 1);
		const refused = { code: 'INVALID', reason: 'bad_input', meta: { fields: { walletAddress: expect.any(String) } } };
		await expect(prepareMint(ctx, createMintRequest(imageId, { walletAddress: chain.address }))).rejects.toMatchObject(
			refused,
		);
		for (const walletAddress of [`0x${'0'.repeat(36)}dEaD`, `0x${'0'.repeat(39)}1`]) {
			const { error } = prepareMintInput.safeParse({ ...createMintRequest(imageId), walletAddress });
			expect(error?.issues).toMatchObject([
				{ path: ['walletAddress'], message: 'Nobody has this address: what it owns is burnt' },
			]);
		}
	});
});
