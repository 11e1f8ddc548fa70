/**
 * How often a value turns up by itself. A tier's share of the draw is split evenly over the
 * catalogue values of that tier (see `tierShares`).
 */
export type Tier = 'common' | 'uncommon' | 'rare' | 'epic' | 'legendary';

/** Share of the draw per tier in percent; they add up to 100. */
export const tierShares: Readonly<Record<Tier, number>> = {
	common: 60,
	uncommon: 25,
	rare: 10,
	epic: 4,
	legendary: 1,
};

/** One entry of an option catalogue: `value` travels on the wire, `label` is what people read. */
export interface CatalogueOption<Value extends string = string> {
	readonly value: Value;
	readonly label: string;
	readonly tier: Tier;
}

/** The values of a catalogue as the non-empty tuple that `z.enum` wants. */
export function listValues<const Options extends readonly [CatalogueOption, ...CatalogueOption[]]>(
	options: Options,
): { readonly [Index in keyof Options]: Options[Index]['value'] } {
	return options.map((option) => option.value) as never;
}

/** Looks a value's label up; an unknown value (an invented landscape's name) is its own label. */
export function getLabel(options: readonly CatalogueOption[], value: string): string {
	return options.find((option) => option.value === value)?.label ?? value;
}
