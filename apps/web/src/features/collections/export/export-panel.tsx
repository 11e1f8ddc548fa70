import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { type CollectionKind, exportTargets } from '@adx/validators/exports';
import type { Rarity } from '@adx/validators/rarity';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { FindingList } from '../../../lib/findings/finding-list.tsx';
import { getExportFix } from './export-fixes.ts';
import { useLoadPreflightRows, usePreflight } from './export-queries.ts';
import { ExportTargetCard } from './export-target-card.tsx';
import { exportTexts as texts } from './export-texts.ts';

/** What stands in the way of a collection's leaving, and each way out; what may be read and is another's is not asked for. */
export function ExportPanel({ rarity }: { readonly rarity: Rarity }) {
	if (rarity.isMine) return <OwnExports rarity={rarity} />;
	return (
		<Card title={texts.notYours.title}>
			<p className="text-text-2">{texts.notYours.text}</p>
		</Card>
	);
}

function OwnExports({ rarity }: { readonly rarity: Rarity }) {
	const { id, kind } = rarity;
	const preflight = usePreflight(id);
	const loadRows = useLoadPreflightRows(id);
	const { data, error, refetch } = preflight;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
			<Card title={texts.downloads}>
				<ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
					{exportTargets.map((target) => (
						<ExportTargetCard
							key={target}
							collectionId={id}
							kind={kind}
							target={target}
							findings={data?.findings ?? null}
						/>
					))}
				</ul>
			</Card>
			<Card title={texts.title}>
				{data !== undefined ? (
					data.findings.length === 0 ? (
						<p role="status" className="flex items-center gap-2">
							<CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
							{texts.allWell(data.tokenCount)}
						</p>
					) : (
						<>
							<p role="status" className="mb-4 text-text-2">
								{texts.checked(data.tokenCount)}
							</p>
							<FindingList
								findings={data.findings}
								renderFix={(finding) => renderFix(finding.kind, rarity)}
								loadRows={(finding) => loadRows(finding.kind)}
							/>
						</>
					)
				) : error === null ? (
					<div role="status" className="grid gap-3">
						<p className="text-text-2">{texts.checking}</p>
						<Skeleton className="h-24 w-full rounded-md!" />
					</div>
				) : (
					<ErrorWithRetry
						message={
							<>
								<span className="mb-1 block">{error.message}</span>
								{texts.checkFailed}
							</>
						}
						retryLabel={texts.again}
						onRetry={refetch}
						className="gap-4 text-text-2"
					/>
				)}
			</Card>
		</div>
	);
}

function renderFix(finding: string, { id, kind }: Rarity) {
	const fix = getExportFix(finding, kind);
	if (fix === null) return null;
	return (
		<>
			{fix.text}
			{fix.merger === null ? null : (
				<>
					{' '}
					<Link
						to="/merger"
						search={fix.merger === 'files' ? {} : toMergerSearch[kind](id)}
						className="font-semibold text-primary underline"
					>
						{texts.toMerger}
					</Link>
				</>
			)}
		</>
	);
}

/** How the merger is opened so that it fetches the collection; the pictures of attributes that were generated are not here. */
const toMergerSearch: Readonly<Record<CollectionKind, (id: string) => { add?: string; addMerge?: string }>> = {
	generated: (id) => ({ add: id }),
	merged: (id) => ({ addMerge: id }),
	attributed: () => ({}),
};
