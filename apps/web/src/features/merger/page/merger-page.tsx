import { Card } from '@adx/ui/surfaces/card';
import { DropOverlay } from '@adx/ui/surfaces/drop-overlay';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { trpc } from '../../../lib/api/trpc.ts';
import type { PickedFiles } from '../../../lib/files/picked-files.ts';
import { useFileDrop } from '../../../lib/files/use-file-drop.ts';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { BrokenWorkerNotice } from '../../../lib/workers/broken-worker-notice.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { NameCollectionDialog } from '../inputs/collection-text-dialogs.tsx';
import { CollectionsCard } from '../inputs/collections-card.tsx';
import { importQueue, useImports } from '../inputs/import-queue.ts';
import { usePickedCollections } from '../inputs/use-picked-collections.ts';
import { currentDraft } from '../merge-draft.ts';
import { mergerTexts } from '../merger-texts.ts';
import { isWhole } from '../merger-views.ts';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';
import { MergeList } from './merge-list.tsx';
import { MergeProgressCard } from './merge-progress-card.tsx';
import { useMerges } from './merge-queries.ts';
import { MergeSettingsCard } from './merge-settings-card.tsx';
import { useUnshownStart } from './unshown-start.ts';
import { useMerger } from './use-merger.ts';

const texts = mergerTexts.page;

export interface MergerPageProps {
	/** The merge on show; null for none. */
	readonly jobId: string | null;
	readonly onChooseJob: (jobId: string) => void;
	/** No merge is to be on show: the one that was is gone. */
	readonly onLeaveJob: () => void;
	/** The job whose collection is wanted here as an input; null for none. */
	readonly addedJobId: string | null;
	/** The finished merge that is wanted here; null for none. */
	readonly addedMergeId: string | null;
	/** Its collection is on its way. */
	readonly onImported: () => void;
}

interface Folded {
	readonly collections: boolean;
	readonly settings: boolean;
}

const noneFolded: Folded = { collections: false, settings: false };
const allFolded: Folded = { collections: true, settings: true };

/**
 * Which steps are folded. A user who comes back to a merge, e.g. by reloading the page, finds completed steps folded, as
 * it was when the merge began. A collection that is not all there says so where it stands, so its step is open.
 */
function useFolded(isComingBack: boolean, merger: MergerState) {
	const [folded, setFolded] = useState(isComingBack ? null : noneFolded);
	if (folded === null && merger.phase !== 'opening' && merger.phase !== 'elsewhere') {
		const { collections } = merger;
		setFolded({
			collections: collections.length > 0 && collections.every(isWhole),
			settings: currentDraft().projectName.trim() !== '',
		});
	}
	const fold = (changes: Partial<Folded>) => setFolded({ ...(folded ?? noneFolded), ...changes });
	return [folded ?? allFolded, fold] as const;
}

/** Collections in, settings, and the merge that comes of them. */
export function MergerPage({ jobId, onChooseJob, onLeaveJob, addedJobId, addedMergeId, onImported }: MergerPageProps) {
	const { ownerId } = useAccess();
	const merger = useMerger(ownerId);
	const picks = usePickedCollections();
	const isDropping = useFileDrop(pick);
	const merges = useMerges(jobId !== null);
	const isAdding = addedJobId !== null || addedMergeId !== null;
	const [folded, fold] = useFolded(jobId !== null && !isAdding, merger);
	const selectRef = useRef<HTMLButtonElement>(null);
	const notice = useRef<HTMLElement>(null);
	const isElsewhere = merger.phase === 'elsewhere';
	const imports = useImports();
	const { client } = trpc.useUtils();
	const addLinked = useEffectEvent((kind: 'job' | 'merge', id: string) => {
		importQueue.add({ kind, id, name: null });
		onImported();
	});
	useEffect(() => importQueue.open(ownerId, client), [ownerId, client]);
	useEffect(() => {
		if (addedJobId !== null) addLinked('job', addedJobId);
		if (addedMergeId !== null) addLinked('merge', addedMergeId);
	}, [addedJobId, addedMergeId]);
	const progress = useRef<HTMLElement>(null);
	const isNarrow = useMediaQuery('(width < 64rem)');
	// In a single column it would stand far below an empty form.
	const [isProgressFirst, setProgressFirst] = useState(jobId !== null && !isAdding);
	function choose(chosenId: string) {
		onChooseJob(chosenId);
		// In a single column what was pressed stands far from it.
		progress.current?.scrollIntoView({ block: isNarrow ? 'start' : 'nearest' });
		if (isNarrow) progress.current?.focus({ preventScroll: true });
	}
	useUnshownStart({ ownerId, jobId, merges: merges.data }, (startedId) => {
		fold(allFolded);
		choose(startedId);
	});
	function leave() {
		setProgressFirst(false);
		onLeaveJob();
	}
	/** Both steps are done with; what comes of them is what one looks at now. */
	function showProgress(startedId: string) {
		// Where it stands is known once the steps are folded.
		flushSync(() => fold(allFolded));
		choose(startedId);
	}
	function pick(picked: Promise<PickedFiles>) {
		if (isElsewhere) return;
		// Its buttons are off, but files can be dropped.
		if (merger.phase === 'broken') mergerClient.open(ownerId);
		fold({ collections: false });
		void picks.take(picked);
	}
	function startImport() {
		// A folded card's button cannot take the focus.
		flushSync(() => fold({ collections: false }));
		(selectRef.current ?? notice.current)?.focus();
		// A focus that a mouse has moved is seen by nobody.
		selectRef.current?.click();
	}
	const inputs = isElsewhere ? (
		<Card key="elsewhere" ref={notice} title={texts.elsewhere.title}>
			<p role="status" className="text-text-2">
				{texts.elsewhere.text}
			</p>
		</Card>
	) : (
		<div key="inputs" className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<CollectionsCard
				merger={merger}
				folding={{
					isFolded: folded.collections,
					onFold: (collections) => fold({ collections }),
				}}
				onPick={pick}
				pickProblem={picks.problem}
				imports={imports}
				selectRef={selectRef}
			/>
			<MergeSettingsCard
				merger={merger}
				folding={{ isFolded: folded.settings, onFold: (settings) => fold({ settings }) }}
				jobId={jobId}
				onStarted={showProgress}
			/>
		</div>
	);
	const outcome = (
		<div key="outcome" className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-20">
			<MergeProgressCard ref={progress} jobId={jobId} merges={merges} onLeave={leave} />
			<MergeList jobId={jobId} merges={merges} onChooseJob={choose} onBegin={startImport} />
		</div>
	);
	return (
		<main className="mx-auto w-full max-w-[100rem] px-3 pt-6 pb-28 sm:px-6">
			<h1 className="font-title text-3xl">{texts.title}</h1>
			<p className="mt-2 mb-5 text-text-2">{texts.text}</p>
			{merger.phase === 'broken' ? <BrokenWorkerNotice onRetry={() => mergerClient.open(ownerId)} /> : null}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				{isNarrow && isProgressFirst ? [outcome, inputs] : [inputs, outcome]}
			</div>
			<NameCollectionDialog
				files={picks.unnamed}
				onCancel={picks.cancel}
				onNamed={(...named) => void picks.name(...named)}
			/>
			<DropOverlay isShown={isDropping && !isElsewhere} text={texts.dropNow} />
		</main>
	);
}
