import { Card } from '@adx/ui/surfaces/card';
import type { AttributeFinding } from '@adx/validators/attributes';
import { attributeTexts } from '../attributes-texts.ts';

const texts = attributeTexts.findings;

export interface FindingsCardProps {
	/** The first ones. */
	readonly findings: readonly AttributeFinding[];
	readonly findingCount: number;
}

/** What is wrong with existing metadata, file by file; absent when nothing is. */
export function FindingsCard({ findings, findingCount }: FindingsCardProps) {
	if (findingCount === 0) return null;
	return (
		<Card title={texts.title}>
			<p className="figures mb-3 text-sm text-warn">{texts.found(findingCount)}</p>
			<section
				aria-label={texts.list}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
				tabIndex={0}
				className="max-h-80 overflow-auto rounded-md border border-border"
			>
				<table className="w-full border-collapse text-left text-sm">
					<thead className="sticky top-0 bg-surface-2">
						<tr>
							<th scope="col" className="px-3 py-1.5 font-semibold">
								{texts.file}
							</th>
							<th scope="col" className="px-3 py-1.5 font-semibold">
								{texts.problem}
							</th>
						</tr>
					</thead>
					<tbody>
						{findings.map(({ filename, problem }) => (
							<tr key={`${filename} ${problem}`} className="border-t border-border align-top">
								<th scope="row" className="px-3 py-1.5 font-normal wrap-anywhere">
									{filename}
								</th>
								<td className="px-3 py-1.5 wrap-anywhere text-text-2">{problem}</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
			{findingCount > findings.length ? (
				<p className="figures mt-2 text-sm text-text-2">{texts.more(findingCount - findings.length)}</p>
			) : null}
		</Card>
	);
}
