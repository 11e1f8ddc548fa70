import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import type { ReactNode } from 'react';

export interface PageTabsProps<Name extends string> {
	readonly label: string;
	/** The words on each tab, in their order. */
	readonly tabs: Readonly<Record<Name, string>>;
	readonly selected: Name;
	readonly onSelect: (name: Name) => void;
	/** The content of the selected tab; nothing of the others is rendered. */
	readonly children: ReactNode;
}

/** The sections of a page, one at a time; the caller keeps the selected one in the search params. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: PageTabsProps<Name>) {
	const names = Object.keys(tabs) as Name[];
	return (
		<TabGroup manual selectedIndex={names.indexOf(selected)} onChange={(index) => onSelect(names[index] ?? selected)}>
			<TabList
				aria-label={label}
				className="flex gap-1 overflow-x-auto rounded-md border border-border bg-surface-1 p-1"
			>
				{names.map((name) => (
					<Tab
						key={name}
						className="control-height grow rounded-sm px-2 font-semibold text-text-2 hover:text-text data-selected:bg-surface-3 data-selected:text-primary sm:grow-0 sm:px-5"
					>
						{tabs[name]}
					</Tab>
				))}
			</TabList>
			<TabPanels className="mt-4">
				{names.map((name) => (
					<TabPanel key={name} tabIndex={-1} className="outline-none">
						{name === selected ? children : null}
					</TabPanel>
				))}
			</TabPanels>
		</TabGroup>
	);
}
