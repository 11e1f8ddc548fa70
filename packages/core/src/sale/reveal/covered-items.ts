import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { renumberName } from '@adx/collection/reveal/item-hash';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { PreviewFile } from '../../platform/images/read-preview.ts';
import type { ByteRange } from '../../platform/storage/types.ts';

type Coverable = Pick<SaleRow, 'isDelayed' | 'revealedAt'>;

/** Whether nobody but its creator may learn yet what the items of a sale are. */
export const isCovered = ({ isDelayed, revealedAt }: Coverable): boolean => isDelayed && revealedAt === null;

/** An item with the token of the merge that it shows, and that token's own name. */
interface NamedItem {
	readonly tokenNumber: number;
	readonly imageNumber: number;
	readonly name: string;
}

/** What an item is called: by its number alone while it is covered. */
export function toItemName(sale: Coverable & Pick<SaleRow, 'name'>, item: NamedItem): string {
	if (isCovered(sale)) return `${sale.name} #${item.tokenNumber}`;
	return renumberName(item.name, item.imageNumber, item.tokenNumber);
}

let picture: Promise<Buffer> | undefined;

/** The PNG that stands for every covered item; its bytes never change, since files on IPFS are named by them. */
export const readCoveredPicture = (): Promise<Buffer> => {
	picture ??= readFile(new URL('./covered.png', import.meta.url));
	return picture;
};

/** The same, as it is sent in the place of an item's picture. */
export async function openCoveredPicture(): Promise<PreviewFile> {
	const bytes = await readCoveredPicture();
	const partOf = (range?: ByteRange) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1));
	return {
		sha256: createHash('sha256').update(bytes).digest('hex'),
		sizeBytes: bytes.length,
		mime: 'image/png',
		open: async (range) => Readable.from([partOf(range)]),
	};
}
