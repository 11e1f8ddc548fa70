import { Button } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import clsx from 'clsx';
import { ArrowDown, ArrowUp, Eye, GripVertical, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ProblemListButton } from '../../../lib/findings/problem-list.tsx';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView, ProblemFile } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { usePreviews } from './use-previews.ts';

const texts = mergerTexts.row;

/** Pictures that a row shows. */
const rowPictures = 4;

export interface CollectionRowProps {
	readonly collection: CollectionView;
	readonly keepsUnreadable: boolean;
	/** How it is put elsewhere in the order; null where it is alone. */
	readonly sorting: RowSorting | null;
	readonly onEdit: () => void;
	readonly onPreview: () => void;
	readonly onRemove: () => void;
}

export interface RowSorting {
	readonly handleProps: ComponentProps<'button'>;
	/** How far it lies from its place, in px. */
	readonly offsetY: number;
	readonly state: 'still' | 'dragged' | 'giving-way';
	/** Whether it shows the buttons that move it. */
	readonly isLifted: boolean;
	readonly isFirst: boolean;
	readonly isLast: boolean;
	/** Moves it by a place, up or down. */
	readonly onMoveBy: (step: -1 | 1) => void;
}

/** One collection with its counts, what is wrong with it, and what can be done with it. */
export function CollectionRow({ collection, keepsUnreadable, sorting, ...handlers }: CollectionRowProps) {
	const { label, description, imageCount, readCount, fileCount, phase, metadataCount } = collection;
	return (
		<li
			style={sorting === null || sorting.offsetY === 0 ? undefined : { transform: `translateY(${sorting.offsetY}px)` }}
			className={clsx(
				'rounded-md border bg-surface-2 p-3',
				sorting?.state === 'dragged' && 'relative z-10 shadow-pop',
				sorting?.state === 'dragged' || sorting?.isLifted === true ? 'border-primary' : 'border-border',
				sorting?.state === 'giving-way' && 'transition-transform duration-[120ms]',
			)}
		>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<div className="flex min-w-0 grow basis-56 items-center gap-3 sm:basis-96">
					{sorting === null ? null : (
						<button
							type="button"
							{...sorting.handleProps}
							className="-mx-1.5 grid min-h-9 w-7 shrink-0 cursor-grab touch-none place-items-center self-stretch rounded-sm text-text-3 select-none hover:bg-surface-3 hover:text-text active:cursor-grabbing aria-pressed:bg-surface-3 aria-pressed:text-primary pointer-coarse:w-9"
						>
							<GripVertical aria-hidden className="size-5" />
						</button>
					)}
					<RowPictures collection={collection} />
					<div className="min-w-0 grow">
						<h3 className="font-semibold wrap-anywhere text-text">{label}</h3>
						<p className="figures flex flex-wrap items-center gap-x-2 text-sm text-text-2">
							{texts.images(imageCount)}
							{imageCount === 0 ? null : (
								<Badge tone={metadataCount === imageCount ? 'ok' : 'neutral'}>
									{texts.metadata(metadataCount, imageCount)}
								</Badge>
							)}
						</p>
					</div>
				</div>
				<div className="flex flex-wrap gap-2">
					{sorting?.isLifted === true ? <MoveButtons label={label} sorting={sorting} /> : null}
					<RowButton Icon={Pencil} label={texts.edit} name={texts.editNamed(label)} onPress={handlers.onEdit} />
					<RowButton Icon={Eye} label={texts.preview} name={texts.previewNamed(label)} onPress={handlers.onPreview} />
					<RowButton Icon={Trash2} label={texts.remove} name={texts.removeNamed(label)} onPress={handlers.onRemove} />
				</div>
			</div>
			{description === '' ? null : <p className="mt-1 text-sm wrap-anywhere text-text-2">{description}</p>}
			{phase === 'reading' ? (
				<div className="mt-3">
					<ProgressBar
						thin
						label={texts.reading(readCount, fileCount)}
						percent={(readCount / Math.max(1, fileCount)) * 100}
					/>
					<p className="figures mt-1 text-[0.8125rem] text-text-2">{texts.reading(readCount, fileCount)}</p>
				</div>
			) : null}
			<Notices collection={collection} keepsUnreadable={keepsUnreadable} />
		</li>
	);
}

/** For those who can neither drag nor use the arrow keys, as with most screen readers. */
function MoveButtons({ label, sorting }: { readonly label: string; readonly sorting: RowSorting }) {
	return (
		<>
			<RowButton
				Icon={ArrowUp}
				label={texts.moveUp}
				name={texts.moveUpNamed(label)}
				obstacle={sorting.isFirst ? texts.isFirst : undefined}
				onPress={() => sorting.onMoveBy(-1)}
			/>
			<RowButton
				Icon={ArrowDown}
				label={texts.moveDown}
				name={texts.moveDownNamed(label)}
				obstacle={sorting.isLast ? texts.isLast : undefined}
				onPress={() => sorting.onMoveBy(1)}
			/>
		</>
	);
}

interface RowButtonProps {
	readonly Icon: LucideIcon;
	readonly label: string;
	/** With the collection's name. */
	readonly name: string;
	/** Why it does nothing now. */
	readonly obstacle?: string | undefined;
	readonly onPress: () => void;
}

const RowButton = ({ Icon, label, name, obstacle, onPress }: RowButtonProps) => (
	<Button
		size="small"
		aria-label={name}
		disabledReason={obstacle}
		icon={<Icon aria-hidden className="size-4" />}
		onClick={onPress}
	>
		{label}
	</Button>
);

/** The first pictures that the merge takes; their places are there from the start. */
function RowPictures({ collection }: { readonly collection: CollectionView }) {
	const previews = usePreviews(collection) ?? [];
	const pictures = previews.filter(({ isPlaceholder, isLeftOut }) => !isPlaceholder && !isLeftOut);
	return (
		<div className="grid shrink-0 grid-cols-2 gap-1 sm:grid-cols-4">
			{Array.from({ length: rowPictures }, (_, place) => {
				const picture = pictures[place];
				return (
					<div key={picture?.filename ?? place} className="size-9 overflow-hidden rounded-sm bg-surface-3 sm:size-12">
						{picture === undefined ? null : (
							<ImageWithFallback url={picture.url} alt="" className="size-full object-contain" />
						)}
					</div>
				);
			})}
		</div>
	);
}

type NoticesProps = Pick<CollectionRowProps, 'collection' | 'keepsUnreadable'>;

function Notices({ collection, keepsUnreadable }: NoticesProps) {
	const { phase, readCount, fileCount, lostCount, badMetadataCount } = collection;
	const again = texts.again[collection.origin === null ? 'picked' : 'imported'];
	return (
		<div className="mt-2 grid gap-2 text-sm empty:hidden">
			{phase === 'interrupted' ? <Warning>{texts.interrupted(readCount, fileCount, again)}</Warning> : null}
			{phase !== 'interrupted' && lostCount > 0 ? <Warning>{texts.lost(lostCount, again)}</Warning> : null}
			<Problems summary={texts.badMetadata(badMetadataCount)} count={badMetadataCount} files={collection.badMetadata} />
			<Problems
				summary={texts.unreadable(collection.unreadableCount, keepsUnreadable)}
				count={collection.unreadableCount}
				files={collection.unreadable}
			/>
			<Problems
				summary={texts.refused(collection.refusedCount)}
				count={collection.refusedCount}
				files={collection.refused}
			/>
			<Problems
				isQuiet
				summary={texts.ignored(collection.ignoredCount)}
				count={collection.ignoredCount}
				files={collection.ignored.map((filename) => ({ filename, problem: mergerTexts.leftAside }))}
			/>
			{badMetadataCount + collection.unreadableCount + collection.refusedCount + collection.ignoredCount ===
			0 ? null : (
				<div className="justify-self-start">
					<ProblemListButton
						title={texts.listOf(collection.label)}
						load={async () =>
							(await mergerClient.getProblems(collection.id)).map(({ filename, problem }) => ({
								name: filename,
								problem,
							}))
						}
						fileName={texts.listFile(collection.label)}
					/>
				</div>
			)}
		</div>
	);
}

const Warning = ({ children }: { readonly children: string }) => <p className="text-warn">{children}</p>;

interface ProblemsProps {
	/** Nothing may be wrong with these. */
	readonly isQuiet?: boolean;
	readonly summary: string;
	readonly count: number;
	readonly files: readonly ProblemFile[];
}

function Problems({ isQuiet = false, summary, count, files }: ProblemsProps) {
	if (count === 0) return null;
	return (
		<details className="rounded-sm border border-border px-3 py-1.5">
			<summary
				className={clsx('cursor-pointer font-medium pointer-coarse:py-2.5', isQuiet ? 'text-text-2' : 'text-warn')}
			>
				{summary}
			</summary>
			<ul className="mt-2 grid max-h-48 gap-1 overflow-y-auto text-[0.8125rem]">
				{files.map(({ filename, problem }) => (
					<li key={filename} className="wrap-anywhere">
						<span className="text-text">{filename}</span> <span className="text-text-2">{problem}</span>
					</li>
				))}
				{count > files.length ? <li className="text-text-3">{texts.more(count - files.length)}</li> : null}
			</ul>
		</details>
	);
}
