import { Button } from '@adx/ui/controls/button';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { WrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import { ImpossibleValues, isLeftOut, listImpossible } from './impossible-values.tsx';
import { type PlanSteering, setNumber } from './plan-steering.ts';
import type { TraitSummary } from './plan-summary.ts';
import { listTablesOf, listWrongNumbers, type PlanTable, steerings, toTableKey } from './plan-tables.ts';
import { TraitTable } from './trait-table.tsx';

export interface PlanTraitsProps {
	readonly traits: readonly TraitSummary[];
	readonly size: number;
	/** False while the counts below are not those of a plan. */
	readonly isPlanned: boolean;
	readonly plan: PlanSteering;
	readonly onSteer: (changes: Partial<PlanSteering>) => void;
	readonly wrongNumbers: WrongNumbers;
	/** The table that was chosen last; null for none yet. */
	readonly table: PlanTable | null;
	readonly onTable: (table: PlanTable) => void;
	/** Whether the first wrong number of the table is to get the focus. */
	readonly isWrongWanted: boolean;
	readonly onWrongFocused: () => void;
	/** What is said of traits of which everything appears. */
	readonly chosenText: string;
}

/** How many images get each value of a trait, and the numbers that change it. */
export function TraitDistribution(props: PlanTraitsProps) {
	const { traits, size, isPlanned, plan, onSteer: change, wrongNumbers, table, onTable, chosenText } = props;
	const tableRef = useWrongFocus(props);
	const shown = traits.find(({ trait }) => trait === table?.trait) ?? traits[0];
	if (shown === undefined) return <p className="text-text-2">The counts come with the plan.</p>;
	const { trait, name: traitName } = shown;
	const steering = table?.steering ?? 'counts';
	const tableKey = toTableKey({ trait, steering });
	const wrong = listWrongNumbers(traits, plan, wrongNumbers).map((number) => number.table);
	const wrongOfTrait = wrong.filter((each) => each.trait === trait);
	const isSteered = [plan.counts[trait], plan.weights[trait]].some((byValue) => Object.keys(byValue ?? {}).length > 0);
	return (
		<div className="grid grid-cols-1 gap-3">
			<ChoiceGroup
				label="Trait"
				columns={traits.length}
				className="flex flex-wrap gap-1.5"
				value={trait}
				onChoose={(next) => onTable({ trait: next, steering })}
				choices={traits.map(({ trait: value, name }) =>
					toChoice(
						value,
						name,
						wrong.some((each) => each.trait === value),
					),
				)}
			/>
			<div className="flex flex-wrap items-center gap-2">
				<ChoiceGroup
					label="Steer by"
					columns={2}
					className="grid grid-cols-2 gap-1.5"
					value={steering}
					onChoose={(next) => onTable({ trait, steering: next })}
					choices={steerings.map(({ value, name }) =>
						toChoice(
							value,
							name,
							wrongOfTrait.some((each) => each.steering === value),
						),
					)}
				/>
				<Button
					size="small"
					tone="ghost"
					className="wrap-anywhere"
					disabledReason={isSteered || wrongOfTrait.length > 0 ? undefined : `Nothing is set for ${traitName}.`}
					onClick={() => {
						change({ counts: { ...plan.counts, [trait]: {} }, weights: { ...plan.weights, [trait]: {} } });
						wrongNumbers.forget(listTablesOf(trait).map(toTableKey));
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
			<div ref={tableRef}>
				<TraitTable
					key={tableKey}
					traitName={traitName}
					values={shown.values}
					size={size}
					isPlanned={isPlanned}
					steering={steering}
					numbers={plan[steering][trait] ?? {}}
					counts={plan.counts[trait] ?? {}}
					isLeftOut={(value) => isLeftOut(plan, trait, value)}
					onNumber={(value, number) => change({ [steering]: setNumber(plan[steering], { trait, value, number }) })}
					findWrong={(value) => wrongNumbers.find(tableKey, value)}
					onWrong={(value, text) => wrongNumbers.note(tableKey, value, text)}
				/>
			</div>
		</div>
	);
}

function toChoice<Value extends string>(value: Value, name: string, hasWrong: boolean) {
	return {
		value,
		name: hasWrong ? `${name}, a number is not right yet` : name,
		content: (
			<span className="flex items-center justify-center gap-1.5 px-3 text-sm font-medium wrap-anywhere">
				{hasWrong ? <TriangleAlert aria-hidden className="size-4 shrink-0 text-ember-text" /> : null}
				{name}
			</span>
		),
	};
}

/** Gives the wrong number that is wanted the focus once its table is on show. */
function useWrongFocus({ isWrongWanted, onWrongFocused }: PlanTraitsProps) {
	const tableRef = useRef<HTMLDivElement>(null);
	const focusWrong = useEffectEvent(() => {
		tableRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
		onWrongFocused();
	});
	useEffect(() => {
		if (isWrongWanted) focusWrong();
	}, [isWrongWanted]);
	return tableRef;
}
