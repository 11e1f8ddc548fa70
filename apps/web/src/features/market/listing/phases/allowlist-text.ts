import type { SaleNetwork } from '@adx/validators/sale/sales';

/** What a pasted list, or a CSV whose first column holds the wallets, says. */
export interface AllowlistText {
	/** Each once, in their order. */
	readonly wallets: readonly string[];
	/** How many lines repeat an earlier one. */
	readonly duplicates: number;
	/** Lines that are not an address, from 1. */
	readonly invalid: readonly { readonly line: number; readonly text: string }[];
}

/** Base58 of 32 bytes, which the server decodes. */
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/** Reads one wallet of the network a line; the first line may be a heading. */
export function readAllowlist(text: string, network: SaleNetwork = 'solana'): AllowlistText {
	const address = network === 'solana' ? solanaAddress : evmAddress;
	const wallets = new Map<string, string>();
	const invalid: { line: number; text: string }[] = [];
	let duplicates = 0;
	for (const [place, line] of text.split(/\r?\n/).entries()) {
		const cell = (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
		if (cell === '') continue;
		if (!address.test(cell)) {
			const isHeading = place === 0 && /^[a-z_ ]+$/i.test(cell);
			if (!isHeading) invalid.push({ line: place + 1, text: cell.slice(0, 60) });
		} else if (wallets.has(keyOf(cell))) duplicates += 1;
		else wallets.set(keyOf(cell), cell);
	}
	return { wallets: [...wallets.values()], duplicates, invalid };
}

/** Upper and lower case tell addresses of Solana apart, and those of EVM chains not. */
const keyOf = (wallet: string) => (wallet.startsWith('0x') ? wallet.toLowerCase() : wallet);
