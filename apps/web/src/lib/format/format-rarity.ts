import type { RarityTier } from '@adx/validators/generation';

/** Text colour of each tier. */
export const tierTextClass = {
	Common: 'text-rarity-common',
	Uncommon: 'text-rarity-uncommon',
	Rare: 'text-rarity-rare',
	Epic: 'text-rarity-epic',
	Legendary: 'text-rarity-legendary',
} as const satisfies Record<RarityTier, string>;

/** '12%', '0.4%', '0.01%': as many decimals as distinguish it from nothing, two at most, and never zero for what occurs. */
export function formatShare(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (part / whole) * 100;
	if (percent > 0 && percent < 0.005) return '<0.01%';
	const digits = percent === 0 || percent >= 10 ? 0 : percent < 0.1 ? 2 : 1;
	return `${percent.toFixed(digits)}%`;
}
