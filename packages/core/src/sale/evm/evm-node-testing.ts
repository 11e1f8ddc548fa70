import { chainClient, startAnvil, testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';
import { adxDropAbi } from '@adx/contracts/evm/drop/drop-voucher';
import { startRpcProxy } from '@adx/contracts/evm/rpc-proxy-testing';
import type { Reservation } from '@adx/validators/sale/sales';
import { type Address, type Hex, parseEther } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

// For tests alone: an EVM chain for the product as a process of its own.

export { hasAnvil } from '@adx/contracts/evm/anvil-testing';

/** A wallet that sends what was built for it; answers the hash. */
export interface EvmTestWallet {
	readonly address: string;
	send(built: Pick<Reservation, 'call'>): Promise<Hex>;
}

/** A chain that makes a block every second, and a way to it on which calls can be kept waiting. */
export interface EvmTestNode {
	/** What a server is told of it. */
	readonly variables: Readonly<Record<string, string>>;
	readonly creator: EvmTestWallet;
	/** Another wallet each time, with ten coins. */
	createBuyer(): Promise<EvmTestWallet>;
	/** Keeps every call of a method waiting that a server makes. */
	hold(method: string): { readonly held: Promise<void>; release(): void };
	/** How many items of a collection are minted. */
	countItems(contract: string): Promise<number>;
	stop(): Promise<void>;
}

export async function startEvmTestNode(): Promise<EvmTestNode> {
	const anvil = await startAnvil({ chainId: 137 });
	const client = chainClient(anvil);
	await client.setIntervalMining({ interval: 1 });
	const proxy = await startRpcProxy(anvil.rpcUrl);
	const toWallet = (account: PrivateKeyAccount): EvmTestWallet => ({
		address: account.address,
		send: ({ call }) => {
			if (call === null) throw new Error('Nothing is to be sent.');
			const { to, data, valueWei } = call as { to: Address; data: Hex; valueWei: string };
			return client.sendTransaction({ account, to, data, value: BigInt(valueWei), gas: 4_000_000n });
		},
	});
	return {
		variables: { POLYGON_RPC_URL: proxy.origin, POLYGON_CONFIRMATIONS: '2', VOUCHER_SIGNER_KEY: testKeys.signer },
		creator: toWallet(testAccounts.admin),
		createBuyer: async () => {
			const account = privateKeyToAccount(generatePrivateKey());
			await client.setBalance({ address: account.address, value: parseEther('10') });
			return toWallet(account);
		},
		hold: (method) => {
			const calls = proxy.hold((call) => call.method === method);
			return { held: calls.held, release: () => calls.release() };
		},
		countItems: async (contract) => {
			const address = contract as Address;
			return Number(await client.readContract({ address, abi: adxDropAbi, functionName: 'totalSupply' }));
		},
		stop: async () => {
			await proxy.close();
			await anvil.stop();
		},
	};
}
