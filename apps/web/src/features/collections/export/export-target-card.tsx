import { buttonClass } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { Badge } from '@adx/ui/feedback/badge';
import type { CollectionKind, ExportTarget, PreflightFinding } from '@adx/validators/exports';
import { CircleCheck, CircleX, Download, TriangleAlert } from 'lucide-react';
import { DownloadLink } from '../../../lib/files/download-link.tsx';
import { exportTexts as texts } from './export-texts.ts';
import { exportUrl, groupFindings, isUnavailable } from './target-findings.ts';

const withoutMedia: Partial<Record<ExportTarget, string>> = texts.withoutMedia;

export interface ExportTargetCardProps {
	readonly collectionId: string;
	readonly kind: CollectionKind;
	readonly target: ExportTarget;
	/** Null while the preflight is not there. */
	readonly findings: readonly PreflightFinding[] | null;
}

/** One way out: what it is for, whether anything stands in the way, and the link that the browser follows by itself. */
export function ExportTargetCard({ collectionId, kind, target, findings }: ExportTargetCardProps) {
	const { name, text } = texts.targets[target];
	const { errors, warnings } = groupFindings(findings ?? [], target);
	const isAway = isUnavailable(kind, target);
	const isBlocked = errors.length > 0;
	return (
		<li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-border bg-surface-2 p-3 sm:p-4">
			<div className="flex flex-wrap items-center gap-2">
				<h3 className="font-semibold">{name}</h3>
				{isAway ? null : findings === null ? (
					<Badge>{texts.unchecked}</Badge>
				) : (
					<StateBadge errorCount={errors.length} warningCount={warnings.length} />
				)}
			</div>
			<p className="text-text-2">{(kind === 'attributed' ? withoutMedia[target] : undefined) ?? text}</p>
			{isAway ? (
				<>
					<p className="text-sm text-text-2">{texts.carNeedsPictures}</p>
					<CopyField label={texts.carCommandLabel} value={texts.carCommand} />
				</>
			) : (
				<>
					{errors.map(({ kind: check, problem }) => (
						<p key={check} className="text-sm text-ember-text">
							{texts.blocked(problem)}
						</p>
					))}
					<DownloadLink href={exportUrl(collectionId, target)} className={`${buttonClass()} justify-self-start`}>
						<Download aria-hidden className="size-4" />
						<span>
							{isBlocked ? texts.anyway : texts.download} <span className="sr-only">{name}</span>
						</span>
					</DownloadLink>
				</>
			)}
		</li>
	);
}

function StateBadge({ errorCount, warningCount }: { readonly errorCount: number; readonly warningCount: number }) {
	if (errorCount > 0) {
		return (
			<Badge tone="bad" Icon={CircleX}>
				{texts.severities.error(errorCount)}
			</Badge>
		);
	}
	if (warningCount > 0) {
		return (
			<Badge tone="gold" Icon={TriangleAlert}>
				{texts.severities.warning(warningCount)}
			</Badge>
		);
	}
	return (
		<Badge tone="ok" Icon={CircleCheck}>
			{texts.ready}
		</Badge>
	);
}
