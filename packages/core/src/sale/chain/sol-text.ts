const decimals = 9;

/** Lamports in SOL, exactly and without zeros at the end: '0.10676'. */
export function formatSol(lamports: bigint): string {
	const digits = String(lamports).padStart(decimals + 1, '0');
	const fraction = digits.slice(-decimals).replace(/0+$/, '');
	const whole = digits.slice(0, -decimals);
	return fraction === '' ? whole : `${whole}.${fraction}`;
}
