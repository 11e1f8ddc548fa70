import { csvText } from '@adx/collection/files/csv';
import { getTraitName, valueLabel } from '../images/image-traits.ts';
import type { TraitCounts } from '../images/trait-counts.ts';

const header = ['Trait', 'Value', 'Planned', 'Planned %', 'Drawn', 'Missing'];

/** The tables of the Rarity tab as one CSV, trait by trait, the rarest value first; percent with four decimals. */
export function traitCountsCsv({ values, total }: TraitCounts): string {
	const rows = [...values].flatMap(([trait, ofTrait]) =>
		ofTrait.map((count) => {
			const percent = total === 0 ? 0 : (count.planned / total) * 100;
			const figures = [count.planned, percent.toFixed(4), count.got, count.planned - count.got];
			return [getTraitName(trait), valueLabel(count), ...figures.map(String)];
		}),
	);
	return csvText([header, ...rows]);
}
