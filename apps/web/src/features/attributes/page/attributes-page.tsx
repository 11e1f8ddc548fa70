import { showToast } from '@adx/ui/feedback/toast-store';
import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { DropOverlay } from '@adx/ui/surfaces/drop-overlay';
import type { AttributeJob } from '@adx/validators/attributes';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useFileDrop } from '../../../lib/files/use-file-drop.ts';
import { useProblem } from '../../../lib/hooks/use-problem.ts';
import { useStableValue } from '../../../lib/hooks/use-stable-value.ts';
import { useWrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import { BrokenWorkerNotice } from '../../../lib/workers/broken-worker-notice.tsx';
import { BottomBar } from '../../../shell/bottom-bar.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { attributeTexts } from '../attributes-texts.ts';
import { type AttributesState, attributesClient } from '../worker/attributes-client.ts';
import { changeDraft, openDraft, toRequest, useAttributesDraft } from './attributes-draft.ts';
import { AttributesSettingsCard } from './attributes-settings-card.tsx';
import { FindingsCard } from './findings-card.tsx';
import { FolderCard } from './folder-card.tsx';
import { GenerateButton } from './generate-button.tsx';
import { PreviewCard } from './preview-card.tsx';
import { RunCard } from './run-card.tsx';
import { RunList } from './run-list.tsx';
import { useRun, useRuns, useStartRun } from './run-queries.ts';
import { isOfPreview, isUnfinishedRun } from './run-status.ts';
import { usePickedFolder } from './use-picked-folder.ts';
import { listWrongWeights, type WrongWeight } from './wrong-weights.ts';

const { page: texts, start: startTexts, settings: settingsTexts, weights: weightsTexts } = attributeTexts;

export interface AttributesPageProps {
	/** The run that the address names. */
	readonly runId: string | null;
	readonly onChooseRun: (runId: string | null) => void;
}

/** A folder in, settings and preview, and the run that makes the files. */
export function AttributesPage({ runId, onChooseRun }: AttributesPageProps) {
	usePageTitle(texts.title);
	const { ownerId } = useAccess();
	const state = useAttributes(ownerId);
	const draft = useAttributesDraft();
	const runs = useRuns();
	const shownId = useShownRun(runId, runs.data);
	const run = useRun(shownId);
	const runCard = useRef<HTMLDivElement>(null);
	function choose(chosenId: string) {
		onChooseRun(chosenId);
		// On a narrow screen it stands far below what was pressed.
		runCard.current?.scrollIntoView({ block: 'nearest' });
	}
	const { phase, problem, start } = useStartRun({ request: toRequest(draft), folderId: state.folder?.id }, choose);
	const picks = usePickedFolder();
	const isDropping = useFileDrop(picks.take);
	const subject = { request: toRequest(draft), pickProblem: picks.problem };
	const wrongWeights = useWrongNumbers();
	const [weightsTrait, setWeightsTrait] = useState('');
	const wrong = listWrongWeights(state.preview.traits, draft.weights, wrongWeights);
	const obstacle = findObstacle(state, draft.folderId, wrong);
	const { missing, selectRef, formRef, previewRef, submit } = useSubmit(obstacle, {
		state,
		subject,
		start: () => start(draft),
		showWrongWeight: () => setWeightsTrait(wrong[0]?.traitName ?? weightsTrait),
	});
	// What a run of the folder on show found stands there already.
	const hasOwnFindings = run.data !== undefined && !isOfPreview(draft, run.data.id);
	return (
		<main className="mx-auto w-full max-w-[100rem] px-3 pt-6 pb-10 sm:px-6">
			<BottomBar>
				<h1 className="font-title text-3xl">{texts.title}</h1>
				<p className="mt-2 mb-5 text-text-2">{texts.text}</p>
				{state.phase === 'broken' ? (
					<BrokenWorkerNotice onRetry={() => attributesClient.open(ownerId, draft.folderId)} />
				) : null}
				<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[26rem_minmax(0,1fr)]">
					<div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-[calc(4rem+var(--banner-height,0px))] lg:-m-2 lg:max-h-[calc(100dvh-4.5rem-var(--banner-height,0px))] lg:scroll-pb-36 lg:overflow-y-auto lg:p-2">
						<FolderCard
							state={state}
							error={picks.problem ?? missing}
							selectRef={selectRef}
							onPick={picks.take}
							onRemove={picks.forget}
						/>
						<AttributesSettingsCard formRef={formRef} onSubmit={submit}>
							<GenerateButton
								phase={phase}
								uncheckedCount={state.folder?.uncheckedCount ?? 0}
								problem={problem}
								hint={obstacle?.hint ?? settingsTexts.ready(state.folder?.imageCount ?? 0)}
								onPress={submit}
							/>
						</AttributesSettingsCard>
					</div>
					<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
						<div ref={runCard} className="scroll-mt-4 scroll-mb-56">
							<RunCard runId={shownId} run={run} />
						</div>
						<div ref={previewRef} className="min-w-0">
							<PreviewCard
								state={state}
								wrongWeights={wrongWeights}
								weightsTrait={weightsTrait}
								onWeightsTrait={setWeightsTrait}
							/>
						</div>
						{hasOwnFindings ? <FindingsCard findings={run.data.findings} findingCount={run.data.findingCount} /> : null}
						<RunList
							runId={shownId}
							runs={runs}
							onChoose={choose}
							onLeave={() => onChooseRun(null)}
							onBegin={() => {
								selectRef.current?.focus();
								// A focus that a mouse has moved is seen by nobody.
								selectRef.current?.click();
							}}
						/>
					</div>
				</div>
				<DropOverlay isShown={isDropping} text={texts.dropNow} />
			</BottomBar>
		</main>
	);
}

/** This owner's folder with its preview, which follows the settings once they have rested. */
function useAttributes(ownerId: string): AttributesState {
	const state = useStore(attributesClient.store);
	const draft = useAttributesDraft();
	useEffect(() => attributesClient.open(ownerId, openDraft(ownerId).folderId), [ownerId]);
	const folderId = state.folder?.id ?? null;
	useEffect(() => {
		if (state.phase === 'open') changeDraft({ folderId });
	}, [state.phase, folderId]);
	const imageCount = state.folder?.imageCount ?? 0;
	const rested = useDebouncedValue(useStableValue({ request: toRequest(draft), folderId, imageCount }));
	useEffect(() => {
		if (rested.folderId !== null) attributesClient.plan(rested.request);
	}, [rested]);
	return state;
}

/** The run that the address names, else the one that was found under way, also once it has ended. */
function useShownRun(runId: string | null, runs: readonly AttributeJob[] | undefined): string | null {
	const [found, setFound] = useState<string | null>(null);
	const underWay = runs?.find(isUnfinishedRun)?.id;
	if (found === null && underWay !== undefined) setFound(underWay);
	const isDeleted = runs !== undefined && !runs.some(({ id }) => id === found);
	return runId ?? (isDeleted ? null : found);
}

interface Obstacle {
	readonly kind: 'awaited' | 'noFolder' | 'weights' | 'impossible';
	/** What it is, beneath the button. */
	readonly hint: string;
	/** What a press says of it. */
	readonly toast: { readonly title: string; readonly description: string };
}

/**
 * What keeps a run of what is set from being started; null for nothing.
 * @param storedId the folder of before a reload, which may be gone; null for none
 */
function findObstacle(
	{ phase, folder, reading, preview }: AttributesState,
	storedId: string | null,
	wrongWeights: readonly WrongWeight[],
): Obstacle | null {
	// A folder that is on its way takes the place of the one on show.
	if (reading !== null) return { kind: 'awaited', hint: settingsTexts.notRead, toast: startTexts.notRead };
	if (phase === 'opening' && storedId !== null) {
		return { kind: 'awaited', hint: settingsTexts.opening, toast: startTexts.opening };
	}
	if (folder === null) return { kind: 'noFolder', hint: settingsTexts.noFolder, toast: startTexts.noFolder };
	const toObstacle = (kind: Obstacle['kind'], hint: string): Obstacle => ({
		kind,
		hint,
		toast: { title: startTexts.notStarted, description: hint },
	});
	if (wrongWeights.length > 0) {
		const names = wrongWeights.map(({ traitName, label }) => weightsTexts.valueOf(traitName, label));
		return toObstacle('weights', startTexts.wrongWeights(names));
	}
	return preview.message === null ? null : toObstacle('impossible', preview.message);
}

interface SubmitOptions {
	readonly state: AttributesState;
	readonly subject: unknown;
	readonly start: () => void;
	/** Brings the trait of a weight that is not right on show. */
	readonly showWrongWeight: () => void;
}

/** Starts what can be started, and says what is missing where it is missing, until anything of the `subject` or the folder changes. */
function useSubmit(obstacle: Obstacle | null, { state, subject, start, showWrongWeight }: SubmitOptions) {
	const isAwaited = obstacle?.kind === 'awaited';
	const [missing, setMissing] = useProblem({ subject, folderId: state.folder?.id, isAwaited });
	const selectRef = useRef<HTMLButtonElement>(null);
	const formRef = useRef<HTMLFormElement>(null);
	const previewRef = useRef<HTMLDivElement>(null);
	const findInvalid = ({ current }: RefObject<HTMLElement | null>) =>
		current?.querySelector<HTMLElement>('[aria-invalid]') ?? null;
	return {
		missing,
		selectRef,
		formRef,
		/** For the card with the weights, which are typed outside the form. */
		previewRef,
		submit() {
			const invalid = findInvalid(formRef);
			const hasFolder = obstacle?.kind !== 'noFolder';
			setMissing(hasFolder ? null : startTexts.noFolder.title);
			if (isAwaited) showToast(obstacle.toast);
			else if (!hasFolder) {
				showToast({ ...obstacle.toast, tone: 'destructive' });
				selectRef.current?.focus();
			} else if (invalid !== null) {
				showToast({ title: startTexts.notStarted, description: settingsTexts.invisible, tone: 'destructive' });
				invalid.focus();
			} else if (obstacle !== null) {
				showToast({ ...obstacle.toast, tone: 'destructive' });
				if (obstacle.kind !== 'weights') return;
				flushSync(showWrongWeight);
				findInvalid(previewRef)?.focus();
			} else start();
		},
	};
}
