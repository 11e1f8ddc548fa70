import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PlanSlot } from '../page/create-studio.tsx';
import type { PlanState } from './plan-client.ts';
import { RarityOverview } from './rarity-overview.tsx';
import { SeedField } from './seed-field.tsx';
import { PlanStoryboard } from './storyboard-grid.tsx';
import { TraitDistribution } from './trait-distribution.tsx';
import { TraitRules } from './trait-rules.tsx';
import { usePlan, usePlanRequest } from './use-plan.ts';

const tabs = ['Overview', 'Traits', 'Rules', 'Storyboard'] as const;

/** The whole collection before anything is spent: counted, ranked, priced and sketched in this browser. */
export default function PlanPanel({ isShown, statusPlace, onSubmit, onChoose }: PlanSlot) {
	const { request, plan } = usePlanRequest();
	const state = usePlan(request, plan.seed);
	const panel = useSubmitKeys(onSubmit);
	// Another section may be looked at in between.
	const [tab, setTab] = useState(0);
	if (!isShown) {
		return request === null || statusPlace === null
			? null
			: createPortal(<PlanStatus state={state} batchSize={request.batchSize} />, statusPlace);
	}
	return (
		<div ref={panel}>
			<Card title="Plan" className="min-w-0">
				{request === null ? (
					<div className="grid justify-items-start gap-3 text-text-2">
						<p>
							The whole collection is planned here before anything is spent. Choose races, classes, an art style and a
							background to see it.
						</p>
						<Button size="small" onClick={onChoose}>
							Go to the next choice
						</Button>
					</div>
				) : (
					<div className="grid grid-cols-1 gap-4">
						<PlanStatus state={state} batchSize={request.batchSize} />
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
									<RarityOverview state={state} images={request.batchSize} />
								</TabPanel>
								<TabPanel tabIndex={-1}>
									<TraitDistribution
										traits={state.traits}
										size={request.batchSize}
										isPlanned={state.summary !== null}
									/>
								</TabPanel>
								<TabPanel tabIndex={-1}>
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
		</div>
	);
}

/** Ctrl or Cmd and Enter submit from any field of the panel, as they do in the form. */
function useSubmitKeys(onSubmit: () => void) {
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = ref.current;
		const press = (event: KeyboardEvent) => {
			if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
			event.preventDefault();
			onSubmit();
		};
		element?.addEventListener('keydown', press);
		return () => element?.removeEventListener('keydown', press);
	}, [onSubmit]);
	return ref;
}

const tabClass = ({ selected }: { readonly selected: boolean }) =>
	clsx(
		'control-height shrink-0 grow rounded-sm px-2 font-semibold max-sm:text-sm sm:px-3',
		selected ? 'bg-surface-1 text-primary ring-1 ring-line' : 'text-text-2 hover:text-text',
	);

/** What the plan came to, in one line, announced whenever it changes. */
function PlanStatus({ state, batchSize }: { readonly state: PlanState; readonly batchSize: number }) {
	const { phase, summary, message } = state;
	return (
		<div aria-live="polite" data-plan-status className="min-h-6">
			{phase === 'planning' && summary === null ? <Skeleton className="h-6 w-64" /> : null}
			{phase === 'failed' ? (
				<p className="text-warn">
					This browser could not plan ahead. Generating is not affected: the server plans the same way.
				</p>
			) : null}
			{message === null ? null : <p className="font-medium text-ember-text">{message}</p>}
			{summary === null || message !== null ? null : (
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
			{summary?.notice == null || message !== null ? null : <p className="mt-1 text-warn">{summary.notice}</p>}
		</div>
	);
}
