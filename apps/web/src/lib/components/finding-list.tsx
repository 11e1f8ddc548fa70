import { Badge } from '@adx/ui/feedback/badge';
import type { PreflightFinding } from '@adx/validators/exports';
import { CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { findingTexts as texts } from './finding-texts.ts';

const severities = [
	{ severity: 'error', Icon: CircleX, colour: 'text-ember-text' },
	{ severity: 'warning', Icon: TriangleAlert, colour: 'text-gold' },
] as const;

export interface FindingListProps {
	readonly findings: readonly PreflightFinding[];
	/** Default a section of a page's card. */
	readonly Heading?: 'h3' | 'h4';
	/** Whether examples are folded, where there is more on the page than this. */
	readonly isBrief?: boolean;
	/** The way out of a finding where it stands; default the sentence that comes with it. */
	readonly renderFix?: (finding: PreflightFinding) => ReactNode;
}

/** What the preflight found: what is refused before what is only strange, each with examples and the way out. */
export function FindingList({
	findings,
	Heading = 'h3',
	isBrief = false,
	renderFix = ({ fix }) => fix,
}: FindingListProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
			{severities.map(({ severity, Icon, colour }) => {
				const found = findings.filter((finding) => finding.severity === severity);
				if (found.length === 0) return null;
				return (
					<section key={severity} aria-labelledby={`findings-${severity}`}>
						<Heading id={`findings-${severity}`} className={`flex items-center gap-2 font-semibold ${colour}`}>
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
}

function Finding({ finding, isBrief, fix }: FindingProps) {
	const { problem, count, targets, examples } = finding;
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
		<li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-border bg-surface-2 p-3 sm:p-4">
			<p className="font-medium wrap-anywhere">
				{problem}
				{count === 1 ? null : <span className="figures font-normal text-text-2"> {texts.times(count)}</span>}
			</p>
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
			<div className="text-sm">
				<span className="font-semibold">{`${texts.fix}: `}</span>
				{fix}
			</div>
		</li>
	);
}
