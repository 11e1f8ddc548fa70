import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import type { Deletion, DeletionResult } from '@adx/validators/deletion';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { getHttpStatus } from '../api/error-messages.ts';
import { toDeletionKey } from '../api/live/changed-queries.ts';
import type { ApiQuery } from '../api/trpc.ts';
import { formatBytes } from '../format/format-quantity.ts';
import { useSingleFlight } from '../hooks/use-single-flight.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

const texts = {
	deletedText: (name: string, freed: string, isPlural: boolean) =>
		`${name} ${isPlural ? 'are' : 'is'} gone. ${freed} were freed.`,
	freeing: (name: string, freed: string, isPlural: boolean) =>
		`${name} ${isPlural ? 'are gone. Their' : 'is gone. Its'} files, ${freed}, are still being deleted.`,
	gone: 'It had already been deleted, in another tab or by another person.',
	answerLost: 'It was deleted; only the reply from the server was lost.',
	offline: 'This browser is offline, so nothing was deleted. Try again once it is online.',
	notDeleted: 'The server did not answer, and nothing was deleted. Try again.',
	noAnswer:
		'The server did not answer, so it is not known whether anything was deleted. Try again once it can be reached.',
} as const;

export interface DeleteButtonProps {
	readonly texts: {
		/** On the button that opens the dialog, and on the one that deletes. */
		readonly open: string;
		/** What the button that opens it is called where several stand side by side. */
		readonly openLabel?: string;
		/** E.g. 'Delete this job?'. */
		readonly title: string;
		/** Over the toast that says what was freed. */
		readonly deleted: string;
		/** What is counted, e.g. 'Images'. */
		readonly count: string;
	};
	/** What else the dialog says goes with it, by name. */
	readonly details?: readonly (readonly [name: string, value: string])[] | undefined;
	/** Whether several things are deleted; false unless given. */
	readonly isPlural?: boolean;
	readonly isOpen: boolean;
	readonly onOpenChange: (isOpen: boolean) => void;
	/** What deleting it would do, fetched while the dialog is open. */
	readonly query: ApiQuery<Deletion>;
	readonly onConfirm: () => Promise<DeletionResult>;
	/**
	 * Called when it is gone, also where somebody else was first. What it returns ends when nothing shows it any more; until
	 * then it is not asked for again.
	 */
	readonly onDeleted: () => void | Promise<void>;
}

/** Deletes something of the caller's own, once the caller has seen what that does. */
export function DeleteButton(props: DeleteButtonProps) {
	const { texts: own, details = [], isPlural = false, isOpen, onOpenChange, query, onConfirm, onDeleted } = props;
	const once = useSingleFlight();

	async function leave(description: string): Promise<void> {
		onOpenChange(false);
		// First: what it does may take the messages away that stand there.
		const left = onDeleted();
		showToast({ title: own.deleted, description, tone: 'success' });
		await left;
	}
	const leaveFromCheck = useEffectEvent(() => void leave(hasNoAnswer ? texts.answerLost : texts.gone));
	const isGone = isOpen && query.error !== null && getHttpStatus(query.error) === 404;
	useEffect(() => {
		if (isGone) leaveFromCheck();
	}, [isGone]);
	const mutation = useMutation({
		mutationKey: toDeletionKey(query.data?.id),
		mutationFn: onConfirm,
		// What fails then was never sent.
		onMutate: () => ({ isOffline: !navigator.onLine }),
		onSuccess: ({ name, freedBytes, isFreeing }) =>
			leave(
				isFreeing
					? texts.freeing(name, formatBytes(query.data?.freedBytes ?? freedBytes), isPlural)
					: texts.deletedText(name, formatBytes(freedBytes), isPlural),
			),
		onError(error) {
			if (getHttpStatus(error) === 404) return leave(texts.gone);
			// What came in between is shown as what keeps it.
			void query.refetch();
			return undefined;
		},
		onSettled: () => once.finish(),
	});
	const hasNoAnswer = mutation.error !== null && getHttpStatus(mutation.error) === null;
	const isChecked = query.isSuccess && !query.isFetching;
	function getProblem(): string | null {
		if (hasNoAnswer && isChecked) return texts.notDeleted;
		if (hasNoAnswer) return mutation.context?.isOffline === true ? texts.offline : texts.noAnswer;
		// What kept it is over once a later check finds nothing.
		const isOver = getHttpStatus(mutation.error) === 409 && isChecked && query.data?.blockers.length === 0;
		return isOver ? null : (mutation.error?.message ?? null);
	}
	return (
		<>
			<Button
				tone="ghost"
				aria-label={own.openLabel}
				icon={<Trash2 aria-hidden className="size-4" />}
				onClick={() => {
					mutation.reset();
					onOpenChange(true);
				}}
			>
				{own.open}
			</Button>
			<DeletionDialog
				open={isOpen}
				title={own.title}
				confirmLabel={own.open}
				countLabel={own.count}
				details={details}
				isPlural={isPlural}
				query={query}
				isDeleting={mutation.isPending}
				problem={getProblem()}
				onClose={() => onOpenChange(false)}
				onConfirm={() => {
					if (once.tryStart()) mutation.mutate();
				}}
			/>
		</>
	);
}
