import { type Hex, hexToBigInt, numberToHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adxCollectionAbi } from './abi.ts';
import { deployForTest, hasAnvil, testAccounts } from './anvil-testing.ts';
import { type CollectionOnAnvil, collectionOnAnvil, toDigest } from './collection-testing.ts';
import { refusal } from './refusal-testing.ts';
import { signVoucher } from './voucher.ts';

const { admin, signer, buyer, stranger } = testAccounts;
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const lowBits = (1n << 255n) - 1n;

describe.skipIf(!hasAnvil)('redeeming a voucher', () => {
	let chain: CollectionOnAnvil;

	beforeAll(async () => {
		chain = await collectionOnAnvil();
	});
	afterAll(() => chain.anvil.stop());

	const readState = (nonce: bigint) =>
		chain.client.readContract({
			abi: adxCollectionAbi,
			address: chain.address,
			functionName: 'stateOf',
			args: [nonce],
		});
	const cancel = async (account: typeof signer, nonce: bigint) => {
		const { request } = await chain.client.simulateContract({
			abi: adxCollectionAbi,
			address: chain.address,
			account,
			functionName: 'cancel',
			args: [nonce],
		});
		await chain.client.waitForTransactionReceipt({ hash: await chain.client.writeContract(request) });
	};
	const setSigner = async (functionName: 'grantRole' | 'revokeRole', account: Hex) => {
		const role = await chain.client.readContract({
			abi: adxCollectionAbi,
			address: chain.address,
			functionName: 'SIGNER_ROLE',
		});
		const hash = await chain.client.writeContract({
			abi: adxCollectionAbi,
			address: chain.address,
			account: admin,
			functionName,
			args: [role, account],
		});
		await chain.client.waitForTransactionReceipt({ hash });
	};

	it('gives the token to whom the voucher names, whoever sends it, and tells of it', async () => {
		const { voucher, receipt } = await chain.mint({ to: stranger.address, price: 1000n });
		const owner = await chain.client.readContract({
			abi: adxCollectionAbi,
			address: chain.address,
			functionName: 'ownerOf',
			args: [voucher.nonce],
		});
		expect(owner).toBe(stranger.address);
		expect(await readState(voucher.nonce)).toEqual([1, voucher.digest]);
		const events = await chain.client.getContractEvents({
			abi: adxCollectionAbi,
			address: chain.address,
			eventName: 'Minted',
			args: { nonce: voucher.nonce },
			blockHash: receipt.blockHash,
		});
		expect(events.map(({ args }) => args)).toEqual([{ nonce: voucher.nonce, digest: voucher.digest }]);
	});

	it('takes a voucher in the last second before its deadline', async () => {
		const voucher = await chain.newVoucher();
		const signature = await chain.sign(voucher);
		await chain.client.setNextBlockTimestamp({ timestamp: voucher.deadline });
		const hash = await chain.client.writeContract({
			abi: adxCollectionAbi,
			address: chain.address,
			account: buyer,
			functionName: 'redeem',
			args: [voucher, signature.r, signature.vs],
			gas: 200_000n,
		});
		expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success');
	});

	it('61 rejects a replay', async () => {
		const { voucher } = await chain.mint();
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher)))).toBe('NonceUsed');
	});

	it('rejects a second voucher for a nonce that was redeemed, with other metadata', async () => {
		const { voucher } = await chain.mint();
		const again = { ...voucher, digest: toDigest('another'), to: stranger.address };
		expect(await refusal(chain.redeem(again, await chain.sign(again)))).toBe('NonceUsed');
		expect(await readState(voucher.nonce)).toEqual([1, voucher.digest]);
	});

	it('61 rejects a replay after the token was burnt', async () => {
		const { voucher } = await chain.mint();
		const hash = await chain.client.writeContract({
			abi: adxCollectionAbi,
			address: chain.address,
			account: buyer,
			functionName: 'burn',
			args: [voucher.nonce],
		});
		await chain.client.waitForTransactionReceipt({ hash });
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher)))).toBe('NonceUsed');
		expect(await readState(voucher.nonce)).toEqual([1, voucher.digest]);
	});

	it('61 rejects an expired voucher', async () => {
		const { timestamp } = await chain.client.getBlock();
		const voucher = await chain.newVoucher({ deadline: timestamp - 1n });
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher)))).toBe('VoucherExpired');
	});

	it('rejects the signature of somebody who is not a signer, the admin included', async () => {
		const voucher = await chain.newVoucher();
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher, stranger)))).toBe('WrongSigner');
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher, admin)))).toBe('WrongSigner');
	});

	it.each([
		['receiver', { to: stranger.address }],
		['digest', { digest: toDigest('changed') }],
		['price', { price: 1n }],
		['nonce', { nonce: 7n }],
		['deadline', { deadline: 2n ** 40n }],
	])('rejects a changed %s', async (_field, change) => {
		const voucher = await chain.newVoucher({ price: 1000n });
		const signature = await chain.sign(voucher);
		expect(await refusal(chain.redeem({ ...voucher, ...change }, signature))).toBe('WrongSigner');
	});

	it('rejects less and more than the price', async () => {
		const voucher = await chain.newVoucher({ price: 1000n });
		const signature = await chain.sign(voucher);
		expect(await refusal(chain.redeem(voucher, signature, 999n))).toBe('WrongPrice');
		expect(await refusal(chain.redeem(voucher, signature, 1001n))).toBe('WrongPrice');
	});

	it.each([0n, 1n])('rejects the digest %s, which would not be remembered as a redemption', async (value) => {
		const voucher = await chain.newVoucher({ digest: numberToHex(value, { size: 32 }) });
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher)))).toBe('WrongDigest');
	});

	it('rejects a voucher for nobody', async () => {
		const voucher = await chain.newVoucher({ to: '0x0000000000000000000000000000000000000000' });
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher)))).toBe('ERC721InvalidReceiver');
	});

	it('61 rejects a voucher that was signed for another chain', async () => {
		const voucher = await chain.newVoucher();
		const signature = await signVoucher(signer, 137, chain.address, voucher);
		expect(await refusal(chain.redeem(voucher, signature))).toBe('WrongSigner');
	});

	it('61 rejects a voucher that was signed for another contract', async () => {
		const { address } = await deployForTest(chain.anvil);
		const voucher = await chain.newVoucher();
		const signature = await signVoucher(signer, chain.anvil.chainId, address, voucher);
		expect(await refusal(chain.redeem(voucher, signature))).toBe('WrongSigner');
	});

	it('rejects what a signer signed once the role was taken away, and takes what a new one signs', async () => {
		const voucher = await chain.newVoucher();
		await setSigner('grantRole', stranger.address);
		const signature = await chain.sign(voucher, stranger);
		await setSigner('revokeRole', stranger.address);
		expect(await refusal(chain.redeem(voucher, signature))).toBe('WrongSigner');
		await setSigner('grantRole', stranger.address);
		expect((await chain.redeem(voucher, signature)).status).toBe('success');
		await setSigner('revokeRole', stranger.address);
	});

	it('rejects a malleated signature', async () => {
		const voucher = await chain.newVoucher();
		const { r, vs } = await chain.sign(voucher);
		const otherS = curveOrder - (hexToBigInt(vs) & lowBits);
		const otherParity = hexToBigInt(vs) ^ (1n << 255n);
		for (const changed of [otherS, otherS & lowBits, (otherS & lowBits) | (1n << 255n), otherParity]) {
			const malleated = { r, vs: numberToHex(changed, { size: 32 }) };
			expect(await refusal(chain.redeem(voucher, malleated))).toBe('WrongSigner');
		}
		expect((await chain.redeem(voucher, { r, vs })).status).toBe('success');
	});

	it('rejects signatures of zeros and of ones', async () => {
		const voucher = await chain.newVoucher();
		for (const value of [0n, 2n ** 256n - 1n]) {
			const half = numberToHex(value, { size: 32 });
			expect(await refusal(chain.redeem(voucher, { r: half, vs: half }))).toBe('WrongSigner');
		}
	});

	it('rejects a cancelled nonce, which cannot be cancelled twice', async () => {
		const voucher = await chain.newVoucher();
		await cancel(signer, voucher.nonce);
		expect(await refusal(chain.redeem(voucher, await chain.sign(voucher)))).toBe('NonceUsed');
		expect(await refusal(cancel(admin, voucher.nonce))).toBe('NonceUsed');
		expect(await readState(voucher.nonce)).toEqual([2, numberToHex(0, { size: 32 })]);
	});

	it('61 rejects all but one of fifty redemptions in one block', async () => {
		const voucher = await chain.newVoucher({ price: 10n });
		const { r, vs } = await chain.sign(voucher);
		const first = await chain.client.getTransactionCount({ address: buyer.address });
		await chain.client.setAutomine(false);
		const hashes = await Promise.all(
			Array.from({ length: 50 }, (_, index) =>
				chain.client.writeContract({
					abi: adxCollectionAbi,
					address: chain.address,
					account: buyer,
					functionName: 'redeem',
					args: [voucher, r, vs],
					value: 10n,
					gas: 150_000n,
					nonce: first + index,
				}),
			),
		);
		const before = await chain.client.getBalance({ address: chain.address });
		await chain.client.setAutomine(true);
		await chain.client.mine({ blocks: 1 });
		const receipts = await Promise.all(hashes.map((hash) => chain.client.waitForTransactionReceipt({ hash })));
		expect(receipts.filter(({ status }) => status === 'success')).toHaveLength(1);
		expect(await chain.client.getBalance({ address: chain.address })).toBe(before + 10n);
	});

	it('mints up to twenty vouchers in one transaction, for the sum of their prices', async () => {
		const before = await chain.client.getBalance({ address: chain.address });
		const signed = await chain.signMany(20, { price: 3n });
		expect(await refusal(chain.redeemMany(signed, 59n))).toBe('WrongPrice');
		expect(await refusal(chain.redeemMany(signed, 61n))).toBe('WrongPrice');
		const { blockHash } = await chain.redeemMany(signed, 60n);
		const logs = { abi: adxCollectionAbi, address: chain.address, eventName: 'Minted', blockHash } as const;
		const events = await chain.client.getContractEvents(logs);
		const expected = signed.map(({ voucher: { nonce, digest } }) => ({ nonce, digest }));
		expect(events.map(({ args }) => args)).toEqual(expected);
		expect(await chain.client.getBalance({ address: chain.address })).toBe(before + 60n);
	});

	it('rejects no voucher and more than twenty at once', async () => {
		expect(await refusal(chain.redeemMany([]))).toBe('WrongBatch');
		expect(await refusal(chain.redeemMany(await chain.signMany(21)))).toBe('WrongBatch');
	});

	it('rejects all of several vouchers where one was used, is there twice, or is signed by nobody', async () => {
		const used = await chain.signMany(1);
		await chain.redeemMany(used);
		const [one, two] = await chain.signMany(2);
		expect(await refusal(chain.redeemMany([one!, ...used, two!]))).toBe('NonceUsed');
		expect(await refusal(chain.redeemMany([one!, two!, one!]))).toBe('NonceUsed');
		expect(await refusal(chain.redeemMany([one!, { ...two!, r: one!.r }]))).toBe('WrongSigner');
		for (const { voucher } of [one!, two!]) expect((await readState(voucher.nonce))[0]).toBe(0);
		expect((await chain.redeem(one!.voucher, one!)).status).toBe('success');
	});

	it('rejects to cancel what was redeemed', async () => {
		const { voucher } = await chain.mint();
		expect(await refusal(cancel(admin, voucher.nonce))).toBe('NonceUsed');
		expect(await readState(voucher.nonce)).toEqual([1, voucher.digest]);
	});

	it('rejects to cancel for anybody but signers and admins', async () => {
		const voucher = await chain.newVoucher();
		expect(await refusal(cancel(buyer, voucher.nonce))).toBe('AccessControlUnauthorizedAccount');
		expect(await readState(voucher.nonce)).toEqual([0, numberToHex(0, { size: 32 })]);
	});
});
