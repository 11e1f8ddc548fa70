/** Who is to be drawn: catalogue values, one per trait. Unknown strings are drawn from a hash of the word. */
export interface Figure {
	readonly race: string;
	readonly class: string;
	readonly artStyle: string;
	/** A catalogue scene, `purple-blue-gradient`, or the name of an invented landscape. */
	readonly background: string;
	readonly affliction: string;
	readonly divinity: string;
	readonly items: string;
	readonly magicalStone: string;
	/** Tier of the whole figure; rare ones get a lit frame. */
	readonly rarity?: string;
}

/** What shows one trait of a figure best: monks wear nothing on their heads, and a calm ground suits what is judged by the figure. */
export const bareFigure: Figure = {
	race: 'human',
	class: 'monk',
	artStyle: 'bold-classic',
	background: 'purple-blue-gradient',
	affliction: 'none',
	divinity: 'none',
	items: 'none',
	magicalStone: 'none',
};
