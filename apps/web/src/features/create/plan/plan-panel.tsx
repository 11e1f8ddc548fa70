import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { useOffline } from '../../../lib/api/offline.ts';
import { type FormInput, useGenerationFormContext } from '../form/form-schema.ts';
import { formatMissingChoices, listMissingChoices } from '../form/form-sections.ts';
import type { PlanSlot } from '../page/create-studio.tsx';
import { submitByKeys } from '../submit/submit-by-keys.ts';
import type { PlanState } from './plan-client.ts';
import { RarityOverview } from './rarity-overview.tsx';
import { SeedField } from './seed-field.tsx';
import { PlanStoryboard } from './storyboard-grid.tsx';
import { TraitDistribution } from './trait-distribution.tsx';
import { TraitRules } from './trait-rules.tsx';
import { usePlan, usePlanRequest } from './use-plan.ts';

const tabs = ['Overview', 'Traits', 'Rules', 'Storyboard'] as const;

/** The whole collection before anything is spent: counted, ranked and sketched in this browser. */
export default function PlanPanel({ isShown, statusPlace, onSubmit, onProblem, onChoose }: PlanSlot) {
	const { control } = useGenerationFormContext();
	const { request, plan } = usePlanRequest();
	const state = usePlan(request, plan.seed);
	const missing = listMissingChoices(useWatch({ control }) as FormInput);
	// What was opened, typed and scrolled in it stays while another section is on show.
	const [wasShown, setWasShown] = useState(isShown);
	if (isShown && !wasShown) setWasShown(true);
	const problem = request === null ? null : state.problem;
	useEffect(() => {
		onProblem(problem);
		return () => onProblem(null);
	}, [problem, onProblem]);
	const status =
		request === null ? null : <PlanStatus state={state} batchSize={request.batchSize} hasProblem={isShown} />;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields in it, as a form has them
		<div onKeyDown={submitByKeys(onSubmit)}>
			{isShown || statusPlace === null ? null : createPortal(status, statusPlace)}
			{!wasShown ? null : (
				<Card title="Plan" className="min-w-0">
					{request === null ? (
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
							<TabGroup>
								<TabList className="flex max-w-full gap-1 overflow-x-auto rounded-md border border-border bg-surface-2 p-1">
									{tabs.map((name) => (
										<Tab key={name} className={tabClass}>
											{name}
										</Tab>
									))}
								</TabList>
								<TabPanels className="mt-4 min-w-0">
									<TabPanel tabIndex={-1}>
										<RarityOverview state={state} images={request.batchSize} isShown={isShown} />
									</TabPanel>
									<TabPanel tabIndex={-1}>
										<TraitDistribution
											traits={state.traits}
											size={request.batchSize}
											isPlanned={state.summary !== null}
										/>
									</TabPanel>
									{/* A rule that is half made stays. */}
									<TabPanel tabIndex={-1} unmount={false}>
										<TraitRules traits={state.traits} />
									</TabPanel>
									<TabPanel tabIndex={-1}>
										<PlanStoryboard board={state.board} size={state.summary?.size ?? 0} />
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
					<span className="text-lg font-semibold">{BigInt(summary.capacity).toLocaleString('en')}</span>
					{summary.capacity === '1' ? ' unique combination' : ' unique combinations'}
					<span className="text-text-2">
						{phase === 'planning'
							? `, planning ${batchSize.toLocaleString('en')} …`
							: `, ${summary.size.toLocaleString('en')} planned`}
					</span>
				</p>
			)}
			{summary?.notice == null || problem !== null ? null : <p className="mt-1 text-warn">{summary.notice}</p>}
		</div>
	);
}
