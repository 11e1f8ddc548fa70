import { csvText } from '@adx/collection/files/csv';
import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { SearchableTable } from '@adx/ui/tables/searchable-table';
import { safeFileName } from '@adx/validators/file-name';
import { formatNumber } from '@adx/validators/format-number';
import { Download, List } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../files/save-file.ts';

/** Something that is wrong, by name. */
export interface ProblemRow {
	/** Missing or empty where there is one collection alone. */
	readonly collection?: string;
	/** A file, or what else the list is about. */
	readonly name: string;
	/** Empty where the name is a whole sentence. */
	readonly problem: string;
}

const texts = {
	showAll: 'Show all',
	showAllOf: (title: string) => `Show all: ${title}`,
	search: 'Search the list',
	count: (shown: number, total: number) =>
		shown === total
			? `${formatNumber(total)} ${total === 1 ? 'row' : 'rows'}`
			: `${formatNumber(shown)} of ${formatNumber(total)} rows`,
	nothing: 'Nothing found',
	save: 'Download as CSV',
	close: 'Close',
	collection: 'Collection',
	problem: 'Problem',
	failed: 'The list could not be loaded.',
	tryAgain: 'Try again',
};

export interface ProblemListButtonProps {
	/** What the list is about, e.g. '300 images without metadata'. */
	readonly title: string;
	/** What the rows name; 'File' where nothing is said. */
	readonly subject?: string | undefined;
	/** The whole list, fetched whenever somebody asks to see it. */
	readonly load: () => Promise<readonly ProblemRow[]> | readonly ProblemRow[];
	/** What the download is called, without its ending. */
	readonly fileName: string;
}

/** Opens the whole of a list of problems, to be searched, sorted and saved. */
export function ProblemListButton(props: ProblemListButtonProps) {
	const { button, dialog } = useProblemList(props);
	return (
		<>
			{button}
			{dialog}
		</>
	);
}

/** The same in two parts, for a button that moves between layouts while its dialog is open. */
export function useProblemList({ title, subject = 'File', load, fileName }: ProblemListButtonProps) {
	const [isOpen, setOpen] = useState(false);
	const [rows, setRows] = useState<readonly ProblemRow[] | null>(null);
	const [hasFailed, setFailed] = useState(false);
	async function open() {
		setRows(null);
		setFailed(false);
		setOpen(true);
		try {
			setRows(await load());
		} catch {
			setFailed(true);
		}
	}
	const table = rows === null ? null : toTable(rows, subject);
	return {
		button: (
			<Button
				size="small"
				aria-label={texts.showAllOf(title)}
				icon={<List aria-hidden className="size-4" />}
				onClick={() => void open()}
			>
				{texts.showAll}
			</Button>
		),
		dialog: (
			<Dialog open={isOpen} onClose={() => setOpen(false)} title={title} size="wide">
				{hasFailed ? (
					<ErrorWithRetry message={texts.failed} retryLabel={texts.tryAgain} onRetry={open} />
				) : table === null ? (
					<Skeleton className="h-48 w-full" />
				) : (
					<SearchableTable
						label={title}
						columns={table.columns}
						rows={table.rows}
						searchLabel={texts.search}
						countText={texts.count}
						nothingFound={texts.nothing}
					/>
				)}
				<DialogButtons
					className="mt-4"
					primary={
						<Button
							className="grow"
							disabled={table === null}
							icon={<Download aria-hidden className="size-4" />}
							onClick={() => {
								if (table !== null) saveTable(table, fileName);
							}}
						>
							{texts.save}
						</Button>
					}
				>
					<Button onClick={() => setOpen(false)}>{texts.close}</Button>
				</DialogButtons>
			</Dialog>
		),
	};
}

interface Table {
	readonly columns: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

/** Collections have a column where there are several, and so has what is wrong unless the names say it. */
function toTable(rows: readonly ProblemRow[], subject: string): Table {
	const collections = new Set(rows.map(({ collection = '' }) => collection));
	const isOfSeveral = collections.size > 1;
	const areSentences = rows.every(({ problem }) => problem === '');
	return {
		columns: [subject, ...(isOfSeveral ? [texts.collection] : []), ...(areSentences ? [] : [texts.problem])],
		rows: rows.map(({ collection = '', name, problem }) => [
			name,
			...(isOfSeveral ? [collection] : []),
			...(areSentences ? [] : [problem]),
		]),
	};
}

function saveTable({ columns, rows }: Table, fileName: string): void {
	saveFile(new File([csvText([columns, ...rows])], `${safeFileName(fileName)}.csv`, { type: 'text/csv' }));
}
