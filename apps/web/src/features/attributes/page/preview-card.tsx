import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { provisionalBelow } from '@adx/validators/limits';
import { useState } from 'react';
import type { WrongNumbers } from '../../../lib/hooks/use-wrong-numbers.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { AttributesState } from '../worker/attributes-client.ts';
import type { RowView } from '../worker/attributes-views.ts';
import { PreviewTable } from './preview-table.tsx';
import { WeightsPanel } from './weights-panel.tsx';

const texts = attributeTexts.preview;

const wholeView: RowView = { sortBy: 'token', search: '', value: null };

export interface PreviewCardProps {
	readonly state: AttributesState;
	readonly wrongWeights: WrongNumbers;
	/** The trait whose weights are on show, by its name; '' for none chosen yet. */
	readonly weightsTrait: string;
	readonly onWeightsTrait: (name: string) => void;
}

/** What every image gets with the present settings, before anything is sent. */
export function PreviewCard({ state, wrongWeights, weightsTrait, onWeightsTrait }: PreviewCardProps) {
	const { folder, preview, thumbnails, reading } = state;
	const [view, setView] = useState(wholeView);
	const { phase, summary, traits, viewModel, message } = preview;
	if (folder === null) {
		return (
			<Card title={texts.title}>
				<p className="text-text-2">{texts.none}</p>
			</Card>
		);
	}
	return (
		<Card
			title={texts.title}
			actions={
				<p role="status" className="figures text-sm text-text-2">
					{phase === 'planning' || reading !== null
						? texts.planning
						: phase === 'planned' && summary !== null
							? texts.planned(summary.size)
							: ''}
				</p>
			}
		>
			{message === null ? null : (
				<p role="alert" className="mb-4 rounded-md border border-ember-text p-3 text-text">
					<strong className="block">{folder.imageCount === 0 ? texts.nothingUsable.title : texts.impossible}</strong>
					{message}
				</p>
			)}
			{summary?.notice == null ? null : <p className="mb-3 text-sm text-warn">{summary.notice}</p>}
			{traits.length === 0 ? (
				<Skeleton className="h-80 w-full" />
			) : (
				<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 2xl:grid-cols-[26rem_minmax(0,1fr)]">
					<WeightsPanel
						traits={traits}
						size={summary?.size ?? folder.imageCount}
						isPlanned={summary !== null}
						wrongWeights={wrongWeights}
						traitName={weightsTrait}
						onTrait={onWeightsTrait}
						onShow={(trait, value) => setView((before) => ({ ...before, value: { trait, value } }))}
					/>
					{viewModel === null || summary === null ? null : (
						<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
							{summary.size < provisionalBelow ? <p className="text-sm text-text-3">{texts.provisional}</p> : null}
							<PreviewTable
								traitNames={summary.traits.filter(({ trait }) => trait !== null).map(({ name }) => name)}
								size={summary.size}
								viewModel={viewModel}
								thumbnails={thumbnails}
								view={view}
								onView={setView}
							/>
						</div>
					)}
				</div>
			)}
		</Card>
	);
}
