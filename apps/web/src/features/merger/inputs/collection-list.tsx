import { showToast } from '@adx/ui/feedback/toast-store';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
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

/** The collections in the order of the merge, which is changed by dragging them, with keys, or with buttons. */
export function CollectionList({ collections, keepsUnreadable, onEdit, onPreview }: CollectionListProps) {
	const [announcement, setAnnouncement] = useState('');
	const hintId = useId();
	const total = collections.length;
	const ids = collections.map(({ id }) => id);
	const getLabel = (id: string) => collections.find((collection) => collection.id === id)?.label ?? '';
	const sortable = useSortable({
		ids,
		onMove(id, to) {
			mergerClient.move(id, to);
			setAnnouncement(texts.moved(getLabel(id), to + 1, total));
		},
		onCancel: (id) => setAnnouncement(texts.dropped(getLabel(id))),
		onLift: (id, isLifted) =>
			setAnnouncement((isLifted ? texts.lifted : texts.putDown)(getLabel(id), ids.indexOf(id) + 1, total)),
	});
	// A row that is removed takes the focus with it.
	const place = useFocusFallback<HTMLDivElement>(ids.join());
	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			{total < 2 ? null : (
				<p id={hintId} className="mt-4 text-[0.8125rem] text-text-3">
					{texts.moveHint}
				</p>
			)}
			<p role="status" className="sr-only">
				{announcement}
			</p>
			<ul ref={sortable.list} aria-label={texts.list} className="mt-2 grid gap-3">
				{collections.map((collection, index) => {
					const { id, label } = collection;
					const { draggedId } = sortable;
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
												...sortable.getHandleProps(id),
												'aria-label': texts.moveNamed(label, index + 1, total),
												'aria-describedby': hintId,
											},
											offsetY: sortable.getOffset(id),
											state: draggedId === null ? 'still' : draggedId === id ? 'dragged' : 'giving-way',
											isLifted: sortable.liftedId === id,
											isFirst: index === 0,
											isLast: index === total - 1,
											onMoveBy: (step) => sortable.moveBy(id, step),
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
		</div>
	);
}
