import { useWatch } from 'react-hook-form';
import { useGenerationFormContext } from '../schema.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What pressing the button will do, in numbers. */
export function SubmitSummary() {
	const { control } = useGenerationFormContext();
	const [races, classes, batchSize, engine] = useWatch({ control, name: ['races', 'classes', 'batchSize', 'engine'] });
	const images = Number.isNaN(batchSize) ? '' : ` → ${plural(batchSize, 'image', 'images')}`;
	return (
		<p className="figures mt-2 text-center text-[0.8125rem] text-text-2">
			{plural(races.length, 'race', 'races')} × {plural(classes.length, 'class', 'classes')}
			{images}
			{engine === 'forge' ? ', free' : ', paid with your own key'}
		</p>
	);
}
