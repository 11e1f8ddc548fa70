import { Tabs } from '@adx/ui/navigation/tabs';
import type { ReactNode } from 'react';
import { type JobView, jobTabs } from '../images/job-search-params.ts';

/** The tabs of a job's page; the one on show lives in the address. */
export function JobTabs({ jobView, children }: { readonly jobView: JobView; readonly children: ReactNode }) {
	const { search, onSearch } = jobView;
	return (
		<Tabs label="Parts of the job" tabs={jobTabs} selected={search.tab} onSelect={(tab) => onSearch({ tab })}>
			{children}
		</Tabs>
	);
}
