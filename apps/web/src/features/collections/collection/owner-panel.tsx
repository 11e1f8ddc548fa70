import { Button } from '@adx/ui/controls/button';
import { useNavigate } from '@tanstack/react-router';
import { Eye, EyeOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { DeleteMergeButton } from '../../../lib/deletion/delete-merge-button.tsx';
import { SaveArchiveButton } from '../../../lib/files/save-archive-button.tsx';
import { type Collection, useCollectionFailure, useVisibility } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { GalleryEntryDialog } from './gallery-entry-dialog.tsx';

const texts = galleryTexts.owner;

/** What the owner of a collection can do here: take all of it away, hide it, change how it is listed, delete it. */
export function OwnerPanel({ collection }: { readonly collection: Collection }) {
	const { id, hidden, downloadUrl } = collection;
	const visibility = useVisibility(collection);
	const visibilityText = visibility.isPending ? (hidden ? texts.showing : texts.hiding) : undefined;
	const takeFailure = useCollectionFailure(id);
	const [isEditing, setEditing] = useState(false);
	const navigate = useNavigate();
	return (
		<section aria-label={texts.label} className="flex flex-wrap gap-2">
			{downloadUrl === null ? null : (
				<SaveArchiveButton
					url={downloadUrl}
					fileName=""
					label={texts.download}
					busyLabel={texts.downloading}
					texts={{ started: texts.downloadStarted, failedTitle: texts.downloadFailed }}
					toReason={takeFailure}
				/>
			)}
			<Button
				onClick={visibility.toggle}
				// It is not disabled while it works, so that it keeps the focus.
				disabledReason={visibilityText}
				aria-busy={visibility.isPending}
				icon={hidden ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
			>
				{visibilityText ?? (hidden ? texts.show : texts.hide)}
			</Button>
			<Button onClick={() => setEditing(true)} icon={<Pencil aria-hidden className="size-4" />}>
				{texts.edit}
			</Button>
			<DeleteMergeButton jobId={id} onDeleted={() => navigate({ to: '/gallery', replace: true })} />
			<GalleryEntryDialog collectionId={id} open={isEditing} onClose={() => setEditing(false)} />
		</section>
	);
}
