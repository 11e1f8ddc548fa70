import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adxCollectionAbi, type Voucher } from '@adx/contracts/evm/abi';
import {
	type Anvil,
	type ChainClient,
	chainClient,
	deployForTest,
	startAnvil,
	testAccounts,
	testKeys,
} from '@adx/contracts/evm/anvil-testing';
import { collectionV1Bytecode } from '@adx/contracts/evm/collection-v1-testing';
import { type RpcCall, type RpcProxy, type RpcResponse, startRpcProxy } from '@adx/contracts/evm/rpc-proxy-testing';
import { imageListInput } from '@adx/validators/generation/job-inputs';
import type { PreparedMint, PrepareMintInput } from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { type Address, getAddress, type Hex } from 'viem';
import { createRequest, driveJob } from '../generation/generation-testing.ts';
import { listGeneratedImages } from '../generation/queries/generations.ts';
import { startGeneration } from '../generation/start/start-generation.ts';
import type { RequestContext } from '../platform/context.ts';
import { unlimited } from '../platform/services-testing.ts';
import { createMintContract, type MintContract } from './mint-contract.ts';
import { listMintStatus } from './mint-status.ts';
import type { Minting } from './minting.ts';
import { createVoucherSigner } from './voucher-signer.ts';
import { watchMints } from './watch-mints.ts';

/** Without it tests that need a chain are skipped. */
export { hasAnvil } from '@adx/contracts/evm/anvil-testing';

/** A real chain with the contract, and how a server that mints on it is configured. */
export interface MintChainTest {
	readonly anvil: Anvil;
	readonly client: ChainClient;
	readonly address: Address;
	readonly chain: MintContract;
	/** What the server signs vouchers with. */
	readonly signerKey: Hex;
	/** For the services of a test; `change` replaces what it names. */
	minting(change?: Partial<Minting>): Minting;
	/** Sends a prepared mint as a wallet does; returns the transaction's hash without waiting for it. */
	redeem(prepared: PreparedMint, from?: keyof typeof testAccounts, nonce?: number): Promise<Hex>;
	/** As `redeem`, for several in one transaction. */
	redeemMany(prepared: readonly PreparedMint[]): Promise<Hex>;
	/** Sends it that often into one block; returns how many of them the contract let through. */
	redeemAtOnce(prepared: PreparedMint, count: number): Promise<number>;
	/** A way to the node that can be made difficult; it ends with the chain. */
	startProxy(): Promise<RpcProxy>;
	/** Ends the node's process, so that nobody listens; until then its blocks are kept. Only with `isRestartable`. */
	goAway(): Promise<void>;
	/** Starts it again where it was; does nothing while it is there. */
	comeBack(): Promise<void>;
	/** Another contract on the same chain, with the same signer; of the first version if asked for. */
	deployAnother(version?: 1): Promise<MintContract>;
	/** Forgets what waits for a block. */
	dropPending(): Promise<void>;
	/** Makes blocks. */
	mine(blocks: number): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a chain whose blocks are by default made by `mine` alone; mints count after `confirmations` blocks. */
export async function startMintChain({
	name = 'polygon' as MintChain,
	confirmations = 3,
	isMining = false,
	isRestartable = false,
}: {
	readonly name?: MintChain;
	readonly confirmations?: number;
	readonly isMining?: boolean;
	readonly isRestartable?: boolean;
} = {}): Promise<MintChainTest> {
	const folder = isRestartable ? await mkdtemp(join(tmpdir(), 'adx-chain-')) : null;
	const state = folder === null ? {} : { statePath: join(folder, 'state.json') };
	const anvil = await startAnvil({ chainId: name === 'polygon' ? 137 : 1, ...state });
	let running = anvil;
	let isAway = false;
	const proxies: RpcProxy[] = [];
	const client = chainClient(anvil);
	const address = getAddress((await deployForTest(anvil)).address);
	await client.setAutomine(isMining);
	const chain = createMintContract({
		chain: name,
		chainId: anvil.chainId,
		symbol: 'MATIC',
		rpcUrl: anvil.rpcUrl,
		publicRpcUrl: null,
		explorerUrl: 'https://explorer.example',
		contractAddress: address,
		confirmations,
	});
	const redeem: MintChainTest['redeem'] = (prepared, from = 'buyer', nonce = undefined) =>
		client.writeContract({
			account: testAccounts[from],
			address: prepared.contractAddress as Address,
			abi: adxCollectionAbi,
			functionName: 'redeem',
			args: redeemArgs(prepared),
			gas: 300_000n,
			...(nonce === undefined ? {} : { nonce }),
		});
	return {
		anvil,
		client,
		address,
		chain,
		signerKey: testKeys.signer,
		minting: (change) => ({
			chains: new Map([[name, chain]]),
			signer: createVoucherSigner(testKeys.signer),
			ipfsApiUrl: null,
			limiter: unlimited,
			askingMaxMs: 10_000,
			...change,
		}),
		redeem,
		redeemMany: (prepared) =>
			client.writeContract({
				account: testAccounts.buyer,
				address,
				abi: adxCollectionAbi,
				functionName: 'redeemMany',
				args: [prepared.map(redeemArgs).map(([voucher, r, vs]) => ({ voucher, r, vs }))],
				gas: 3_000_000n,
			}),
		redeemAtOnce: async (prepared, count) => {
			await client.setAutomine(false);
			const first = await client.getTransactionCount({ address: testAccounts.buyer.address });
			const sends = Array.from({ length: count }, (_, index) => redeem(prepared, 'buyer', first + index));
			const hashes = await Promise.all(sends);
			await client.mine({ blocks: 1 });
			await client.setAutomine(isMining);
			const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })));
			return receipts.filter(({ status }) => status === 'success').length;
		},
		deployAnother: async (version) => {
			await client.setAutomine(true);
			const code = version === 1 ? collectionV1Bytecode : undefined;
			const { address: contractAddress } = await deployForTest(anvil, {}, code);
			await client.setAutomine(isMining);
			return chain.with({ contractAddress: getAddress(contractAddress) });
		},
		dropPending: async () => {
			const { pending } = await client.getTxpoolContent();
			const waiting = Object.values(pending).flatMap((byNonce) => Object.values(byNonce));
			for (const { hash } of waiting) await client.dropTransaction({ hash });
		},
		mine: (blocks) => client.mine({ blocks }),
		startProxy: async () => {
			const proxy = await startRpcProxy(anvil.rpcUrl);
			proxies.push(proxy);
			return proxy;
		},
		goAway: async () => {
			isAway = true;
			await running.stop();
		},
		comeBack: async () => {
			if (!isAway) return;
			running = await startAnvil({ chainId: anvil.chainId, port: anvil.port, isMining, ...state });
			isAway = false;
		},
		stop: async () => {
			await Promise.all([running.stop(), ...proxies.map((proxy) => proxy.close())]);
			if (folder !== null) await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The voucher as the contract takes it. */
export const toVoucher = ({ voucher }: PreparedMint): Voucher => ({
	to: voucher.to as Address,
	digest: voucher.digest as Hex,
	price: BigInt(voucher.price),
	nonce: BigInt(voucher.nonce),
	deadline: BigInt(voucher.deadline),
});

/** Ids of drawn images of the caller's own. */
export async function generateImages(ctx: RequestContext, count: number): Promise<string[]> {
	const { jobId } = await startGeneration(ctx, createRequest(count));
	await driveJob(ctx, jobId);
	return (await listGeneratedImages(ctx, imageListInput.parse({ jobId }))).map(({ id }) => id);
}

type NodeFault = (calls: readonly RpcCall[], url: string) => RpcResponse | 'break';

const inEveryAnswer = (calls: readonly RpcCall[], answer: object): RpcResponse => ({
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(calls.map((_, id) => ({ jsonrpc: '2.0', id, ...answer }))),
});
const rpcError = (code: number) => (calls: readonly RpcCall[], url: string) =>
	inEveryAnswer(calls, { error: { code, message: `execution reverted: ${url} may not`, data: url } });

/** The ways in which a node can fail, each of which reveals the address by which it is reached. */
export const nodeFaults: Readonly<Record<string, NodeFault>> = {
	'an error of its own': (_, url) => ({ status: 500, body: `no upstream for ${url}` }),
	'a refusal in JSON': (_, url) => ({
		status: 401,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: `unknown project: ${url}` } }),
	}),
	'a limit': (_, url) => ({ status: 429, body: url, headers: { 'retry-after': '0' } }),
	'a page': (_, url) => ({ status: 200, headers: { 'content-type': 'text/html' }, body: `<a href="${url}">` }),
	'half a JSON text': (_, url) => ({ status: 200, body: `[{"${url}` }),
	'a redirection to nowhere': (_, url) => ({
		status: 307,
		body: '',
		headers: { location: `http://127.0.0.1:1/${encodeURIComponent(url)}` },
	}),
	'errors of JSON-RPC': rpcError(-32_602),
	'reverted calls': rpcError(3),
	'empty results': (calls) => inEveryAnswer(calls, { result: '0x' }),
	'results of another kind': (calls, url) => inEveryAnswer(calls, { result: url }),
	'blocks of another kind': (calls, url) => inEveryAnswer(calls, { result: { number: url, timestamp: url } }),
	'a broken connection': () => 'break',
};

/** What `redeem` is called with. */
export const redeemArgs = (prepared: PreparedMint) =>
	[toVoucher(prepared), prepared.signature.r as Hex, prepared.signature.vs as Hex] as const;

/** The mint with a signature that nobody gave: its transaction is reverted, and the voucher itself stays as good as it was. */
export const withWrongSignature = (mint: PreparedMint): PreparedMint => ({
	...mint,
	signature: { ...mint.signature, r: `0x${'1'.repeat(64)}` },
});

/** A body of `POST /api/mint/prepare`. */
export const createMintRequest = (imageId: string, change: Partial<PrepareMintInput> = {}): PrepareMintInput => ({
	imageId,
	chain: 'polygon',
	walletAddress: testAccounts.buyer.address,
	name: 'Elf Wizard',
	description: 'A wizard of the elves.',
	...change,
});

/** Looks at the chain as the watcher does, then returns the state of the caller's mint of that image. */
export async function pollMintStatus(ctx: RequestContext, chain: MintContract, imageId: string) {
	await watchMints(ctx, chain);
	return (await listMintStatus(ctx, { chain: chain.settings.chain })).find((mint) => mint.imageId === imageId);
}
