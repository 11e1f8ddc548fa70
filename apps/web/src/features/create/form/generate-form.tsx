import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { Card } from '@adx/ui/surfaces/card';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import { classesPerPage, racesPerPage } from '@adx/validators/limits';
import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { BottomBarPortal, narrowQuery } from '../../../shell/bottom-bar.tsx';
import { AfflictionPicker } from './affliction-picker.tsx';
import { BackgroundPicker } from './background-picker.tsx';
import { BatchSizePicker } from './batch-size-picker.tsx';
import { EngineSettings } from './engine-settings.tsx';
import { useGenerationFormContext } from './form-schema.ts';
import { NewcomerCard } from './newcomer-card.tsx';
import { OptionList } from './option-list.tsx';
import { ResetForm } from './reset-form.tsx';
import { StylePicker } from './style-picker.tsx';
import { SubmitSummary } from './submit-summary.tsx';

export interface GenerateFormProps {
	/** Somebody without any job yet gets a way to see pictures at once. */
	readonly isNewcomer: boolean;
	/** Whether the form is the part that narrow windows show. */
	readonly isOnTop: boolean;
	readonly isPending: boolean;
	/** Why the last try to start came to nothing; null for none. */
	readonly problem: string | null;
	readonly onSubmit: () => void;
	/** The card of saved settings. */
	readonly presets: ReactNode;
}

export function GenerateForm(props: GenerateFormProps) {
	const { isNewcomer, isOnTop, isPending, problem, onSubmit, presets } = props;
	const { register, formState } = useGenerationFormContext();
	const formId = useId();

	function submitByKeys(event: KeyboardEvent) {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		onSubmit();
	}

	return (
		<form
			id={formId}
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
				<OptionList of="races" title="Races" options={races} perPage={racesPerPage} searchExample="e.g. tief or cat" />
			</Card>
			<Card>
				<OptionList of="classes" title="Classes" options={classes} perPage={classesPerPage} searchExample="e.g. mage" />
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
					<EngineSettings />
				</div>
			</Card>
			{presets}
			<SubmitPlace isOnTop={isOnTop}>
				{problem === null ? null : (
					<p role="alert" className="mb-2 rounded-sm border border-ember-text px-3 py-2 text-sm text-text">
						{problem}
					</p>
				)}
				<Button
					type="submit"
					form={formId}
					tone="primary"
					size="large"
					className="w-full max-sm:px-3!"
					busyText={isPending ? 'Generating...' : undefined}
					icon={<Sparkles aria-hidden className="size-5 shrink-0" />}
				>
					Generate ADX Characters
				</Button>
			</SubmitPlace>
		</form>
	);
}

/** The main button and what pressing it will do: never out of reach, whatever the window's width. */
function SubmitPlace({ isOnTop, children }: { readonly isOnTop: boolean; readonly children: ReactNode }) {
	const isNarrow = useMediaQuery(narrowQuery);
	if (!isNarrow) {
		return (
			<div className="sticky bottom-0 z-10 -mx-1 rounded-lg border border-border bg-surface-1 p-3 shadow-pop">
				{children}
				<SubmitSummary />
				<ResetForm />
			</div>
		);
	}
	return (
		<>
			<ResetForm />
			{isOnTop ? (
				<BottomBarPortal place="main">
					<SubmitSummary />
					{children}
				</BottomBarPortal>
			) : null}
		</>
	);
}
