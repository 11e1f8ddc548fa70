import { rarityTexts } from './rarity-texts.ts';

export type RarityTab = keyof typeof rarityTexts.tabs;

/** What the address of a rarity page says besides the collection; the ranking is what is usual. */
export interface RarityAddress {
	readonly tab?: RarityTab;
}

/** Reads an address as anybody may have typed it. */
export function readRarityAddress({ tab }: Readonly<Record<string, unknown>>): RarityAddress {
	const isTab = typeof tab === 'string' && Object.hasOwn(rarityTexts.tabs, tab);
	return isTab && tab !== 'ranking' ? { tab: tab as RarityTab } : {};
}

export const rarityTabOf = ({ tab }: RarityAddress): RarityTab => tab ?? 'ranking';
