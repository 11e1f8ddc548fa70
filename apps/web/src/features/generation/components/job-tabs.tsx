import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';
import { type JobTab, type JobView, jobTabs } from './job-search.ts';

const names = Object.keys(jobTabs) as JobTab[];

/** The tabs of a job's page; the one on show lives in the address. */
export function JobTabs({ jobView, children }: { readonly jobView: JobView; readonly children: ReactNode }) {
	const { search, onSearch } = jobView;
	return (
		<TabGroup
			manual
			selectedIndex={names.indexOf(search.tab)}
			onChange={(index) => onSearch({ tab: names[index] ?? 'images' })}
		>
			<TabList
				aria-label="Parts of the job"
				className="flex gap-1 overflow-x-auto rounded-md border border-border bg-surface-1 p-1"
			>
				{names.map((name) => (
					<Tab
						key={name}
						className="control-height grow rounded-sm px-2 font-semibold text-text-2 hover:text-text data-selected:bg-surface-3 data-selected:text-primary sm:grow-0 sm:px-5"
					>
						{jobTabs[name]}
					</Tab>
				))}
			</TabList>
			<TabPanels className="mt-4">
				{names.map((name) => (
					<TabPanel key={name} tabIndex={-1} className="outline-none">
						{name === search.tab ? children : null}
					</TabPanel>
				))}
			</TabPanels>
		</TabGroup>
	);
}
