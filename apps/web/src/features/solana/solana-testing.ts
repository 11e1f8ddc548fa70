import '../../test/typed-arrays.ts';
import { ComputeBudgetProgram, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { StandardWallet } from './wallet-standard.ts';

/** An address that is always the same for a name of up to 32 letters. */
export function addressOf(name: string): string {
	const bytes = new Uint8Array(32).fill(7);
	bytes.set(new TextEncoder().encode(name).slice(0, 32));
	return new PublicKey(bytes).toBase58();
}

export const buyer = addressOf('buyer');
export const creator = addressOf('creator');
export const stranger = addressOf('stranger');
export const collectionMint = addressOf('collection');

const tokenProgram = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const tokenAccountProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const key = (address: string) => new PublicKey(address);

/** An instruction by its bytes in hex, of Token-2022 unless told otherwise. */
export function call(hex: string, accounts: readonly string[], program = tokenProgram): TransactionInstruction {
	const data = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
	const keys = accounts.map((address) => ({ pubkey: key(address), isSigner: false, isWritable: true }));
	return new TransactionInstruction({ programId: program, keys, data: data as never });
}

export interface WireOrder {
	readonly payer?: string;
	readonly owner?: string;
	readonly recipient?: string;
	readonly priceLamports?: bigint;
	readonly rentLamports?: bigint;
	readonly mint?: string;
	readonly group?: string;
	/** Put behind what is expected. */
	readonly more?: readonly TransactionInstruction[];
	/** No limit of compute units is named. */
	readonly isUnlimited?: boolean;
}

const hexOf = (number: bigint, sizeBytes: number) =>
	Array.from({ length: sizeBytes }, (_, place) =>
		((number >> BigInt(8 * place)) & 255n).toString(16).padStart(2, '0'),
	).join('');

/** Instructions of the system program. */
export const system = {
	transfer: (from: string, to: string, lamports: bigint) =>
		call(`02000000${hexOf(lamports, 8)}`, [from, to], SystemProgram.programId),
	allocate: (account: string) => call(`08000000${hexOf(306n, 8)}`, [account], SystemProgram.programId),
	assign: (account: string, program: PublicKey) =>
		call(`01000000${hexOfBytes(program.toBytes())}`, [account], SystemProgram.programId),
	createAccount: (from: string, account: string) =>
		call(
			`00000000${hexOf(1n, 8)}${hexOf(1n, 8)}${hexOfBytes(key(stranger).toBytes())}`,
			[from, account],
			SystemProgram.programId,
		),
};

const hexOfBytes = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A legacy message, as wallets get it; the library's own writer does not know the typed arrays of jsdom. */
function messageOf(payer: string, instructions: readonly TransactionInstruction[]): number[] {
	const transaction = new Transaction();
	transaction.feePayer = key(payer);
	transaction.recentBlockhash = addressOf('blockhash');
	transaction.add(...instructions);
	const { header, staticAccountKeys, compiledInstructions } = transaction.compileMessage();
	const counted = (items: readonly number[]) => [items.length, ...items];
	return [
		header.numRequiredSignatures,
		header.numReadonlySignedAccounts,
		header.numReadonlyUnsignedAccounts,
		staticAccountKeys.length,
		...staticAccountKeys.flatMap((one) => [...one.toBytes()]),
		...key(addressOf('blockhash')).toBytes(),
		compiledInstructions.length,
		...compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }) => [
			programIdIndex,
			...counted(accountKeyIndexes),
			...counted([...data]),
		]),
	];
}

function wireOf(payer: string, instructions: readonly TransactionInstruction[]): string {
	const message = messageOf(payer, instructions);
	const signatures = message[0]!;
	const bytes = [signatures, ...new Array<number>(64 * signatures).fill(0), ...message];
	return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
}

/** The same as a transaction of version 0 that takes one address from a table. */
export function withLookup(wire: string): Uint8Array {
	const bytes = Array.from(atob(wire), (character) => character.charCodeAt(0));
	const start = 1 + 64 * bytes[0]!;
	const table = [1, ...key(stranger).toBytes(), 1, 0, 0];
	return Uint8Array.from([...bytes.slice(0, start), 0x80, ...bytes.slice(start), ...table]);
}

/** Makes a mint as the server's transactions do. */
function mintCalls({ payer = buyer, mint = addressOf('piece'), rentLamports = 4_700_000n }: WireOrder) {
	return [
		system.transfer(payer, mint, rentLamports),
		system.allocate(mint),
		system.assign(mint, tokenProgram),
		call('2700', [mint]),
		call('1400', [mint]),
		call('d2e11ea258b84d8d00', [mint]),
	];
}

/** What a wallet is given to buy a piece with, base64. */
export function pieceWire(order: WireOrder = {}): string {
	const { payer = buyer, owner = payer, recipient = creator, priceLamports = 100_000_000n } = order;
	const { mint = addressOf('piece'), group = collectionMint, more = [] } = order;
	const seeds = [key(owner), tokenProgram, key(mint)].map((one) => one.toBytes());
	const token = PublicKey.findProgramAddressSync(seeds, tokenAccountProgram)[0].toBase58();
	return wireOf(payer, [
		...(order.isUnlimited === true ? [] : [call('0260ea0000', [], ComputeBudgetProgram.programId)]),
		...(priceLamports === 0n ? [] : [system.transfer(payer, recipient, priceLamports)]),
		...mintCalls(order),
		call('9820deb0dfed7486', [mint, mint, addressOf('authority'), group, addressOf('authority')]),
		call('', [payer, token, owner, mint], tokenAccountProgram),
		call('070100000000000000', [mint, token, addressOf('authority')]),
		call('06000000', [mint, addressOf('authority')]),
		...more,
	]);
}

/** What a creator's wallet is given to make the collection with, base64. */
export function collectionWire(order: WireOrder = {}): string {
	const { payer = creator, mint = collectionMint, more = [] } = order;
	return wireOf(payer, [
		call('0260ea0000', [], ComputeBudgetProgram.programId),
		...mintCalls({ ...order, payer, mint }),
		call('79716c2736330004', [mint, mint, payer]),
		call('06000000', [mint, payer]),
		...more,
	]);
}

type Answer = (transactions: readonly Uint8Array[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;

/** A wallet in the page, as the browser's extensions put one there. */
export interface FakeSolanaWallet {
	/** 'connect', 'connect silent', 'disconnect' and 'sign <how many>', in order. */
	readonly asked: string[];
	/** What it answers next, once, in place of its signatures. */
	signNext(answer: Answer): void;
	/** What it answers to the next 'connect'. */
	connectNext(answer: () => Promise<string>): void;
	/** As when the user chooses another account, or with null takes the page's permission away. */
	chooseAccount(address: string | null): void;
}

/** As a wallet signs: the first signature is no longer empty. */
const signed: Answer = (transactions) =>
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
} = {}): FakeSolanaWallet {
	let accounts = isConnected ? [{ address }] : [];
	const asked: string[] = [];
	const listeners = new Set<() => void>();
	const nextSign: Answer[] = [];
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
		},
	});
	return {
		asked,
		signNext: (answer) => void nextSign.push(answer),
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
export const closedRequest = () => Object.assign(new Error('User rejected the request.'), { code: 4001 });
