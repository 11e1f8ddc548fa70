import type { LocalAccount } from 'viem';
import { type Anvil, type ChainClient, chainClient, startAnvil, testAccounts } from '../anvil-testing.ts';
import type { CompactSignature } from '../voucher.ts';
import { type DropSettings, dropCreationCode } from './drop-deployment.ts';
import { adxDropAbi, type DropVoucher, signDropVoucher } from './drop-voucher.ts';

const { admin, signer, buyer } = testAccounts;

/** A drop of 100 items of the `admin` of {@link testAccounts}, unless given otherwise. */
export const dropSettings: DropSettings = {
	name: 'Frost Court',
	symbol: 'FROST',
	contractUri: 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
	baseUri: 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/',
	owner: admin.address,
	signer: signer.address,
	cap: 100,
	royaltyBps: 500,
	provenance: `0x${'ab'.repeat(32)}`,
};

/** A chain of its own with a drop on it. */
export async function dropOnAnvil(settings: Partial<DropSettings> = {}) {
	const anvil = await startAnvil();
	try {
		return { anvil, ...(await deployDrop(anvil, settings)) };
	} catch (error) {
		await anvil.stop();
		throw error;
	}
}

/** Deploys a drop, and returns what its tests do over and over. */
export async function deployDrop(anvil: Pick<Anvil, 'rpcUrl' | 'chainId'>, settings: Partial<DropSettings> = {}) {
	const client = chainClient(anvil);
	const data = dropCreationCode({ ...dropSettings, ...settings });
	const deployed = await client.sendTransaction({ account: admin, to: null, data });
	const { contractAddress: address, gasUsed: deploymentGas } = await client.waitForTransactionReceipt({
		hash: deployed,
	});
	if (!address) throw new Error('The deployment made no contract.');
	const contract = { abi: adxDropAbi, address } as const;
	let reservations = 0n;

	/** A voucher for the buyer, with a quarter of an hour to go. */
	const newVoucher = async (items: readonly number[], changes: Partial<DropVoucher> = {}): Promise<DropVoucher> => {
		const { timestamp } = await client.getBlock();
		reservations += 1n;
		return {
			buyer: buyer.address,
			price: 0n,
			reservation: reservations,
			deadline: timestamp + 900n,
			items,
			...changes,
		};
	};
	const sign = (voucher: DropVoucher, account: LocalAccount = signer) =>
		signDropVoucher(account, anvil.chainId, address, voucher);
	/** Sends it, after a simulation that gives a refusal its name; the answer is the receipt. */
	const redeem = async (voucher: DropVoucher, { r, vs }: CompactSignature, value: bigint = voucher.price) => {
		const args = [voucher, r, vs] as const;
		const call = { ...contract, account: buyer, functionName: 'redeem', args, value } as const;
		const { request } = await client.simulateContract(call);
		return client.waitForTransactionReceipt({ hash: await client.writeContract(request) });
	};
	const sell = async (items: readonly number[], changes: Partial<DropVoucher> = {}) => {
		const voucher = await newVoucher(items, changes);
		return redeem(voucher, await sign(voucher));
	};
	return { client, contract, deploymentGas, newVoucher, sign, redeem, sell };
}

/** Makes a chain that knows the hashes of its last 256 blocks alone, as one without EIP-2935 does; for good. */
export const forgetBlockHashes = (client: Pick<ChainClient, 'setCode'>): Promise<void> =>
	client.setCode({ address: '0x0000F90827F1C53a10cb7A02335B175320002935', bytecode: '0x' });

export type Drop = Awaited<ReturnType<typeof deployDrop>>;
