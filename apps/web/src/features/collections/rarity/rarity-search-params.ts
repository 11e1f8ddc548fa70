import { rarityTexts } from './rarity-texts.ts';

export type RarityTab = keyof typeof rarityTexts.tabs;

/** What the address of a rarity page says besides the collection; the ranking is what is usual. */
export interface RaritySearchParams {
	readonly tab?: RarityTab;
}

/** Reads an address as anybody may have typed it. */
export function parseRaritySearchParams({ tab }: Readonly<Record<string, unknown>>): RaritySearchParams {
	const isTab = typeof tab === 'string' && Object.hasOwn(rarityTexts.tabs, tab);
	return isTab && tab !== 'ranking' ? { tab: tab as RarityTab } : {};
}

export const toRarityTab = ({ tab }: RaritySearchParams): RarityTab => tab ?? 'ranking';
