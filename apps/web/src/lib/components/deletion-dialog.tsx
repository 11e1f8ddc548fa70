import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { DetailList, DetailRow } from '@adx/ui/surfaces/detail-list';
import { Dialog } from '@adx/ui/surfaces/dialog';
import type { Deletion } from '@adx/validators/deletion';
import type { ApiQuery } from '../api/trpc.ts';
import { formatBytes } from '../format/format-quantity.ts';

const texts = {
	asking: 'Looking what depends on it',
	name: 'Name',
	images: 'Tokens',
	freed: 'Frees',
	sharedFiles: 'Files that anything else uses stay.',
	blocked: 'It cannot be deleted now:',
	lookAgain: 'Look again',
	looking: 'Looking...',
	deleting: 'Deleting...',
	keep: 'Keep it',
	close: 'Close',
	forever: 'This cannot be undone.',
} as const;

export interface DeletionDialogProps {
	readonly open: boolean;
	/** E.g. 'Delete this collection?'. */
	readonly title: string;
	/** On the button that does it. */
	readonly confirmLabel: string;
	/** What deleting it would do, asked while the dialog is open. */
	readonly deletion: ApiQuery<Deletion>;
	readonly isDeleting: boolean;
	/** Why the last try was refused; null where none was. */
	readonly problem: string | null;
	readonly onClose: () => void;
	readonly onConfirm: () => void;
}

/** Tells what goes, how much room that frees and what depends on it, before it is gone; Enter alone keeps it. */
export function DeletionDialog(props: DeletionDialogProps) {
	const { open, title, deletion, onClose } = props;
	const { data, error, isFetching, refetch } = deletion;
	return (
		<Dialog open={open} onClose={onClose} title={title}>
			{data !== undefined ? (
				<Told {...props} told={data} isLooking={isFetching} onLookAgain={refetch} />
			) : error === null ? (
				<div role="status" aria-label={texts.asking} className="grid gap-3">
					<Skeleton className="h-24 w-full" />
					<Skeleton className="h-10 w-full" />
				</div>
			) : (
				<div className="grid gap-4">
					<ErrorWithRetry
						message={error.message}
						busyText={isFetching ? texts.looking : undefined}
						retryLabel={texts.lookAgain}
						onRetry={refetch}
					/>
					<Button onClick={onClose}>{texts.close}</Button>
				</div>
			)}
		</Dialog>
	);
}

interface ToldProps extends DeletionDialogProps {
	readonly told: Deletion;
	readonly isLooking: boolean;
	readonly onLookAgain: () => unknown;
}

function Told({ told, isLooking, onLookAgain, confirmLabel, isDeleting, problem, onClose, onConfirm }: ToldProps) {
	const isBlocked = told.blockers.length > 0;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<DetailList>
				<DetailRow name={texts.name} value={told.name} className="wrap-anywhere" />
				<DetailRow name={texts.images} value={told.imageCount.toLocaleString('en')} />
				<DetailRow name={texts.freed} value={formatBytes(told.freedBytes)} />
			</DetailList>
			{isBlocked ? (
				<div role="status" className="rounded-md border border-warn p-3 text-text">
					<p className="font-semibold">{texts.blocked}</p>
					<Sentences sentences={told.blockers.map(({ message }) => message)} />
				</div>
			) : (
				<div className="text-text-2">
					<Sentences sentences={[...told.consequences, texts.sharedFiles, texts.forever]} />
				</div>
			)}
			{problem === null ? null : (
				<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
					{problem}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				{isBlocked ? (
					<Button className="grow" busyText={isLooking ? texts.looking : undefined} onClick={() => void onLookAgain()}>
						{texts.lookAgain}
					</Button>
				) : (
					<Button tone="danger" className="grow" busyText={isDeleting ? texts.deleting : undefined} onClick={onConfirm}>
						{confirmLabel}
					</Button>
				)}
				<Button autoFocus onClick={onClose}>
					{isBlocked ? texts.close : texts.keep}
				</Button>
			</div>
		</div>
	);
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
	return (
		<ul className="grid gap-1 text-sm">
			{sentences.map((sentence) => (
				<li key={sentence}>{sentence}</li>
			))}
		</ul>
	);
}
