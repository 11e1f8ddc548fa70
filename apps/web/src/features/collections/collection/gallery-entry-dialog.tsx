import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { type GalleryTheme, galleryThemeSchema } from '@adx/validators/gallery';
import { type SubmitEvent, useState } from 'react';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { type GalleryEntry, useGalleryEntry, useRecheckCollection, useSaveEntry } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';

const texts = galleryTexts.owner;

export interface EntryDialogProps {
	readonly collectionId: string;
	readonly open: boolean;
	readonly onClose: () => void;
}

/** Changes under which categories the gallery finds a collection, and whether it names its creator. */
export function GalleryEntryDialog({ collectionId, open, onClose }: EntryDialogProps) {
	const { data: entry, error, isFetching } = useGalleryEntry(collectionId, open);
	useRecheckCollection(collectionId, error);
	return (
		<Dialog open={open} onClose={onClose} title={texts.edit}>
			{entry !== undefined && !isFetching ? (
				<EntryForm collectionId={collectionId} entry={entry} onClose={onClose} />
			) : error !== null && !isFetching ? (
				<>
					<p role="alert" className="mb-4 text-text-2">
						{error.message}
					</p>
					<Button onClick={onClose}>{texts.cancel}</Button>
				</>
			) : (
				<div role="status" aria-label={galleryTexts.collection.loading} className="grid gap-3">
					<Skeleton className="h-24 w-full" />
					<Skeleton className="h-10 w-full" />
				</div>
			)}
		</Dialog>
	);
}

interface EntryFormProps {
	readonly collectionId: string;
	readonly entry: GalleryEntry;
	readonly onClose: () => void;
}

function EntryForm({ collectionId, entry, onClose }: EntryFormProps) {
	const [themes, setThemes] = useState<readonly GalleryTheme[]>(entry.themes);
	const [showsCreator, setShowsCreator] = useState(entry.showsCreator);
	const { user } = useAccess();
	const { save, isPending, problem } = useSaveEntry(collectionId, onClose);

	function submit(event: SubmitEvent) {
		event.preventDefault();
		save({ themes, showsCreator });
	}

	return (
		<form onSubmit={submit} className="grid gap-4">
			<fieldset aria-describedby="entry-categories-hint">
				<legend className="mb-1 font-medium">{texts.categories}</legend>
				<div className="grid gap-x-3 sm:grid-cols-2">
					{galleryThemeSchema.options.map((theme) => (
						<CheckLine
							key={theme}
							label={theme}
							isOn={themes.includes(theme)}
							onChange={(isOn) =>
								setThemes(galleryThemeSchema.options.filter((one) => (one === theme ? isOn : themes.includes(one))))
							}
						/>
					))}
				</div>
				<p id="entry-categories-hint" className="text-[0.8125rem] text-text-3">
					{texts.categoriesHint}
				</p>
			</fieldset>
			<div>
				<CheckLine label={texts.showsCreator} isOn={showsCreator} onChange={setShowsCreator} />
				<p className="text-[0.8125rem] text-text-3">
					{user?.name === null ? texts.namelessHint : texts.showsCreatorHint}
				</p>
			</div>
			{problem === null ? null : (
				<p role="alert" className="text-sm font-medium text-ember-text">
					{problem}
				</p>
			)}
			<DialogButtons
				primary={
					<Button tone="primary" type="submit" className="grow" busyText={isPending ? texts.saving : undefined}>
						{texts.save}
					</Button>
				}
			>
				<Button onClick={onClose}>{texts.cancel}</Button>
			</DialogButtons>
		</form>
	);
}

interface CheckLineProps {
	readonly label: string;
	readonly isOn: boolean;
	readonly onChange: (isOn: boolean) => void;
}

function CheckLine({ label, isOn, onChange }: CheckLineProps) {
	return (
		<label className="flex control-height items-center gap-2.5">
			<input
				type="checkbox"
				checked={isOn}
				onChange={(event) => onChange(event.target.checked)}
				className="size-4.5 accent-primary"
			/>
			{label}
		</label>
	);
}
