import { hkdfSync } from 'node:crypto';
import { commitToSeed, shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../platform/context.ts';
import { decryptSaleSecret } from '../sale-secret.ts';

type SealedSale = Pick<SaleRow, 'id' | 'sealedSecret'>;

/** The seed by which a sale's items are shuffled, 32 bytes in hex; it follows from the secret, so that nothing is lost. */
export function deriveRevealSeed({ secretKey }: Pick<Services, 'secretKey'>, sale: SealedSale): string {
	const seed = hkdfSync('sha256', decryptSaleSecret(secretKey, sale), '', 'adx reveal seed', 32);
	return Buffer.from(seed).toString('hex');
}

/** What is published of the seed before the sale. */
export const deriveCommitment = (services: Pick<Services, 'secretKey'>, sale: SealedSale): string =>
	commitToSeed(deriveRevealSeed(services, sale));

/** Which item of the first order each token shows, by the hash of the block that was drawn. */
export function drawOrder(
	services: Pick<Services, 'secretKey'>,
	sale: SealedSale & Pick<SaleRow, 'supply'>,
	drawHash: string,
): number[] {
	return shuffleItems(toShuffle(deriveRevealSeed(services, sale), drawHash), sale.supply);
}
