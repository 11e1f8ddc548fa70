/** A wallet of this browser that can sign on Solana, however it got into the page. */
export interface SolanaWallet {
	/** Stays the same over reloads. */
	readonly name: string;
	/** A data: URL; whatever else a wallet gives is not shown. */
	readonly icon: string | undefined;
	/**
	 * The address that the user chose; null where the wallet gives none. `silent` asks nobody: only a wallet that lets this
	 * page see it already answers with one.
	 */
	connect(silent: boolean): Promise<string | null>;
	disconnect(): Promise<void>;
	/** The same transactions with the account's signature, in their order. Rejects with what the wallet refuses with. */
	sign(transactions: readonly Uint8Array[], address: string, cluster: string): Promise<readonly Uint8Array[]>;
	/** The account's signature of a text; undefined for a wallet that signs transactions alone. */
	readonly signMessage: ((message: Uint8Array, address: string) => Promise<Uint8Array>) | undefined;
	/** Tells of every change of the chosen account, null where there is none left. Returns what ends that. */
	watch(onChange: (address: string | null) => void): () => void;
}

/** A signature was asked of an account that the wallet no longer shows. */
export class AccountChangedError extends Error {
	override readonly name = 'AccountChangedError';
}

const closedCode = 4001;

/** Wallets without codes of their own say it in words. */
const rejectionPatterns = /reject|declin|denied|cancel|closed/i;

/** Whether the user closed what the wallet asked. */
export function isSolanaUserRejection(error: unknown): boolean {
	if (typeof error !== 'object' || error === null) return false;
	if ('code' in error && error.code === closedCode) return true;
	return error instanceof Error && !(error instanceof AccountChangedError) && rejectionPatterns.test(error.message);
}
