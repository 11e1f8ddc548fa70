import { Badge } from '@adx/ui/feedback/badge';
import type { PreflightFinding } from '@adx/validators/exports';
import { CircleX, TriangleAlert } from 'lucide-react';
import { rarityTexts } from './rarity-texts.ts';

const texts = rarityTexts.exports;

const severities = [
	{ severity: 'error', Icon: CircleX, colour: 'text-ember-text' },
	{ severity: 'warning', Icon: TriangleAlert, colour: 'text-gold' },
] as const;

/** What the preflight found: what is refused before what is only strange, each with examples and the way out. */
export function FindingList({ findings }: { readonly findings: readonly PreflightFinding[] }) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
			{severities.map(({ severity, Icon, colour }) => {
				const found = findings.filter((finding) => finding.severity === severity);
				if (found.length === 0) return null;
				return (
					<section key={severity} aria-labelledby={`findings-${severity}`}>
						<h3 id={`findings-${severity}`} className={`flex items-center gap-2 font-semibold ${colour}`}>
							<Icon aria-hidden className="size-4 shrink-0" />
							{texts.severities[severity](found.length)}
						</h3>
						<p className="mb-2 text-sm text-text-2">{texts.severityHints[severity]}</p>
						<ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
							{found.map((finding) => (
								<Finding key={`${finding.kind} ${finding.problem}`} finding={finding} />
							))}
						</ul>
					</section>
				);
			})}
		</div>
	);
}

function Finding({ finding }: { readonly finding: PreflightFinding }) {
	const { problem, count, targets, examples, fix } = finding;
	return (
		<li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-border bg-surface-2 p-3 sm:p-4">
			<p className="font-medium wrap-anywhere">
				{problem} <span className="figures font-normal text-text-2">{texts.times(count)}</span>
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
					<p>{texts.examples}</p>
					<ul className="list-disc pl-5">
						{examples.map((example, place) => (
							<li key={place} className="wrap-anywhere">
								{example}
							</li>
						))}
					</ul>
				</div>
			)}
			<p className="text-sm">
				<span className="font-semibold">{`${texts.fix}: `}</span>
				{fix}
			</p>
		</li>
	);
}
