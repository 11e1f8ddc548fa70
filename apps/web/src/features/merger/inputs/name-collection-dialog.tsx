import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { collectionNameMaxLength, descriptionMaxLength } from '@adx/validators/limits';
import { type FormEvent, useState } from 'react';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { mergerTexts } from '../merger-texts.ts';
import { collectionDescriptionSchema, collectionNameSchema } from './collection-text-schemas.ts';

const texts = mergerTexts.naming;

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

	function goOn(event: FormEvent) {
		event.preventDefault();
		const checked = isName ? collectionNameSchema.safeParse(name) : collectionDescriptionSchema.safeParse(description);
		setError(checked.error?.issues[0]?.message);
		if (!checked.success) return;
		if (isName) onStep('description');
		else onNamed(name.trim(), description.trim());
	}

	return (
		<form noValidate onSubmit={goOn} className="grid gap-4">
			<p className="text-text-2">{texts.intro(fileCount)}</p>
			{isName ? (
				<TextField
					key="name"
					autoFocus
					label={texts.name}
					value={name}
					maxLength={collectionNameMaxLength}
					autoComplete="off"
					error={error}
					onChange={(event) => setName(event.target.value)}
				/>
			) : (
				<TextField
					key="description"
					autoFocus
					label={texts.description}
					value={description}
					maxLength={descriptionMaxLength}
					autoComplete="off"
					error={error}
					onChange={(event) => setDescription(event.target.value)}
				/>
			)}
			<div className="flex flex-wrap gap-3">
				<Button className="grow" onClick={onCancel}>
					{texts.cancel}
				</Button>
				{isName ? null : (
					<Button className="grow" onClick={() => onStep('name')}>
						{texts.back}
					</Button>
				)}
				<Button type="submit" tone="primary" className="grow">
					{isName ? texts.next : texts.add}
				</Button>
			</div>
		</form>
	);
}
