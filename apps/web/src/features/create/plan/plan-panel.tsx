import { traitLabel, traitNames } from '@adx/collection/metadata/traits';
import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { formatNumber } from '@adx/validators/format-number';
import type { PlannedTrait } from '@adx/validators/generation/plan-steering';
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { useOffline } from '../../../lib/api/offline.ts';
import { useWrongNumbers, type WrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import { type FormInput, type PlanSettings, useGenerationFormContext } from '../form/form-schema.ts';
import { formatMissingChoices, listMissingChoices } from '../form/form-sections.ts';
import { parseTraitKey } from '../layers/layers-views.ts';
import { useLayersPlan, useLayersRequest } from '../layers/use-layers.ts';
import type { PlanSlot } from '../page/create-studio.tsx';
import { submitByKeys } from '../submit/submit-by-keys.ts';
import { listImpossible } from './impossible-values.tsx';
import type { PlanState } from './plan-client.ts';
import type { PlanSteering, SteeredValue, SteeringRule } from './plan-steering.ts';
import { PlanStoryboard } from './plan-storyboard.tsx';
import { listWrongNumbers, type PlanTable, toTableKey, type WrongPlanNumber } from './plan-tables.ts';
import { RarityOverview } from './rarity-overview.tsx';
import { SeedField } from './seed-field.tsx';
import { TraitDistribution } from './trait-distribution.tsx';
import { TraitRules } from './trait-rules.tsx';
import { useChangePlan, usePlan, usePlanRequest } from './use-plan.ts';

const tabs = ['Overview', 'Traits', 'Rules', 'Storyboard'] as const;

/** The whole collection before anything is spent: counted, ranked and sketched in this browser. */
export default function PlanPanel(slot: PlanSlot) {
	const { control } = useGenerationFormContext();
	const engine = useWatch({ control, name: 'engine' });
	const wrongNumbers = useWrongNumbers();
	const Plan = engine === 'layers' ? LayersPlan : CataloguePlan;
	return <Plan slot={slot} wrongNumbers={wrongNumbers} />;
}

interface SharedProps {
	readonly slot: PlanSlot;
	readonly wrongNumbers: WrongNumbers;
}

function CataloguePlan(shared: SharedProps) {
	const { request, plan } = usePlanRequest();
	const state = usePlan(request, plan.seed);
	const change = useChangePlan();
	return (
		<PlanCard
			{...shared}
			state={state}
			batchSize={request?.batchSize ?? null}
			plan={plan}
			// Traits and values come from the summary, which knows none but the catalogue's.
			onSteer={(changes) => change(changes as Partial<PlanSettings>)}
			describe={({ trait, value }) =>
				`${traitNames[trait as PlannedTrait]} ${traitLabel(trait as PlannedTrait, value)}`
			}
			texts={{
				chosen: 'Everything you chose appears at least once if the batch allows.',
				storyboard: 'These rows, drawn by the built-in forge in this browser. Every engine draws the same rows.',
			}}
		/>
	);
}

function LayersPlan(shared: SharedProps) {
	const { request, seed, steering, concerns } = useLayersRequest();
	const state = useLayersPlan(request, seed);
	const { getValues, setValue } = useGenerationFormContext();
	return (
		<PlanCard
			{...shared}
			state={state}
			batchSize={request?.batchSize ?? null}
			plan={steering}
			onSteer={(changes) =>
				setValue('layerPlan', { ...getValues('layerPlan'), ...changes } as FormInput['layerPlan'], {
					shouldDirty: true,
				})
			}
			describe={({ trait, value }) => `${parseTraitKey(trait).name} ${value}`}
			findDisuse={(rule) =>
				concerns(rule) ? null : 'Not used, because the folder that is open does not have both of these.'
			}
			findObstacle={(left, right) =>
				parseTraitKey(left).set === parseTraitKey(right).set
					? null
					: 'These two are of different sets of layers, which never meet on one image.'
			}
			texts={{
				chosen: 'Every value appears at least once if the batch allows.',
				storyboard: 'These rows, composed of your layers in this browser as the server composes them.',
			}}
		/>
	);
}

interface PlanCardProps extends SharedProps {
	readonly state: PlanState;
	/** Null while too little is chosen for a plan. */
	readonly batchSize: number | null;
	readonly plan: PlanSteering;
	readonly onSteer: (changes: Partial<PlanSteering>) => void;
	readonly describe: (value: SteeredValue) => string;
	readonly findDisuse?: (rule: SteeringRule) => string | null;
	readonly findObstacle?: (left: string, right: string) => string | null;
	readonly texts: { readonly chosen: string; readonly storyboard: string };
}

function PlanCard({
	slot,
	wrongNumbers,
	state,
	batchSize,
	plan,
	onSteer,
	describe,
	texts,
	...ruleChecks
}: PlanCardProps) {
	const { isShown, statusPlace, onSubmit, onProblem, onChoose } = slot;
	const { control } = useGenerationFormContext();
	const missing = listMissingChoices(useWatch({ control }) as FormInput);
	// What was opened, typed and scrolled in it stays while another section is on show.
	const [wasShown, setWasShown] = useState(isShown);
	if (isShown && !wasShown) setWasShown(true);
	const { tab, setTab, ...tableProps } = useShownTable(slot, listWrongNumbers(state.traits, plan, wrongNumbers));
	const problem = batchSize === null ? null : state.problem;
	useEffect(() => {
		onProblem(problem);
		return () => onProblem(null);
	}, [problem, onProblem]);
	const impossible =
		state.summary === null
			? []
			: state.traits.flatMap((summary) =>
					listImpossible(plan, summary).map(({ value }) => describe({ trait: summary.trait, value })),
				);
	const status = batchSize === null ? null : <PlanStatus state={state} batchSize={batchSize} hasProblem={isShown} />;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it, as a form has them
		<div onKeyDown={submitByKeys(onSubmit)}>
			{isShown || statusPlace === null ? null : createPortal(status, statusPlace)}
			{!wasShown ? null : (
				<Card title="Plan" className="min-w-0">
					{batchSize === null ? (
						<div className="grid justify-items-start gap-3 text-text-2">
							<p>
								{`The whole collection is planned here before anything is spent. Choose ${formatMissingChoices(missing)} to see it.`}
							</p>
							<Button size="small" onClick={onChoose}>
								Go to the next choice
							</Button>
						</div>
					) : (
						<div className="grid grid-cols-1 gap-4">
							{isShown ? status : null}
							<TabGroup selectedIndex={tab} onChange={setTab}>
								<TabList className="flex max-w-full gap-1 overflow-x-auto rounded-md border border-border bg-surface-2 p-1">
									{tabs.map((name) => (
										<Tab key={name} className={tabClass}>
											{name}
										</Tab>
									))}
								</TabList>
								<TabPanels className="mt-4 min-w-0">
									<TabPanel tabIndex={-1}>
										<RarityOverview state={state} images={batchSize} isShown={isShown} />
									</TabPanel>
									<TabPanel tabIndex={-1}>
										<TraitDistribution
											traits={state.traits}
											size={batchSize}
											isPlanned={state.summary !== null}
											plan={plan}
											onSteer={onSteer}
											wrongNumbers={wrongNumbers}
											{...tableProps}
											chosenText={texts.chosen}
										/>
									</TabPanel>
									{/* A rule that is half made stays. */}
									<TabPanel tabIndex={-1} unmount={false}>
										<TraitRules
											traits={state.traits}
											rules={plan.rules}
											impossible={impossible}
											onSteer={onSteer}
											describe={describe}
											{...ruleChecks}
										/>
									</TabPanel>
									<TabPanel tabIndex={-1}>
										<PlanStoryboard board={state.board} size={state.summary?.size ?? 0} text={texts.storyboard} />
									</TabPanel>
								</TabPanels>
							</TabGroup>
							<div className="border-t border-border pt-4">
								<SeedField />
							</div>
						</div>
					)}
				</Card>
			)}
		</div>
	);
}

/** The tab and the table on show: those of a wrong number where that is wanted. */
function useShownTable({ onWrongNumber, isWrongWanted, onWrongFocused }: PlanSlot, wrong: readonly WrongPlanNumber[]) {
	const [tab, setTab] = useState(0);
	const [table, setTable] = useState<PlanTable | null>(null);
	const isOfTable = (number: WrongPlanNumber) => table !== null && toTableKey(number.table) === toTableKey(table);
	const first = wrong.find(isOfTable) ?? wrong[0];
	const name = first?.name ?? null;
	useEffect(() => {
		onWrongNumber(name);
		return () => onWrongNumber(null);
	}, [name, onWrongNumber]);
	const [wasWanted, setWasWanted] = useState(false);
	if (isWrongWanted !== wasWanted) {
		setWasWanted(isWrongWanted);
		if (isWrongWanted && first !== undefined) {
			setTab(tabs.indexOf('Traits'));
			setTable(first.table);
		}
	}
	return { tab, setTab, table, onTable: setTable, isWrongWanted, onWrongFocused };
}

const tabClass = ({ selected }: { readonly selected: boolean }) =>
	clsx(
		'control-height shrink-0 grow rounded-sm px-2 font-semibold max-sm:text-sm sm:px-3',
		selected ? 'bg-surface-1 text-primary ring-1 ring-line' : 'text-text-2 hover:text-text',
	);

interface PlanStatusProps {
	readonly state: PlanState;
	readonly batchSize: number;
	/** Whether it says why there is no plan, which belongs where it can be mended. */
	readonly hasProblem: boolean;
}

/** What the plan came to, in one line, announced whenever it changes. */
function PlanStatus({ state, batchSize, hasProblem }: PlanStatusProps) {
	const { phase, summary, problem } = state;
	const isOffline = useOffline();
	return (
		<div aria-live="polite" data-plan-status className={clsx((problem === null || hasProblem) && 'min-h-6')}>
			{phase === 'planning' && summary === null ? <Skeleton className="h-6 w-64" /> : null}
			{phase === 'failed' ? (
				<p className="text-warn">
					{isOffline
						? 'The plan is made once this browser is connected.'
						: 'This browser could not plan ahead. Generating is not affected: the server plans the same way.'}
				</p>
			) : null}
			{problem === null || !hasProblem ? null : (
				<p data-plan-problem className="font-medium text-ember-text">
					{problem.message}
				</p>
			)}
			{summary === null || problem !== null ? null : (
				<p className={clsx('figures transition-opacity', phase === 'planning' && 'opacity-60')}>
					<span className="text-lg font-semibold">{formatNumber(BigInt(summary.capacity))}</span>
					{summary.capacity === '1' ? ' unique combination' : ' unique combinations'}
					<span className="text-text-2">
						{phase === 'planning'
							? `, planning ${formatNumber(batchSize)} …`
							: `, ${formatNumber(summary.size)} planned`}
					</span>
				</p>
			)}
			{summary?.notice == null || problem !== null ? null : <p className="mt-1 text-warn">{summary.notice}</p>}
		</div>
	);
}
