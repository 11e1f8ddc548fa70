import { useEffect } from 'react';
import type { Job } from '../../../lib/api/trpc.ts';
import { tabTitle } from '../job-labels.ts';
import { jobTitle, percentOf } from '../job-summary.ts';

/** Keeps the progress of the job under way in the tab's title; null for none. */
export function useJobTabTitle(job: Job | null): void {
	const title = job === null ? null : tabTitle(job, percentOf(job), jobTitle(job));
	useEffect(() => {
		if (title === null) return;
		const before = document.title;
		document.title = title;
		return () => {
			document.title = before;
		};
	}, [title]);
}
