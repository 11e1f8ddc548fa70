import type { WrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import type { PlanSteering } from './plan-steering.ts';
import type { TraitSummary } from './plan-summary.ts';

/** The numbers that a plan is steered by. */
export const steerings = [
	{ value: 'counts', name: 'Exact counts', numberName: 'Count' },
	{ value: 'weights', name: 'Weights', numberName: 'Weight' },
] as const;
export type Steering = (typeof steerings)[number]['value'];

/** The values of a trait with one kind of number. */
export interface PlanTable {
	readonly trait: string;
	readonly steering: Steering;
}

export const toTableKey = ({ trait, steering }: PlanTable) => `${steering} ${trait}`;
export const listTablesOf = (trait: string): readonly PlanTable[] =>
	steerings.map(({ value }) => ({ trait, steering: value }));

/** What labels and messages call the field of a value. */
export const formatNumberName = (steering: Steering, valueLabel: string) =>
	`${steerings.find(({ value }) => value === steering)?.numberName} of ${valueLabel}`;

export interface WrongPlanNumber {
	readonly table: PlanTable;
	/** What messages call its field. */
	readonly name: string;
}

/** The numbers of fields that the plan has that are not allowed. One that was set since holds in place of what was wrong. */
export const listWrongNumbers = (
	traits: readonly TraitSummary[],
	plan: PlanSteering,
	wrongNumbers: WrongNumbers,
): readonly WrongPlanNumber[] =>
	traits.flatMap(({ trait, values }) =>
		listTablesOf(trait).flatMap((table) =>
			values
				.filter(({ value }) => isEditable(plan, table, value) && plan[table.steering][trait]?.[value] === undefined)
				.filter(({ value }) => wrongNumbers.find(toTableKey(table), value) !== null)
				.map(({ label }) => ({ table, name: formatNumberName(table.steering, label) })),
		),
	);

/** Invented landscapes have no number, and values with a count take no weight. */
export const isEditable = (plan: PlanSteering, { trait, steering }: PlanTable, value: string) =>
	value !== '' && (steering === 'counts' || plan.counts[trait]?.[value] === undefined);
