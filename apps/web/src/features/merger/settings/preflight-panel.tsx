import { Button } from '@adx/ui/controls/button';
import { CircleCheck, ShieldCheck } from 'lucide-react';
import { useRef } from 'react';
import { FindingList } from '../../../lib/findings/finding-list.tsx';
import { findingTexts } from '../../../lib/findings/finding-texts.ts';
import { changeDraft, getMissingSide, type MergeDraft, toCheckedDraft } from '../merge-draft.ts';
import type { DraftPreflight, InputKind } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { type FixField, getPreflightFix, type PreflightFix, withoutDoctorFindings } from './preflight-fixes.ts';
import { settingsTexts } from './settings-texts.ts';
import { toTokenSettings } from './token-settings-draft.ts';

const texts = settingsTexts.preflight;

export interface PreflightPanelProps {
	/** Null while nothing was checked. */
	readonly preflight: DraftPreflight | null;
	readonly hasCollections: boolean;
	/** What the collections were read from. */
	readonly inputs: InputKind;
	/** Whether some of it is not read yet. */
	readonly isReading: boolean;
	readonly draft: MergeDraft;
	/** Shows a field of the settings and sets the focus there. */
	readonly onGoTo: (field: FixField) => void;
}

/** Everything in the merge, as it is set now, that an export would refuse, each with a fix. */
export function PreflightPanel({ preflight, hasCollections, inputs, isReading, draft, onGoTo }: PreflightPanelProps) {
	const panel = useRef<HTMLElement>(null);
	function apply(change: Partial<MergeDraft>) {
		changeDraft(change);
		// What was pressed goes away with its finding.
		panel.current?.focus({ preventScroll: true });
	}
	const isWaiting = !hasCollections || isReading || draft.projectName.trim() === '';
	const checked = isWaiting || preflight === null || 'refused' in preflight ? null : preflight;
	const findings = withoutDoctorFindings(checked?.findings ?? []);
	// What would fix the draft that was checked may spoil the one that has become of it.
	const isStale = checked !== null && JSON.stringify(checked.draft) !== JSON.stringify(toCheckedDraft(draft));
	// A field that is not right is not part of what was checked.
	const unchecked = [
		...(Object.keys(toTokenSettings(draft).errors).length > 0 ? [texts.withoutWrong] : []),
		...(draft.renames.some((rename) => getMissingSide(rename) !== null) ? [texts.withoutHalfRenames] : []),
	];
	return (
		<section
			ref={panel}
			tabIndex={-1}
			aria-label={findingTexts.title}
			className="rounded-md border border-border bg-surface-2 p-3 sm:p-4"
		>
			<h3 className="flex items-center gap-2 font-semibold text-text">
				<ShieldCheck aria-hidden className="size-5 text-primary" />
				{findingTexts.title}
			</h3>
			<p role="status" className="figures mt-1 flex items-center gap-1.5 text-sm text-text-2">
				{checked !== null && checked.findings.length === 0 && !isStale && unchecked.length === 0 ? (
					<CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />
				) : null}
				{toSummary()}
			</p>
			{checked === null || findings.length === 0 ? null : (
				<div className="mt-3">
					<FindingList
						findings={findings}
						Heading="h4"
						isBrief
						renderFix={(finding) => (
							<MendOffer
								fix={getPreflightFix(finding, { draft: checked.draft, tokenCount: checked.tokenCount, inputs })}
								isStale={isStale}
								onGoTo={onGoTo}
								onApply={apply}
							/>
						)}
						loadRows={({ kind }) => mergerClient.preflightRows(kind)}
					/>
				</div>
			)}
		</section>
	);

	function toSummary(): string {
		if (isReading) return texts.reading;
		if (isWaiting) return texts.none;
		if (preflight === null) return findingTexts.checking;
		if ('refused' in preflight) return preflight.refused;
		if (isStale) return findingTexts.checking;
		const { tokenCount, isApproximate } = preflight;
		if (preflight.findings.length === 0 && unchecked.length === 0) return findingTexts.allWell(tokenCount);
		const isWithDoctor = findings.length < preflight.findings.length;
		const further = [
			...unchecked,
			...(isWithDoctor ? [texts.doctor] : []),
			...(isApproximate ? [texts.approximate] : []),
		];
		return [findingTexts.checked(tokenCount), ...further].join(' ');
	}
}

function MendOffer({
	fix: { text, action },
	isStale,
	onGoTo,
	onApply,
}: {
	readonly fix: PreflightFix;
	/** Whether the draft is another than the one that this fixes. */
	readonly isStale: boolean;
	readonly onGoTo: (field: FixField) => void;
	readonly onApply: (change: Partial<MergeDraft>) => void;
}) {
	return (
		<>
			{text}
			{action === undefined ? null : (
				<div className="mt-2">
					<Button
						size="small"
						className="wrap-anywhere"
						disabled={isStale && 'change' in action}
						onClick={() => ('field' in action ? onGoTo(action.field) : onApply(action.change))}
					>
						{action.label}
					</Button>
				</div>
			)}
		</>
	);
}
