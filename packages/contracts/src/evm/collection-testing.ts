import { type Address, type Hex, type LocalAccount, sha256, stringToHex } from 'viem';
import { adxCollectionAbi, type Voucher } from './abi.ts';
import { type Anvil, chainClient, deployForTest, startAnvil, testAccounts } from './anvil-testing.ts';
import { type CompactSignature, signVoucher, toTokenId } from './voucher.ts';

const { signer, buyer } = testAccounts;

/** SHA-256 of some metadata, which follows from its name. */
export const toDigest = (name: string): Hex => sha256(stringToHex(`{"name":"${name}"}`));

/** A chain with a collection on it, and what its tests do over and over. */
export async function collectionOnAnvil() {
	const anvil = await startAnvil();
	try {
		return deployCollection(anvil, await deployForTest(anvil));
	} catch (error) {
		await anvil.stop();
		throw error;
	}
}

function deployCollection(anvil: Anvil, { address, gasUsed }: { address: Address; gasUsed: bigint }) {
	const client = chainClient(anvil);
	let count = 0;

	/** A voucher for the buyer, with a nonce that no other one has and a quarter of an hour to go. */
	const newVoucher = async (changes: Partial<Voucher> = {}): Promise<Voucher> => {
		const { timestamp } = await client.getBlock();
		count += 1;
		const [nonce, digest] = [toTokenId(`image ${count}`), toDigest(`token ${count}`)];
		return { to: buyer.address, digest, price: 0n, nonce, deadline: timestamp + 900n, ...changes };
	};
	const sign = (voucher: Voucher, signerAddress: LocalAccount = signer) =>
		signVoucher(signerAddress, anvil.chainId, address, voucher);
	/** Sends it, after a simulation that gives a refusal its name; the answer is the receipt. */
	const redeem = async (voucher: Voucher, { r, vs }: CompactSignature, value: bigint = voucher.price) => {
		const { request } = await client.simulateContract({
			abi: adxCollectionAbi,
			address,
			account: buyer,
			functionName: 'redeem',
			args: [voucher, r, vs],
			value,
		});
		return client.waitForTransactionReceipt({ hash: await client.writeContract(request) });
	};
	const mint = async (changes: Partial<Voucher> = {}) => {
		const voucher = await newVoucher(changes);
		return { voucher, receipt: await redeem(voucher, await sign(voucher)) };
	};
	/** Vouchers with their signatures, as `redeemMany` takes them. */
	const signMany = async (count: number, changes: Partial<Voucher> = {}) => {
		const signed: ({ voucher: Voucher } & CompactSignature)[] = [];
		for (let index = 0; index < count; index += 1) {
			const voucher = await newVoucher(changes);
			signed.push({ voucher, ...(await sign(voucher)) });
		}
		return signed;
	};
	/** As `redeem`, for several vouchers in one transaction. */
	const redeemMany = async (signed: Awaited<ReturnType<typeof signMany>>, value = 0n) => {
		const { request } = await client.simulateContract({
			abi: adxCollectionAbi,
			address,
			account: buyer,
			functionName: 'redeemMany',
			args: [signed],
			value,
		});
		return client.waitForTransactionReceipt({ hash: await client.writeContract(request) });
	};
	const mintMany = async (count: number, changes: Partial<Voucher> = {}) => redeemMany(await signMany(count, changes));
	return {
		anvil,
		client,
		address,
		deploymentGas: gasUsed,
		newVoucher,
		sign,
		redeem,
		mint,
		signMany,
		redeemMany,
		mintMany,
	};
}

export type CollectionOnAnvil = Awaited<ReturnType<typeof collectionOnAnvil>>;
