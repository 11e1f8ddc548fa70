/** Made by the plugin of apps/web/vite-plugins/forge-tiles.ts. */
declare module 'virtual:forge-tiles' {
	/** Where each sheet of tiles is fetched from. */
	export const tileSheetUrls: Readonly<
		Record<import('./features/create/form/option-tile-sheet.ts').OptionTileSheet, string>
	>;
	/** A row of seven square characters, 192 px each. */
	export const showcaseUrl: string;
}
