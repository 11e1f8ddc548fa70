const perSol = 1_000_000_000n;

/** '0.1 SOL' of 100,000,000 lamports, to the last one; takes decimal text as the API has it, too. */
export function formatSol(lamports: bigint | string): string {
	const amount = BigInt(lamports);
	const whole = (amount / perSol).toLocaleString('en');
	const rest = (amount % perSol).toString().padStart(9, '0').replace(/0+$/, '');
	return `${whole}${rest === '' ? '' : `.${rest}`} SOL`;
}

/** The same; what costs nothing is 'Free'. */
export const formatPrice = (lamports: bigint | string) => (BigInt(lamports) === 0n ? 'Free' : formatSol(lamports));
