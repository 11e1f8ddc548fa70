import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';

/**
 * The option lists that have a sheet of tiles, and the order of the tiles on it: row by row, `tileColumns` to a row.
 * Read by the page, which shows single tiles, and by the build, which draws the sheets (forge-tiles.ts).
 */
export const tileOptionLists = { races, classes, styles: artStyles, backgrounds, afflictions } as const;

/** Name of a sheet. */
export type OptionTileSheet = keyof typeof tileOptionLists;

export const tileSheets = Object.keys(tileOptionLists) as OptionTileSheet[];

export const tileColumns = 8;

/** Column and row of an option's tile and the number of rows of its sheet; undefined for what is not on the sheet. */
export function getTilePosition(sheet: OptionTileSheet, value: string) {
	const list: readonly { readonly value: string }[] = tileOptionLists[sheet];
	const index = list.findIndex((option) => option.value === value);
	if (index === -1) return undefined;
	return {
		column: index % tileColumns,
		row: Math.floor(index / tileColumns),
		rows: Math.ceil(list.length / tileColumns),
	};
}
