import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { Files, FolderOpen, X } from 'lucide-react';
import type { RefObject } from 'react';
import type { PickedFiles } from '../../../lib/files/picked-files.ts';
import { useFileInputs } from '../../../lib/files/use-file-inputs.tsx';
import { ProblemListButton } from '../../../lib/findings/problem-list.tsx';
import { attributeTexts } from '../attributes-texts.ts';
import { type AttributesState, attributesClient } from '../worker/attributes-client.ts';
import { type FolderView, maxListedProblems, type PreviewSummary } from '../worker/attributes-views.ts';
import { FindingExamples, toProblemRows } from './findings-card.tsx';

const texts = attributeTexts.folder;

export interface FolderCardProps {
	readonly state: AttributesState;
	/** Why nothing could be started, or what was wrong with the last pick; null unless somebody tried. */
	readonly error: string | null;
	/** The button that chooses a folder. */
	readonly selectRef: RefObject<HTMLButtonElement | null>;
	readonly onPick: (picking: Promise<PickedFiles>) => void;
	/** The folder was taken away. */
	readonly onRemove: () => void;
}

/** The folder that gets attributes, and the ways to choose another. */
export function FolderCard({ state, error, selectRef, onPick, onRemove }: FolderCardProps) {
	const { phase, folder, reading } = state;
	return (
		<Card
			title={texts.title}
			actions={
				folder === null ? null : (
					<Button
						size="small"
						tone="ghost"
						icon={<X aria-hidden className="size-4" />}
						onClick={() => {
							attributesClient.clear();
							onRemove();
							// This button goes with the folder.
							selectRef.current?.focus();
						}}
					>
						{texts.remove}
					</Button>
				)
			}
		>
			<PickButtons isBroken={phase === 'broken'} isError={error !== null} selectRef={selectRef} onPick={onPick} />
			{error === null ? null : (
				<p id="attributes-folder-error" role="alert" className="mt-2 text-[0.8125rem] font-medium text-ember-text">
					{error}
				</p>
			)}
			{reading === null ? (
				<Chosen {...state} />
			) : (
				<div className="mt-4 grid gap-2">
					<ProgressBar
						label={texts.reading}
						percent={(reading.readCount / Math.max(1, reading.fileCount)) * 100}
						valueText={texts.readCount(reading.readCount, reading.fileCount)}
					/>
					<p role="status" className="figures text-sm text-text-2">
						{texts.reading}
						{reading.fileCount === 0 ? '' : `: ${texts.readCount(reading.readCount, reading.fileCount)}`}
					</p>
				</div>
			)}
			<p className="mt-3 text-[0.8125rem] text-text-3">{texts.privacy}</p>
		</Card>
	);
}

interface PickButtonsProps extends Pick<FolderCardProps, 'selectRef' | 'onPick'> {
	readonly isBroken: boolean;
	readonly isError: boolean;
}

function PickButtons({ isBroken, isError, selectRef, onPick }: PickButtonsProps) {
	const { openFolder, openFiles, inputs } = useFileInputs('attributes', onPick);
	return (
		<div className="flex flex-wrap gap-3">
			<Button
				ref={selectRef}
				tone="primary"
				className="grow"
				disabled={isBroken}
				aria-describedby={isError ? 'attributes-folder-error' : undefined}
				icon={<FolderOpen aria-hidden className="size-4" />}
				onClick={openFolder}
			>
				{texts.selectFolder}
			</Button>
			<Button className="grow" disabled={isBroken} icon={<Files aria-hidden className="size-4" />} onClick={openFiles}>
				{texts.selectFiles}
			</Button>
			{inputs}
		</div>
	);
}

function Chosen({ phase, folder, preview }: Pick<AttributesState, 'phase' | 'folder' | 'preview'>) {
	if (phase === 'opening') return <Skeleton className="mt-4 h-16 w-full" />;
	// What there was is not known.
	if (phase === 'broken') return null;
	if (folder === null) {
		return (
			<div className="mt-4 rounded-md border border-dashed border-line p-4 text-center text-text-2">
				<p className="font-semibold text-text">{texts.empty.title}</p>
				<p className="mt-1 text-sm">{texts.empty.text}</p>
			</div>
		);
	}
	return (
		<div className="mt-4 grid gap-1">
			<div role="status" className="grid gap-1">
				<p className="font-semibold wrap-anywhere text-text">{folder.name}</p>
				<p className="figures text-sm text-text-2">
					{texts.images(folder.imageCount)}
					{folder.imageCount === 0 ? '' : `, ${texts.metadata(folder.metadataCount, folder.imageCount)}`}
				</p>
				{folder.unusableCount === 0 ? null : (
					<p className="figures text-sm text-warn">{texts.unusable(folder.unusableCount)}</p>
				)}
				{folder.ignoredCount === 0 ? null : (
					<p className="figures text-sm text-text-3">{texts.ignored(folder.ignoredCount)}</p>
				)}
				{folder.hasPictures ? null : <p className="text-sm text-text-3">{texts.afterReload}</p>}
			</div>
			{folder.uncheckedCount === 0 ? null : (
				<p className="figures text-sm text-text-3">{texts.unchecked(folder.uncheckedCount)}</p>
			)}
			<Problems folder={folder} planned={preview.summary} />
		</div>
	);
}

interface ProblemsProps {
	readonly folder: FolderView;
	/** Null until something is planned. */
	readonly planned: PreviewSummary | null;
}

/** All that a run of the folder will find, before it is started. */
function Problems({ folder, planned }: ProblemsProps) {
	const problemCount = folder.problemCount + (planned?.findingCount ?? 0);
	if (problemCount === 0) return null;
	const title = texts.problems(problemCount);
	const examples = [...folder.problems, ...(planned?.findings ?? [])].slice(0, maxListedProblems);
	return (
		<div className="mt-1 grid gap-1">
			<div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
				<p className="figures text-sm text-warn">{title}</p>
				<ProblemListButton
					title={title}
					load={async () => toProblemRows(await attributesClient.problems())}
					fileName={texts.problemsFile}
				/>
			</div>
			<FindingExamples findings={examples} />
			<p className="text-[0.8125rem] text-text-3">{texts.problemsInDownload}</p>
		</div>
	);
}
