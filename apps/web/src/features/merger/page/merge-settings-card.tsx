import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { showToast } from '@adx/ui/feedback/toast-store';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { descriptionMaxLength, projectNameMaxLength, solanaNameMaxBytes } from '@adx/validators/limits';
import clsx from 'clsx';
import { Combine } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { offlineMessage } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { byteLength } from '../../../lib/format/format-quantity.ts';
import { useImports } from '../inputs/import-queue.ts';
import { changeDraft, useMergeDraft } from '../merge-draft.ts';
import { formatReady, getBlockingReason, getMerged, getTotals } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { getInputKind } from '../merger-views.ts';
import { type FixField, withoutDoctorFindings } from '../settings/preflight-fixes.ts';
import { PreflightPanel } from '../settings/preflight-panel.tsx';
import { settingsTexts } from '../settings/settings-texts.ts';
import { TokenFields, toTokenFieldId } from '../settings/token-fields.tsx';
import { toTokenSettings } from '../settings/token-settings-draft.ts';
import { StepCard, type StepDisclosure } from '../step-card.tsx';
import type { MergerState } from '../worker/merger-client.ts';
import { DoctorPanel } from './doctor-panel.tsx';
import { findWrongField, type WrongField } from './find-wrong-field.ts';
import { measureLongestName } from './measure-longest-name.ts';
import { useStartMerge } from './merge-queries.ts';
import { TokenOrderFields } from './token-order-fields.tsx';
import { toRenameFieldId } from './trait-rename-fields.tsx';
import { VisibilityField } from './visibility-field.tsx';

const { settings: texts, start: startTexts, upload: uploadTexts } = mergerTexts;

export interface SettingsCardProps {
	readonly merger: MergerState;
	readonly folding: StepDisclosure;
	/** The merge on show; null for none. */
	readonly jobId: string | null;
	readonly onStarted: (jobId: string) => void;
}

/** How the collections become one, and the button that has it done. */
export function MergeSettingsCard({ merger, folding, jobId, onStarted }: SettingsCardProps) {
	const draft = useMergeDraft();
	const collections = merger.collections.map(({ id, phase, label, description }) => ({
		id,
		phase,
		label,
		description,
	}));
	const { phase, problem, start, cancel } = useStartMerge({ draft, collections }, jobId, onStarted);
	// Where all images are there already, the server is only asked whether it still has them.
	const { totalCount, arrivedCount, uncheckedCount } = merger.upload;
	const isSending = phase === 'sending' && totalCount > arrivedCount + uncheckedCount;
	// 'Cancel' goes away when it is pressed, and when it is too late for it.
	const startButtons = useFocusRetained<HTMLDivElement>('button');
	const [isNameMissed, setNameMissed] = useState(false);
	const nameField = useRef<HTMLInputElement>(null);
	const descriptionField = useRef<HTMLTextAreaElement>(null);
	const [areTokensOpen, setTokensOpen] = useState(false);
	const [isTried, setTried] = useState(false);
	const hintId = useId();
	const totals = getTotals(merger.collections);
	const { imageCount, collectionCount } = totals;
	const merged = getMerged(draft, imageCount, merger.preflight);
	const imports = useImports();
	const waitsFor = getBlockingReason(draft.projectName, { ...merger, imports });
	const { wrongCreators } = toTokenSettings(draft);
	const isOffline = useOffline();
	const wrong = findWrongField(draft);
	const impossible = waitsFor === null && typeof merged === 'string' ? merged : null;
	const missing = [waitsFor, wrong?.sentence, impossible].filter((reason) => reason != null).join(' ') || null;
	const isReading =
		merger.phase === 'opening' || merger.openPicks > 0 || merger.collections.some((one) => one.phase !== 'complete');
	const isEmpty = collectionCount === 0 && imports.length === 0 && !isReading && merger.phase !== 'broken';
	const inputs = getInputKind(merger.collections);
	const errorCount = countErrors(merger);
	const hint = missing ?? formatReady(merged, totals);
	const nameBytes = {
		longest: measureLongestName(draft, typeof merged === 'number' ? merged : imageCount, merger.preflight),
		project: byteLength(draft.projectName.trim()),
	};

	function goTo(field: FixField) {
		if (field === 'projectName') nameField.current?.focus();
		else if (field === 'description') descriptionField.current?.focus();
		else {
			// A field of a folded part cannot take the focus.
			flushSync(() => setTokensOpen(true));
			document.getElementById(toTokenFieldId(field, wrongCreators[0]))?.focus();
		}
	}

	function goToWrong({ field }: WrongField) {
		setTried(true);
		if (typeof field === 'string') goTo(field);
		else document.getElementById(toRenameFieldId(field.rename, field.side))?.focus();
	}

	function tryToStart() {
		const isNameMissing = draft.projectName.trim() === '';
		setNameMissed(isNameMissing);
		setTried(true);
		if (isNameMissing) {
			showToast({ ...startTexts.nameRequired, tone: 'destructive' });
			nameField.current?.focus();
		} else if (isEmpty) showToast({ ...startTexts.noCollections, tone: 'destructive' });
		else if (waitsFor !== null) showToast({ title: startTexts.notReady, description: waitsFor });
		else if (wrong !== null) {
			showToast({ title: startTexts.fieldWrong, description: wrong.problem, tone: 'destructive' });
			goToWrong(wrong);
		} else if (impossible !== null) showToast({ title: startTexts.notReady, description: impossible });
		else start(draft);
	}

	/** A disabled button cannot be pressed by Enter; what is missing is said all the same. */
	function pressKey(event: KeyboardEvent) {
		if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
		// What is typed in a dialog above the form reaches it through React alone.
		if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
		const isLine = event.target instanceof HTMLInputElement && event.target.type === 'text';
		if (!isLine && !event.ctrlKey && !event.metaKey) return;
		event.preventDefault();
		tryToStart();
	}

	return (
		<StepCard
			title={texts.title}
			summary={
				draft.projectName.trim() === ''
					? null
					: texts.summary(draft.projectName.trim(), texts.orders[draft.order].name, texts.namings[draft.naming].name)
			}
			folding={folding}
		>
			<form
				noValidate
				aria-label={texts.title}
				onKeyDown={pressKey}
				onSubmit={(event) => {
					event.preventDefault();
					tryToStart();
				}}
				className="grid grid-cols-[minmax(0,1fr)] gap-5"
			>
				{draft.follows === '' ? null : (
					<p role="status" className="text-sm wrap-anywhere text-text-2">
						{texts.follows(draft.follows)}
					</p>
				)}
				<TextField
					ref={nameField}
					label={texts.projectName}
					error={isNameMissed ? texts.needsName : undefined}
					hint={toNameBytesHint(nameBytes)}
					value={draft.projectName}
					maxLength={projectNameMaxLength}
					autoComplete="off"
					onChange={({ target }) => {
						if (target.value.trim() !== '') setNameMissed(false);
						changeDraft({ projectName: target.value });
					}}
				/>
				<TextAreaField
					ref={descriptionField}
					label={texts.description}
					value={draft.description}
					maxLength={descriptionMaxLength}
					onChange={({ target }) => changeDraft({ description: target.value })}
				/>
				<TokenOrderFields draft={draft} />
				<TokenFields draft={draft} isOpen={areTokensOpen} onToggle={setTokensOpen} isTried={isTried} />
				<VisibilityField draft={draft} />
				<DoctorPanel
					findings={merger.findings}
					traits={merger.traits}
					hasCollections={collectionCount > 0}
					inputs={inputs}
					refusedCount={merger.collections.reduce((sum, { refusedCount }) => sum + refusedCount, 0)}
					isReading={isReading}
					draft={draft}
					isTried={isTried}
				/>
				<PreflightPanel
					preflight={merger.preflight}
					hasCollections={collectionCount > 0}
					inputs={inputs}
					isReading={isReading}
					draft={draft}
					onGoTo={goTo}
				/>
				<div>
					<div ref={startButtons} data-clear-of-toasts className="flex flex-wrap gap-3">
						<Button
							type="submit"
							tone="primary"
							size="large"
							className="grow"
							aria-describedby={`${hintId} ${hintId}-who`}
							disabled={missing !== null}
							busyText={phase === 'ready' ? undefined : isSending ? texts.sending : texts.starting}
							icon={<Combine aria-hidden className="size-5" />}
						>
							{texts.start}
						</Button>
						{phase === 'sending' ? (
							<Button size="large" onClick={cancel}>
								{texts.cancel}
							</Button>
						) : null}
					</div>
					{phase === 'sending' && merger.upload.message !== null ? (
						<p role="status" className="mt-3 text-center text-sm wrap-anywhere text-warn">
							{isOffline
								? texts.heldUpOffline
								: texts.heldUp(merger.upload.message === offlineMessage ? uploadTexts.online : merger.upload.message)}
						</p>
					) : null}
					{problem === null ? null : (
						<p role="alert" className="mt-3 text-center text-sm font-medium wrap-anywhere text-ember-text">
							{problem}
						</p>
					)}
					<p id={hintId} className="figures mt-2 text-center text-sm text-text-2">
						{hint}
						{missing === null && errorCount > 0 ? ` ${settingsTexts.preflight.withErrors(errorCount)}` : null}
					</p>
					{wrong === null ? null : (
						<div className="mt-2 text-center">
							<Button size="small" onClick={() => goToWrong(wrong)}>
								{settingsTexts.tokens.goToWrong}
							</Button>
						</div>
					)}
					{missing === null ? (
						<>
							<p id={`${hintId}-who`} className="mt-1 text-center text-sm text-text-2">
								{draft.isHidden ? texts.visibility.willBeHidden : texts.visibility.willBeShown}
							</p>
							<p className="mt-1 text-center text-sm text-text-2">{texts.rankedAgain}</p>
						</>
					) : null}
				</div>
			</form>
		</StepCard>
	);
}

/** What the names take on Solana; of the project's own name only where that alone is too long. */
function toNameBytesHint({ longest, project }: { readonly longest: number | null; readonly project: number }) {
	const isLongestTooLong = longest !== null && longest > solanaNameMaxBytes;
	const isProjectTooLong = project > solanaNameMaxBytes && !isLongestTooLong;
	const format = isLongestTooLong ? settingsTexts.nameTooLong : settingsTexts.nameBytes;
	const sentences = [
		...(longest === null ? [] : [format(longest, solanaNameMaxBytes)]),
		...(isProjectTooLong ? [settingsTexts.projectNameTooLong(project, solanaNameMaxBytes)] : []),
	];
	if (sentences.length === 0) return undefined;
	return (
		<span className={clsx('figures', (isLongestTooLong || isProjectTooLong) && 'text-warn')}>
			{sentences.join(' ')}
		</span>
	);
}

/** Errors of the preflight as it stands. */
function countErrors({ preflight }: Pick<MergerState, 'preflight'>): number {
	const findings = preflight === null || 'refused' in preflight ? [] : preflight.findings;
	return withoutDoctorFindings(findings).filter(({ severity }) => severity === 'error').length;
}
