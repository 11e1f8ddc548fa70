/** What a pasted list, or a CSV whose first column holds the wallets, says. */
export interface AllowlistText {
	/** Each once, in their order. */
	readonly wallets: readonly string[];
	/** How many lines repeat an earlier one. */
	readonly duplicates: number;
	/** Lines that are no address of Solana, from 1. */
	readonly invalid: readonly { readonly line: number; readonly text: string }[];
}

/** Base58 of 32 bytes; the server decodes it. */
const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Reads one wallet a line; the first line may be a heading. */
export function readAllowlist(text: string): AllowlistText {
	const wallets = new Set<string>();
	const invalid: { line: number; text: string }[] = [];
	let duplicates = 0;
	for (const [place, line] of text.split(/\r?\n/).entries()) {
		const cell = (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
		if (cell === '') continue;
		if (!address.test(cell)) {
			const isHeading = place === 0 && /^[a-z_ ]+$/i.test(cell);
			if (!isHeading) invalid.push({ line: place + 1, text: cell.slice(0, 60) });
		} else if (wallets.has(cell)) duplicates += 1;
		else wallets.add(cell);
	}
	return { wallets: [...wallets], duplicates, invalid };
}
