import { hkdfSync } from 'node:crypto';
import { commitToSeed, shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../platform/context.ts';
import { decryptSaleSecret } from '../sale-secret.ts';

type SealedSale = Pick<SaleRow, 'id' | 'sealedSecret'>;

/** The seed by which a sale's items are shuffled, 32 bytes in hex; it follows from the secret, so that nothing is lost. */
export const deriveRevealSeed = (services: Pick<Services, 'secretKey'>, sale: SealedSale): string =>
	derive(services, sale, 'adx reveal seed');

/** The private key, 32 bytes in hex, whose word the contract of a sale takes for its end and its reveal. */
export const deriveRevealerKey = (services: Pick<Services, 'secretKey'>, sale: SealedSale): string =>
	derive(services, sale, 'adx revealer');

function derive({ secretKey }: Pick<Services, 'secretKey'>, sale: SealedSale, purpose: string): string {
	return Buffer.from(hkdfSync('sha256', decryptSaleSecret(secretKey, sale), '', purpose, 32)).toString('hex');
}

/** What is published of the seed before the sale. */
export const deriveSeedCommitment = (services: Pick<Services, 'secretKey'>, sale: SealedSale): string =>
	commitToSeed(deriveRevealSeed(services, sale));

/** Which item of the first order each token shows, by the hash of the block that was drawn. */
export function drawOrder(
	services: Pick<Services, 'secretKey'>,
	sale: SealedSale & Pick<SaleRow, 'supply'>,
	drawHash: string,
): number[] {
	return shuffleItems(toShuffle(deriveRevealSeed(services, sale), drawHash), sale.supply);
}
