import { Button } from '@adx/ui/button';
import { Card } from '@adx/ui/card';
import { TextField } from '@adx/ui/field';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import { classesPerPage, racesPerPage } from '@adx/validators/limits';
import { Sparkles } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useGenerationFormContext } from '../schema.ts';
import { AfflictionPicker } from './affliction-picker.tsx';
import { BackgroundPicker } from './background-picker.tsx';
import { BatchSizePicker } from './batch-size-picker.tsx';
import { EngineSettings } from './engine-settings.tsx';
import { NewcomerCard } from './newcomer-card.tsx';
import { OptionList } from './option-list.tsx';
import { ResetForm } from './reset-form.tsx';
import { StylePicker } from './style-picker.tsx';
import { SubmitSummary } from './submit-summary.tsx';

export interface GenerateFormProps {
	/** Somebody without any job yet gets a way to see pictures at once. */
	readonly isNewcomer: boolean;
	readonly isPending: boolean;
	readonly onSubmit: () => void;
	/** Whether the key stays in this browser. */
	readonly keepKey: boolean;
	readonly onKeepKey: (keep: boolean) => void;
	/** The card of saved settings. */
	readonly presets: ReactNode;
}

export function GenerateForm(props: GenerateFormProps) {
	const { isNewcomer, isPending, onSubmit, keepKey, onKeepKey, presets } = props;
	const { control, register, formState } = useGenerationFormContext();
	const raceField = useController({ control, name: 'races' });
	const classField = useController({ control, name: 'classes' });

	function submitByKeys(event: KeyboardEvent) {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		onSubmit();
	}

	return (
		<form
			noValidate
			aria-label="Create characters"
			onKeyDown={submitByKeys}
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
			className="grid min-w-0 gap-4"
		>
			{isNewcomer ? <NewcomerCard isPending={isPending} onTry={onSubmit} /> : null}
			<Card>
				<OptionList
					ref={raceField.field.ref}
					of="races"
					title="Races"
					options={races}
					selected={raceField.field.value}
					onChange={raceField.field.onChange}
					perPage={racesPerPage}
					searchExample="e.g. tief or cat"
					error={raceField.fieldState.error?.message}
				/>
			</Card>
			<Card>
				<OptionList
					ref={classField.field.ref}
					of="classes"
					title="Classes"
					options={classes}
					selected={classField.field.value}
					onChange={classField.field.onChange}
					perPage={classesPerPage}
					searchExample="e.g. mage"
					error={classField.fieldState.error?.message}
				/>
			</Card>
			<Card>
				<StylePicker />
			</Card>
			<Card>
				<BackgroundPicker />
			</Card>
			<Card>
				<AfflictionPicker />
			</Card>
			<Card title="Project settings">
				<div className="grid gap-5">
					<TextField
						{...register('projectName')}
						label="Project name (optional)"
						autoComplete="off"
						error={formState.errors.projectName?.message}
					/>
					<BatchSizePicker />
					<EngineSettings keepKey={keepKey} onKeepKey={onKeepKey} />
				</div>
			</Card>
			{presets}
			<div className="z-10 -mx-1 rounded-lg border border-border bg-surface-1 p-3 shadow-pop lg:sticky lg:bottom-0">
				<Button
					type="submit"
					tone="primary"
					size="large"
					className="w-full"
					busyText={isPending ? 'Generating...' : undefined}
					icon={<Sparkles aria-hidden className="size-5" />}
				>
					Generate ADX Characters
				</Button>
				<SubmitSummary />
				<ResetForm />
			</div>
		</form>
	);
}
