import { TriangleAlert } from 'lucide-react';
import type { PlanSteering } from './plan-steering.ts';
import type { TraitSummary, ValueSummary } from './plan-summary.ts';

/** Whether a value is left out on purpose. */
export const isLeftOut = ({ counts, weights }: PlanSteering, trait: string, value: string): boolean =>
	counts[trait]?.[value] === 0 || weights[trait]?.[value] === 0;

/** The values of a planned trait that counts and rules keep from occurring, and nobody has left out. */
export const listImpossible = (plan: PlanSteering, { trait, values }: TraitSummary): readonly ValueSummary[] =>
	values.filter(({ value, isPossible }) => !isPossible && !isLeftOut(plan, trait, value));

/** Names what somebody would otherwise wait for in vain; nothing where there are none. */
export function ImpossibleValues({ names }: { readonly names: readonly string[] }) {
	if (names.length === 0) return null;
	return (
		<p className="flex gap-2 text-sm text-warn">
			<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
			<span>
				{names.length === 1 ? 'This value cannot occur' : 'These values cannot occur'} with these counts and rules:{' '}
				{names.join(', ')}
			</span>
		</p>
	);
}
