import { isPaidEngine } from '@adx/validators/generation';
import { useWatch } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { defaultModel, estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { formatCost } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { batchSizeSchema, useGenerationFormContext } from './form-schema.ts';
import { estimateForgeSeconds, estimateGeminiSeconds, formatEstimate } from './price-estimate.ts';

const plural = (count: number, one: string, many: string) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What pressing the button will do, in numbers; until then what there is still to choose. */
export function SubmitSummary() {
	const { control } = useGenerationFormContext();
	const [races, classes, artStyle, backgroundType, batchSize] = useWatch({
		control,
		name: ['races', 'classes', 'artStyle', 'backgroundType', 'batchSize'],
	});
	const missing = [
		races.length === 0 ? 'races' : '',
		classes.length === 0 ? 'classes' : '',
		artStyle === '' ? 'style' : '',
		backgroundType === '' ? 'background' : '',
	].filter((name) => name !== '');
	const images = batchSizeSchema.safeParse(batchSize).data;
	return (
		<p className="figures text-center text-[0.8125rem] text-text-2 max-lg:mb-1 lg:mt-2">
			{missing.length > 0 ? (
				`Still to choose: ${missing.join(', ')}`
			) : (
				<>
					{plural(races.length, 'race', 'races')} × {plural(classes.length, 'class', 'classes')}
					{images === undefined ? (
						'. Still to choose: batch size'
					) : (
						<>
							{` → ${plural(images, 'image', 'images')}`}
							<PriceAndTime images={images} />
						</>
					)}
				</>
			)}
		</p>
	);
}

function PriceAndTime({ images }: { readonly images: number }) {
	const { control } = useGenerationFormContext();
	const [engine, model] = useWatch({ control, name: ['engine', 'plan.model'] });
	const { config } = useAccess();
	const { data: jobs } = useJobs();
	if (!isPaidEngine(engine)) {
		const seconds = estimateForgeSeconds(jobs ?? [], images);
		return seconds === null ? ', free with the forge' : `, free with the forge, ${formatEstimate(seconds)}`;
	}
	if (config === null) return ', paid with your own key';
	const chosen = { gemini: config.gemini, model: model || defaultModel(config.gemini), images };
	const usd = estimateCostUsd(chosen.gemini, chosen.model, images);
	const price = usd === null ? 'paid with your own key' : `about ${formatCost(usd)}`;
	return `, ${price}, ${formatEstimate(estimateGeminiSeconds({ ...chosen, jobs: jobs ?? [] }))}`;
}
