import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { showToast } from '@adx/ui/feedback/toast-store';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { Files, FolderOpen, Images, Layers } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { PickedFiles } from '../../../lib/files/picked-files.ts';
import { useFileInputs } from '../../../lib/files/use-file-inputs.tsx';
import { changeDraft, emptySettings, useMergeDraft } from '../merge-draft.ts';
import { describeTotal } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';
import { StepCard, type StepDisclosure } from '../step-card.tsx';
import { type MergerState, mergerClient } from '../worker/merger-client.ts';
import { CollectionList } from './collection-list.tsx';
import { CollectionPreviewDialog } from './collection-preview-dialog.tsx';
import { EditCollectionDialog } from './collection-text-dialogs.tsx';
import type { ShownImport } from './import-queue.ts';
import { ImportStatus } from './import-status.tsx';
import { LibraryDialog } from './library-dialog.tsx';
import { UploadStatus } from './upload-status.tsx';

const { input: texts, page, added, removal } = mergerTexts;

export interface CollectionsCardProps {
	readonly merger: MergerState;
	readonly folding: StepDisclosure;
	readonly onPick: (picked: Promise<PickedFiles>) => void;
	/** What was wrong with the last pick; null unless something was. */
	readonly pickProblem: string | null;
	/** What comes from the server. */
	readonly imports: readonly ShownImport[];
	/** The button that picks folders. */
	readonly selectRef: RefObject<HTMLButtonElement | null>;
}

/** What goes into the merge: ways to bring collections in, and those that are here. */
export function CollectionsCard({ merger, folding, onPick, pickProblem, imports, selectRef }: CollectionsCardProps) {
	const { collections, upload, openPicks } = merger;
	const { fixes } = useMergeDraft();
	const [previewed, setPreviewed] = useState<string | null>(null);
	const collectionCount = collections.length;
	const total = describeTotal(collections);
	const previewedCollection = collections.find(({ id }) => id === previewed);
	const [isLibraryOpen, setLibraryOpen] = useState(false);
	const [edited, setEdited] = useState<CollectionView | null>(null);
	const [hadCollections, setHadCollections] = useState(false);
	if (collectionCount > 0 && !hadCollections) setHadCollections(true);
	// An import takes the focus with it once it is a collection.
	const place = useFocusFallback<HTMLDivElement>(imports.map(({ key }) => key).join());
	return (
		<StepCard
			title={texts.title}
			summary={total}
			folding={folding}
			actions={collectionCount === 0 ? null : <RemoveAllButton collectionCount={collectionCount} />}
		>
			<PickButtons
				isBroken={merger.phase === 'broken'}
				onPick={onPick}
				onOpenLibrary={() => setLibraryOpen(true)}
				selectRef={selectRef}
			/>
			{pickProblem === null ? null : (
				<p role="alert" className="mt-3 text-sm font-medium wrap-anywhere text-ember-text">
					{pickProblem}
				</p>
			)}
			<div ref={place} tabIndex={-1} className="outline-none">
				<ImportStatus imports={imports} onGiveUp={() => selectRef.current?.focus()} />
				<UploadStatus collections={collections} upload={upload} isReading={openPicks > 0} />
				{collectionCount === 0 ? (
					openPicks === 0 &&
					imports.length === 0 &&
					(merger.phase === 'opening' ? (
						<Skeleton className="mt-4 h-32 w-full" />
					) : merger.phase === 'open' ? (
						<NoCollections isReplacing={hadCollections} />
					) : null)
				) : (
					<CollectionList
						collections={collections}
						keepsUnreadable={fixes.unreadableFiles === 'keep'}
						onEdit={setEdited}
						onPreview={({ id }) => setPreviewed(id)}
					/>
				)}
			</div>
			<p role="status" className="figures mt-4 font-semibold text-text">
				{total}
			</p>
			<p className="mt-2 text-[0.8125rem] text-text-3">
				{page.drop}. {texts.privacy}
			</p>
			<EditCollectionDialog
				collection={edited}
				onClose={() => setEdited(null)}
				onSaved={(name, description) => {
					if (edited !== null) mergerClient.describe(edited.id, name, description);
					setEdited(null);
				}}
			/>
			<LibraryDialog
				isOpen={isLibraryOpen}
				collections={collections}
				imports={imports}
				onClose={() => setLibraryOpen(false)}
			/>
			<CollectionPreviewDialog collection={previewedCollection ?? null} onClose={() => setPreviewed(null)} />
		</StepCard>
	);
}

interface PickButtonsProps extends Pick<CollectionsCardProps, 'onPick' | 'selectRef'> {
	readonly isBroken: boolean;
	readonly onOpenLibrary: () => void;
}

function PickButtons({ isBroken, onPick, onOpenLibrary, selectRef }: PickButtonsProps) {
	const { openFiles, openFolder, inputs } = useFileInputs('merger', onPick);
	return (
		<div className="flex flex-wrap gap-3">
			<Button
				tone="primary"
				className="grow sm:grow-0"
				disabled={isBroken}
				icon={<Files aria-hidden className="size-4" />}
				onClick={openFiles}
			>
				{texts.selectFiles}
			</Button>
			<Button
				ref={selectRef}
				tone="primary"
				className="grow sm:grow-0"
				disabled={isBroken}
				icon={<FolderOpen aria-hidden className="size-4" />}
				onClick={openFolder}
			>
				{texts.selectFolder}
			</Button>
			<Button
				className="grow sm:grow-0"
				disabled={isBroken}
				icon={<Images aria-hidden className="size-4" />}
				onClick={onOpenLibrary}
			>
				{mergerTexts.library.open}
			</Button>
			{inputs}
		</div>
	);
}

/** Takes the focus of the collections that it replaces. */
function NoCollections({ isReplacing }: { readonly isReplacing: boolean }) {
	const ref = useFocusFallback<HTMLDivElement>(null, isReplacing);
	return (
		<div
			ref={ref}
			tabIndex={-1}
			className="mt-4 rounded-md border border-dashed border-line p-6 text-center text-text-2"
		>
			<Layers aria-hidden className="mx-auto mb-3 size-8 text-primary" strokeWidth={1.5} />
			<p className="font-semibold text-text">{texts.empty.title}</p>
			<p className="mx-auto mt-1 max-w-prose">{texts.empty.text}</p>
		</div>
	);
}

/**
 * Removes every collection with all that was set for the merge, once that was said a second time: reading and sending them may
 * have taken an hour. Whoever removes one alone may be about to pick it again, and wants the rest as it is.
 */
function RemoveAllButton({ collectionCount }: { readonly collectionCount: number }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button size="small" tone="ghost" onClick={() => setOpen(true)}>
				{texts.removeAll}
			</Button>
			<ConfirmDialog
				open={isOpen}
				title={removal.title(collectionCount)}
				text={removal.text(collectionCount)}
				confirmLabel={removal.remove(collectionCount)}
				cancelLabel={removal.keep(collectionCount)}
				onClose={() => setOpen(false)}
				onConfirm={() => {
					mergerClient.clear();
					changeDraft(emptySettings);
					showToast({ title: added.allRemoved });
				}}
			/>
		</>
	);
}
