import { solText } from './lamports.ts';
import { addressOf, type ProgramCall, programs, readTransaction, refuse, tokenAccountOf } from './read-transaction.ts';
import { solanaTexts } from './texts.ts';

const texts = solanaTexts.refused;

/** What the page said that a transaction does. */
export interface TransactionPromise {
	/** The wallet that signs, pays, and gets what is created. */
	readonly wallet: string;
	/** Who gets the price; null where there is none. */
	readonly recipient: string | null;
	readonly priceLamports: bigint;
	/** Most that rent and fees may take. */
	readonly costLamports: bigint;
	readonly creates: 'collection' | 'piece';
	/** Mint of the collection: the one that is created, or the one that a piece joins; null where nobody told yet. */
	readonly collection: string | null;
}

/** What a transaction does, as its bytes say. */
export interface TransactionFacts {
	/** Moved to the recipient. */
	readonly priceLamports: bigint;
	/** Rent and fees as far as the bytes tell: that of the account for a token only the network knows. */
	readonly costLamports: bigint;
	/** Of what is created. */
	readonly mint: string;
	/** Names of the programs it calls, each once. */
	readonly programs: readonly string[];
}

const programNames: Readonly<Record<string, string>> = {
	[programs.system]: 'System',
	[programs.computeBudget]: 'Compute Budget',
	[programs.token]: 'Token-2022',
	[programs.tokenAccounts]: 'Associated Token Account',
};

const signatureFeeLamports = 5_000n;

const startsWith = (data: Uint8Array, hex: string) =>
	hex.match(/../g)!.every((byte, place) => data[place] === Number.parseInt(byte, 16));

const viewOf = ({ data }: ProgramCall) => new DataView(data.buffer, data.byteOffset, data.byteLength);

/** The one new account that everything else has to be about; never the wallet's own. */
function findMint(calls: readonly ProgramCall[], wallet: string): string {
	const assigned = calls.filter(({ program, data }) => program === programs.system && startsWith(data, '01000000'));
	const mint = assigned[0]?.accounts[0];
	return mint !== undefined && mint !== wallet && assigned.length === 1 ? mint : refuse(texts.created);
}

/** What this page orders of Token-2022, by the beginning of the bytes; whatever else there is, is refused. */
const setUp = [
	'14', // InitializeMint2
	'2700', // metadata pointer
	'2800', // group pointer
	'2900', // group member pointer
	'060000', // nobody may mint any more
	'd2e11ea258b84d8d', // metadata
	'dde9312db5cadcc8', // a field of it
	'd7e4a6e45464567b', // who may change it
];
const makesGroup = '79716c2736330004';
const joinsGroup = '9820deb0dfed7486';
const mintsToken = '07';

/** Goes through every call of a transaction and adds up what leaves the wallet. */
class Judge {
	readonly #promise: TransactionPromise;
	readonly #mint: string;
	price = 0n;
	rent = 0n;
	computeUnits = 0n;
	microLamportsPerUnit = 0n;
	isMember = false;
	isMinted = false;
	isGroup = false;

	constructor(promise: TransactionPromise, mint: string) {
		this.#promise = promise;
		this.#mint = mint;
	}

	take(call: ProgramCall): void {
		if (call.program === programs.system) this.#takeSystem(call);
		else if (call.program === programs.computeBudget) this.#takeBudget(call);
		else if (call.program === programs.token) this.#takeToken(call);
		else if (call.program === programs.tokenAccounts) this.#takeTokenAccount(call);
		else refuse(texts.program(call.program));
	}

	#takeSystem(call: ProgramCall): void {
		const { data, accounts } = call;
		const [first, second] = accounts;
		if (startsWith(data, '02000000') && data.length === 12) {
			if (first !== this.#promise.wallet) refuse(texts.foreign);
			const lamports = viewOf(call).getBigUint64(4, true);
			if (second === this.#mint) this.rent += lamports;
			else if (second === this.#promise.recipient) this.price += lamports;
			else refuse(texts.recipient(second ?? ''));
			return;
		}
		const isAllocate = startsWith(data, '08000000');
		const isAssign = startsWith(data, '01000000') && addressOf(data.subarray(4)) === programs.token;
		if (!isAllocate && !isAssign) refuse(texts.instruction('System'));
		if (first !== this.#mint) refuse(texts.foreign);
	}

	#takeBudget(call: ProgramCall): void {
		const [kind] = call.data;
		if (kind === 2) this.computeUnits = BigInt(viewOf(call).getUint32(1, true));
		else if (kind === 3) this.microLamportsPerUnit = viewOf(call).getBigUint64(1, true);
		else refuse(texts.instruction('Compute Budget'));
	}

	#takeToken({ data, accounts }: ProgramCall): void {
		if (accounts[0] !== this.#mint) refuse(texts.foreign);
		if (startsWith(data, joinsGroup)) {
			const group = accounts[3];
			if (this.#promise.collection !== null && group !== this.#promise.collection) refuse(texts.foreign);
			this.isMember = true;
		} else if (startsWith(data, mintsToken)) {
			if (accounts[1] !== tokenAccountOf(this.#promise.wallet, this.#mint)) refuse(texts.owner);
			this.isMinted = true;
		} else if (startsWith(data, makesGroup)) this.isGroup = true;
		else if (!setUp.some((beginning) => startsWith(data, beginning))) refuse(texts.instruction('Token-2022'));
	}

	#takeTokenAccount({ data, accounts: [payer, , owner, mint] }: ProgramCall): void {
		const isCreate = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
		if (!isCreate) refuse(texts.instruction('Associated Token Account'));
		if (payer !== this.#promise.wallet || mint !== this.#mint) refuse(texts.foreign);
		if (owner !== this.#promise.wallet) refuse(texts.owner);
	}

	hasOrdered(): boolean {
		const { creates, collection } = this.#promise;
		if (creates === 'piece') return this.isMember && this.isMinted && !this.isGroup;
		const isExpected = collection === null || collection === this.#mint;
		return isExpected && this.isGroup && !this.isMember && !this.isMinted;
	}

	feeLamports(signatureCount: number): bigint {
		// Without a limit of its own the chain counts one of its choice, which is not for the page to guess.
		if (this.microLamportsPerUnit > 0n && this.computeUnits === 0n) refuse(texts.instruction('Compute Budget'));
		const priority = (this.computeUnits * this.microLamportsPerUnit + 999_999n) / 1_000_000n;
		return BigInt(signatureCount) * signatureFeeLamports + priority;
	}
}

/**
 * Reads a transaction's bytes and compares them with what the page said. Throws a RefusedTransactionError with the first
 * thing that differs: another payer, recipient, amount, owner or program, or anything that it does not create itself.
 */
export function judgeTransaction(wire: Uint8Array, promise: TransactionPromise): TransactionFacts {
	const { payer, signatureCount, calls } = readTransaction(wire);
	if (payer !== promise.wallet) refuse(texts.payer);
	for (const { program } of calls) if (programNames[program] === undefined) refuse(texts.program(program));
	const mint = findMint(calls, promise.wallet);
	const judge = new Judge(promise, mint);
	for (const call of calls) judge.take(call);
	if (!judge.hasOrdered()) refuse(texts.created);
	if (judge.price !== promise.priceLamports) refuse(texts.price(solText(judge.price), solText(promise.priceLamports)));
	const costLamports = judge.rent + judge.feeLamports(signatureCount);
	if (costLamports > promise.costLamports) refuse(texts.cost(solText(costLamports), solText(promise.costLamports)));
	return {
		priceLamports: judge.price,
		costLamports,
		mint,
		programs: [...new Set(calls.map(({ program }) => programNames[program]!))],
	};
}
