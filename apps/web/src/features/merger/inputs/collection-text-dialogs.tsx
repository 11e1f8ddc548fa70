import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { collectionNameMaxLength, descriptionMaxLength } from '@adx/validators/limits';
import { longText, shownText } from '@adx/validators/text';
import { type ComponentProps, type SubmitEvent, useState } from 'react';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { CollectionView } from '../merger-views.ts';

const { naming: texts, editing } = mergerTexts;

/** A collection's name and description as the server takes them. */
const nameSchema = shownText(collectionNameMaxLength).min(1, texts.nameMissing);
const descriptionSchema = longText(descriptionMaxLength);

const NameField = (props: Pick<ComponentProps<typeof TextField>, 'value' | 'error' | 'onChange'>) => (
	<TextField autoFocus label={texts.name} maxLength={collectionNameMaxLength} autoComplete="off" {...props} />
);

export interface NameDialogProps {
	/** Loose files that wait for a name; null while there are none. */
	readonly files: readonly PickedFile[] | null;
	readonly onCancel: () => void;
	readonly onNamed: (name: string, description: string) => void;
}

/** Asks for the name of a collection, then for its description; Cancel in either step drops the files. */
export function NameCollectionDialog({ files, onCancel, onNamed }: NameDialogProps) {
	const [step, setStep] = useState<'name' | 'description'>('name');
	const close = () => {
		setStep('name');
		onCancel();
	};
	return (
		<Dialog open={files !== null} onClose={close} title={step === 'name' ? texts.title : texts.descriptionTitle}>
			{files === null ? null : (
				<Steps
					fileCount={files.length}
					step={step}
					onStep={setStep}
					onCancel={close}
					onNamed={(...named) => {
						setStep('name');
						onNamed(...named);
					}}
				/>
			)}
		</Dialog>
	);
}

interface StepsProps extends Pick<NameDialogProps, 'onCancel' | 'onNamed'> {
	readonly fileCount: number;
	readonly step: 'name' | 'description';
	readonly onStep: (step: 'name' | 'description') => void;
}

function Steps({ fileCount, step, onStep, onCancel, onNamed }: StepsProps) {
	const [name, setName] = useState('');
	const [description, setDescription] = useState('');
	const [error, setError] = useState<string>();
	const isName = step === 'name';

	function goOn(event: SubmitEvent) {
		event.preventDefault();
		const checked = isName ? nameSchema.safeParse(name) : descriptionSchema.safeParse(description);
		setError(checked.error?.issues[0]?.message);
		if (!checked.success) return;
		if (isName) onStep('description');
		else onNamed(name.trim(), description.trim());
	}

	return (
		<form noValidate onSubmit={goOn} className="grid gap-4">
			<p className="text-text-2">{texts.intro(fileCount)}</p>
			{isName ? (
				<NameField value={name} error={error} onChange={({ target }) => setName(target.value)} />
			) : (
				<TextField
					autoFocus
					label={texts.description}
					value={description}
					maxLength={descriptionMaxLength}
					autoComplete="off"
					error={error}
					onChange={(event) => setDescription(event.target.value)}
				/>
			)}
			<DialogButtons
				primary={
					<Button type="submit" tone="primary" className="grow">
						{isName ? texts.next : texts.add}
					</Button>
				}
			>
				{isName ? null : <Button onClick={() => onStep('name')}>{texts.back}</Button>}
				<Button onClick={onCancel}>{texts.cancel}</Button>
			</DialogButtons>
		</form>
	);
}

export interface EditDialogProps {
	/** Null while none is edited. */
	readonly collection: Pick<CollectionView, 'id' | 'name' | 'label' | 'description'> | null;
	readonly onClose: () => void;
	readonly onSaved: (name: string, description: string) => void;
}

/** Changes what a collection is called and how it is described: folders of a generator are all named alike. */
export function EditCollectionDialog({ collection, onClose, onSaved }: EditDialogProps) {
	// Kept while it fades.
	const [last, setLast] = useState(collection);
	if (collection !== null && collection !== last) setLast(collection);
	return (
		<Dialog open={collection !== null} onClose={onClose} title={editing.title(last?.label ?? '')}>
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
		const checked = [nameSchema.safeParse(name), descriptionSchema.safeParse(description)] as const;
		const [nameError, descriptionError] = checked.map(({ error }) => error?.issues[0]?.message);
		setErrors({
			...(nameError === undefined ? {} : { name: nameError }),
			...(descriptionError === undefined ? {} : { description: descriptionError }),
		});
		if (checked.every(({ success }) => success)) onSaved(name.trim(), description.trim());
	}

	return (
		<form noValidate onSubmit={save} className="grid gap-4">
			<NameField value={name} error={errors.name} onChange={({ target }) => setName(target.value)} />
			<TextAreaField
				label={texts.description}
				value={description}
				maxLength={descriptionMaxLength}
				error={errors.description}
				onChange={({ target }) => setDescription(target.value)}
			/>
			<DialogButtons
				primary={
					<Button type="submit" tone="primary" className="grow">
						{editing.save}
					</Button>
				}
			>
				<Button onClick={onClose}>{texts.cancel}</Button>
			</DialogButtons>
		</form>
	);
}
