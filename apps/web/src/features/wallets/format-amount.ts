import { formatNumber } from '@adx/validators/format-number';

const perCoin = 1_000_000_000n;

/**
 * '0.1 SOL' of 100,000,000 lamports, to the last one; of gwei it is the coin of an EVM chain. Takes decimal text as the API
 * has it, too.
 */
export function formatAmount(amount: bigint | string, coin = 'SOL'): string {
	const whole = formatNumber(BigInt(amount) / perCoin);
	const rest = (BigInt(amount) % perCoin).toString().padStart(9, '0').replace(/0+$/, '');
	return `${whole}${rest === '' ? '' : `.${rest}`} ${coin}`;
}

/** The same; what costs nothing is 'Free'. */
export const formatPrice = (amount: bigint | string, coin = 'SOL') =>
	BigInt(amount) === 0n ? 'Free' : formatAmount(amount, coin);
