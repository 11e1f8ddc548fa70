import { showToast } from '@adx/ui/feedback/toast-store';
import { useId, useState } from 'react';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { CollectionRow } from './collection-row.tsx';
import { useSortable } from './use-sortable.ts';

const { row: texts, added } = mergerTexts;

export interface CollectionListProps {
	readonly collections: readonly CollectionView[];
	readonly keepsUnreadable: boolean;
	readonly onEdit: (collection: CollectionView) => void;
	readonly onPreview: (collection: CollectionView) => void;
}

/** The collections in the order of the merge, which is changed by dragging them or with the arrow keys. */
export function CollectionList({ collections, keepsUnreadable, onEdit, onPreview }: CollectionListProps) {
	const [announcement, setAnnouncement] = useState('');
	const hintId = useId();
	const labelOf = (id: string) => collections.find((collection) => collection.id === id)?.label ?? '';
	const total = collections.length;
	const { list, draggedId, offsetOf, handleProps } = useSortable({
		ids: collections.map(({ id }) => id),
		onMove(id, to) {
			mergerClient.move(id, to);
			setAnnouncement(texts.moved(labelOf(id), to + 1, total));
		},
		onCancel: (id) => setAnnouncement(texts.dropped(labelOf(id))),
	});
	return (
		<>
			{total < 2 ? null : (
				<p id={hintId} className="mt-4 text-[0.8125rem] text-text-3">
					{texts.moveHint}
				</p>
			)}
			<p role="status" className="sr-only">
				{announcement}
			</p>
			<ul ref={list} aria-label={texts.list} className="mt-2 grid gap-3">
				{collections.map((collection, index) => {
					const { id, label } = collection;
					return (
						<CollectionRow
							key={id}
							collection={collection}
							keepsUnreadable={keepsUnreadable}
							sorting={
								total < 2
									? null
									: {
											handleProps: {
												...handleProps(id),
												'aria-label': texts.moveNamed(label, index + 1, total),
												'aria-describedby': hintId,
											},
											offsetY: offsetOf(id),
											state: draggedId === null ? 'still' : draggedId === id ? 'dragged' : 'giving-way',
										}
							}
							onEdit={() => onEdit(collection)}
							onPreview={() => onPreview(collection)}
							onRemove={() => {
								mergerClient.remove(id);
								showToast({ title: added.removed, description: label });
							}}
						/>
					);
				})}
			</ul>
		</>
	);
}
