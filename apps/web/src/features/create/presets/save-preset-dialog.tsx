import { Button } from '@adx/ui/controls/button';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { settingNameMaxLength } from '@adx/validators/limits';
import { type PresetSummary, type SavePresetInput, savePresetInput } from '@adx/validators/presets';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { getFieldErrors } from '../../../lib/api/error-messages.ts';
import { formatIssue, type PresetDraft } from './preset-content.ts';
import { useSavePreset } from './preset-queries.ts';

/** What is to be saved; `number` distinguishes one opening of the dialog from the next. */
export interface SaveRequest {
	readonly kind: 'save' | 'import';
	readonly draft: PresetDraft | SavePresetInput;
	readonly number: number;
}

export interface SavePresetDialogProps {
	readonly open: boolean;
	/** Kept while the dialog fades; null before the first. */
	readonly occasion: SaveRequest | null;
	/** The presets there are, whose names are taken. */
	readonly settings: readonly PresetSummary[];
	readonly onClose: () => void;
}

/** Asks for a preset's name and saves it, under a name in use in place of the one that has it. */
export function SavePresetDialog({ open, occasion, settings, onClose }: SavePresetDialogProps) {
	return (
		<Dialog open={open} onClose={onClose} title={occasion?.kind === 'import' ? 'Import settings' : 'Save settings'}>
			{occasion === null ? null : (
				<SaveForm key={occasion.number} draft={occasion.draft} settings={settings} onClose={onClose} />
			)}
		</Dialog>
	);
}

installZodMessages();
const resolver = zodResolver(savePresetInput.pick({ name: true, description: true }));

const layersNote =
	'With your own layers, a preset keeps the engine, the number of images and the name. It keeps neither the folder nor the weights, counts and rules that you changed in the plan panel; those in the file names and the config stay.';

interface SaveFormProps extends Pick<SavePresetDialogProps, 'settings' | 'onClose'> {
	readonly draft: SaveRequest['draft'];
}

function SaveForm({ draft, settings, onClose }: SaveFormProps) {
	const { name = '', description = '', ...content }: Partial<SavePresetInput> = draft;
	const { register, handleSubmit, setError, watch, formState } = useForm({
		resolver,
		defaultValues: { name, description },
	});
	const errorId = useId();
	const { save, replace } = useSavePreset(onClose);
	const isPending = save.isPending || replace.isPending;
	const rawName = watch('name');
	const typedName = rawName.trim();
	// The one that is being saved comes into the list before this dialog is closed.
	const isSaved = save.isPending || save.isSuccess;
	const namesake = isSaved ? undefined : settings.find((setting) => setting.name === typedName);

	// The browser cuts what is typed or pasted beyond it, without a word.
	const limitHint = rawName.length < settingNameMaxLength ? undefined : `At most ${settingNameMaxLength} characters`;

	const submit = handleSubmit((named) => {
		const onError = (error: unknown) => {
			const { name: sentence } = getFieldErrors(error);
			if (sentence !== undefined) setError('name', { message: sentence }, { shouldFocus: true });
			else setError('root', { message: error instanceof Error ? error.message : String(error) });
		};
		const setting = savePresetInput.safeParse({ ...content, ...named });
		if (!setting.success) {
			setError('root', { message: `The form cannot be saved so: ${formatIssue(setting.error)}.` });
			return;
		}
		if (namesake === undefined) save.mutate(setting.data, { onError });
		// What is left out would stay as the preset of this name has it.
		else replace.mutate({ counts: {}, rules: [], ...setting.data, settingId: namesake.id }, { onError });
	});

	return (
		<form
			noValidate
			aria-label="Preset"
			onSubmit={(event) => {
				// The page's own form is above this one, though not on the screen.
				event.stopPropagation();
				void submit(event);
			}}
			onKeyDown={stopShortcutPropagation}
			className="grid gap-4"
		>
			<TextField
				{...register('name')}
				autoFocus
				label="Name"
				maxLength={settingNameMaxLength}
				autoComplete="off"
				hint={namesake === undefined ? limitHint : 'You have a preset of this name. It will be replaced.'}
				error={formState.errors.name?.message}
			/>
			<TextField
				{...register('description')}
				label="Description (optional)"
				autoComplete="off"
				error={formState.errors.description?.message}
			/>
			{content.engine === 'layers' ? <p className="text-sm text-text-2">{layersNote}</p> : null}
			<div role="alert" className="empty:hidden">
				<FieldError id={errorId}>{formState.errors.root?.message}</FieldError>
			</div>
			<DialogButtons
				primary={
					<Button
						type="submit"
						tone="primary"
						className="grow"
						aria-describedby={formState.errors.root === undefined ? undefined : errorId}
						busyText={isPending ? 'Saving...' : undefined}
					>
						{namesake === undefined ? 'Save preset' : 'Replace preset'}
					</Button>
				}
			>
				<Button onClick={onClose}>Cancel</Button>
			</DialogButtons>
		</form>
	);
}

/** Ctrl+Enter would start a generation out there. */
function stopShortcutPropagation(event: KeyboardEvent) {
	if (event.key === 'Enter') event.stopPropagation();
}
