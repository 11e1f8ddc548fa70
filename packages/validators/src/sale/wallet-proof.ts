import { z } from 'zod';
import { walletProofMs } from '../limits.ts';
import { mintChainFacts, mintChainSchema } from '../minted-token.ts';
import { storableText } from '../text.ts';

/** What a wallet signs to show whose it is. */
export const saleChallengeOutput = z.object({
	/** Sign-In-With-Solana, or EIP-4361 on an EVM chain. */
	message: z.string(),
	/** When it can no longer be used. */
	expiresAt: z.string(),
});
export type SaleChallenge = z.infer<typeof saleChallengeOutput>;

/** That message with the wallet's signature of it: 64 bytes in base64, or on an EVM chain 65 in hex with 0x. */
export const walletProofSchema = z.strictObject({
	message: storableText(1_000),
	signature: z.string().regex(/^(0x[0-9a-fA-F]{130}|[A-Za-z0-9+/]{86}==)$/, 'Not a signature of a wallet'),
});
export type WalletProof = z.infer<typeof walletProofSchema>;

/** What a message to sign is about, which server and page both know. */
export interface ProofSubject {
	/** Of the page that asks. */
	readonly origin: string;
	readonly saleId: string;
	/** The sale's: a cluster of Solana, or an EVM chain. */
	readonly cluster: string;
	readonly walletAddress: string;
}

/** What the server alone decides of it. */
export interface ProofIssue {
	/** 48 hex digits. */
	readonly nonce: string;
	readonly issuedAt: Date;
}

const statement =
	'Show that this wallet is yours, so that an item can be set aside for it. This is not a transaction, and nothing is paid.';

/** When the server stops taking the signature of a message. */
export const getProofEnd = ({ issuedAt }: Pick<ProofIssue, 'issuedAt'>): Date =>
	new Date(issuedAt.getTime() + walletProofMs);

/**
 * The text as wallets know it, by which they compare its first line with the page that asks.
 * https://eips.ethereum.org/EIPS/eip-4361, https://github.com/phantom/sign-in-with-solana
 */
export function toProofMessage({ origin, saleId, cluster, walletAddress }: ProofSubject, issue: ProofIssue): string {
	const evmChain = mintChainSchema.safeParse(cluster).data;
	const [account, chainId] =
		evmChain === undefined
			? ['Solana', cluster === 'mainnet-beta' ? 'mainnet' : cluster]
			: ['Ethereum', mintChainFacts[evmChain].chainId];
	return `${new URL(origin).host} wants you to sign in with your ${account} account:
${walletAddress}

${statement}

URI: ${origin}/sale/${saleId}
Version: 1
Chain ID: ${chainId}
Nonce: ${issue.nonce}
Issued At: ${issue.issuedAt.toISOString()}
Expiration Time: ${getProofEnd(issue).toISOString()}`;
}

/** What the server decided of a message, where all the rest of it is about that; null for any other text. */
export function readProofMessage(message: string, subject: ProofSubject): ProofIssue | null {
	const nonce = /^Nonce: ([0-9a-f]{48})$/m.exec(message)?.[1];
	const issuedAt = new Date(/^Issued At: (.*)$/m.exec(message)?.[1] ?? '');
	// Such a time has no text, nor has what is five minutes after the last one.
	if (nonce === undefined || Number.isNaN(getProofEnd({ issuedAt }).getTime())) return null;
	const issue = { nonce, issuedAt };
	return message === toProofMessage(subject, issue) ? issue : null;
}
