import type { PlanRequest } from '@adx/collection/plan/columns';
import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useStore } from 'zustand';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import { type PlanSettings, useGenerationFormContext } from '../form/form-schema.ts';
import { toPlanRequest } from '../form/plan-request.ts';
import { PlanClient, type PlanState } from './plan-client.ts';

/** What would be planned now; a null request when too little is chosen. */
export function usePlanRequest(): { readonly request: PlanRequest | null; readonly plan: PlanSettings } {
	const { control } = useGenerationFormContext();
	const [races, classes, artStyle, backgroundType, afflictions, batchSize, plan] = useWatch({
		control,
		name: ['races', 'classes', 'artStyle', 'backgroundType', 'afflictions', 'batchSize', 'plan'],
	});
	return { request: toPlanRequest({ races, classes, artStyle, backgroundType, afflictions, batchSize, plan }), plan };
}

/** Plans in a thread of its own, once the form has rested; follows every change. */
export function usePlan(request: PlanRequest | null, seed: string): PlanState {
	const [client] = useState(() => new PlanClient());
	useEffect(() => () => client.close(), [client]);
	const rested = useDebouncedValue(useStableValue({ request, seed }));
	useEffect(() => client.plan(rested.request, rested.seed), [client, rested]);
	return useStore(client.store);
}

/** Changes what the form holds about the plan. */
export function useChangePlan(): (changes: Partial<PlanSettings>) => void {
	const { getValues, setValue } = useGenerationFormContext();
	return (changes) => setValue('plan', { ...getValues('plan'), ...changes }, { shouldDirty: true });
}
