import type { WrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import type { TraitCount } from '../worker/attributes-views.ts';
import type { AttributesDraft } from './attributes-draft.ts';

/** A weight that is not right, by what the page calls it. */
export interface WrongWeight {
	readonly traitName: string;
	readonly label: string;
}

/** The wrong weights of fields that the page has. One that was set since holds in place of what was wrong. */
export const listWrongWeights = (
	traits: readonly TraitCount[],
	weights: AttributesDraft['weights'],
	wrongNumbers: WrongNumbers,
): readonly WrongWeight[] =>
	traits.flatMap(({ trait, name, values }) =>
		trait === null
			? []
			: values
					.filter(({ value }) => value !== null && weights[trait]?.[value] === undefined)
					.filter(({ value }) => wrongNumbers.find(trait, value ?? '') !== null)
					.map(({ label }) => ({ traitName: name, label })),
	);
