import { useEffect } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { formatTabTitle } from '../job-labels.ts';
import { getJobTitle, toPercent } from '../job-summary.ts';

/** Keeps the progress of the job under way in the tab's title; null for none. */
export function useProgressTabTitle(job: Job | null): void {
	const title = job === null ? null : formatTabTitle(job, toPercent(job), getJobTitle(job));
	useEffect(() => {
		if (title === null) return;
		const before = document.title;
		document.title = title;
		return () => {
			document.title = before;
		};
	}, [title]);
}
