import { Badge } from '@adx/ui/feedback/badge';
import type { PreflightFinding } from '@adx/validators/exports';
import { CircleX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { findingTexts as texts } from './finding-texts.ts';
import { ProblemListButton } from './problem-list.tsx';

const severities = [
	{ severity: 'error', Icon: CircleX, colour: 'text-ember-text' },
	{ severity: 'warning', Icon: TriangleAlert, colour: 'text-gold' },
] as const;

export interface FindingListProps {
	readonly findings: readonly PreflightFinding[];
	/** Default a section of a page's card. */
	readonly Heading?: 'h3' | 'h4';
	/**
	 * Whether examples are folded, where there is more on the page than this. On a narrow screen a finding is then a line
	 * that opens: all of them would be several screens.
	 */
	readonly isBrief?: boolean;
	/** The way out of a finding where it stands, null where there is none; default the sentence that comes with it. */
	readonly renderFix?: (finding: PreflightFinding) => ReactNode;
	/** Fetches all that a finding is about, a sentence each. */
	readonly loadRows: (finding: PreflightFinding) => Promise<readonly string[]>;
}

/** What the preflight found: what is refused before what is only strange, each with examples and the way out. */
export function FindingList({
	findings,
	Heading = 'h3',
	isBrief = false,
	renderFix = ({ fix }) => fix,
	loadRows,
}: FindingListProps) {
	const id = useId();
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
			{severities.map(({ severity, Icon, colour }) => {
				const found = findings.filter((finding) => finding.severity === severity);
				if (found.length === 0) return null;
				return (
					<section key={severity} aria-labelledby={`${id}-${severity}`}>
						<Heading id={`${id}-${severity}`} className={`flex items-center gap-2 font-semibold ${colour}`}>
							<Icon aria-hidden className="size-4 shrink-0" />
							{texts.severities[severity](found.length)}
						</Heading>
						<p className="mb-2 text-sm text-text-2">{texts.severityHints[severity]}</p>
						<ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
							{found.map((finding) => (
								<Finding
									key={`${finding.kind} ${finding.problem}`}
									finding={finding}
									isBrief={isBrief}
									fix={renderFix(finding)}
									loadRows={() => loadRows(finding)}
								/>
							))}
						</ul>
					</section>
				);
			})}
		</div>
	);
}

interface FindingProps {
	readonly finding: PreflightFinding;
	readonly isBrief: boolean;
	readonly fix: ReactNode;
	readonly loadRows: () => Promise<readonly string[]>;
}

function Finding(props: FindingProps) {
	const { problem, count } = props.finding;
	const isNarrow = useMediaQuery('(width < 40rem)');
	const title = (
		<>
			{problem}
			{count === 1 ? null : <span className="figures font-normal text-text-2"> {texts.times(count)}</span>}
		</>
	);
	if (props.isBrief && isNarrow) {
		return (
			<li className="rounded-sm border border-border px-3 py-1.5">
				<details>
					<summary className="cursor-pointer font-medium wrap-anywhere pointer-coarse:py-2.5">{title}</summary>
					<div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
						<div className="justify-self-start empty:hidden">
							<FullList {...props} />
						</div>
						<FindingDetails {...props} />
					</div>
				</details>
			</li>
		);
	}
	return (
		<li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-border bg-surface-2 p-3 sm:p-4">
			<div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
				<p className="min-w-0 font-medium wrap-anywhere">{title}</p>
				<FullList {...props} />
			</div>
			<FindingDetails {...props} />
		</li>
	);
}

/** Opens all that a finding is about, where there is more than its examples. */
function FullList({ finding, loadRows }: FindingProps) {
	const { kind, problem, count, examples } = finding;
	if (count <= examples.length) return null;
	return (
		<ProblemListButton
			title={problem}
			subject={texts.row}
			load={async () => (await loadRows()).map((name) => ({ name, problem: '' }))}
			fileName={texts.listName(kind)}
		/>
	);
}

function FindingDetails({ finding: { targets, examples }, isBrief, fix }: Omit<FindingProps, 'loadRows'>) {
	const exampleList = (
		<ul className="list-disc pl-5">
			{examples.map((example, place) => (
				<li key={place} className="wrap-anywhere">
					{example}
				</li>
			))}
		</ul>
	);
	return (
		<>
			<ul aria-label={texts.concerns} className="flex flex-wrap gap-1.5">
				{targets.map((target) => (
					<li key={target}>
						<Badge>{texts.targets[target].name}</Badge>
					</li>
				))}
			</ul>
			{examples.length === 0 ? null : (
				<div className="text-sm text-text-2">
					{isBrief ? (
						<details>
							<summary className="cursor-pointer">{texts.examples}</summary>
							{exampleList}
						</details>
					) : (
						<>
							<p>{texts.examples}</p>
							{exampleList}
						</>
					)}
				</div>
			)}
			{fix === null ? null : (
				<div className="text-sm">
					<span className="font-semibold">{`${texts.fix}: `}</span>
					{fix}
				</div>
			)}
		</>
	);
}
