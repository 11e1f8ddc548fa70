import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { isOpen, shownJobId } from '../logic.ts';
import { useJob, useJobs } from '../queries.ts';
import { useGenerationForm } from '../schema.ts';
import { readApiKey } from '../store.ts';
import { FloatingDownload } from './download-button.tsx';
import { GenerateForm } from './generate-form.tsx';
import { LivePreview } from './live-preview.tsx';
import { Previews } from './previews.tsx';
import { ProgressCard } from './progress-card.tsx';
import { type ImageView, Results } from './results.tsx';
import { StatusPanel } from './status-panel.tsx';

export interface CreatePageProps {
	/** The job that the address names; null for none. */
	readonly chosenJobId: string | null;
	readonly onChooseJob: (jobId: string) => void;
	readonly view: ImageView;
	/** Further cards under the results. */
	readonly children: ReactNode;
}

type Tab = 'form' | 'result';

/** The form beside what comes of it; on small screens one of the two at a time. */
export function CreatePage({ chosenJobId, onChooseJob, view, children }: CreatePageProps) {
	const [tab, setTab] = useState<Tab>('form');
	const showTab = (next: Tab) => {
		setTab(next);
		window.scrollTo({ top: 0 });
	};
	const [storedKey] = useState(readApiKey);
	const form = useGenerationForm(storedKey);
	const { data: jobs } = useJobs();
	const jobId = shownJobId(jobs ?? [], chosenJobId);
	const { data: job, error } = useJob(jobId);
	const isNewcomer = jobs?.length === 0 && storedKey === '';

	return (
		<FormProvider {...form}>
			<main className="mx-auto w-full max-w-[100rem] px-3 pt-4 pb-28 sm:px-6">
				<h1 className="sr-only">Create ADX characters</h1>
				<PageTabs tab={tab} onTab={showTab} />
				<div className="grid items-start gap-4 lg:grid-cols-[23rem_minmax(0,1fr)] xl:grid-cols-[27rem_minmax(0,1fr)]">
					<div
						id="create-form"
						className={clsx(
							'min-w-0 lg:sticky lg:top-[4.5rem] lg:block lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto lg:px-1',
							tab !== 'form' && 'hidden',
						)}
					>
						<GenerateForm
							isNewcomer={isNewcomer}
							onStarted={(startedId) => {
								showTab('result');
								onChooseJob(startedId);
							}}
						/>
					</div>
					<div
						id="create-result"
						className={clsx(
							'min-w-0 items-start gap-4 md:grid-cols-[minmax(14rem,20rem)_minmax(0,1fr)] md:grid-rows-[auto_1fr] lg:grid',
							tab === 'result' ? 'grid' : 'hidden',
						)}
					>
						<div className="grid min-w-0 gap-4 md:col-start-2">
							{job !== undefined && isOpen(job) ? <ProgressCard job={job} /> : null}
							<StatusPanel jobId={jobId} job={job} error={error} />
						</div>
						{job === undefined ? null : (
							<div className="min-w-0 md:order-last md:col-span-2">
								<Results job={job} view={view} />
							</div>
						)}
						<div className="min-w-0 md:col-start-1 md:row-span-2 md:row-start-1">
							<LivePreview />
						</div>
						<div className="min-w-0 md:col-start-2">{children}</div>
						<div className="min-w-0 md:order-last md:col-span-2">
							<Previews />
						</div>
					</div>
				</div>
			</main>
			<FloatingDownload chosenId={chosenJobId} />
		</FormProvider>
	);
}

function PageTabs({ tab, onTab }: { readonly tab: Tab; readonly onTab: (tab: Tab) => void }) {
	const tabs = [
		['form', 'Form'],
		['result', 'Result'],
	] as const;
	return (
		<div className="sticky top-[3.75rem] z-20 mb-3 grid grid-cols-2 gap-1 rounded-md border border-border bg-surface-1 p-1 lg:hidden">
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
