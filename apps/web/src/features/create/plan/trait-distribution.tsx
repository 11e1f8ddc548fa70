import { Button } from '@adx/ui/controls/button';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { useEffect, useState } from 'react';
import { useWrongFields } from '../../../lib/hooks/use-wrong-fields.ts';
import { ImpossibleValues, isLeftOut, listImpossible } from './impossible-values.tsx';
import { type PlanSteering, setNumber } from './plan-steering.ts';
import type { TraitSummary } from './plan-summary.ts';
import { TraitTable } from './trait-table.tsx';

export interface PlanTraitsProps {
	readonly traits: readonly TraitSummary[];
	readonly size: number;
	/** False while the counts below are not those of a plan. */
	readonly isPlanned: boolean;
	readonly plan: PlanSteering;
	readonly onSteer: (changes: Partial<PlanSteering>) => void;
	/** Gets whether something stands in a field that is not allowed, as that changes. */
	readonly onWrong: (isWrong: boolean) => void;
	/** What is said of traits of which everything appears. */
	readonly chosenText: string;
}

export type Steering = 'counts' | 'weights';

const steerings = [
	{ value: 'counts', name: 'Exact counts' },
	{ value: 'weights', name: 'Weights' },
] as const;

/** How many images get each value of a trait, and the numbers that change it. */
export function TraitDistribution(props: PlanTraitsProps) {
	const { traits, size, isPlanned, plan, onSteer: change, onWrong, chosenText } = props;
	const [wanted, setWanted] = useState<string | null>(null);
	const [steering, setSteering] = useState<Steering>('counts');
	const wrongFields = useWrongFields();
	useEffect(() => {
		onWrong(wrongFields.hasWrong);
		return () => onWrong(false);
	}, [wrongFields.hasWrong, onWrong]);
	const shown = traits.find(({ trait }) => trait === wanted) ?? traits[0];
	if (shown === undefined) return <p className="text-text-2">The counts come with the plan.</p>;
	const { trait, name: traitName } = shown;
	const numbers = plan[steering][trait] ?? {};
	const isSteered = [plan.counts[trait], plan.weights[trait]].some((byValue) => Object.keys(byValue ?? {}).length > 0);
	return (
		<div className="grid grid-cols-1 gap-3">
			<ChoiceGroup
				label="Trait"
				columns={traits.length}
				className="flex flex-wrap gap-1.5"
				value={trait}
				onChoose={(next) => {
					setWanted(next);
					wrongFields.forget();
				}}
				choices={traits.map(({ trait: value, name }) => ({
					value,
					name,
					content: <span className="block px-3 text-center text-sm font-medium wrap-anywhere">{name}</span>,
				}))}
			/>
			<div className="flex flex-wrap items-center gap-2">
				<ChoiceGroup
					label="Steer by"
					columns={2}
					className="grid grid-cols-2 gap-1.5"
					value={steering}
					onChoose={(next) => {
						setSteering(next);
						wrongFields.forget();
					}}
					choices={steerings.map((choice) => ({
						...choice,
						content: <span className="block px-3 text-center text-sm font-medium">{choice.name}</span>,
					}))}
				/>
				<Button
					size="small"
					tone="ghost"
					className="wrap-anywhere"
					disabledReason={isSteered || wrongFields.hasWrong ? undefined : `Nothing is set for ${traitName}.`}
					onClick={() => {
						change({ counts: { ...plan.counts, [trait]: {} }, weights: { ...plan.weights, [trait]: {} } });
						wrongFields.reset();
					}}
				>
					Reset {traitName}
				</Button>
			</div>
			<p className="text-[0.8125rem] text-text-3">
				{steering === 'counts'
					? 'A count is met exactly; whatever is left is shared out by weight.'
					: 'Weights are relative: twice the weight, twice as many images.'}
				{shown.isChosen ? ` ${chosenText}` : ''}
				{shown.values.some(({ value }) => value === '') ? ' Every invented landscape gets a name of its own.' : ''}
			</p>
			{isPlanned ? <ImpossibleValues names={listImpossible(plan, shown).map(({ label }) => label)} /> : null}
			<TraitTable
				key={`${trait} ${steering} ${wrongFields.resets}`}
				traitName={traitName}
				values={shown.values}
				size={size}
				isPlanned={isPlanned}
				steering={steering}
				numbers={numbers}
				counts={plan.counts[trait] ?? {}}
				isLeftOut={(value) => isLeftOut(plan, trait, value)}
				onWrong={wrongFields.note}
				onNumber={(value, number) => change({ [steering]: setNumber(plan[steering], { trait, value, number }) })}
			/>
		</div>
	);
}
