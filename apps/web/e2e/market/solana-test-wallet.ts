import { Buffer } from 'node:buffer';
import { createTestWallet, type TestWallet as SigningWallet } from '@adx/contracts/solana/wallet-testing';
import type { Page } from '@playwright/test';

type Request =
	| { readonly method: 'connect'; readonly silent: boolean }
	| { readonly method: 'disconnect' }
	/** Whole transactions in base64. */
	| { readonly method: 'sign'; readonly transactions: readonly string[] }
	| { readonly method: 'signMessage'; readonly text: string };

export interface SolanaTestWallet {
	readonly address: string;
	/** What the page asked for, in order; how many transactions it had signed. */
	readonly requests: readonly string[];
	/** Closes the next request of that kind, as a user does. */
	rejectNext(method: Request['method']): void;
	/** Leaves the next request of that kind without an answer, as a user does who looks at it first. */
	holdNext(method: Request['method']): void;
}

export interface SolanaTestWalletOptions {
	/** Its key follows from it. */
	readonly name: string;
	/** False for a wallet that is found in `window.phantom` alone. */
	readonly announces?: boolean;
}

/**
 * A wallet named Phantom in a page, by the wallet standard and as `window.phantom.solana`; it signs by itself, with a key
 * that never enters the page. Give it before the page opens.
 */
export async function injectSolanaWallet(
	page: Page,
	{ name, announces = true }: SolanaTestWalletOptions,
): Promise<SolanaTestWallet> {
	const wallet = await createTestWallet(name);
	const requests: string[] = [];
	const rejected = new Set<string>();
	const held = new Set<string>();
	let isConnected = false;

	async function answer(request: Request): Promise<unknown> {
		if (request.method === 'sign') return signAll(wallet, request.transactions);
		if (request.method === 'signMessage') return wallet.signMessage(request.text);
		if (request.method === 'connect') isConnected ||= !request.silent;
		else isConnected = false;
		return isConnected ? wallet.address : null;
	}

	await page.exposeBinding('requestSolanaTestWallet', async (_source, request: Request) => {
		const { method } = request;
		const isSilent = method === 'connect' && request.silent;
		if (!isSilent) requests.push(method === 'sign' ? `sign ${request.transactions.length}` : method);
		if (rejected.delete(method)) return { refusal: { code: 4001, message: 'User rejected the request.' } };
		if (held.delete(method)) return new Promise<never>(() => {});
		return { result: await answer(request) };
	});
	await page.addInitScript(announce, announces);
	return {
		address: wallet.address,
		requests,
		rejectNext: (method) => void rejected.add(method),
		holdNext: (method) => void held.add(method),
	};
}

const signAll = (wallet: SigningWallet, transactions: readonly string[]): Promise<string[]> =>
	Promise.all(transactions.map(async (wire) => Buffer.from(await wallet.sign(wire)).toString('base64')));

/** Runs in the page. */
function announce(announces: boolean): void {
	interface WalletResponse {
		readonly result?: unknown;
		readonly refusal?: { code: number; message: string };
	}
	interface Transaction {
		serialize(): Uint8Array;
		readonly constructor: { deserialize(bytes: Uint8Array): Transaction };
	}
	const { requestSolanaTestWallet } = window as unknown as {
		requestSolanaTestWallet: (request: unknown) => Promise<WalletResponse>;
	};
	async function request<Result>(request: unknown): Promise<Result> {
		const { result, refusal } = await requestSolanaTestWallet(request);
		if (refusal !== undefined) throw Object.assign(new Error(refusal.message), refusal);
		return result as Result;
	}
	const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	const toBytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
	const sign = async (transactions: readonly Uint8Array[]) =>
		(await request<string[]>({ method: 'sign', transactions: transactions.map(toBase64) })).map(toBytes);

	const signMessage = async (message: Uint8Array) =>
		toBytes(await request<string>({ method: 'signMessage', text: new TextDecoder().decode(message) }));

	let accounts: { address: string }[] = [];
	async function connect(silent: boolean): Promise<void> {
		const address = await request<string | null>({ method: 'connect', silent });
		accounts = address === null ? [] : [{ address }];
	}
	const standard = {
		version: '1.0.0',
		name: 'Phantom',
		icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
		chains: ['solana:mainnet', 'solana:devnet', 'solana:testnet'],
		get accounts() {
			return accounts;
		},
		features: {
			'standard:connect': {
				version: '1.0.0',
				async connect({ silent = false } = {}) {
					await connect(silent);
					return { accounts };
				},
			},
			'standard:disconnect': {
				version: '1.0.0',
				async disconnect() {
					accounts = [];
					await request({ method: 'disconnect' });
				},
			},
			'standard:events': { version: '1.0.0', on: () => () => {} },
			'solana:signTransaction': {
				version: '1.0.0',
				supportedTransactionVersions: ['legacy', 0],
				signTransaction: async (...inputs: { transaction: Uint8Array }[]) =>
					(await sign(inputs.map(({ transaction }) => transaction))).map((signedTransaction) => ({
						signedTransaction,
					})),
			},
			'solana:signMessage': {
				version: '1.0.0',
				signMessage: async ({ message }: { message: Uint8Array }) => [{ signature: await signMessage(message) }],
			},
		},
	};

	const keyOf = () => (accounts[0] === undefined ? null : { toString: () => accounts[0]?.address ?? '' });
	async function signAllTransactions(transactions: Transaction[]): Promise<Transaction[]> {
		const signed = await sign(transactions.map((transaction) => transaction.serialize()));
		return transactions.map((transaction, place) => transaction.constructor.deserialize(signed[place]!));
	}
	const solana = {
		isPhantom: true,
		get publicKey() {
			return keyOf();
		},
		async connect({ onlyIfTrusted = false } = {}) {
			await connect(onlyIfTrusted);
			const publicKey = keyOf();
			if (publicKey === null) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
			return { publicKey };
		},
		disconnect: () => standard.features['standard:disconnect'].disconnect(),
		signTransaction: async (transaction: Transaction) => (await signAllTransactions([transaction]))[0],
		signAllTransactions,
		signMessage: async (message: Uint8Array) => ({ signature: await signMessage(message) }),
		on: () => {},
	};
	Object.assign(window, { phantom: { solana } });
	if (!announces) return;
	const register = ({ register: take }: { register: (wallet: unknown) => void }) => take(standard);
	window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
	window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}
