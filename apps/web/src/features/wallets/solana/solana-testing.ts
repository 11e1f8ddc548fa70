import { buildCollectionTransaction, type CollectionOptions } from '@adx/contracts/solana/collection-transaction';
import { buildItemTransaction, type ItemOptions } from '@adx/contracts/solana/item-transaction';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { PublicKey } from '@solana/web3.js';
import type { StandardWallet } from './connect/wallet-standard.ts';

/** An address that is always the same for a name of up to 32 letters. */
export function createAddress(name: string): string {
	const bytes = new Uint8Array(32).fill(7);
	bytes.set(new TextEncoder().encode(name).slice(0, 32));
	return new PublicKey(bytes).toBase58();
}

export const buyer = createAddress('buyer');
export const creator = createAddress('creator');
export const stranger = createAddress('stranger');

const secret = new Uint8Array(32).fill(3);
export const collectionMint: string = await deriveAddress(secret, 'collection');
/** The authority that admits items to the collection. */
export const saleAuthority: string = await deriveAddress(secret, 'authority');

/** With this fee and files of these lengths a collection takes 0.0058 SOL, and each item 0.0068 SOL beside its price. */
const collectionFee = 550_000;
const itemFee = 74_500;
const rootOf = (length: number) => `b${'a'.repeat(length - 1)}`;

const lifetimeOf = (microLamportsPerUnit: number) => ({
	blockhash: createAddress('blockhash'),
	lastValidBlockHeight: 150n,
	lamportsPerByte: 6_960n,
	microLamportsPerUnit,
});

/** What a creator's wallet is given to make the collection with, base64, by the server's own builder. */
export async function buildCollection(
	changes: Partial<CollectionOptions> = {},
	microLamportsPerUnit: number = collectionFee,
): Promise<string> {
	const order = {
		name: 'Frost & Fire',
		symbol: 'FF',
		uri: `ipfs://${rootOf(23)}/contract.json`,
		additional: { royalty_basis_points: '500' },
		maxSize: 30,
		creator,
		secret,
		...changes,
	};
	return (await buildCollectionTransaction(order, lifetimeOf(microLamportsPerUnit))).wire;
}

/** What a wallet is given for an item, base64, by the server's own builder; the creator pays nobody. */
export async function buildItem(
	changes: Partial<ItemOptions> = {},
	microLamportsPerUnit: number = itemFee,
): Promise<string> {
	const { tokenNumber = 7 } = changes;
	const order: ItemOptions = {
		name: `Frost & Fire #${tokenNumber}`,
		symbol: 'FF',
		uri: `ipfs://${rootOf(57 - 2 * String(tokenNumber).length)}/${tokenNumber}.json`,
		collectionMint,
		secret,
		tokenNumber,
		buyer,
		creator,
		priceLamports: 100_000_000n,
		...changes,
	};
	return (await buildItemTransaction(order, lifetimeOf(microLamportsPerUnit))).wire;
}

const price = 100_000_000n;
const numbers = Array.from({ length: 30 }, (_, place) => place + 1);
const [collection, sold, given, own] = await Promise.all([
	buildCollection(),
	buildItem(),
	buildItem({ priceLamports: 0n }),
	Promise.all(numbers.map((tokenNumber) => buildItem({ buyer: creator, tokenNumber }))),
]);

export interface WireOptions {
	readonly payer?: string;
	readonly recipient?: string;
	readonly priceLamports?: bigint;
	/** The number of items, from 1 to 30, that the creator mints for free. */
	readonly tokenNumber?: number;
}

/** Puts something of the same length in place of every occurrence of some bytes. */
function replaceBytes(wire: string, changes: readonly (readonly [Uint8Array, Uint8Array])[]): string {
	const before = atob(wire);
	let text = before;
	const binary = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
	for (const [from, to] of changes) {
		for (let at = before.indexOf(binary(from)); at >= 0; at = before.indexOf(binary(from), at + 1)) {
			text = text.slice(0, at) + binary(to) + text.slice(at + to.length);
		}
	}
	return btoa(text);
}

function transferOf(lamports: bigint): Uint8Array {
	const data = new DataView(new ArrayBuffer(12));
	data.setUint32(0, 2, true);
	data.setBigUint64(4, lamports, true);
	return new Uint8Array(data.buffer);
}

/** An item's transaction as the server builds it; addresses and a price that differ are edited in afterwards. */
export function itemWire(order: WireOptions = {}): string {
	const { payer = buyer, recipient = creator, priceLamports = price, tokenNumber = 7 } = order;
	if (priceLamports === 0n) return payer === creator ? own[tokenNumber - 1]! : given;
	const key = (address: string) => new PublicKey(address).toBytes();
	return replaceBytes(sold, [
		[key(buyer), key(payer)],
		[key(creator), key(recipient)],
		[transferOf(price), transferOf(priceLamports)],
	]);
}

/** The collection's transaction as the server builds it. */
export const collectionWire = (): string => collection;

type WalletResponse = (transactions: readonly Uint8Array[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;

/** A wallet in the page, as the browser's extensions put one there. */
export interface FakeSolanaWallet {
	/** 'connect', 'connect silent', 'disconnect', 'sign <how many>' and 'sign message', in order. */
	readonly asked: string[];
	/** What it answers next, once, in place of its signatures. */
	signNext(answer: WalletResponse): void;
	/** What it answers to the next message, once, in place of its signature. */
	signMessageNext(answer: () => Promise<Uint8Array>): void;
	/** What it answers to the next 'connect'. */
	connectNext(answer: () => Promise<string>): void;
	/** As when the user chooses another account, or with null takes the page's permission away. */
	chooseAccount(address: string | null): void;
}

/** Signs as a wallet does: the first signature is no longer empty. */
const signed: WalletResponse = (transactions) =>
	transactions.map((bytes) => {
		const copy = Uint8Array.from(bytes);
		copy.fill(9, 1, 65);
		return copy;
	});

let announced: StandardWallet[] = [];
const announceAll = ({ detail }: CustomEvent<{ register: (...wallets: StandardWallet[]) => void }>) =>
	detail.register(...announced);

/** Announces a wallet until the test ends. */
export function haveSolanaWallet({
	name = 'Phantom',
	address = buyer,
	isConnected = false,
	chains = ['solana:mainnet', 'solana:devnet'],
	signsMessages = true,
} = {}): FakeSolanaWallet {
	let accounts = isConnected ? [{ address }] : [];
	const asked: string[] = [];
	const listeners = new Set<() => void>();
	const nextSign: WalletResponse[] = [];
	const nextMessage: (() => Promise<Uint8Array>)[] = [];
	const nextConnect: (() => Promise<string>)[] = [];
	announced.push({
		name,
		icon: 'data:image/png;base64,',
		chains,
		get accounts() {
			return accounts;
		},
		features: {
			'standard:connect': {
				async connect({ silent = false } = {}) {
					asked.push(silent ? 'connect silent' : 'connect');
					if (silent) return { accounts };
					accounts = [{ address: (await nextConnect.shift()?.()) ?? accounts[0]?.address ?? address }];
					return { accounts };
				},
			},
			'standard:disconnect': {
				async disconnect() {
					asked.push('disconnect');
					accounts = [];
				},
			},
			'standard:events': {
				on(_event, listener) {
					listeners.add(listener);
					return () => listeners.delete(listener);
				},
			},
			'solana:signTransaction': {
				async signTransaction(...inputs) {
					asked.push(`sign ${inputs.length}`);
					const answer = nextSign.shift() ?? signed;
					const answers = await answer(inputs.map(({ transaction }) => transaction));
					return answers.map((signedTransaction) => ({ signedTransaction }));
				},
			},
			...(signsMessages && {
				'solana:signMessage': {
					async signMessage() {
						asked.push('sign message');
						return [{ signature: (await nextMessage.shift()?.()) ?? new Uint8Array(64).fill(9) }];
					},
				},
			}),
		},
	});
	return {
		asked,
		signNext: (answer) => void nextSign.push(answer),
		signMessageNext: (answer) => void nextMessage.push(answer),
		connectNext: (answer) => void nextConnect.push(answer),
		chooseAccount(next) {
			accounts = next === null ? [] : [{ address: next }];
			for (const listener of listeners) listener();
		},
	};
}

/** Call before each test: no wallet until one is given. */
export function startWithoutSolanaWallets(): void {
	endWithoutSolanaWallets();
	window.addEventListener('wallet-standard:app-ready', announceAll as unknown as EventListener);
}

/** Call after each test: what follows finds no wallet. */
export function endWithoutSolanaWallets(): void {
	announced = [];
	Reflect.deleteProperty(window, 'phantom');
	window.removeEventListener('wallet-standard:app-ready', announceAll as unknown as EventListener);
}

/** What a wallet refuses with when its user closes the request. */
export const userRejection = () => Object.assign(new Error('User rejected the request.'), { code: 4001 });
