import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import {
	type Address,
	type Chain,
	type Client,
	createWalletClient,
	defineChain,
	getAddress,
	getContractAddress,
	type Hex,
	type HttpTransport,
	http,
	type PublicActions,
	publicActions,
	type TestActions,
	TransactionReceiptNotFoundError,
	testActions,
	type WalletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type CollectionSettings, deploymentData } from './deploy/deployment-data.ts';
import { findFoundryProgram } from './foundry-program-testing.ts';

/** Accounts that anvil always knows, each with 10,000 of the chain's coin. Their keys are public: for tests only. */
export const testKeys = {
	admin: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
	signer: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
	buyer: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
	stranger: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
} as const satisfies Record<string, Hex>;

/** The accounts of {@link testKeys}, which sign by themselves. */
export const testAccounts = {
	admin: privateKeyToAccount(testKeys.admin),
	signer: privateKeyToAccount(testKeys.signer),
	buyer: privateKeyToAccount(testKeys.buyer),
	stranger: privateKeyToAccount(testKeys.stranger),
} as const;

export interface AnvilOptions {
	/** 31337 unless given. */
	readonly chainId?: number;
	/** One chosen by the system unless given; the port of a stopped anvil lets a new one take its place. */
	readonly port?: number;
	/** false: blocks are made only when asked for (`mine`). */
	readonly isMining?: boolean;
	/** A file from which the chain is read when it starts, if there is one, and to which it is written by `stop`. */
	readonly statePath?: string;
}

export interface Anvil {
	readonly chainId: number;
	readonly port: number;
	readonly rpcUrl: string;
	readonly pid: number;
	/** Ends the process and waits for it; a second call does nothing. */
	stop(): Promise<void>;
}

/** Whether this machine has anvil; npm has its binary for Linux on x64 only, elsewhere Foundry has to be installed. */
export const hasAnvil: boolean = findFoundryProgram('anvil') !== undefined;

/**
 * Starts a chain of its own on a loopback port. It ends with `stop`, at the latest with this process.
 * @throws when there is no anvil, or it ends before it listens
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
	const program = findFoundryProgram('anvil');
	if (program === undefined) {
		throw new Error('There is no anvil for this platform: install Foundry, or set ANVIL_PATH.');
	}
	const { chainId = 31337, port: wanted = 0, isMining = true, statePath } = options;
	const args = ['--host', '127.0.0.1', '--port', String(wanted), '--chain-id', String(chainId)];
	if (!isMining) args.push('--no-mining');
	if (statePath !== undefined) args.push('--state', statePath);
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	const stop = async () => {
		// With a state to write it has to end by itself.
		child.kill(statePath === undefined ? 'SIGKILL' : 'SIGTERM');
		await ended;
		process.off('exit', kill);
	};
	try {
		const port = await listeningPort(child);
		return { chainId, port, rpcUrl: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

function listeningPort(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		let output = '';
		const read = (text: string) => {
			output += text;
			const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
			if (port !== undefined) resolve(Number(port));
		};
		child.stdout?.setEncoding('utf8').on('data', read);
		child.stderr?.setEncoding('utf8').on('data', read);
		child.once('error', reject);
		child.once('close', () => reject(new Error(`anvil ended before it listened: ${output.slice(-2000)}`)));
	});
}

/** Everything that viem can do with a chain, test chains included. */
export type ChainClient = Client<
	HttpTransport,
	Chain,
	undefined,
	undefined,
	PublicActions<HttpTransport, Chain> & WalletActions<Chain> & TestActions
>;

/**
 * A client for a chain under test: reads, sends for any of {@link testAccounts} (each call names its `account`), and
 * steers the chain (`mine`, `increaseTime`, `snapshot`, `reset` …). Asks again soon, and takes no answer from memory.
 */
export function chainClient({ rpcUrl, chainId }: Pick<Anvil, 'rpcUrl' | 'chainId'>): ChainClient {
	const chain = defineChain({
		id: chainId,
		name: 'anvil',
		nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
		rpcUrls: { default: { http: [rpcUrl] } },
	});
	const client = createWalletClient({ chain, transport: http(rpcUrl), pollingInterval: 20, cacheTime: 0 })
		.extend(publicActions)
		.extend(testActions({ mode: 'anvil' }));
	return client.extend(() => ({
		waitForTransactionReceipt: ({ hash }: { readonly hash: Hex }) => waitForReceipt(client, hash),
	}));
}

/**
 * Looks again and again. viem looks once for each new block, and since anvil may tell a block's number a moment before its
 * receipts, it would wait for a next block that never comes.
 */
async function waitForReceipt(client: Pick<ChainClient, 'getTransactionReceipt'>, hash: Hex) {
	for (;;) {
		const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
			if (error instanceof TransactionReceiptNotFoundError) return null;
			throw error;
		});
		if (receipt !== null) return receipt;
		await setTimeout(10);
	}
}

/**
 * Deploys a collection as `admin` of {@link testAccounts}, with their `signer`, a royalty of 5 % and names of its own
 * unless given, and waits for it. `gasUsed` is what the deployment took.
 */
export async function deployForTest(
	anvil: Pick<Anvil, 'rpcUrl' | 'chainId'>,
	settings: Partial<CollectionSettings> = {},
	bytecode?: Hex,
): Promise<{ address: Address; gasUsed: bigint }> {
	const client = chainClient(anvil);
	const hash = await client.sendTransaction({
		account: testAccounts.admin,
		to: null,
		data: deploymentData(
			{
				name: 'ADX Realm',
				symbol: 'ADX',
				contractUri: 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
				admin: testAccounts.admin.address,
				signer: testAccounts.signer.address,
				royaltyBps: 500,
				...settings,
			},
			bytecode,
		),
	});
	const { contractAddress, gasUsed } = await client.waitForTransactionReceipt({ hash });
	if (!contractAddress) throw new Error('The deployment made no contract.');
	return { address: contractAddress, gasUsed };
}

/**
 * The collection that `admin` of {@link testAccounts} deployed first, or deploys now; from then on the chain makes a block
 * every so many seconds, whether there is something to put into it or not.
 */
export async function deployOnceForTest(
	anvil: Pick<Anvil, 'rpcUrl' | 'chainId'>,
	{ secondsPerBlock }: { readonly secondsPerBlock: number },
): Promise<Address> {
	const client = chainClient(anvil);
	const first = getContractAddress({ from: testAccounts.admin.address, nonce: 0n });
	const isDeployed = (await client.getCode({ address: first })) !== undefined;
	const address = isDeployed ? first : getAddress((await deployForTest(anvil)).address);
	await client.setAutomine(false);
	await client.setIntervalMining({ interval: secondsPerBlock });
	return address;
}
