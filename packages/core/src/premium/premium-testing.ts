import {
	type Anvil,
	type ChainClient,
	chainClient,
	hasAnvil,
	startAnvil,
	testAccounts,
} from '@adx/contracts/evm/anvil-testing';
import { type RpcProxy, startRpcProxy } from '@adx/contracts/evm/rpc-proxy-testing';
import { type Hex, keccak256, parseEther, stringToHex } from 'viem';
import { limitInMemory } from '../platform/limits/rate-limiter.ts';
import { createEvmPayments } from './evm-payments.ts';
import { createPaymentAttempts } from './payment-attempts.ts';
import type { PaymentChain } from './payment-chain.ts';
import type { PremiumPayments } from './premium-payments.ts';
import type { PremiumChainSettings } from './premium-settings.ts';

/** Whether a chain can be started on this machine. */
export const hasPaymentChain = hasAnvil;

/** What a test sends; by default a plain payment of the whole price to the treasury. */
export interface TestPayment {
	/** The amount in the coin, decimal. */
	readonly value?: string;
	readonly to?: Hex | null;
	readonly memo?: string;
	readonly from?: keyof typeof testAccounts;
}

/** A real chain with a treasury, where Premium costs 5 of its coin. */
export interface PaymentChainTest {
	readonly anvil: Anvil;
	readonly client: ChainClient;
	readonly treasury: Hex;
	readonly chain: PaymentChain;
	/**
	 * For the services of a test, with tries of their own; `change` replaces what it names of the chain's settings. The
	 * treasury is paid for Premium since ever.
	 */
	payments(change?: Partial<PremiumChainSettings>): PremiumPayments;
	/** A way to the node that can be made difficult; it ends with the chain. */
	startProxy(): Promise<RpcProxy>;
	/** Sends a transaction as a wallet does, and waits for its block where blocks are made at once; returns its hash. */
	pay(payment?: TestPayment): Promise<Hex>;
	/** Signs one without sending it, as a script may; `send` waits for its block like `pay`. */
	sign(payment?: TestPayment): Promise<{ readonly hash: Hex; readonly send: () => Promise<void> }>;
	/** Makes blocks. */
	mine(blocks: number): Promise<void>;
	stop(): Promise<void>;
}

/** Every transaction gets a block at once; a payment counts after `confirmations` blocks. */
export async function startPaymentChain({ confirmations = 3 } = {}): Promise<PaymentChainTest> {
	const anvil = await startAnvil({ chainId: 137 });
	const client = chainClient(anvil);
	const treasury = testAccounts.admin.address;
	const settings: PremiumChainSettings = {
		chain: 'polygon',
		chainId: 137,
		symbol: 'MATIC',
		rpcUrl: anvil.rpcUrl,
		explorerUrl: 'https://explorer.example',
		treasury,
		price: '5',
		confirmations,
	};
	const proxies: RpcProxy[] = [];
	const sign: PaymentChainTest['sign'] = async ({ value = '5', to = treasury, memo, from = 'buyer' } = {}) => {
		const account = testAccounts[from];
		const request = await client.prepareTransactionRequest({
			account,
			to,
			value: parseEther(value),
			gas: 100_000n,
			...(memo === undefined ? {} : { data: stringToHex(memo) }),
		});
		const serializedTransaction = await client.signTransaction(request);
		const hash = keccak256(serializedTransaction);
		const send = async () => {
			await client.sendRawTransaction({ serializedTransaction });
			// Its block comes a moment after the answer.
			if (await client.getAutomine()) await client.waitForTransactionReceipt({ hash });
		};
		return { hash, send };
	};
	return {
		anvil,
		client,
		treasury,
		chain: createEvmPayments(settings, new Date(0)),
		payments: (change) => ({
			chains: new Map([['polygon', createEvmPayments({ ...settings, ...change }, new Date(0))]]),
			tries: createPaymentAttempts(limitInMemory(() => new Date())),
			askingMaxMs: 10_000,
		}),
		startProxy: async () => {
			const proxy = await startRpcProxy(anvil.rpcUrl);
			proxies.push(proxy);
			return proxy;
		},
		sign,
		pay: async (payment) => {
			const { hash, send } = await sign(payment);
			await send();
			return hash;
		},
		mine: (blocks) => client.mine({ blocks }),
		stop: async () => {
			await Promise.all([anvil.stop(), ...proxies.map((proxy) => proxy.close())]);
		},
	};
}
