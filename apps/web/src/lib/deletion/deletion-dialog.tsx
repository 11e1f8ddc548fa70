import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { DetailList, DetailRow } from '@adx/ui/surfaces/detail-list';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import type { Deletion, DeletionBlocker } from '@adx/validators/deletion';
import { formatNumber } from '@adx/validators/format-number';
import { getHttpStatus } from '../api/error-messages.ts';
import type { ApiQuery } from '../api/trpc.ts';
import { formatBytes } from '../format/format-quantity.ts';

const texts = {
	checkingAll: 'Checking what depends on it',
	name: 'Name',
	freed: 'Space freed',
	sharedFiles: 'Files used elsewhere are kept.',
	checkAgain: 'Check again',
	checking: 'Checking...',
	deleting: 'Deleting...',
	close: 'Close',
	forever: 'This cannot be undone.',
	unreachable: 'The server cannot be reached, and nothing was deleted. Check again once you are online.',
} as const;

const one = {
	blocked: 'It cannot be deleted now:',
	blockedForGood: 'It cannot be deleted:',
	keep: 'Keep it',
} as const;
const several = {
	blocked: 'They cannot be deleted now:',
	blockedForGood: 'They cannot be deleted:',
	keep: 'Keep them',
} as const;

/** Whether what keeps it may end, so that checking again is worth it. */
const mayPass: Readonly<Record<DeletionBlocker['reason'], boolean>> = {
	merge_running: true,
	merge_in_use: false,
	merge_downloading: true,
	mint_under_way: true,
	job_running: true,
	already_minted: false,
	attributes_running: true,
	version_running: true,
	version_chosen: false,
};

export interface DeletionDialogProps {
	readonly open: boolean;
	/** E.g. 'Delete this collection?'. */
	readonly title: string;
	/** On the button that does it. */
	readonly confirmLabel: string;
	/** What is counted, e.g. 'Tokens'. */
	readonly countLabel: string;
	/** What else goes, by name. */
	readonly details: readonly (readonly [name: string, value: string])[];
	/** Whether several things are deleted. */
	readonly isPlural: boolean;
	/** What deleting it would do, fetched while the dialog is open. */
	readonly query: ApiQuery<Deletion>;
	readonly isDeleting: boolean;
	/** Why the last try was refused; null where none was. */
	readonly problem: string | null;
	readonly onClose: () => void;
	readonly onConfirm: () => void;
}

/** Says what goes, how much space that frees and what depends on it, before anything is deleted; Enter alone deletes nothing. */
export function DeletionDialog(props: DeletionDialogProps) {
	const { open, title, query, onClose } = props;
	const { data, error, isFetching, refetch } = query;
	return (
		<Dialog open={open} onClose={onClose} title={title}>
			{data !== undefined ? (
				<DeletionDetails {...props} deletion={data} isChecking={isFetching} onRetry={refetch} />
			) : error === null ? (
				<div role="status" aria-label={texts.checkingAll} className="grid gap-3">
					<Skeleton className="h-24 w-full" />
					<Skeleton className="h-10 w-full" />
				</div>
			) : (
				<div className="grid gap-4">
					<ErrorWithRetry
						message={getHttpStatus(error) === null ? texts.unreachable : error.message}
						busyText={isFetching ? texts.checking : undefined}
						retryLabel={texts.checkAgain}
						onRetry={refetch}
					/>
					<Button onClick={onClose}>{texts.close}</Button>
				</div>
			)}
		</Dialog>
	);
}

interface DeletionDetailsProps extends Omit<DeletionDialogProps, 'query'> {
	readonly deletion: Deletion;
	readonly isChecking: boolean;
	readonly onRetry: () => unknown;
}

function DeletionDetails(props: DeletionDetailsProps) {
	const { deletion, isChecking, onRetry, details, isDeleting, problem, onClose, onConfirm } = props;
	const number = props.isPlural ? several : one;
	const isBlocked = deletion.blockers.length > 0;
	const mayUnblock = deletion.blockers.every(({ reason }) => mayPass[reason]);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<DetailList>
				<DetailRow name={texts.name} value={deletion.name} className="wrap-anywhere" />
				<DetailRow name={props.countLabel} value={formatNumber(deletion.imageCount)} />
				{details.map(([name, value]) => (
					<DetailRow key={name} name={name} value={value} />
				))}
				{isBlocked ? null : <DetailRow name={texts.freed} value={formatBytes(deletion.freedBytes)} />}
			</DetailList>
			{isBlocked ? (
				<div role="status" className="rounded-md border border-warn p-3 text-text">
					<p className="font-semibold">{mayUnblock ? number.blocked : number.blockedForGood}</p>
					<Sentences sentences={deletion.blockers.map(({ message }) => message)} />
				</div>
			) : (
				<div className="text-text-2">
					<Sentences sentences={[...deletion.consequences, texts.sharedFiles, texts.forever]} />
				</div>
			)}
			{problem === null ? null : (
				<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
					{problem}
				</p>
			)}
			<DialogButtons
				primary={
					!mayUnblock ? null : isBlocked ? (
						<Button className="grow" busyText={isChecking ? texts.checking : undefined} onClick={() => void onRetry()}>
							{texts.checkAgain}
						</Button>
					) : (
						<Button
							tone="danger"
							className="grow"
							busyText={isDeleting ? texts.deleting : undefined}
							onClick={onConfirm}
						>
							{props.confirmLabel}
						</Button>
					)
				}
			>
				<Button autoFocus onClick={onClose}>
					{isBlocked ? texts.close : number.keep}
				</Button>
			</DialogButtons>
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
