/** Wei of the unit that prices are kept in: the 10^-9 of a coin that are lamports on Solana are gwei on EVM chains. */
const weiPerGwei = 1_000_000_000n;

/** An amount that a sale keeps, in wei. */
export const toWei = (gwei: string | bigint): bigint => BigInt(gwei) * weiPerGwei;

/** An amount in whole gwei, decimal; what is less counts as one. */
export const toGwei = (wei: bigint): string => String((wei + weiPerGwei - 1n) / weiPerGwei);
