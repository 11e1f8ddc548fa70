import { Card } from '@adx/ui/surfaces/card';
import type { AttributeFinding } from '@adx/validators/attributes';
import { ProblemListButton } from '../../../lib/findings/problem-list.tsx';
import { attributeTexts } from '../attributes-texts.ts';
import { maxListedProblems } from '../worker/attributes-views.ts';

const texts = attributeTexts.findings;

export interface FindingsCardProps {
	/** The first ones. */
	readonly findings: readonly AttributeFinding[];
	readonly findingCount: number;
}

/** What a run found, by file, where its folder is not on show to tell of it; absent when that is nothing. */
export function FindingsCard({ findings, findingCount }: FindingsCardProps) {
	if (findingCount === 0) return null;
	const title = texts.found(findingCount);
	return (
		<Card
			title={texts.title}
			actions={<ProblemListButton title={title} load={async () => toProblemRows(findings)} fileName={texts.fileName} />}
		>
			<p className="figures mb-3 text-sm text-warn">{title}</p>
			<FindingExamples findings={findings.slice(0, maxListedProblems)} />
			{findings.length === findingCount ? null : (
				<p className="figures mt-2 text-sm text-text-2">{texts.inDownload(findings.length)}</p>
			)}
		</Card>
	);
}

/** A line for each file: what it is called, and what is wrong with it. */
export function FindingExamples({ findings }: { readonly findings: readonly AttributeFinding[] }) {
	return (
		<ul className="grid gap-0.5 text-[0.8125rem] wrap-anywhere text-text-2">
			{findings.map(({ filename, problem }) => (
				<li key={`${filename} ${problem}`}>
					<span className="text-text">{filename}</span> <span>{problem}</span>
				</li>
			))}
		</ul>
	);
}

/** As the full list takes them. */
export const toProblemRows = (findings: readonly AttributeFinding[]) =>
	findings.map(({ filename, problem }) => ({ name: filename, problem }));
