import { createHash, randomBytes } from 'node:crypto';
import {
	type Address,
	type EncodedAccount,
	getBase58Decoder,
	getBase64Encoder,
	getCompiledTransactionMessageDecoder,
	getSignatureFromTransaction,
	getTransactionDecoder,
	type Lamports,
	type Transaction,
} from '@solana/kit';
import type { LiteSVM, TransactionMetadata } from 'litesvm';
import { isLanding, toWireError, type WireError } from './ledger-error-testing.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** A transaction that is in a block, also one that failed there and paid its fee. */
export interface Landed {
	readonly signature: string;
	readonly height: number;
	readonly blockTimeSeconds: number;
	readonly bytes: Uint8Array;
	readonly accountKeys: readonly Address[];
	readonly error: WireError | null;
	readonly logs: readonly string[];
	readonly computeUnits: number;
	readonly preAccounts: readonly (EncodedAccount | null)[];
	readonly postAccounts: readonly (EncodedAccount | null)[];
	readonly feeLamports: number;
}

export interface Simulated {
	readonly error: WireError | null;
	readonly logs: readonly string[];
	readonly computeUnits: number;
}

interface Pending {
	readonly signature: string;
	readonly transaction: Transaction;
	readonly bytes: Uint8Array;
	readonly dueHeight: number;
}

interface Version {
	readonly height: number;
	account: EncodedAccount | null;
}

/** Blocks in which a blockhash may be used, as on every cluster. */
const maxAgeBlocks = 150;
/** Slots are ahead of blocks on a real chain; code that confuses the two fails. */
const slotsAhead = 1000;
const firstHeight = 200;
const slotMs = 400;

/**
 * A chain out of litesvm, which knows neither blocks nor commitments: they are kept here, with every account as it was
 * after each block that changed it, so that a reader at 'confirmed' or 'finalized' sees what such a reader would.
 */
export class Ledger {
	readonly svm: LiteSVM;
	readonly landed = new Map<string, Landed>();
	readonly genesisHash: string;
	/** How many blocks the node that answers is behind. */
	lagBlocks = 0;
	readonly #confirmedAfterBlocks: number;
	readonly #finalizedAfterBlocks: number;
	readonly #heightOfHash = new Map<string, number>();
	readonly #hashes: string[] = [];
	readonly #versions = new Map<string, Version[]>();
	readonly #seed = randomBytes(32);
	readonly #startedMs = Date.now();
	#pending: Pending[] = [];
	#height = 0;
	#forks = 0;

	constructor(svm: LiteSVM, confirmedAfterBlocks: number, finalizedAfterBlocks: number) {
		// Own blockhashes, because litesvm knows only its latest, and own history, because it cannot forget.
		this.svm = svm.withBlockhashCheck(false).withTransactionHistory(0n);
		this.#confirmedAfterBlocks = confirmedAfterBlocks;
		this.#finalizedAfterBlocks = finalizedAfterBlocks;
		while (this.#height < firstHeight) this.#addBlock();
		this.genesisHash = this.#hashes[0] ?? '';
	}

	height(commitment: Commitment): number {
		const behind = { processed: 0, confirmed: this.#confirmedAfterBlocks, finalized: this.#finalizedAfterBlocks };
		return this.#height - behind[commitment] - this.lagBlocks;
	}

	slot(commitment: Commitment): number {
		return this.height(commitment) + slotsAhead;
	}

	slotOf({ height }: Pick<Landed, 'height'>): number {
		return height + slotsAhead;
	}

	latestBlockhash(commitment: Commitment): { blockhash: string; lastValidBlockHeight: number } {
		const height = this.height(commitment);
		return { blockhash: this.#hashes[height - 1] ?? '', lastValidBlockHeight: height + maxAgeBlocks };
	}

	get firstSlot(): number {
		return slotsAhead + 1;
	}

	/** Undefined for a slot without a block. */
	blockhashAt(slot: number): string | undefined {
		return this.#hashes[slot - slotsAhead - 1];
	}

	/** Whether a transaction with it may be in the block after the newest of that commitment. */
	isBlockhashValid(blockhash: string, commitment: Commitment): boolean {
		const [blockhashHeight, now] = [this.#heightOfHash.get(blockhash), this.height(commitment)];
		return blockhashHeight !== undefined && blockhashHeight <= now && now <= blockhashHeight + maxAgeBlocks;
	}

	account(address: string, commitment: Commitment): EncodedAccount | null {
		const versions = this.#versions.get(address);
		if (versions === undefined) return this.#current(address as Address);
		const height = this.height(commitment);
		return versions.findLast((version) => version.height <= height)?.account ?? null;
	}

	/** All accounts of a program that ever changed, as of that commitment. */
	accountsOf(program: string, commitment: Commitment): EncodedAccount[] {
		return [...this.#versions.keys()]
			.map((address) => this.account(address, commitment))
			.filter((account) => account !== null)
			.filter((account) => account.programAddress === program && account.lamports > 0n);
	}

	/** Lamports out of nothing, at once and final; the signature of what brought them. */
	airdrop(address: Address, lamports: bigint): string {
		this.#remember(address);
		const before = this.#current(address);
		const result = this.svm.airdrop(address, lamports as Lamports);
		if (result === null || 'err' in result) throw new Error(`No lamports for ${address}: ${String(result)}`);
		for (const version of this.#versions.get(address) ?? []) {
			const { account } = version;
			version.account = account === null ? this.#current(address) : withMore(account, lamports);
		}
		const signature = getBase58Decoder().decode(result.signature());
		this.landed.set(signature, {
			...simulated(result, null),
			signature,
			height: this.height('finalized'),
			blockTimeSeconds: this.#timeSeconds(),
			bytes: new Uint8Array(),
			accountKeys: [address],
			preAccounts: [before],
			postAccounts: [this.#current(address)],
			feeLamports: 0,
		});
		return signature;
	}

	simulate(transaction: Transaction): Simulated {
		const result = this.svm.simulateTransaction(transaction);
		return simulated(result.meta(), toWireError(result));
	}

	/** Into the block that comes, or a later one. A transaction that waits already keeps its place. */
	enqueue(transaction: Transaction, bytes: Uint8Array, delayBlocks: number): void {
		const signature = getSignatureFromTransaction(transaction);
		if (this.#pending.some((each) => each.signature === signature)) return;
		this.#pending.push({ signature, transaction, bytes, dueHeight: this.#height + 1 + delayBlocks });
	}

	get pendingCount(): number {
		return this.#pending.length;
	}

	mine(blocks: number): void {
		for (let count = 0; count < blocks; count += 1) {
			this.#addBlock();
			const due = this.#pending.filter(({ dueHeight }) => dueHeight <= this.#height);
			this.#pending = this.#pending.filter(({ dueHeight }) => dueHeight > this.#height);
			for (const pending of due) this.#land(pending);
		}
	}

	/** Takes back the newest blocks with all that they held, as when the cluster goes on from an earlier one. */
	fork(blocks: number): void {
		const height = this.#height - blocks;
		if (blocks >= this.#finalizedAfterBlocks) throw new RangeError('Final blocks are never taken back.');
		for (const [address, versions] of this.#versions) {
			const remaining = versions.filter((version) => version.height <= height);
			if (remaining.length === versions.length) continue;
			this.#versions.set(address, remaining);
			this.svm.setAccount(remaining.at(-1)?.account ?? noAccount(address as Address));
		}
		for (const [signature, landed] of this.landed) if (landed.height > height) this.landed.delete(signature);
		for (const hash of this.#hashes.splice(height)) this.#heightOfHash.delete(hash);
		this.#height = height;
		this.#forks += 1;
	}

	#addBlock(): void {
		this.#height += 1;
		const name = `${this.#height} of fork ${this.#forks}`;
		const hash = createHash('sha256').update(this.#seed).update(name).digest();
		const blockhash = getBase58Decoder().decode(hash);
		this.#hashes.push(blockhash);
		this.#heightOfHash.set(blockhash, this.#height);
		this.svm.warpToSlot(BigInt(this.#height + slotsAhead));
	}

	/** What cannot pay its fee, was there before, or is too old, vanishes without a trace, as on a real chain. */
	#land({ signature, transaction, bytes }: Pending): void {
		const { staticAccounts: keys, lifetimeToken } = getCompiledTransactionMessageDecoder().decode(
			transaction.messageBytes,
		) as { staticAccounts: Address[]; lifetimeToken: string };
		// A block's own hash is not yet one that its transactions may name.
		const blockhashHeight = this.#heightOfHash.get(lifetimeToken);
		if (blockhashHeight === undefined || this.#height > blockhashHeight + maxAgeBlocks || this.landed.has(signature))
			return;
		for (const key of keys) this.#remember(key);
		const preAccounts = keys.map((key) => this.#current(key));
		const result = this.svm.sendTransaction(transaction);
		const error = toWireError(result);
		if (error !== null && !isLanding(error)) return;
		const postAccounts = keys.map((key) => this.#current(key));
		for (const [position, key] of keys.entries()) {
			this.#versions.get(key)?.push({ height: this.#height, account: postAccounts[position] ?? null });
		}
		this.landed.set(signature, {
			...simulated('meta' in result ? result.meta() : result, error),
			signature,
			height: this.#height,
			blockTimeSeconds: this.#timeSeconds(),
			bytes,
			accountKeys: keys,
			preAccounts,
			postAccounts,
			feeLamports: 5000 * Object.keys(transaction.signatures).length,
		});
	}

	#timeSeconds(): number {
		return Math.floor((this.#startedMs + (this.#height - firstHeight) * slotMs) / 1000);
	}

	#remember(address: string): void {
		if (this.#versions.has(address)) return;
		this.#versions.set(address, [{ height: 0, account: this.#current(address as Address) }]);
	}

	#current(address: Address): EncodedAccount | null {
		const account = this.svm.getAccount(address);
		return account.exists && account.lamports > 0n ? account : null;
	}
}

/** @throws when the bytes are not a transaction */
export function decodeTransaction(base64: string): { transaction: Transaction; bytes: Uint8Array } {
	const bytes = new Uint8Array(getBase64Encoder().encode(base64));
	return { transaction: getTransactionDecoder().decode(bytes), bytes };
}

function simulated(meta: TransactionMetadata, error: WireError | null): Simulated {
	return { error, logs: meta.logs(), computeUnits: Number(meta.computeUnitsConsumed()) };
}

function withMore(account: EncodedAccount, lamports: bigint): EncodedAccount {
	return { ...account, lamports: (account.lamports + lamports) as Lamports };
}

function noAccount(address: Address): EncodedAccount {
	const programAddress = '11111111111111111111111111111111' as Address;
	return { address, data: new Uint8Array(), executable: false, lamports: 0n as Lamports, programAddress, space: 0n };
}
