import { useMemo, useState } from 'react';
import { SearchField } from '../controls/search-field.tsx';
import { SortHeader } from './sort-header.tsx';
import { useVirtualRows, VirtualRows } from './virtual-rows.tsx';

export interface SearchableTableProps {
	readonly label: string;
	readonly columns: readonly string[];
	/** A text for every column each. */
	readonly rows: readonly (readonly string[])[];
	readonly searchLabel: string;
	/** How many rows of how many are on show. */
	readonly countText: (shown: number, total: number) => string;
	readonly nothingFound: string;
}

interface Sort {
	readonly column: number;
	readonly direction: 'ascending' | 'descending';
}

const headPx = 40;

/** A long list of texts that can be searched and sorted; only the rows in sight are in the document. */
export function SearchableTable(props: SearchableTableProps) {
	const { label, columns, rows, searchLabel, countText, nothingFound } = props;
	const [search, setSearch] = useState('');
	const [sort, setSort] = useState<Sort | null>(null);
	const shown = useMemo(() => sortRows(findRows(rows, search), sort), [rows, search, sort]);
	const virtual = useVirtualRows({ count: shown.length, rowPx: 36, isMeasured: true, headPx, overscan: 8 });
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
				<SearchField
					label={searchLabel}
					placeholder={searchLabel}
					value={search}
					onChange={setSearch}
					className="grow basis-48"
				/>
				<p role="status" className="figures text-sm text-text-2">
					{shown.length === 0 ? nothingFound : countText(shown.length, rows.length)}
				</p>
			</div>
			<section
				ref={virtual.scroller}
				aria-label={label}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
				tabIndex={0}
				className="max-h-[min(30rem,55dvh)] overflow-auto rounded-md border border-border"
			>
				<table
					aria-label={label}
					aria-rowcount={shown.length + 1}
					className="figures w-full table-fixed border-separate border-spacing-0 text-left text-sm"
				>
					<thead className="sticky top-0 z-1 bg-surface-2">
						<tr style={{ height: headPx }}>
							{columns.map((name, column) => (
								<SortHeader
									key={name}
									sort={sort?.column === column ? sort.direction : 'none'}
									onSort={() => setSort(nextSort(sort, column))}
									buttonClassName="flex min-h-9 w-full px-2 text-left sm:px-3"
								>
									{name}
								</SortHeader>
							))}
						</tr>
					</thead>
					<VirtualRows
						of={virtual}
						rowAt={(index) => shown[index]}
						columnCount={columns.length}
						placeholder={null}
						className="align-top *:border-t *:border-border"
					>
						{(row) =>
							row.map((text, column) => (
								<td
									key={columns[column]}
									className={
										column === 0 ? 'px-2 py-2 wrap-anywhere sm:px-3' : 'px-2 py-2 wrap-anywhere text-text-2 sm:px-3'
									}
								>
									{text}
								</td>
							))
						}
					</VirtualRows>
				</table>
			</section>
		</div>
	);
}

/** Rows with the text in any of their columns, whatever its case. */
function findRows(rows: SearchableTableProps['rows'], search: string): SearchableTableProps['rows'] {
	const text = search.trim().toLowerCase();
	if (text === '') return rows;
	return rows.filter((row) => row.some((cell) => cell.toLowerCase().includes(text)));
}

function sortRows(rows: SearchableTableProps['rows'], sort: Sort | null): SearchableTableProps['rows'] {
	if (sort === null) return rows;
	const { column, direction } = sort;
	const sign = direction === 'ascending' ? 1 : -1;
	const collator = new Intl.Collator('en', { numeric: true });
	return rows.toSorted((one, other) => sign * collator.compare(one[column]!, other[column]!));
}

/** Up, then down, then as the rows came. */
function nextSort(sort: Sort | null, column: number): Sort | null {
	if (sort?.column !== column) return { column, direction: 'ascending' };
	return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}
