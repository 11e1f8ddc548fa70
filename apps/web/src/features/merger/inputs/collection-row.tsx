import { Button } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import clsx from 'clsx';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { ProblemListButton } from '../../../lib/components/problem-list.tsx';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView, ProblemFile } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';

const texts = mergerTexts.row;

export interface CollectionRowProps {
	readonly collection: CollectionView;
	readonly keepsUnreadable: boolean;
	readonly onEdit: () => void;
	readonly onPreview: () => void;
	readonly onRemove: () => void;
}

/** One collection with its counts, what is wrong with it, and what can be done with it. */
export function CollectionRow({ collection, keepsUnreadable, ...does }: CollectionRowProps) {
	const { label, description, imageCount, readCount, fileCount, phase, metadataCount } = collection;
	return (
		<li className="rounded-md border border-border bg-surface-2 p-3 sm:p-4">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<div className="min-w-0 grow basis-40">
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
				<div className="flex flex-wrap gap-2">
					<Button
						size="small"
						aria-label={texts.editNamed(label)}
						icon={<Pencil aria-hidden className="size-4" />}
						onClick={does.onEdit}
					>
						{texts.edit}
					</Button>
					<Button
						size="small"
						aria-label={texts.previewNamed(label)}
						icon={<Eye aria-hidden className="size-4" />}
						onClick={does.onPreview}
					>
						{texts.preview}
					</Button>
					<Button
						size="small"
						aria-label={texts.removeNamed(label)}
						icon={<Trash2 aria-hidden className="size-4" />}
						onClick={does.onRemove}
					>
						{texts.remove}
					</Button>
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

type NoticesProps = Pick<CollectionRowProps, 'collection' | 'keepsUnreadable'>;

function Notices({ collection, keepsUnreadable }: NoticesProps) {
	const { phase, readCount, fileCount, lostCount, badMetadataCount } = collection;
	return (
		<div className="mt-2 grid gap-2 text-sm empty:hidden">
			{phase === 'interrupted' ? <Warning>{texts.interrupted(readCount, fileCount)}</Warning> : null}
			{phase !== 'interrupted' && lostCount > 0 ? <Warning>{texts.lost(lostCount)}</Warning> : null}
			{badMetadataCount > 0 ? <Warning>{texts.badMetadata(badMetadataCount)}</Warning> : null}
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
			{collection.unreadableCount + collection.refusedCount + collection.ignoredCount === 0 ? null : (
				<div className="justify-self-start">
					<ProblemListButton
						title={texts.listOf(collection.label)}
						load={async () =>
							(await mergerClient.problemsOf(collection.id)).map(({ filename, problem }) => ({
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
