import { useEffect } from 'react';
import type { Job } from '../../lib/trpc.ts';
import { tabTitle } from './job-words.ts';
import { isOpen, jobTitle, percentOf } from './logic.ts';

/** Keeps the progress of a job that is under way in the tab's title. */
export function useJobTabTitle(job: Job | undefined): void {
	const title = job !== undefined && isOpen(job) ? tabTitle(percentOf(job), jobTitle(job)) : null;
	useEffect(() => {
		if (title === null) return;
		const before = document.title;
		document.title = title;
		return () => {
			document.title = before;
		};
	}, [title]);
}
