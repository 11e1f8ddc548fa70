import type { ReactNode } from 'react';
import { PageTabs } from '../../../components/page-tabs.tsx';
import { type JobView, jobTabs } from '../../job/job-search.ts';

/** The tabs of a job's page; the one on show lives in the address. */
export function JobTabs({ jobView, children }: { readonly jobView: JobView; readonly children: ReactNode }) {
	const { search, onSearch } = jobView;
	return (
		<PageTabs label="Parts of the job" tabs={jobTabs} shown={search.tab} onShow={(tab) => onSearch({ tab })}>
			{children}
		</PageTabs>
	);
}
