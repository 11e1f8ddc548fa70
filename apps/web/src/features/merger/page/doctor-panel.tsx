import type { FindingKind, FixableKind, MergeFinding } from '@adx/collection/merge/merge-doctor';
import type { NamedTrait } from '@adx/collection/merge/named-traits';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { CircleCheck, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProblemList } from '../../../lib/findings/problem-list.tsx';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { changeDraft, type MergeDraft } from '../merge-draft.ts';
import type { InputKind } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { doctorTexts } from './doctor-texts.ts';
import { TraitRenameFields } from './trait-rename-fields.tsx';

const texts = doctorTexts;

export interface DoctorPanelProps {
	readonly findings: readonly MergeFinding[];
	readonly traits: readonly NamedTrait[];
	readonly hasCollections: boolean;
	/** What the collections were read from. */
	readonly inputs: InputKind;
	/** Files that are left out in any case, such as empty ones. */
	readonly refusedCount: number;
	/** Whether some of it is not examined yet. */
	readonly isReading: boolean;
	readonly draft: MergeDraft;
	/** Whether the merge was tried to be started. */
	readonly isTried: boolean;
}

/** What does not fit together, each with its cures to choose from, before anything is merged. */
export function DoctorPanel(props: DoctorPanelProps) {
	const { findings, traits, hasCollections, inputs, refusedCount, isReading, draft, isTried } = props;
	return (
		<section aria-label={texts.title} className="rounded-md border border-border bg-surface-2 p-3 sm:p-4">
			<h3 className="flex items-center gap-2 font-semibold text-text">
				<Stethoscope aria-hidden className="size-5 text-primary" />
				{texts.title}
			</h3>
			<p role="status" className="mt-1 flex items-center gap-1.5 text-sm text-text-2">
				{hasCollections && !isReading && findings.length + refusedCount === 0 ? (
					<CircleCheck aria-hidden className="size-4 text-ok" />
				) : null}
				{toSummary(props)}
			</p>
			<ul className="mt-3 grid gap-4 empty:hidden">
				{/* What was found before is not so any more. */}
				{(isReading ? [] : findings).map((finding) => (
					<li key={finding.kind}>
						<Finding finding={finding} inputs={inputs} draft={draft} />
					</li>
				))}
			</ul>
			{refusedCount === 0 ? null : <p className="mt-3 text-sm text-text-2">{texts.notTaken(refusedCount)}</p>}
			<TraitRenameFields draft={draft} traits={traits} isReading={isReading} isTried={isTried} />
		</section>
	);
}

function toSummary({ findings, hasCollections, refusedCount, isReading }: DoctorPanelProps): string {
	if (isReading) return texts.reading;
	if (!hasCollections) return texts.none;
	if (findings.length + refusedCount === 0) return texts.clean;
	const decisions = findings.filter(({ kind }) => isFixable(kind)).length;
	const others = findings.length - decisions + Number(refusedCount > 0);
	return [...(decisions > 0 ? [texts.found(decisions)] : []), ...(others > 0 ? [texts.foundInFiles(others)] : [])].join(
		', ',
	);
}

/** Whether there is something to choose. */
const isFixable = (kind: FindingKind): kind is FixableKind => kind in texts.fixes;

/** What is decided about a finding; what nobody has decided stays as it is. */
const getFix = ({ fixes }: MergeDraft, kind: FixableKind): string => fixes[kind] ?? 'keep';

interface FindingProps {
	readonly finding: MergeFinding;
	readonly inputs: InputKind;
	readonly draft: MergeDraft;
}

/** A finding with its cure. On a narrow screen it is a line that says both, and opens: all of them would be several screens. */
function Finding(props: FindingProps) {
	const { kind, count } = props.finding;
	const isNarrow = useMediaQuery('(width < 40rem)');
	const title = texts.findings[kind](count);
	const { button, dialog } = useProblemList({
		title,
		subject: texts.subjects[kind],
		load: () => mergerClient.getFinding(kind),
		fileName: texts.listName(kind),
	});
	return (
		<>
			{isNarrow ? (
				<NarrowFinding {...props} fullListButton={button} />
			) : (
				<>
					<div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
						<p className="font-medium text-text">{title}</p>
						{button}
					</div>
					<FindingDetails {...props} />
				</>
			)}
			{/* Outside of both layouts: it stays open where a phone is turned. */}
			{dialog}
		</>
	);
}

interface NarrowFindingProps extends FindingProps {
	readonly fullListButton: ReactNode;
}

function NarrowFinding({ fullListButton, ...props }: NarrowFindingProps) {
	const { kind, count } = props.finding;
	const fixes: Readonly<Record<string, string>> = isFixable(kind) ? texts.fixes[kind] : {};
	const fix = isFixable(kind) ? fixes[getFix(props.draft, kind)] : undefined;
	return (
		<details className="rounded-sm border border-border px-3 py-1.5">
			<summary className="cursor-pointer pointer-coarse:py-2.5">
				<span className="font-medium text-text">{texts.findings[kind](count)}</span>
				{fix === undefined ? null : <span className="block text-sm text-text-2">{fix}</span>}
			</summary>
			<div className="mt-2 grid gap-1">
				<div className="justify-self-start">{fullListButton}</div>
				<FindingDetails {...props} />
			</div>
		</details>
	);
}

function FindingDetails({ finding, inputs, draft }: FindingProps) {
	const { kind, count, examples } = finding;
	const title = texts.findings[kind](count);
	return (
		<>
			<ul className="mt-1 mb-2 grid gap-0.5 text-[0.8125rem] wrap-anywhere text-text-2">
				{examples.map((example) => (
					<li key={example}>{example}</li>
				))}
			</ul>
			{isFixable(kind) ? (
				<FixChoice title={title} kind={kind} draft={draft} />
			) : (
				<p className="text-sm text-text-2">{texts.mendFiles(inputs)}</p>
			)}
		</>
	);
}

interface FixChoiceProps {
	readonly title: string;
	readonly kind: FixableKind;
	readonly draft: MergeDraft;
}

function FixChoice({ title, kind, draft }: FixChoiceProps) {
	const fixes: Readonly<Record<string, string>> = texts.fixes[kind];
	return (
		<ChoiceGroup
			label={texts.fixOf(title)}
			columns={2}
			className="grid gap-1.5 sm:grid-cols-2"
			value={getFix(draft, kind)}
			onChoose={(fix) => changeDraft({ fixes: { ...draft.fixes, [kind]: fix } })}
			choices={Object.entries(fixes).map(([value, name]) => ({
				value,
				name,
				content: <span className="block px-3 py-1.5 text-sm">{name}</span>,
			}))}
		/>
	);
}
