import { formatNumber } from '@adx/validators/format-number';
import type { Findings } from './findings.ts';
import { layerWeightMax } from './layer-project.ts';

/** A file or folder whose weight is read, and what its layer is called. */
export interface WeightedItem {
	readonly layer: string;
	/** As sentences name it. */
	readonly name: string;
	readonly path: string;
}

const number = /^\+?(\d+\.?\d*|\.\d+)(e\+?\d{1,3})?$/i;

/**
 * The weight that stands in a name: 1 where none does, as in HashLips' engine. What is not a weight gets a finding, and counts as
 * the nearest thing that is one.
 *
 * @param words weights that have a name, such as 'rare'
 */
export function readWeight(
	text: string | null,
	item: WeightedItem,
	{ words, findings }: { readonly words: ReadonlyMap<string, number>; readonly findings: Findings },
): number {
	if (text === null) return 1;
	const word = words.get(text.toLowerCase());
	if (word !== undefined) return Math.min(word, layerWeightMax);
	const { layer, path } = item;
	const named = { name: item.name, path };
	const plain = text.replace(/\s*%$/, '');
	if (number.test(plain)) {
		const weight = Number(plain);
		if (weight === 0) {
			findings.addTo(
				`weight 0 ${layer}`,
				named,
				(names) => `No image gets ${names} of '${layer}': the weight is 0.`,
				'note',
			);
		} else if (weight > layerWeightMax) {
			const limit = formatNumber(layerWeightMax);
			const describe = (names: string) =>
				`In '${layer}' the weight of ${names} is above ${limit}. It counts as ${limit}.`;
			findings.addTo(`large weight ${layer}`, named, describe);
		}
		return Math.min(weight, layerWeightMax);
	}
	if (/^-\s*[\d.]/.test(plain)) {
		const describe = (names: string) =>
			`In '${layer}' the weight of ${names} is below 0. It counts as 0: no image gets it.`;
		findings.addTo(`negative weight ${layer}`, named, describe, 'error');
		return 0;
	}
	const describe = (names: string) => `In '${layer}' the weight of ${names} is not a number; it counts as 1.`;
	findings.addTo(`no weight ${layer}`, { name: `${item.name}#${text}`, path }, describe);
	return 1;
}
