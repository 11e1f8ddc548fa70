import { createHash } from 'node:crypto';
import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import { testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';
import { toTokenId } from '@adx/contracts/evm/voucher';
import { imageListInput } from '@adx/validators/generation/job-inputs';
import { prepareMintInput } from '@adx/validators/mint';
import { CarReader } from '@ipld/car';
import { describe, expect, it } from 'vitest';
import { linkAccount } from '../auth/discord/link-account.ts';
import { createRequest } from '../generation/generation-testing.ts';
import { listGeneratedImages } from '../generation/queries/generations.ts';
import { startGeneration } from '../generation/start/start-generation.ts';
import { requireActor } from '../platform/context.ts';
import { downloadMintCar } from './mint-car.ts';
import { createMintContract } from './mint-contract.ts';
import { listMintStatus } from './mint-status.ts';
import { createMintRequest, generateImages, hasAnvil, pollMintStatus, toVoucher } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { submitMint } from './submit-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';
import { createVoucherSigner } from './voucher-signer.ts';

const { chain, developer } = useMintChain({ isMining: true });

describe.skipIf(!hasAnvil)('preparing a mint', () => {
	it('signs a voucher that the contract redeems, for the token that the image’s id names', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const prepared = await prepareMint(ctx, createMintRequest(imageId!));
		expect(BigInt(prepared.voucher.nonce)).toBe(toTokenId(imageId!));
		expect(prepared).toMatchObject({ chainId: 137, contractAddress: chain.address, published: false });
		expect(prepared.voucher).toMatchObject({ to: testAccounts.buyer.address, price: '0' });
		const hash = await chain.redeem(prepared);
		expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success');
		const token = { address: chain.address, abi: adxCollectionAbi, args: [toVoucher(prepared).nonce] } as const;
		expect(await chain.client.readContract({ ...token, functionName: 'tokenURI' })).toBe(prepared.tokenUri);
		expect(await chain.client.readContract({ ...token, functionName: 'ownerOf' })).toBe(testAccounts.buyer.address);
	});

	it('offers the metadata and the picture as a CAR that holds the CIDs the token names', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const order = createMintRequest(imageId!, { name: 'Named', description: 'Told' });
		const prepared = await prepareMint(ctx, order);
		const { bytes, root } = await downloadMintCar(ctx, { imageId: imageId!, chain: 'polygon' });
		const car = await CarReader.fromBytes(bytes);
		expect((await car.getRoots()).map(String)).toEqual([root]);
		const blocks = new Map<string, Uint8Array>();
		for await (const block of car.blocks()) blocks.set(String(block.cid), block.bytes);
		const json = Buffer.from(blocks.get(prepared.metadataCid)!);
		expect(`0x${createHash('sha256').update(json).digest('hex')}`).toBe(prepared.voucher.digest);
		expect(JSON.parse(json.toString())).toMatchObject({
			name: 'Named',
			description: 'Told',
			image: `ipfs://${prepared.imageCid}`,
			properties: { files: [{ uri: `ipfs://${prepared.imageCid}`, type: 'image/png' }] },
		});
		expect(Buffer.from(blocks.get(prepared.imageCid)!).subarray(1, 4).toString()).toBe('PNG');
	});

	it('61 gives one nonce and one row to 50 calls at once', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const calls = Array.from({ length: 50 }, (_, number) =>
			prepareMint(ctx, createMintRequest(imageId!, { name: `Name ${number}` })),
		);
		const prepared = await Promise.all(calls);
		expect(new Set(prepared.map(({ voucher }) => voucher.nonce)).size).toBe(1);
		expect(new Set(prepared.map(({ mintId }) => mintId)).size).toBe(1);
		for (const table of ['mintedTokens', 'mintVouchers'] as const)
			expect(await ctx.db.selectFrom(table).selectAll().execute()).toHaveLength(1);
		// Each of the vouchers is good by itself, whichever of the names it carries.
		expect(await chain.redeemAtOnce(prepared[0]!, 1)).toBe(1);
		expect(await chain.redeemAtOnce(prepared[49]!, 1)).toBe(0);
	});

	it('lists one row per image and chain, with the explorer once there is a transaction (MINT-12, API-09, ENT-10)', async () => {
		const ctx = await developer();
		const [first, second, third] = await generateImages(ctx, 3);
		const open = await prepareMint(ctx, createMintRequest(first!));
		const prepared = await prepareMint(ctx, createMintRequest(second!));
		const transactionHash = await chain.redeem(prepared);
		await submitMint(ctx, { imageId: second!, chain: 'polygon', transactionHash });
		const shared = {
			chain: 'polygon',
			contractAddress: chain.address,
			ownerAddress: testAccounts.buyer.address,
			errorMessage: null,
			published: false,
			transactionUnknown: false,
			cancelledAt: null,
		};
		const untilOf = ({ voucher }: typeof open) => ({ permittedUntil: new Date(voucher.deadline * 1_000) });
		const explorerUrl = `https://explorer.example/tx/${transactionHash}`;
		const toId = (imageId: string) => String(toTokenId(imageId));
		expect(await listMintStatus(ctx, { chain: 'polygon' })).toEqual([
			{
				...shared,
				...untilOf(open),
				imageId: first,
				tokenId: toId(first!),
				status: 'prepared',
				transactionHash: null,
				explorerUrl: null,
			},
			{
				...shared,
				...untilOf(prepared),
				imageId: second,
				tokenId: toId(second!),
				status: 'minting',
				transactionHash,
				explorerUrl,
			},
		]);
		expect(await listMintStatus(ctx, { chain: 'ethereum' })).toEqual([]);
		expect(third).toBeDefined();
	});
});

describe.skipIf(!hasAnvil)('a mint that is not prepared', () => {
	it('rejects a stranger’s image, an unknown one, and one without a picture', async () => {
		const [imageId] = await generateImages(await developer(), 1);
		const ctx = await developer();
		await expect(prepareMint(ctx, createMintRequest(imageId!))).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(prepareMint(ctx, createMintRequest('nobody'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const { jobId } = await startGeneration(ctx, createRequest(1));
		const [undrawn] = await listGeneratedImages(ctx, imageListInput.parse({ jobId }));
		await expect(prepareMint(ctx, createMintRequest(undrawn!.id))).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'image_not_ready',
		});
	});

	it('rejects a price, a token id, the zero address and an unknown chain in the body', () => {
		const order = createMintRequest('image');
		expect(prepareMintInput.safeParse(order).success).toBe(true);
		for (const bad of [
			{ price: '1' },
			{ tokenId: '1' },
			{ walletAddress: `0x${'0'.repeat(40)}` },
			{ walletAddress: '0x12' },
			{ chain: 'solana' },
			{ name: ' ' },
		]) {
			expect(prepareMintInput.safeParse({ ...order, ...bad }).success, JSON.stringify(bad)).toBe(false);
		}
	});

	it('rejects an address whose checksum is wrong, and takes one in lower case', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const { address } = testAccounts.buyer;
		const other = address.replace(/[a-f]/, (letter) => letter.toUpperCase());
		await expect(prepareMint(ctx, createMintRequest(imageId!, { walletAddress: other }))).rejects.toMatchObject({
			code: 'INVALID',
			meta: { fields: { walletAddress: expect.stringContaining('checksum') } },
		});
		const prepared = await prepareMint(ctx, createMintRequest(imageId!, { walletAddress: address.toLowerCase() }));
		expect(prepared.voucher.to).toBe(address);
	});

	it('rejects a chain that is not configured, and a signer that the contract does not know (AMB-40)', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const refusal = { code: 'PRECONDITION', reason: 'mint_unavailable' };
		await expect(prepareMint(ctx, createMintRequest(imageId!, { chain: 'ethereum' }))).rejects.toMatchObject(refusal);
		const unknown = { ...ctx, minting: chain.minting({ signer: createVoucherSigner(testKeys.stranger) }) };
		await expect(prepareMint(unknown, createMintRequest(imageId!))).rejects.toMatchObject({
			...refusal,
			message: expect.stringContaining('does not know this server as a signer'),
		});
	});

	it('rejects an image whose transaction is on its way', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const prepared = await prepareMint(ctx, createMintRequest(imageId!));
		const transactionHash = await chain.redeem(prepared);
		await submitMint(ctx, { imageId: imageId!, chain: 'polygon', transactionHash });
		await expect(prepareMint(ctx, createMintRequest(imageId!))).rejects.toMatchObject({ reason: 'mint_under_way' });
	});

	it('rejects an image that is minted though no row says so, which the chain then confirms', async () => {
		const ctx = await developer();
		const [imageId = ''] = await generateImages(ctx, 1);
		const order = createMintRequest(imageId);
		const mint = await prepareMint(ctx, order);
		await chain.redeem(mint);
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		// As after a backup was restored that is older than the mint.
		await ctx.db.deleteFrom('mintedTokens').execute();
		const elsewhere = { ...order, walletAddress: testAccounts.stranger.address };
		await expect(prepareMint(ctx, elsewhere)).rejects.toMatchObject({ reason: 'already_minted' });
		expect(await listMintStatus(ctx, { chain: 'polygon' })).toMatchObject([{ imageId, status: 'minting' }]);
		await expect(prepareMint(ctx, order)).rejects.toMatchObject({ reason: 'mint_under_way' });
		await chain.mine(3);
		expect(await pollMintStatus(ctx, chain.chain, imageId)).toMatchObject({ status: 'confirmed' });
		expect(await ctx.db.selectFrom('mintedTokens').selectAll().execute()).toMatchObject([
			{
				ownerId: requireActor(ctx).userId,
				ownerAddress: testAccounts.buyer.address,
				tokenId: mint.voucher.nonce,
				contractAddress: chain.address,
				metadataCid: mint.metadataCid,
				tokenUri: mint.tokenUri,
			},
		]);
		await expect(prepareMint(ctx, order)).rejects.toMatchObject({ reason: 'already_minted' });
	});

	it('rejects an image that a Discord account takes over meanwhile, which then mints it', async () => {
		const proxy = await chain.startProxy();
		const node = createMintContract({ ...chain.chain.settings, rpcUrl: proxy.origin });
		const [visitor, account] = [await developer({ chains: new Map([['polygon', node]]) }), await developer()];
		const [anonymousId, accountId] = [requireActor(visitor).userId, requireActor(account).userId];
		const { db } = visitor;
		await db.updateTable('users').set({ discordId: '1' }).where('id', '=', accountId).execute();
		const [imageId = ''] = await generateImages(visitor, 1);
		const hold = proxy.hold(({ method }) => method === 'eth_getCode');
		const preparing = prepareMint(visitor, createMintRequest(imageId)).catch((error: unknown) => error);
		await hold.held;
		await db.transaction().execute((trx) => linkAccount(trx, { discordId: '1', anonymousId }));
		hold.release();
		expect(await preparing).toMatchObject({ code: 'NOT_FOUND' });
		expect(await db.selectFrom('mintedTokens').selectAll().execute()).toEqual([]);
		await prepareMint(account, createMintRequest(imageId));
		expect(await listMintStatus(account, { chain: 'polygon' })).toMatchObject([{ imageId, status: 'prepared' }]);
	});

	it('rejects a transaction for an image that was never prepared', async () => {
		const ctx = await developer();
		const [imageId] = await generateImages(ctx, 1);
		const transactionHash = `0x${'1'.repeat(64)}`;
		const call = submitMint(ctx, { imageId: imageId!, chain: 'polygon', transactionHash });
		await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});
});
