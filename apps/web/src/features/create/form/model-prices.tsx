import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TextField } from '@adx/ui/controls/field';
import { modelNameSchema } from '@adx/validators/engines/engine-input';
import { type EngineName, engines, isPaidEngine } from '@adx/validators/engines/engines';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { defaultModel, type EngineServiceFacts, estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { formatCost, formatImageCount } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { estimateServiceSeconds, formatDurationEstimate } from '../submit/duration-estimate.ts';
import { useGenerationFormContext } from './form-schema.ts';

export interface ModelPricesProps {
	readonly engine: EngineName;
	readonly service: EngineServiceFacts;
	readonly images: number;
	/** How many go with each call. */
	readonly inputImages: number;
}

/** What each model would cost for this many images, and which one paints them. */
export default function ModelPrices({ engine, service, images, inputImages }: ModelPricesProps) {
	const { control, getValues, setValue } = useGenerationFormContext();
	const model = useWatch({ control, name: 'plan.model' }) || defaultModel(service);
	const { data: jobs = [] } = useJobs();
	return (
		<div data-clear-of-toasts className="grid gap-2">
			<p className="font-semibold">
				Model{' '}
				<span className="font-normal text-text-2">{`for ${formatImageCount(images)}${isPaidEngine(engine) ? `, prices of ${service.pricedAt}` : ''}`}</span>
			</p>
			<ChoiceGroup
				label="Model"
				columns={1}
				className="grid gap-1.5 xl:grid-cols-3"
				value={model}
				onChoose={(next) => setValue('plan', { ...getValues('plan'), model: next }, { shouldDirty: true })}
				choices={service.models.map(({ name }) => {
					const usd = estimateCostUsd(service, name, images, inputImages);
					const time = formatDurationEstimate(estimateServiceSeconds({ service, model: name, images, jobs }));
					const price = isPaidEngine(engine) ? (usd === null ? 'Price not known' : formatCost(usd)) : 'free';
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
			{service.takesAnyModel ? <OtherModel engine={engine} service={service} /> : null}
			<SpendCapWarning engine={engine} usd={estimateCostUsd(service, model, images, inputImages)} />
		</div>
	);
}

/** Says that the provider may stop before such an order is done; nothing where it will not. */
function SpendCapWarning({ engine, usd }: { readonly engine: EngineName; readonly usd: number | null }) {
	const { service } = engines[engine];
	const cap = service?.spendingCap ?? null;
	if (service === null || cap === null || usd === null || usd <= cap.tenMinutes) return null;
	return (
		<p className="flex gap-2 text-sm text-warn">
			<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
			<span>
				{`${formatCost(usd)} is more than ${service.provider} was reported to let keys of its lowest paid tier spend: $${cap.tenMinutes} in ten minutes, $${cap.month} in a month. Once such a cap is reached the collection pauses; it can be resumed later, and nothing that was paid for is lost.`}
			</span>
		</p>
	);
}

/** For services that have other models than those this server knows the prices of. */
function OtherModel({ engine, service }: Omit<ModelPricesProps, 'images' | 'inputImages'>) {
	const { control, getValues, setValue } = useGenerationFormContext();
	const model = useWatch({ control, name: 'plan.model' });
	const isListed = service.models.some(({ name }) => name === model);
	const [text, setText] = useState(isListed ? '' : model);
	const isUnreadable = text !== '' && !modelNameSchema.safeParse(text).success;
	return (
		<TextField
			label="Another model"
			value={isListed ? '' : text}
			autoComplete="off"
			spellCheck={false}
			hint={`As ${engines[engine].inText} names it.${isPaidEngine(engine) ? ' Its price is not known here.' : ''}`}
			error={isUnreadable ? 'This is not the name of a model.' : undefined}
			onChange={({ target }) => {
				const next = target.value.trim();
				setText(next);
				if (next !== '' && !modelNameSchema.safeParse(next).success) return;
				setValue('plan', { ...getValues('plan'), model: next }, { shouldDirty: true });
			}}
		/>
	);
}
