import { z } from 'zod';
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
