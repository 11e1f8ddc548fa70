import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { showToast } from '@adx/ui/feedback/toast-store';
import { descriptionMaxLength, projectNameMaxLength, solanaNameMaxBytes } from '@adx/validators/limits';
import clsx from 'clsx';
import { Combine } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useImports } from '../inputs/import-queue.ts';
import { changeDraft, useMergeDraft } from '../merge-draft.ts';
import { formatReady, getBlockingReason, getMerged, getTotals } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { measureLongestName } from '../settings/name-bytes.ts';
import { type MendField, withoutDoctors } from '../settings/preflight-mends.ts';
import { PreflightPanel } from '../settings/preflight-panel.tsx';
import { settingsTexts } from '../settings/settings-texts.ts';
import { TokenFields, toTokenFieldId } from '../settings/token-fields.tsx';
import { type TokenField, toTokenSettings } from '../settings/token-settings-draft.ts';
import { StepCard, type StepDisclosure } from '../step-card.tsx';
import type { MergerState } from '../worker/merger-client.ts';
import { MergeFindingsPanel } from './doctor-panel.tsx';
import { useStartMerge } from './merge-queries.ts';
import { TokenOrderFields } from './token-order-fields.tsx';
import { VisibilityField } from './visibility-field.tsx';

const { settings: texts, start: startTexts } = mergerTexts;

export interface SettingsCardProps {
	readonly merger: MergerState;
	readonly folding: StepDisclosure;
	readonly onStarted: (jobId: string) => void;
}

/** How the collections become one, and the button that has it done. */
export function MergeSettingsCard({ merger, folding, onStarted }: SettingsCardProps) {
	const draft = useMergeDraft();
	const collections = merger.collections.map(({ id, phase, label, description }) => ({
		id,
		phase,
		label,
		description,
	}));
	const { phase, problem, start, cancel } = useStartMerge({ draft, collections }, onStarted);
	const [isNameMissed, setNameMissed] = useState(false);
	const nameField = useRef<HTMLInputElement>(null);
	const descriptionField = useRef<HTMLTextAreaElement>(null);
	const [areTokensOpen, setTokensOpen] = useState(false);
	const [isTried, setTried] = useState(false);
	const hintId = useId();
	const totals = getTotals(merger.collections);
	const { imageCount, collectionCount } = totals;
	const merged = getMerged(draft, imageCount, merger.preflight);
	const missing = getBlockingReason(draft.projectName, { ...merger, imports: useImports() });
	const isReading = merger.openPicks > 0 || merger.collections.some((one) => one.phase !== 'complete');
	const errorCount = countErrors(merger);
	const hint = missing ?? formatReady(merged, totals);
	// Names that are kept are not made of the project's.
	const nameBytes =
		draft.naming === 'keep' ? null : measureLongestName(draft, typeof merged === 'number' ? merged : imageCount);

	function goTo(field: MendField) {
		if (field === 'projectName') nameField.current?.focus();
		else if (field === 'description') descriptionField.current?.focus();
		else {
			// A field of a folded part cannot take the focus.
			flushSync(() => setTokensOpen(true));
			document.getElementById(toTokenFieldId(field, toTokenSettings(draft).wrongCreator))?.focus();
		}
	}

	function tryToStart() {
		const isNameMissing = draft.projectName.trim() === '';
		setNameMissed(isNameMissing);
		setTried(true);
		const [wrong] = Object.entries(toTokenSettings(draft).errors) as [TokenField, string][];
		if (isNameMissing) {
			showToast({ ...startTexts.nameRequired, tone: 'destructive' });
			nameField.current?.focus();
		} else if (collectionCount === 0) showToast({ ...startTexts.noCollections, tone: 'destructive' });
		else if (missing !== null) showToast({ title: startTexts.notReady, description: missing });
		else if (wrong !== undefined) {
			showToast({ title: startTexts.fieldWrong, description: wrong[1], tone: 'destructive' });
			goTo(wrong[0]);
		} else start(draft);
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
				<TextField
					ref={nameField}
					label={texts.projectName}
					error={isNameMissed ? texts.needsName : undefined}
					hint={nameBytes === null ? undefined : <NameBytesHint bytes={nameBytes} />}
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
				<MergeFindingsPanel
					findings={merger.findings}
					traits={merger.traits}
					hasCollections={collectionCount > 0}
					isReading={isReading}
					draft={draft}
				/>
				<PreflightPanel
					preflight={merger.preflight}
					hasCollections={collectionCount > 0}
					isReading={isReading}
					draft={draft}
					onGoTo={goTo}
				/>
				<div>
					<div className="flex flex-wrap gap-3">
						<Button
							type="submit"
							tone="primary"
							size="large"
							className="grow"
							aria-describedby={`${hintId} ${hintId}-who`}
							disabled={missing !== null}
							busyText={phase === 'ready' ? undefined : phase === 'sending' ? texts.sending : texts.starting}
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
					{problem === null ? null : (
						<p role="alert" className="mt-3 text-center text-sm font-medium wrap-anywhere text-ember-text">
							{problem}
						</p>
					)}
					<p id={hintId} className="figures mt-2 text-center text-sm text-text-2">
						{hint}
						{missing === null && errorCount > 0 ? ` ${settingsTexts.preflight.withErrors(errorCount)}` : null}
					</p>
					{missing === null ? (
						<p id={`${hintId}-who`} className="mt-1 text-center text-sm text-text-2">
							{draft.isHidden ? texts.visibility.willBeHidden : texts.visibility.willBeShown}
						</p>
					) : null}
				</div>
			</form>
		</StepCard>
	);
}

function NameBytesHint({ bytes }: { readonly bytes: number }) {
	const isTooLong = bytes > solanaNameMaxBytes;
	return (
		<span className={clsx('figures', isTooLong && 'text-warn')}>
			{(isTooLong ? settingsTexts.nameTooLong : settingsTexts.nameBytes)(bytes, solanaNameMaxBytes)}
		</span>
	);
}

/** Errors of the preflight as it stands. */
function countErrors({ preflight }: Pick<MergerState, 'preflight'>): number {
	const findings = preflight === null || 'refused' in preflight ? [] : preflight.findings;
	return withoutDoctors(findings).filter(({ severity }) => severity === 'error').length;
}
