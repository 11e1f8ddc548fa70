import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { decryptText, encryptText } from '../platform/secrets/sealed-text.ts';

const secretBytes = 32;

const placeOf = (saleId: string) => ({ purpose: 'solana sale secret', rowId: saleId });

/** A new secret of a sale, of which all its keys are derived. */
export const createSaleSecret = (): Uint8Array => randomBytes(secretBytes);

/** The secret as the sale's row holds it. */
export function encryptSaleSecret(secretKey: Uint8Array, saleId: string, secret: Uint8Array): string {
	return encryptText(secretKey, placeOf(saleId), Buffer.from(secret).toString('base64'));
}

/** The secret of a sale, 32 bytes. Throws where the installation's key is not the one that it was sealed with. */
export function decryptSaleSecret(
	secretKey: Uint8Array,
	{ id, sealedSecret }: Pick<SaleRow, 'id' | 'sealedSecret'>,
): Uint8Array {
	const opened = decryptText(secretKey, placeOf(id), sealedSecret);
	if (opened === null) throw new Error(`The secret of sale ${id} cannot be opened with this installation's key.`);
	return new Uint8Array(Buffer.from(opened, 'base64'));
}

/**
 * Token numbers 1 to `supply` in the order in which they are sold. It follows from the secret, and what was sold says
 * nothing about what comes next; the transaction that a buyer is given to sign names its item.
 */
export function saleOrder(secret: Uint8Array, supply: number): number[] {
	const key = Buffer.from(hkdfSync('sha256', secret, '', 'adx sale order', 32));
	const lots = Array.from({ length: supply }, (_, index) => ({
		tokenNumber: index + 1,
		lot: createHmac('sha256', key)
			.update(String(index + 1))
			.digest('hex'),
	}));
	lots.sort((left, right) => (left.lot < right.lot ? -1 : 1));
	return lots.map(({ tokenNumber }) => tokenNumber);
}
