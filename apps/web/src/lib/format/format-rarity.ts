import type { RarityTier } from '@adx/validators/catalogue/image-traits';

/** Text colour of each tier. */
export const tierTextClass = {
	Common: 'text-rarity-common',
	Uncommon: 'text-rarity-uncommon',
	Rare: 'text-rarity-rare',
	Epic: 'text-rarity-epic',
	Legendary: 'text-rarity-legendary',
} as const satisfies Record<RarityTier, string>;

/**
 * '12%', '0.4%', '0.01%', '99.8%': as many decimals as distinguish it from nothing and from the whole, two at most. Never zero
 * for what occurs, and never 100% for what not all have.
 */
export function formatShare(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (part / whole) * 100;
	if (percent > 0 && percent < 0.005) return '<0.01%';
	if (percent < 100 && percent >= 99.995) return '>99.99%';
	return `${percent.toFixed(getDigits(percent))}%`;
}

function getDigits(percent: number): number {
	if (percent === 0 || percent >= 100) return 0;
	if (percent < 0.1 || percent >= 99.95) return 2;
	return percent < 10 || percent >= 99.5 ? 1 : 0;
}
