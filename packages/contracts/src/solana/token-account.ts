import { type Address, address } from '@solana/kit';
import { findAssociatedTokenPda, TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022';

/** Data of a token account with Token-2022's immutable owner, in bytes. */
export const tokenAccountBytes = 170;

/** A wallet's account for a mint, where its token lies. `bump` says how many tries it takes programs to find it. */
export async function deriveTokenAccount(owner: string, mint: string): Promise<{ account: Address; bump: number }> {
	const seeds = { owner: address(owner), mint: address(mint), tokenProgram: TOKEN_2022_PROGRAM_ADDRESS };
	const [account, bump] = await findAssociatedTokenPda(seeds);
	return { account, bump };
}
