import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { collectionNameMaxLength, descriptionMaxLength } from '@adx/validators/limits';
import { type SubmitEvent, useState } from 'react';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';
import { collectionDescriptionSchema, collectionNameSchema } from './collection-text-schemas.ts';

const { naming: texts, editing } = mergerTexts;

export interface EditDialogProps {
	/** Null while none is edited. */
	readonly collection: Pick<CollectionView, 'id' | 'name' | 'description'> | null;
	readonly onClose: () => void;
	readonly onSaved: (name: string, description: string) => void;
}

/** Changes what a collection is called and how it is described: folders of a generator are all named alike. */
export function EditCollectionDialog({ collection, onClose, onSaved }: EditDialogProps) {
	return (
		<Dialog open={collection !== null} onClose={onClose} title={editing.title}>
			{collection === null ? null : (
				<EditFields key={collection.id} collection={collection} onClose={onClose} onSaved={onSaved} />
			)}
		</Dialog>
	);
}

interface EditFieldsProps extends EditDialogProps {
	readonly collection: NonNullable<EditDialogProps['collection']>;
}

function EditFields({ collection, onClose, onSaved }: EditFieldsProps) {
	const [name, setName] = useState(collection.name);
	const [description, setDescription] = useState(collection.description);
	const [errors, setErrors] = useState<{ readonly name?: string; readonly description?: string }>({});

	function save(event: SubmitEvent) {
		event.preventDefault();
		const checked = [collectionNameSchema.safeParse(name), collectionDescriptionSchema.safeParse(description)] as const;
		const [nameError, descriptionError] = checked.map(({ error }) => error?.issues[0]?.message);
		setErrors({
			...(nameError === undefined ? {} : { name: nameError }),
			...(descriptionError === undefined ? {} : { description: descriptionError }),
		});
		if (checked.every(({ success }) => success)) onSaved(name.trim(), description.trim());
	}

	return (
		<form noValidate onSubmit={save} className="grid gap-4">
			<TextField
				autoFocus
				label={texts.name}
				value={name}
				maxLength={collectionNameMaxLength}
				autoComplete="off"
				error={errors.name}
				onChange={({ target }) => setName(target.value)}
			/>
			<TextAreaField
				label={texts.description}
				value={description}
				maxLength={descriptionMaxLength}
				error={errors.description}
				onChange={({ target }) => setDescription(target.value)}
			/>
			<div className="flex flex-wrap gap-3">
				<Button className="grow" onClick={onClose}>
					{texts.cancel}
				</Button>
				<Button type="submit" tone="primary" className="grow">
					{editing.save}
				</Button>
			</div>
		</form>
	);
}
