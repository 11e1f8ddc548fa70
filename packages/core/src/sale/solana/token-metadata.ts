import { coveredFileName } from '@adx/collection/reveal/covered-file';
import type { SaleRevealRow, SaleRow } from '@adx/db/schema/sale-tables';
import { solanaNameMaxBytes } from '@adx/validators/limits';

/** Texts of a token on chain, within the bytes that its program takes. */
export interface ChainMetadata {
	readonly name: string;
	readonly symbol: string;
	readonly uri: string;
	readonly additional?: Readonly<Record<string, string>>;
}

type Described = Pick<SaleRow, 'symbol' | 'metadataRoot' | 'isDelayed'>;

/** What a collection whose items are covered commits to, for everybody to read; hashes in hex. */
export type PublishedReveal = Pick<SaleRevealRow, 'provenance' | 'seedCommitment'>;

/** As long as that of any collection. */
export const longestCommitment: PublishedReveal = { provenance: '0'.repeat(64), seedCommitment: '0'.repeat(64) };

/** What the collection says of itself on chain; nothing enforces the royalty, which is given for those who honour it. */
export function toCollectionMetadata(
	{ name, symbol, metadataRoot, royaltyBasisPoints }: Described & Pick<SaleRow, 'name' | 'royaltyBasisPoints'>,
	commitment: PublishedReveal | null,
): ChainMetadata {
	return {
		name,
		symbol,
		uri: `ipfs://${metadataRoot}/contract.json`,
		additional: {
			royalty_basis_points: String(royaltyBasisPoints),
			...(commitment === null ? {} : { provenance: commitment.provenance, seed_commitment: commitment.seedCommitment }),
		},
	};
}

/** What an item says of itself on chain: its name as far as the chain takes it, whole in the file that the address names. */
export function toItemMetadata(
	{ symbol, metadataRoot, isDelayed }: Described,
	{ tokenNumber, name }: { readonly tokenNumber: number; readonly name: string },
): Omit<ChainMetadata, 'additional'> {
	// No shorter than what takes its place at the reveal, when nobody pays rent for more.
	const fileName = isDelayed ? coveredFileName : `${tokenNumber}.json`;
	return { name: cutToBytes(name, solanaNameMaxBytes), symbol, uri: `ipfs://${metadataRoot}/${fileName}` };
}

/** As long as that of any item of the sale: no item costs more than one with it. */
export function getLongestMetadata(sale: Described & Pick<SaleRow, 'supply'>): ChainMetadata {
	return toItemMetadata(sale, { tokenNumber: sale.supply, name: 'x'.repeat(solanaNameMaxBytes) });
}

/** A number at the end of a name, which distinguishes items of one collection. */
const numberAtEnd = /\s?#\d{1,10}$/u;

/** At the end of a character as readers see it, so that no accent or emoji is cut in two; a '#7' at the end stays. */
export function cutToBytes(text: string, maxBytes: number): string {
	if (Buffer.byteLength(text) <= maxBytes) return text;
	const [numbering = ''] = numberAtEnd.exec(text) ?? [];
	const room = maxBytes - Buffer.byteLength(numbering);
	let cut = '';
	for (const { segment } of new Intl.Segmenter().segment(text.slice(0, text.length - numbering.length))) {
		if (Buffer.byteLength(cut + segment) > room) break;
		cut += segment;
	}
	return `${cut.trimEnd()}${numbering}`;
}
