import type { Sale } from '@adx/validators/sale/sales';

/**
 * The address of an item's picture. It is another one once the item is revealed: the browser takes the same address for the
 * picture that it has shown at it, which was the cover.
 */
export const toPictureUrl = (
	{ reveal }: Pick<Sale, 'reveal'>,
	imageUrl: string,
	size: 'full' | '512' | '200',
): string => `${imageUrl}?size=${size}${reveal?.phase === 'revealed' ? '&v=revealed' : ''}`;
