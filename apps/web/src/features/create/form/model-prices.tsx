import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { defaultModel, estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { formatCost, formatImageCount } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { estimateGeminiSeconds, formatEstimate, spendingCapUsd } from '../submit/price-estimate.ts';
import { useGenerationFormContext } from './form-schema.ts';

export interface ModelPricesProps {
	readonly gemini: ApiOutputs['auth']['config']['gemini'];
	readonly images: number;
}

/** What each model would cost for this many images, and which one paints them. */
export default function ModelPrices({ gemini, images }: ModelPricesProps) {
	const { control, getValues, setValue } = useGenerationFormContext();
	const model = useWatch({ control, name: 'plan.model' }) || defaultModel(gemini);
	const { data: jobs = [] } = useJobs();
	return (
		<div className="grid gap-2">
			<p className="font-semibold">
				Model{' '}
				<span className="font-normal text-text-2">{`for ${formatImageCount(images)}, prices of ${gemini.pricedAt}`}</span>
			</p>
			<ChoiceGroup
				label="Model"
				columns={1}
				className="grid gap-1.5 xl:grid-cols-3"
				value={model}
				onChoose={(next) => setValue('plan', { ...getValues('plan'), model: next }, { shouldDirty: true })}
				choices={gemini.models.map(({ name }) => {
					const usd = estimateCostUsd(gemini, name, images);
					const time = formatEstimate(estimateGeminiSeconds({ gemini, model: name, images, jobs }));
					const price = usd === null ? 'Price not known' : formatCost(usd);
					return {
						value: name,
						name: `${name}, ${price}, ${time}`,
						content: (
							<span className="figures block px-3 py-2">
								<span className="block font-semibold wrap-anywhere">{name}</span>
								<span className="block text-[0.8125rem] text-text-2">
									{price}, {time}
								</span>
							</span>
						),
					};
				})}
			/>
			<SpendCapWarning usd={estimateCostUsd(gemini, model, images)} />
		</div>
	);
}

/** Says that Google may stop before such an order is done; nothing where it will not. */
function SpendCapWarning({ usd }: { readonly usd: number | null }) {
	if (usd === null || usd <= spendingCapUsd.tenMinutes) return null;
	return (
		<p className="flex gap-2 text-sm text-warn">
			<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
			<span>
				{`${formatCost(usd)} is more than Google was reported to let keys of its lowest paid tier spend: $${spendingCapUsd.tenMinutes} in ten minutes, $${spendingCapUsd.month} in a month. Once such a cap is reached the collection pauses; it can be resumed later, and nothing that was paid for is lost.`}
			</span>
		</p>
	);
}
