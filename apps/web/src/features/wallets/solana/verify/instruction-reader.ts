import { solanaTexts } from '../solana-texts.ts';
import { type Instruction, programs, rejectTransaction, toBase58 } from './read-transaction.ts';

const texts = solanaTexts.refused;

/** The bytes of one call, read from their beginning; whatever does not fit is refused. */
export class ByteReader {
	readonly #data: Uint8Array;
	#at: number;

	constructor(data: Uint8Array, start: number) {
		this.#data = data;
		this.#at = start;
	}

	u8(): number {
		return this.#bytes(1)[0]!;
	}

	u32(): number {
		const bytes = this.#bytes(4);
		return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
	}

	u64(): bigint {
		const bytes = this.#bytes(8);
		return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
	}

	/** Null for 32 zeros, which stand for nobody. */
	address(): string | null {
		const bytes = this.#bytes(32);
		return bytes.some((byte) => byte !== 0) ? toBase58(bytes) : null;
	}

	/** UTF-8 with the number of its bytes before it. */
	text(): string {
		const bytes = this.#bytes(this.u32());
		try {
			return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
		} catch {
			return rejectTransaction(texts.unreadable);
		}
	}

	end(): void {
		if (this.#at !== this.#data.length) rejectTransaction(texts.unreadable);
	}

	#bytes(count: number): Uint8Array {
		const from = this.#at;
		if (from + count > this.#data.length) rejectTransaction(texts.unreadable);
		this.#at += count;
		return this.#data.subarray(from, from + count);
	}
}

const programNames: Readonly<Record<string, string>> = {
	[programs.system]: 'System',
	[programs.computeBudget]: 'Compute Budget',
	[programs.token]: 'Token-2022',
	[programs.tokenAccounts]: 'Associated Token Account',
};

/** What a program is asked for by the first bytes of a call, in hex. */
export const discriminators = {
	unitLimit: [programs.computeBudget, '02'],
	unitPrice: [programs.computeBudget, '03'],
	transfer: [programs.system, '02000000'],
	allocate: [programs.system, '08000000'],
	assign: [programs.system, '01000000'],
	metadataPointer: [programs.token, '2700'],
	groupPointer: [programs.token, '2800'],
	memberPointer: [programs.token, '2900'],
	initializeMint: [programs.token, '14'],
	metadata: [programs.token, 'd2e11ea258b84d8d'],
	metadataField: [programs.token, 'dde9312db5cadcc8'],
	metadataAuthority: [programs.token, 'd7e4a6e45464567b'],
	makeGroup: [programs.token, '79716c2736330004'],
	joinGroup: [programs.token, '9820deb0dfed7486'],
	makeTokenAccount: [programs.tokenAccounts, '00'],
	mintTo: [programs.token, '07'],
	setAuthority: [programs.token, '06'],
} as const;
export type InstructionKind = keyof typeof discriminators;

const isOf = ({ program, data }: Instruction, kind: InstructionKind) => {
	const [expected, hex] = discriminators[kind];
	return program === expected && hex.match(/../g)!.every((byte, at) => data[at] === Number.parseInt(byte, 16));
};

/** Takes the calls of a transaction one after the other: each has to be the one that is expected at its place. */
export class InstructionReader {
	readonly #calls: readonly Instruction[];
	#next = 0;

	constructor(calls: readonly Instruction[]) {
		this.#calls = calls;
	}

	/** Names of the programs that are called, each once. */
	get programs(): readonly string[] {
		return [...new Set(this.#calls.map(({ program }) => programNames[program] ?? program))];
	}

	/** Whatever else is wrong, a program that this page does not know is reported first. */
	requireKnown(): void {
		for (const { program } of this.#calls)
			if (programNames[program] === undefined) rejectTransaction(texts.program(program));
	}

	isNext(kind: InstructionKind): boolean {
		const call = this.#calls[this.#next];
		return call !== undefined && isOf(call, kind);
	}

	/** The next call, of whatever accounts. */
	takeAny(kind: InstructionKind): { readonly accounts: readonly string[]; readonly data: ByteReader } {
		const call = this.#calls[this.#next] ?? rejectTransaction(texts.created);
		if (!isOf(call, kind)) refuseCall(call);
		this.#next += 1;
		return { accounts: call.accounts, data: new ByteReader(call.data, discriminators[kind][1].length / 2) };
	}

	/** The next call, which has to be given exactly these accounts; `otherwise` says why it is refused. */
	take(kind: InstructionKind, accounts: readonly string[], otherwise: string): ByteReader {
		const call = this.takeAny(kind);
		const isSame = call.accounts.length === accounts.length && accounts.every((one, at) => one === call.accounts[at]);
		if (!isSame) rejectTransaction(otherwise);
		return call.data;
	}

	/** Nothing more is done. */
	end(): void {
		const more = this.#calls[this.#next];
		if (more !== undefined) refuseCall(more);
	}
}

/** Says what a call does that was not ordered, or not at its place. */
function refuseCall(call: Instruction): never {
	const { program, accounts } = call;
	if (isOf(call, 'transfer')) return rejectTransaction(texts.recipient(accounts[1] ?? ''));
	return rejectTransaction(texts.instruction(programNames[program] ?? program));
}
