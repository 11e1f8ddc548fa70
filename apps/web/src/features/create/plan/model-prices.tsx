import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TriangleAlert } from 'lucide-react';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { formatCost } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { estimateGeminiSeconds, formatEstimate, spendingCapUsd } from '../form/price-estimate.ts';
import { useChangePlan } from './use-plan.ts';

export interface PlanModelsProps {
	readonly gemini: ApiOutputs['auth']['config']['gemini'];
	/** The chosen one. */
	readonly model: string;
	readonly images: number;
}

/** What each model would cost for this many images. */
export function ModelPrices({ gemini, model, images }: PlanModelsProps) {
	const change = useChangePlan();
	const { config } = useAccess();
	const isUnavailable = config?.engines.some(({ name, available }) => name === 'gemini' && !available) === true;
	const { data: jobs = [] } = useJobs();
	return (
		<div>
			<p className="mb-2 font-semibold">
				Model <span className="font-normal text-text-2">for Gemini, prices of {gemini.pricedAt}</span>
			</p>
			<ChoiceGroup
				label="Model"
				columns={1}
				className="grid gap-1.5 xl:grid-cols-3"
				value={model}
				onChoose={(next) => change({ model: next })}
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
			{isUnavailable ? (
				<p className="mt-2 text-sm text-warn">Gemini is not available on this server yet. The built-in forge is.</p>
			) : null}
		</div>
	);
}

/** Says that Google may stop before such an order is done; nothing where it will not. */
export function SpendCapWarning({ usd }: { readonly usd: number | null }) {
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
