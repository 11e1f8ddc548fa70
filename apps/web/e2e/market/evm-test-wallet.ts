import type { Page } from '@playwright/test';
import {
	BaseError,
	createPublicClient,
	createWalletClient,
	defineChain,
	type Hex,
	http,
	numberToHex,
	RpcRequestError,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

interface Request {
	readonly method: string;
	readonly params?: readonly unknown[];
}

/** What a wallet answers in place of a result. */
interface WalletError {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
}

type WalletResponse = { readonly result: unknown } | { readonly refusal: WalletError };

export interface TestWallet {
	/** The address of the chosen account. */
	readonly address: Hex;
	/** The methods the page asked for, in order; what only reads the chain is left out. */
	readonly requests: readonly Request[];
	/** How often the page asked for that method. */
	countOf(method: string): number;
	/** Closes the next request of that method, as a user does. */
	rejectNext(method: string): void;
	/** Answers the next request of that method without doing it. */
	ignoreNext(method: string): void;
	/** Leaves the next request of that method without an answer, as a user does who looks at it first, until it is let go. */
	holdNext(method: string): { release(): void };
	/** Acts as when the user chooses another chain in the wallet. */
	chooseChain(chainId: number): Promise<void>;
	/** Acts as when the user chooses another account. */
	chooseAccount(privateKey: Hex): Promise<void>;
}

export interface TestWalletOptions {
	readonly privateKey: Hex;
	/** Those it can reach, by id; others only once they were added. The first is the one it is on. */
	readonly rpcUrls: ReadonlyMap<number, string>;
}

const userMethods = /^(eth_requestAccounts|eth_sendTransaction|personal_sign|wallet_.*)$/;
const refuse = (code: number, message: string): WalletResponse => ({ refusal: { code, message } });

/** A wallet in a page (EIP-1193, announced by EIP-6963) that signs by itself and sends to real chains. Give it before the page opens. */
export async function injectWallet(page: Page, { privateKey, rpcUrls }: TestWalletOptions): Promise<TestWallet> {
	let account = privateKeyToAccount(privateKey);
	const known = new Map(rpcUrls);
	const requests: Request[] = [];
	const rejected = new Set<string>();
	const ignored = new Set<string>();
	const held = new Map<string, Promise<void>>();
	let chainId = [...known.keys()][0]!;
	let isConnected = false;

	const emit = (name: string, value: unknown) =>
		page.evaluate(([event, data]) => window.dispatchEvent(new CustomEvent(`test-wallet:${event}`, { detail: data })), [
			name,
			value,
		] as const);
	async function chooseChain(next: number) {
		chainId = next;
		await emit('chainChanged', numberToHex(next));
	}
	function connectionOf(id: number) {
		const rpcUrl = known.get(id)!;
		const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 };
		const chain = defineChain({ id, name: 'chain', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } });
		return { chain, transport: http(rpcUrl, { retryCount: 0 }) };
	}

	async function answer({ method, params = [] }: Request): Promise<WalletResponse> {
		const [first] = params as [Record<string, string & string[]>];
		if (method === 'eth_accounts') return { result: isConnected ? [account.address] : [] };
		if (method === 'eth_chainId') return { result: numberToHex(chainId) };
		if (method === 'eth_requestAccounts') {
			isConnected = true;
			return { result: [account.address] };
		}
		if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
			const wanted = Number(first.chainId);
			if (method === 'wallet_addEthereumChain') known.set(wanted, first.rpcUrls![0]!);
			if (!known.has(wanted)) return refuse(4902, 'Unrecognized chain ID.');
			await chooseChain(wanted);
			return { result: null };
		}
		if (method === 'eth_sendTransaction') {
			const { from, to, data, value = '0x0' } = first as Record<string, Hex>;
			if (from?.toLowerCase() !== account.address.toLowerCase()) return refuse(4100, 'This account is not chosen.');
			const client = createWalletClient({ account, ...connectionOf(chainId) });
			return { result: await client.sendTransaction({ to: to!, data: data!, value: BigInt(value) }) };
		}
		if (method === 'personal_sign')
			return { result: await account.signMessage({ message: { raw: params[0] as Hex } }) };
		if (method.startsWith('wallet_')) return refuse(-32_601, 'There is no such method.');
		return { result: await createPublicClient(connectionOf(chainId)).request({ method, params } as never) };
	}

	await page.exposeFunction('requestTestWallet', async (request: Request): Promise<WalletResponse> => {
		const { method } = request;
		if (userMethods.test(method)) requests.push(request);
		if (rejected.delete(method)) return refuse(4001, 'User rejected the request.');
		if (ignored.delete(method)) return { result: null };
		const released = held.get(method);
		held.delete(method);
		await released;
		return answer(request).catch((error: unknown) => ({ refusal: toWalletError(error) }));
	});
	await page.addInitScript(announce);
	return {
		get address() {
			return account.address;
		},
		requests,
		countOf: (method) => requests.filter((request) => request.method === method).length,
		rejectNext: (method) => void rejected.add(method),
		ignoreNext: (method) => void ignored.add(method),
		holdNext(method) {
			const { promise, resolve } = Promise.withResolvers<void>();
			held.set(method, promise);
			return { release: resolve };
		},
		chooseChain,
		async chooseAccount(next) {
			account = privateKeyToAccount(next);
			await emit('accountsChanged', [account.address]);
		},
	};
}

/** What the node refused with, as wallets pass it on: with the data that names the contract's reason. */
function toWalletError(error: unknown): WalletError {
	const cause = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null;
	if (!(cause instanceof RpcRequestError)) return { code: -32_603, message: String(error) };
	return { code: cause.code, message: cause.details, data: cause.data };
}

/** Runs in the page. */
function announce(): void {
	const { requestTestWallet } = window as unknown as {
		requestTestWallet: (request: unknown) => Promise<{ result?: unknown; refusal?: { code: number; message: string } }>;
	};
	const listeners = new Map<string, Set<(value: unknown) => void>>();
	const of = (event: string) => listeners.get(event) ?? listeners.set(event, new Set()).get(event)!;
	for (const event of ['chainChanged', 'accountsChanged']) {
		window.addEventListener(`test-wallet:${event}`, (emitted) => {
			for (const listener of of(event)) listener((emitted as CustomEvent).detail);
		});
	}
	const provider = {
		async request(request: unknown) {
			const { result, refusal } = await requestTestWallet(request);
			if (refusal !== undefined) throw Object.assign(new Error(refusal.message), refusal);
			return result;
		},
		on: (event: string, listener: (value: unknown) => void) => void of(event).add(listener),
		removeListener: (event: string, listener: (value: unknown) => void) => void of(event).delete(listener),
	};
	const info = {
		uuid: crypto.randomUUID(),
		name: 'Test Wallet',
		icon: 'data:image/svg+xml,<svg/>',
		rdns: 'test.wallet',
	};
	const emit = () =>
		window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
	window.addEventListener('eip6963:requestProvider', emit);
	emit();
}
