import { Button } from '@adx/ui/controls/button';
import { SelectField } from '@adx/ui/controls/select-field';
import { focusNeighbour } from '@adx/ui/focus/focus-neighbour';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { ImpossibleValues } from './impossible-values.tsx';
import type { SteeredValue as Pair, PlanSteering, SteeringRule } from './plan-steering.ts';
import type { TraitSummary } from './plan-summary.ts';

const kinds = [
	{ value: 'never', label: 'never together with' },
	{ value: 'together', label: 'only together with' },
] as const;
const ruleLimit = 100;

const kindText = (kind: SteeringRule['kind']) => kinds.find(({ value }) => value === kind)?.label ?? kind;
const isSame = (left: SteeringRule, right: SteeringRule) => JSON.stringify(left) === JSON.stringify(right);

export interface TraitRulesProps {
	readonly traits: readonly TraitSummary[];
	readonly rules: readonly SteeringRule[];
	readonly onSteer: (changes: Pick<PlanSteering, 'rules'>) => void;
	/** What they and the counts keep from occurring, as people call it; empty while nothing is planned. */
	readonly impossible: readonly string[];
	/** What people call a value with its trait, also one that is not among the choices now. */
	readonly describe: (pair: Pair) => string;
	/** Why a rule does nothing now, as a sentence; null for one that counts. */
	readonly findDisuse?: (rule: SteeringRule) => string | null;
	/** Why no rule can hold between two traits; null where one can. */
	readonly findObstacle?: (left: string, right: string) => string | null;
}

/** Which values may never, or only, stand on one image. */
export function TraitRules(props: TraitRulesProps) {
	const { traits, rules, impossible, onSteer: change, describe } = props;
	const { findDisuse = () => null, findObstacle = () => null } = props;
	const ruleText = ({ kind, left, right }: SteeringRule) => `${describe(left)} ${kindText(kind)} ${describe(right)}`;
	// After the last rule the editor of the next one.
	const part = useFocusRetained<HTMLDivElement>('select');
	return (
		<div ref={part} className="grid grid-cols-1 gap-4">
			{rules.length === 0 ? (
				<p className="text-text-2">No rules yet: every value may meet every other.</p>
			) : (
				<ul aria-label="Rules" className="grid gap-1.5">
					{rules.map((rule) => (
						<li
							key={ruleText(rule)}
							className="flex items-center justify-between gap-2 rounded-sm border border-border bg-surface-2 py-1 pr-1 pl-3"
						>
							<span className="min-w-0 wrap-anywhere">
								{ruleText(rule)}
								<Disuse reason={findDisuse(rule)} />
							</span>
							<Button
								size="small"
								tone="ghost"
								aria-label={`Remove rule: ${ruleText(rule)}`}
								onClick={(event) => {
									focusNeighbour(event.currentTarget);
									change({ rules: rules.filter((other) => other !== rule) });
								}}
								icon={<X aria-hidden className="size-4" />}
							/>
						</li>
					))}
				</ul>
			)}
			<ImpossibleValues names={impossible} />
			<RuleEditor
				traits={traits}
				rules={rules}
				onAdd={(rule) => change({ rules: [...rules, rule] })}
				ruleText={ruleText}
				findObstacle={findObstacle}
			/>
		</div>
	);
}

const Disuse = ({ reason }: { readonly reason: string | null }) =>
	reason === null ? null : <span className="block text-xs text-text-3">{reason}</span>;

interface RuleEditorProps {
	readonly traits: readonly TraitSummary[];
	readonly rules: readonly SteeringRule[];
	readonly onAdd: (rule: SteeringRule) => void;
	readonly ruleText: (rule: SteeringRule) => string;
	readonly findObstacle: NonNullable<TraitRulesProps['findObstacle']>;
}

function RuleEditor({ traits: planned, rules, onAdd, ruleText, findObstacle }: RuleEditorProps) {
	const traits = planned.filter(({ trait }) => valuesOf(planned, trait).length > 0);
	const [left, setLeft] = useState<Pair>({ trait: planned[0]?.trait ?? '', value: '' });
	const [right, setRight] = useState<Pair>({ trait: planned[1]?.trait ?? '', value: '' });
	const [kind, setKind] = useState<SteeringRule['kind']>('never');
	const rule = { kind, left: settled(traits, left, 0), right: settled(traits, right, 1) };
	const problem = problemOf(rule, rules) ?? findObstacle(rule.left.trait, rule.right.trait);
	return (
		<div className="grid grid-cols-1 gap-3 rounded-md border border-border p-3">
			<PairFields labels={['Trait', 'Value']} title="Images with" traits={traits} pair={rule.left} onPair={setLeft} />
			<SelectField label="Rule" value={kind} options={kinds} onValue={setKind} />
			<PairFields
				labels={['Other trait', 'Other value']}
				title="And"
				traits={traits}
				pair={rule.right}
				onPair={setRight}
			/>
			<div className="flex flex-wrap items-center gap-3">
				<Button
					disabledReason={problem ?? undefined}
					onClick={() => onAdd(rule)}
					icon={<Plus aria-hidden className="size-4" />}
				>
					Add rule
				</Button>
				<p className="text-sm text-text-2">{problem ?? ruleText(rule)}</p>
			</div>
			{traits.length < planned.length ? (
				<p className="text-sm text-text-2">
					Every background is an invented landscape with a name of its own, so no rule can name one.
				</p>
			) : null}
		</div>
	);
}

/** Traits and values that are no longer among the choices give way to the one at that place, and to its first value. */
function settled(traits: readonly TraitSummary[], { trait: wanted, value }: Pair, place: number): Pair {
	const trait = traits.some((summary) => summary.trait === wanted) ? wanted : (traits[place]?.trait ?? wanted);
	const values = valuesOf(traits, trait);
	return { trait, value: values.some((option) => option.value === value) ? value : (values[0]?.value ?? '') };
}

function valuesOf(traits: readonly TraitSummary[], trait: string) {
	// Any invented landscape is not a value to name.
	return traits.find((summary) => summary.trait === trait)?.values.filter(({ value }) => value !== '') ?? [];
}

function problemOf(rule: SteeringRule, rules: readonly SteeringRule[]): string | null {
	if (rule.left.value === '' || rule.right.value === '') return 'This trait has no value to choose now.';
	if (rule.left.trait === rule.right.trait) return 'An image has one value per trait: choose two traits.';
	if (rules.some((other) => isSame(other, rule))) return 'This rule already exists.';
	return rules.length >= ruleLimit ? `At most ${ruleLimit} rules.` : null;
}

interface PairFieldsProps {
	readonly title: string;
	readonly labels: readonly [string, string];
	readonly traits: readonly TraitSummary[];
	readonly pair: Pair;
	readonly onPair: (pair: Pair) => void;
}

function PairFields({ title, labels, traits, pair, onPair }: PairFieldsProps) {
	return (
		<fieldset className="grid grid-cols-1 gap-2 sm:grid-cols-2">
			<legend className="sr-only">{title}</legend>
			<SelectField
				label={labels[0]}
				value={pair.trait}
				options={traits.map(({ trait, name }) => ({ value: trait, label: name }))}
				onValue={(trait) => onPair({ trait, value: '' })}
			/>
			<SelectField
				label={labels[1]}
				value={pair.value}
				options={valuesOf(traits, pair.trait)}
				onValue={(value) => onPair({ ...pair, value })}
			/>
		</fieldset>
	);
}
