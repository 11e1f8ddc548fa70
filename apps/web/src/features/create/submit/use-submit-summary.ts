import { isPaidEngine, isServiceEngine } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import { useWatch } from 'react-hook-form';
import { useStore } from 'zustand';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { formatDailyLeft, useDailyLimit } from '../../jobs/actions/daily-limit.ts';
import { defaultModel, estimateCostUsd, findService } from '../../jobs/actions/order-price.ts';
import { formatCost, formatImageCount } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { batchSizeSchema, useGenerationFormContext } from '../form/form-schema.ts';
import { listMissingChoices, listMissingParts } from '../form/form-sections.ts';
import { layersStore } from '../layers/layers-store.ts';
import type { LayersView } from '../layers/layers-views.ts';
import { countReferenceInputs } from '../references/references-input.ts';
import { estimateForgeSeconds, estimateServiceSeconds, formatDurationEstimate } from './duration-estimate.ts';

const plural = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** What pressing the button will do, in numbers, and what is missing until then. */
export interface SubmitSummary {
	/** As much as can be said of it by now; null for nothing. */
	readonly numbers: string | null;
	/** Images and price; empty while the number is not known. */
	readonly short: string;
	/** How many images the server still takes today, where it has such a limit. */
	readonly daily: { readonly text: string; readonly isExceeded: boolean } | null;
	readonly missing: ReturnType<typeof listMissingParts>;
}

export function useSubmitSummary(): SubmitSummary {
	const { control } = useGenerationFormContext();
	const [races, classes, artStyle, backgroundType, batchSize, engine, geminiApiKey, apiKey, workflow, layers] =
		useWatch({
			control,
			name: [
				'races',
				'classes',
				'artStyle',
				'backgroundType',
				'batchSize',
				'engine',
				'geminiApiKey',
				'apiKey',
				'workflow',
				'layers',
			],
		});
	const images = batchSizeSchema.safeParse(batchSize).data;
	const { price, time } = usePriceAndTime(images ?? 0);
	const form = { races, classes, artStyle, backgroundType, batchSize, engine, geminiApiKey, apiKey, workflow, layers };
	const missing = listMissingParts(form);
	const limit = useDailyLimit();
	const isExceeded = limit !== null && (images ?? 0) > limit.left;
	const daily = limit && { text: `${isExceeded ? 'Only ' : ''}${formatDailyLeft(limit)}`, isExceeded };
	const short = images === undefined ? '' : `${formatImageCount(images)}, ${price.short}`;
	const view = useStore(layersStore, (state) => state.view);
	const choices =
		engine === 'layers'
			? formatLayers(view)
			: `${plural(races.length, 'race', 'races')} × ${plural(classes.length, 'class', 'classes')}`;
	const missingChoices = listMissingChoices(form);
	if (missingChoices.length > 0) {
		const isOnlyTheNumber = missingChoices.every(({ section }) => section === 'batch');
		return { numbers: isOnlyTheNumber ? choices : null, short, daily, missing };
	}
	const ending = time === null ? '' : `, ${time}`;
	return { numbers: `${choices} → ${formatImageCount(images ?? 0)}, ${price.long}${ending}`, short, daily, missing };
}

const formatLayers = (view: LayersView | null) =>
	plural(view?.sets.reduce((count, { layers }) => count + layers.length, 0) ?? 0, 'layer', 'layers');

function usePriceAndTime(images: number): {
	readonly price: { readonly long: string; readonly short: string };
	readonly time: string | null;
} {
	const { control } = useGenerationFormContext();
	const [engine, model, references, sketch] = useWatch({
		control,
		name: ['engine', 'plan.model', 'references', 'sketch'],
	});
	const { config } = useAccess();
	const { data: jobs = [] } = useJobs();
	if (!isServiceEngine(engine)) {
		const seconds = estimateForgeSeconds(jobs, images, engine);
		return {
			price: { long: engine === 'layers' ? 'free' : 'free with the forge', short: 'free' },
			time: seconds === null ? null : formatDurationEstimate(seconds),
		};
	}
	const unpriced = isPaidEngine(engine)
		? { long: 'paid with your own key', short: 'paid with your key' }
		: { long: 'free', short: 'free' };
	const service = findService(config, engine);
	if (service === null) return { price: unpriced, time: null };
	const order = { service, model: model || defaultModel(service), images };
	const inputImages = countReferenceInputs({ engine, references, sketch });
	const usd = isPaidEngine(engine) ? estimateCostUsd(service, order.model, images, inputImages) : null;
	const cost = usd === null ? null : formatCost(usd);
	return {
		price: cost === null ? unpriced : { long: `about ${cost}`, short: `≈ ${cost}` },
		time: formatDurationEstimate(estimateServiceSeconds({ ...order, jobs })),
	};
}
