import { Card } from '@adx/ui/surfaces/card';
import type { AttributeFinding } from '@adx/validators/attributes';
import { ProblemListButton } from '../../../lib/components/problem-list.tsx';
import { attributeTexts } from '../attributes-texts.ts';

const texts = attributeTexts.findings;

export interface FindingsCardProps {
	/** The first ones. */
	readonly findings: readonly AttributeFinding[];
	readonly findingCount: number;
	/** Fetches all of them; null where the download alone has them. */
	readonly load: (() => Promise<readonly AttributeFinding[]>) | null;
}

const examplesMax = 5;

/** What is wrong with existing metadata, by file; absent when nothing is. */
export function FindingsCard({ findings, findingCount, load }: FindingsCardProps) {
	if (findingCount === 0) return null;
	const title = texts.found(findingCount);
	const hasAll = load !== null || findings.length === findingCount;
	return (
		<Card
			title={texts.title}
			actions={
				<ProblemListButton
					title={title}
					load={async () => toProblemRows(load === null ? findings : await load())}
					fileName={texts.fileName}
				/>
			}
		>
			<p className="figures mb-3 text-sm text-warn">{title}</p>
			<FindingExamples findings={findings.slice(0, examplesMax)} />
			{hasAll ? null : <p className="figures mt-2 text-sm text-text-2">{texts.inDownload(findings.length)}</p>}
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
