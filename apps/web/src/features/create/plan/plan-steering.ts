/** Numbers by trait and value. */
export type TraitNumbers = Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;

/** A value of a trait. */
export interface SteeredValue {
	readonly trait: string;
	readonly value: string;
}

export interface SteeringRule {
	readonly kind: 'never' | 'together';
	readonly left: SteeredValue;
	readonly right: SteeredValue;
}

/** What moves a plan besides its choices. */
export interface PlanSteering {
	readonly weights: TraitNumbers;
	readonly counts: TraitNumbers;
	readonly rules: readonly SteeringRule[];
}

/** The same numbers with one of them set, or with null taken out. */
export function setNumber(
	numbers: TraitNumbers,
	{ trait, value, number }: SteeredValue & { readonly number: number | null },
): TraitNumbers {
	const { [value]: _, ...others } = numbers[trait] ?? {};
	return { ...numbers, [trait]: number === null ? others : { ...others, [value]: number } };
}
