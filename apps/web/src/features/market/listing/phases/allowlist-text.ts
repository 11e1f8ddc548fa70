import type { SaleNetwork } from '@adx/validators/sale/sales';
import { isSolanaAddress } from '../../../wallets/solana/is-solana-address.ts';

/** A wallet, and where it stands first. */
export interface ListedWallet {
	readonly address: string;
	/** From 1. */
	readonly line: number;
}

/** What a pasted list, or a CSV whose first column holds the wallets, says. */
export interface AllowlistText {
	/** Each once, in their order. */
	readonly wallets: readonly ListedWallet[];
	/** How many lines repeat an earlier one. */
	readonly duplicates: number;
	/** Lines that are not an address, from 1. */
	readonly invalid: readonly { readonly line: number; readonly text: string }[];
}

/** Whether the checksum in its upper and lower case is right, the server looks at: hashing a long list takes seconds. */
const isEvmAddress = (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text);

/** What the column of the wallets is called in the lists of other tools, such as 'wallet_address' and 'ownerAddress'. */
const heading =
	/^(?:(?:wallets?|address(?:es)?|owners?|holders?|accounts?|buyers?|minters?|members?|recipients?|public|pub|keys?|tokens?|nft|solana|sol|evm|ethereum|eth|polygon|allow|white|list)[\s_.-]*)+$/i;

const headingMaxLength = 60;

/** Reads one wallet of the network a line; the first line may be a heading. */
export function readAllowlist(text: string, network: SaleNetwork = 'solana'): AllowlistText {
	const isAddress = network === 'solana' ? isSolanaAddress : isEvmAddress;
	const wallets = new Map<string, ListedWallet>();
	const invalid: { line: number; text: string }[] = [];
	let duplicates = 0;
	for (const [place, row] of text.split(/\r?\n/).entries()) {
		const line = place + 1;
		const cell = (row.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
		if (cell === '') continue;
		if (!isAddress(cell)) {
			const isHeading = line === 1 && cell.length <= headingMaxLength && heading.test(cell);
			if (!isHeading) invalid.push({ line, text: cell.slice(0, 60) });
		} else if (wallets.has(keyOf(cell))) duplicates += 1;
		else wallets.set(keyOf(cell), { address: cell, line });
	}
	return { wallets: [...wallets.values()], duplicates, invalid };
}

/** Upper and lower case tell addresses of Solana apart, and those of EVM chains not. */
const keyOf = (wallet: string) => (wallet.startsWith('0x') ? wallet.toLowerCase() : wallet);
