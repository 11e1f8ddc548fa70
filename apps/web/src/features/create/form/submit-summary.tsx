import { isPaidEngine } from '@adx/validators/generation';
import { useWatch } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { defaultModel, estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { formatCost, formatImageCount } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { batchSizeSchema, useGenerationFormContext } from './form-schema.ts';
import { estimateForgeSeconds, estimateGeminiSeconds, formatEstimate } from './price-estimate.ts';

const plural = (count: number, one: string, many: string) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What pressing the button will do, in numbers; until then what there is still to choose. */
export function SubmitSummary({ id }: { readonly id: string }) {
	const { long } = useSubmitSummary();
	return (
		<p id={id} className="figures mt-2 text-center text-[0.8125rem] text-text-2 max-lg:sr-only">
			{long}
		</p>
	);
}

/** `long` says everything; `short` is images and price, empty while the number is not known. */
export function useSubmitSummary(): { readonly long: string; readonly short: string } {
	const { control } = useGenerationFormContext();
	const [races, classes, artStyle, backgroundType, batchSize] = useWatch({
		control,
		name: ['races', 'classes', 'artStyle', 'backgroundType', 'batchSize'],
	});
	const images = batchSizeSchema.safeParse(batchSize).data;
	const { price, time } = usePriceAndTime(images ?? 0);
	const missing = [
		races.length === 0 ? 'races' : '',
		classes.length === 0 ? 'classes' : '',
		artStyle === '' ? 'style' : '',
		backgroundType === '' ? 'background' : '',
	].filter((name) => name !== '');
	const short = images === undefined ? '' : `${formatImageCount(images)}, ${price.short}`;
	if (missing.length > 0) return { long: `Still to choose: ${missing.join(', ')}`, short };
	const choices = `${plural(races.length, 'race', 'races')} × ${plural(classes.length, 'class', 'classes')}`;
	if (images === undefined) return { long: `${choices}. Still to choose: batch size`, short };
	const ending = time === null ? '' : `, ${time}`;
	return { long: `${choices} → ${formatImageCount(images)}, ${price.long}${ending}`, short };
}

function usePriceAndTime(images: number): {
	readonly price: { readonly long: string; readonly short: string };
	readonly time: string | null;
} {
	const { control } = useGenerationFormContext();
	const [engine, model] = useWatch({ control, name: ['engine', 'plan.model'] });
	const { config } = useAccess();
	const { data: jobs = [] } = useJobs();
	if (!isPaidEngine(engine)) {
		const seconds = estimateForgeSeconds(jobs, images);
		return {
			price: { long: 'free with the forge', short: 'free' },
			time: seconds === null ? null : formatEstimate(seconds),
		};
	}
	const ownKey = { long: 'paid with your own key', short: 'paid with your key' };
	if (config === null) return { price: ownKey, time: null };
	const order = { gemini: config.gemini, model: model || defaultModel(config.gemini), images };
	const usd = estimateCostUsd(order.gemini, order.model, images);
	const about = usd === null ? null : `about ${formatCost(usd)}`;
	return {
		price: about === null ? ownKey : { long: about, short: about },
		time: formatEstimate(estimateGeminiSeconds({ ...order, jobs })),
	};
}
