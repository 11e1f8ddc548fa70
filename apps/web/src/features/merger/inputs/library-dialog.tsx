import { Button } from '@adx/ui/controls/button';
import { SearchField } from '@adx/ui/controls/search-field';
import { Badge } from '@adx/ui/feedback/badge';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { Pager } from '@adx/ui/navigation/pager';
import { Tabs } from '@adx/ui/navigation/tabs';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { jobListPollMs, mergePollMs } from '@adx/validators/limits';
import { Check, Plus, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { pollEvery } from '../../../lib/api/query-client.ts';
import { jobListWithCover, trpc } from '../../../lib/api/trpc.ts';
import { paginate } from '../../../lib/option-search.ts';
import { mergerTexts } from '../merger-texts.ts';
import { type CollectionView, type InputOrigin, isWhole, toOriginKey } from '../merger-views.ts';
import { importQueue, type ShownImport } from './import-queue.ts';
import { findEntries, type LibraryEntry, toJobEntries, toMergeEntries } from './library-entries.ts';

const texts = mergerTexts.library;

const entriesPerPage = 10;

export interface LibraryDialogProps {
	readonly isOpen: boolean;
	/** What is in the merger already. */
	readonly collections: readonly CollectionView[];
	readonly imports: readonly ShownImport[];
	readonly onClose: () => void;
}

/** The creator's own jobs and merges, to add any of them as an input. */
export function LibraryDialog({ isOpen, collections, imports, onClose }: LibraryDialogProps) {
	const [kind, setKind] = useState<InputOrigin['kind']>('job');
	const added = new Set(collections.filter(isWhole).map(({ origin }) => origin));
	const coming = new Map(imports.map(({ key, problem }) => [key, problem]));
	const List = kind === 'job' ? JobList : MergeList;
	return (
		<Dialog open={isOpen} onClose={onClose} title={texts.title} size="wide">
			<Tabs label={texts.tabList} tabs={texts.tabs} selected={kind} onSelect={setKind}>
				<List added={added} coming={coming} />
			</Tabs>
			<div className="mt-4 flex justify-end">
				<Button onClick={onClose}>{texts.done}</Button>
			</div>
		</Dialog>
	);
}

interface OwnListProps {
	/** Keys of what is in the merger already. */
	readonly added: ReadonlySet<string | null>;
	/** Keys of what is on its way, each with why it could not be fetched; null for one that can. */
	readonly coming: ReadonlyMap<string, string | null>;
}

function JobList(props: OwnListProps) {
	const { data, error, refetch } = trpc.generation.list.useQuery(jobListWithCover, {
		refetchOnMount: 'always',
		refetchInterval: pollEvery(jobListPollMs),
	});
	const entries = data === undefined ? null : toJobEntries(data);
	return <EntryList {...props} kind="job" entries={entries} problem={error?.message ?? null} onRetry={refetch} />;
}

function MergeList(props: OwnListProps) {
	const { data, error, refetch } = trpc.merge.list.useQuery(
		{},
		{ refetchOnMount: 'always', refetchInterval: pollEvery(mergePollMs) },
	);
	const entries = data === undefined ? null : toMergeEntries(data);
	return <EntryList {...props} kind="merge" entries={entries} problem={error?.message ?? null} onRetry={refetch} />;
}

interface EntryListProps extends OwnListProps {
	readonly kind: InputOrigin['kind'];
	/** Null until they are known. */
	readonly entries: readonly LibraryEntry[] | null;
	readonly problem: string | null;
	readonly onRetry: () => unknown;
}

function EntryList({ kind, entries, problem, onRetry, added, coming }: EntryListProps) {
	const [search, setSearch] = useState('');
	const [page, setPage] = useState(0);
	const [lastAdded, setLastAdded] = useState<LibraryEntry | null>(null);
	const isOnItsWay = lastAdded !== null && coming.get(toOriginKey(lastAdded)) === null;
	if (entries === null) {
		if (problem === null) return <Skeleton className="h-64 w-full" />;
		return <ErrorWithRetry message={problem} retryLabel={texts.tryAgain} onRetry={onRetry} />;
	}
	if (entries.length === 0) return <p className="py-8 text-center text-text-2">{texts.none[kind]}</p>;
	const found = findEntries(entries, search);
	const shown = paginate(found, page, entriesPerPage);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
				<SearchField
					label={texts.search[kind]}
					placeholder={texts.search[kind]}
					value={search}
					onChange={(text) => {
						setSearch(text);
						setPage(0);
					}}
					className="grow basis-48"
				/>
				<p role="status" className="figures text-sm text-text-2">
					{found.length === 0 ? texts.nothingFound : texts.count(found.length, entries.length)}
				</p>
			</div>
			{problem === null ? null : (
				<ErrorWithRetry layout="line" message={problem} retryLabel={texts.tryAgain} onRetry={onRetry} />
			)}
			<ul aria-label={texts.tabs[kind]} className="grid gap-2 empty:hidden">
				{shown.entries.map((entry) => {
					const key = toOriginKey(entry);
					return (
						<Entry
							key={key}
							entry={entry}
							place={added.has(key) ? 'added' : toPlace(coming.get(key))}
							problem={coming.get(key) ?? null}
							onAdd={() => {
								importQueue.add({ kind: entry.kind, id: entry.id, name: entry.name });
								setLastAdded(entry);
							}}
						/>
					);
				})}
			</ul>
			<p role="status" className="sr-only">
				{isOnItsWay ? texts.onItsWay(lastAdded.name) : ''}
			</p>
			{shown.pageCount === 1 ? null : (
				<Pager itemsLabel={texts.pages[kind]} page={shown.page} pageCount={shown.pageCount} onPage={setPage} />
			)}
		</div>
	);
}

function toPlace(problem: string | null | undefined): EntryProps['place'] {
	if (problem === undefined) return 'elsewhere';
	return problem === null ? 'coming' : 'failed';
}

const stateTones = { whole: 'ok', part: 'warn', drawing: 'active', empty: 'neutral' } as const;

interface EntryProps {
	readonly entry: LibraryEntry;
	readonly place: 'elsewhere' | 'coming' | 'failed' | 'added';
	/** Why it could not be fetched; null unless that failed. */
	readonly problem: string | null;
	readonly onAdd: () => void;
}

function Entry({ entry, place, problem, onAdd }: EntryProps) {
	const { name, pictureUrl, state, facts, obstacle } = entry;
	const factsId = useId();
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border bg-surface-2 p-2">
			<div className="flex min-w-0 grow basis-52 items-center gap-3">
				<ImageWithFallback
					url={pictureUrl}
					alt=""
					isLazy
					className="size-14 shrink-0 rounded-sm bg-surface-3 object-contain"
				/>
				<div className="min-w-0">
					<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
						<span className="min-w-0 font-semibold wrap-anywhere text-text">{name}</span>
						<Badge tone={stateTones[state]}>{texts.states[state]}</Badge>
					</p>
					<div id={factsId} className="figures text-sm text-text-2">
						{facts.map((line) => (
							<p key={line}>{line}</p>
						))}
					</div>
				</div>
			</div>
			<AddButton name={name} obstacle={obstacle} place={place} factsId={factsId} onAdd={onAdd} />
			{place === 'failed' && problem !== null ? (
				<p role="alert" className="basis-full text-sm wrap-anywhere text-ember-text">
					{mergerTexts.imported.failed(name, problem)}
				</p>
			) : null}
		</li>
	);
}

/** One button in all its states, which keeps the focus through them. */
function AddButton({
	name,
	obstacle,
	place,
	factsId,
	onAdd,
}: Pick<EntryProps, 'place' | 'onAdd'> & Pick<LibraryEntry, 'name' | 'obstacle'> & { readonly factsId: string }) {
	const reasons = { elsewhere: obstacle, failed: obstacle, coming: texts.onItsWay(name), added: texts.added };
	const reason = reasons[place] ?? undefined;
	const { label, getName, Icon } = addButtons[place];
	return (
		<Button
			size="small"
			className="ml-auto"
			aria-label={getName(name)}
			aria-busy={place === 'coming' || undefined}
			// Several may have one name. A description would hide the reason.
			aria-describedby={reason === undefined ? factsId : undefined}
			disabledReason={reason}
			icon={<Icon aria-hidden className="size-4" />}
			onClick={onAdd}
		>
			{label}
		</Button>
	);
}

const add = { label: texts.add, getName: texts.addNamed, Icon: Plus };
const addButtons = {
	elsewhere: add,
	coming: add,
	failed: { label: texts.tryAgain, getName: texts.tryAgainNamed, Icon: RefreshCw },
	added: { label: texts.added, getName: (name: string) => `${name}: ${texts.added}`, Icon: Check },
};
