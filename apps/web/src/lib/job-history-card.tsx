import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { Card } from '@adx/ui/surfaces/card';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { ApiQuery } from './api/trpc.ts';

export interface EarlierJobsProps<Job> {
	readonly texts: { readonly title: string; readonly none: string; readonly tryAgain: string };
	readonly jobs: ApiQuery<Job[]>;
	readonly chosenId: string | null;
	readonly onChoose: (jobId: string) => void;
	/** Lays out what one entry holds. */
	readonly entryClass: string;
	/** What leads to the first of them, where there is none. */
	readonly emptyAction?: { readonly label: string; readonly onBegin: () => void };
	/** Stands beside an entry: what else can be done about it. */
	readonly action?: (job: Job) => ReactNode;
	/** The one that was deleted here last; null for none. */
	readonly deletedId?: string | null;
	/** What one entry holds. */
	readonly children: (job: Job) => ReactNode;
}

/** What the caller started before, newest first, of which one is on show. */
export function JobHistoryCard<Job extends { readonly id: string }>(props: EarlierJobsProps<Job>) {
	const { texts, jobs, chosenId, onChoose, entryClass, emptyAction, action, deletedId = null, children } = props;
	const { data, error, refetch } = jobs;
	// An entry takes the focus with it as it goes.
	const isGone = data?.some(({ id }) => id === deletedId) === false;
	const card = useFocusFallback<HTMLElement>(data?.map(({ id }) => id).join(), isGone && deletedId);
	return (
		<Card ref={card} title={texts.title}>
			{data !== undefined ? (
				<>
					{data.length === 0 ? (
						<div className="grid justify-items-start gap-3">
							<p className="text-text-2">{texts.none}</p>
							{emptyAction === undefined ? null : <Button onClick={emptyAction.onBegin}>{emptyAction.label}</Button>}
						</div>
					) : null}
					<ul className="grid max-h-[32rem] gap-2 overflow-y-auto p-px empty:hidden">
						{data.map((job) => (
							<li key={job.id} className="flex flex-wrap items-center gap-x-2 sm:flex-nowrap">
								<button
									type="button"
									aria-current={job.id === chosenId || undefined}
									onClick={() => onChoose(job.id)}
									className={clsx(
										'min-w-0 grow basis-full rounded-md border text-left transition-colors duration-[120ms] sm:basis-auto',
										job.id === chosenId
											? 'border-primary bg-surface-3 ring-1 ring-primary'
											: 'border-border bg-surface-2 hover:bg-surface-3',
										entryClass,
									)}
								>
									{children(job)}
								</button>
								<span className="shrink-0 empty:hidden">{action?.(job)}</span>
							</li>
						))}
					</ul>
				</>
			) : error === null ? (
				<Skeleton className="h-16 w-full" />
			) : (
				<ErrorWithRetry message={error.message} retryLabel={texts.tryAgain} onRetry={refetch} />
			)}
		</Card>
	);
}
