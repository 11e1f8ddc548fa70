import { Skeleton } from '@adx/ui/feedback/skeleton';
import clsx from 'clsx';
import { type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider } from 'react-hook-form';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { readApiKey } from '../../jobs/actions/gemini-key.ts';
import { FloatingDownloadButton } from '../../jobs/download-archive-button.tsx';
import { JobProgressCard } from '../../jobs/job-progress-card.tsx';
import { useJob, useJobs } from '../../jobs/job-queries.ts';
import { isUnfinished } from '../../jobs/job-summary.ts';
import { StatusPanel } from '../../jobs/list/status-panel.tsx';
import { ConfirmOrderDialog } from '../form/confirm-order-dialog.tsx';
import { useCachedForm } from '../form/form-cache.ts';
import { useGenerationForm, useGenerationFormContext } from '../form/form-schema.ts';
import { GenerateForm } from '../form/generate-form.tsx';
import { useSubmitGeneration } from '../form/use-submit-generation.ts';
import { createPresetSlot, type PresetSlot } from '../presets/preset-slot.ts';
import { getVisibleJobId } from './latest-jobs.ts';
import { LatestJobsCard } from './latest-jobs-card.tsx';
import { LivePreview } from './live-preview.tsx';
import { ResultImages } from './result-images.tsx';
import { ServerNotice } from './server-notice.tsx';

/** What the plan of the form's choices gets to work with. */
export interface PlanSlot {
	readonly isPending: boolean;
	/** Why the last try to start came to nothing; null after none, and while another is made. */
	readonly problem: string | null;
	/** Submits the form as it is then. */
	readonly onOrder: () => void;
	/** Leads to the choices that are still missing. */
	readonly onChoose: () => void;
}

export interface CreatePageProps {
	/** The job that the address names; null for none. */
	readonly chosenJobId: string | null;
	readonly onChooseJob: (jobId: string) => void;
	readonly view: ImageView;
	/** The card of saved settings, given the form to read and to fill. */
	readonly presets: (slot: PresetSlot) => ReactNode;
	/** The plan beside the form; it may come later than the page. */
	readonly plan: (slot: PlanSlot) => ReactNode;
	/** What makes tokens of finished characters, at the end of the page; it may come later. Null leaves it out. */
	readonly mint: ReactNode;
	/** Further cards under the results. */
	readonly children: ReactNode;
}

type Tab = 'form' | 'plan' | 'result';

/** The form beside its plan and what comes of it; on small screens one of the three at a time. */
export function CreatePage(props: CreatePageProps) {
	const [storedKey] = useState(readApiKey);
	const form = useGenerationForm(storedKey);
	useCachedForm(form);
	return (
		<FormProvider {...form}>
			<CreateStage {...props} hasStoredKey={storedKey !== ''} />
			<FloatingDownloadButton chosenId={props.chosenJobId} />
		</FormProvider>
	);
}

function CreateStage(props: CreatePageProps & { readonly hasStoredKey: boolean }) {
	const { chosenJobId, onChooseJob, view, presets, plan, mint, children, hasStoredKey } = props;
	const form = useGenerationFormContext();
	const { config } = useAccess();
	const [tab, setTab] = useState<Tab>(chosenJobId === null ? 'form' : 'result');
	const showTab = (next: Tab) => {
		setTab(next);
		window.scrollTo({ top: 0 });
	};
	const { isPending, problem, submit, unconfirmed } = useSubmitGeneration({
		onStarted(startedId) {
			showTab('result');
			onChooseJob(startedId);
		},
		// A field that is not on screen cannot take the focus.
		onInvalid: () => flushSync(() => setTab('form')),
	});
	const { data: jobs, error: jobsError, refetch: refetchJobs } = useJobs();
	const jobId = getVisibleJobId(jobs ?? [], chosenJobId);
	const { data: job, error: jobError, refetch: refetchJob } = useJob(jobId);
	// Without the list nobody knows whether there is a job to show.
	const status =
		jobId !== null
			? { error: jobError, onRetry: () => void refetchJob() }
			: { error: jobs === undefined ? jobsError : null, onRetry: () => void refetchJobs() };
	const chooseRaces = () => {
		flushSync(() => setTab('form'));
		form.setFocus('races');
	};
	const on = (shown: Tab) => tab !== shown && 'max-lg:hidden';
	const planned = (
		<div key="plan" id="create-plan" className={clsx('min-w-0 md:order-last md:col-span-2', on('plan'))}>
			<SectionErrorBoundary problem="The plan could not be shown. Generating is not affected: the server plans by itself. Reloading the page brings the plan back and empties the form.">
				<Suspense fallback={<Skeleton className="h-40 w-full" />}>
					{plan({ isPending, problem, onOrder: submit, onChoose: () => showTab('form') })}
				</Suspense>
			</SectionErrorBoundary>
		</div>
	);
	// A user who has just started a job, or came for one, wants to see its images first.
	const made =
		job === undefined ? null : (
			<div key="results" className={clsx('min-w-0 md:order-last md:col-span-2', on('result'))}>
				<ResultImages job={job} view={view} />
			</div>
		);

	return (
		<main className="mx-auto w-full max-w-[100rem] px-3 pt-4 pb-6 sm:px-6">
			<h1 className="sr-only">Create ADX characters</h1>
			{unconfirmed === null ? null : <ConfirmOrderDialog {...unconfirmed} />}
			<div className="z-20 max-lg:sticky max-lg:top-[3.75rem]">
				<PageTabs tab={tab} onTab={showTab} />
				<ServerNotice />
			</div>
			<div className="grid items-start gap-4 lg:grid-cols-[23rem_minmax(0,1fr)] xl:grid-cols-[27rem_minmax(0,1fr)]">
				<div
					id="create-form"
					className={clsx(
						'min-w-0 lg:sticky lg:top-[calc(4.5rem+var(--banner-height,0px))] lg:max-h-[calc(100dvh-5.5rem-var(--banner-height,0px)-var(--notice-height,0px))] lg:scroll-pb-40 lg:overflow-y-auto lg:px-1',
						on('form'),
					)}
				>
					<GenerateForm
						isNewcomer={jobs?.length === 0 && !hasStoredKey}
						isOnTop={tab === 'form'}
						isPending={isPending}
						problem={problem}
						onSubmit={submit}
						presets={presets(createPresetSlot(form, config?.gemini?.models.map(({ name }) => name) ?? []))}
					/>
				</div>
				<div className="grid min-w-0 items-start gap-4 md:grid-cols-[minmax(14rem,20rem)_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
					<div id="create-result" className={clsx('grid min-w-0 gap-4 md:col-start-2', on('result'))}>
						{job !== undefined && isUnfinished(job) ? <JobProgressCard job={job} /> : null}
						<StatusPanel jobId={jobId} isLoading={jobs === undefined} job={job} {...status} onBegin={chooseRaces} />
					</div>
					{chosenJobId === null ? [planned, made] : [made, planned]}
					<div className={clsx('min-w-0 md:col-start-1 md:row-span-2 md:row-start-1', on('result'))}>
						<LivePreview />
					</div>
					<div className={clsx('min-w-0 md:col-start-2', on('result'))}>{children}</div>
					<div className={clsx('min-w-0 md:order-last md:col-span-2', on('result'))}>
						<LatestJobsCard onChoose={chooseRaces} />
					</div>
					{mint === null ? null : (
						<div className={clsx('min-w-0 md:order-last md:col-span-2', on('result'))}>
							<SectionErrorBoundary problem="Minting could not be shown. Generating is not affected.">
								<Suspense fallback={<Skeleton className="h-40 w-full" />}>{mint}</Suspense>
							</SectionErrorBoundary>
						</div>
					)}
				</div>
			</div>
		</main>
	);
}

function PageTabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
	const tabs = [
		['form', 'Form'],
		['plan', 'Plan'],
		['result', 'Result'],
	] as const;
	return (
		<div className="mb-3 grid grid-cols-3 gap-1 rounded-md border border-border bg-surface-1 p-1 lg:hidden">
			{tabs.map(([name, label]) => (
				<button
					key={name}
					type="button"
					aria-pressed={tab === name}
					aria-controls={`create-${name}`}
					onClick={() => onTab(name)}
					className={clsx(
						'control-height rounded-sm font-semibold',
						tab === name ? 'bg-surface-3 text-primary' : 'text-text-2 hover:text-text',
					)}
				>
					{label}
				</button>
			))}
		</div>
	);
}
