import { Button } from '@adx/ui/controls/button';
import { isPaidEngine } from '@adx/validators/generation';
import { Hammer, Paintbrush } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { defaultModel, estimateCostUsd } from '../../jobs/actions/order-price.ts';
import { formatCost } from '../../jobs/job-labels.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { useGenerationFormContext } from '../form/form-schema.ts';
import {
	estimateForgeSeconds,
	estimateGeminiSeconds,
	formatEstimate,
	type PaidRequest,
} from '../form/price-estimate.ts';
import { ModelPrices, SpendCapWarning } from './model-prices.tsx';
import { SeedField } from './seed-field.tsx';

export interface PlanSubmitPanelProps {
	readonly images: number;
	readonly isPending: boolean;
	/** False while counts and rules contradict each other. */
	readonly isReady: boolean;
	/** Submits the form as it is then. */
	readonly onOrder: () => void;
}

/** Which plan, by whom, for how much; and the buttons that have exactly its rows made. */
export function PlanSubmitPanel({ images, isPending, isReady, onOrder }: PlanSubmitPanelProps) {
	const { control, setValue } = useGenerationFormContext();
	const [plan, engine] = useWatch({ control, name: ['plan', 'engine'] });
	const { config } = useAccess();
	const { data: jobs } = useJobs();
	const gemini = config?.gemini ?? null;
	const model = gemini === null ? '' : plan.model || defaultModel(gemini);

	function order(engine: 'gemini' | 'forge') {
		setValue('engine', engine);
		onOrder();
	}

	const forgeS = estimateForgeSeconds(jobs ?? [], images);
	const busyText = isPending ? 'Generating...' : undefined;
	return (
		<div className="grid grid-cols-1 gap-4 border-t border-border pt-4">
			<SeedField />
			{gemini === null ? null : <ModelPrices gemini={gemini} model={model} images={images} />}
			{gemini === null ? null : <SpendCapWarning usd={estimateCostUsd(gemini, model, images)} />}
			{isReady ? null : (
				<p className="text-sm text-text-2">Change the counts or rules first: no collection can meet them.</p>
			)}
			<div className="grid gap-2 sm:grid-cols-2">
				<Button
					tone={isPaidEngine(engine) ? 'primary' : 'secondary'}
					size="large"
					disabled={!isReady}
					busyText={busyText}
					onClick={() => order('gemini')}
					icon={<Paintbrush aria-hidden className="size-5 shrink-0" />}
				>
					Paint with Gemini
				</Button>
				<Button
					tone={isPaidEngine(engine) ? 'secondary' : 'primary'}
					size="large"
					disabled={!isReady}
					busyText={busyText}
					onClick={() => order('forge')}
					icon={<Hammer aria-hidden className="size-5 shrink-0" />}
				>
					Draw all with the forge (free)
				</Button>
			</div>
			<p className="figures -mt-2 text-center text-[0.8125rem] text-text-2">
				{gemini === null ? '' : `Gemini: ${geminiText({ gemini, model, images, jobs: jobs ?? [] })}. `}
				Forge: free{forgeS === null ? '' : `, ${formatEstimate(forgeS)}`}.
			</p>
		</div>
	);
}

function geminiText(order: PaidRequest): string {
	const usd = estimateCostUsd(order.gemini, order.model, order.images);
	const time = formatEstimate(estimateGeminiSeconds(order));
	return usd === null ? `price not known, ${time}` : `about ${formatCost(usd)}, ${time}`;
}
