import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import { useGenerationFormContext } from '../form/form-schema.ts';
import type { PlanState } from '../plan/plan-client.ts';
import type { PlanSteering, SteeringRule } from '../plan/plan-steering.ts';
import { layersClient } from './layers-client.ts';
import { toLayersPlanRequest, toOwnSteering } from './layers-plan-request.ts';
import { layersStore } from './layers-store.ts';
import type { LayersPlanRequest } from './layers-views.ts';

/** What would be planned now; a null request when too little is chosen. */
export function useLayersRequest(): {
	readonly request: LayersPlanRequest | null;
	readonly seed: string;
	readonly steering: PlanSteering;
	/** Whether the folder that is open has the traits and values of a rule. */
	readonly concerns: (rule: SteeringRule) => boolean;
} {
	const { control } = useGenerationFormContext();
	const view = useStore(layersStore, (state) => state.view);
	const [layers, layerPlan, batchSize, seed] = useWatch({
		control,
		name: ['layers', 'layerPlan', 'batchSize', 'plan.seed'],
	});
	const ownRules = view === null ? layerPlan.rules : toOwnSteering(layerPlan, view).rules;
	return {
		request: toLayersPlanRequest({ layers, layerPlan, batchSize }, view),
		seed,
		steering: layerPlan,
		concerns: (rule) => ownRules.includes(rule),
	};
}

/** Plans in the thread that holds the layers, once the form has rested; follows every change. */
export function useLayersPlan(request: LayersPlanRequest | null, seed: string): PlanState {
	const rested = useDebouncedValue(useStableValue({ request, seed }));
	useEffect(() => layersClient.plan(rested.request, rested.seed), [rested]);
	useEffect(() => () => layersClient.plan(null, ''), []);
	return useStore(layersClient.plans);
}
