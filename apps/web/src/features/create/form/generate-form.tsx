import { TextField } from '@adx/ui/controls/field';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import { classesPerPage, racesPerPage } from '@adx/validators/limits';
import clsx from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { useAfterFirstCommit } from '../../../lib/hooks/use-after-first-commit.ts';
import { lazyPart } from '../../../shell/lazy-part.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { submitByKeys } from '../submit/submit-by-keys.ts';
import { AfflictionPicker } from './affliction-picker.tsx';
import { BackgroundPicker } from './background-picker.tsx';
import { BatchSizePicker } from './batch-size-picker.tsx';
import { EngineSettings } from './engine-settings.tsx';
import { useGenerationFormContext } from './form-schema.ts';
import { getSections, type SectionId } from './form-sections.ts';
import { OptionList } from './option-list.tsx';
import { StylePicker } from './style-picker.tsx';

export interface GenerateFormProps {
	readonly id: string;
	/** The section that is on show; the others keep what was searched and paged in them. */
	readonly open: SectionId;
	readonly onSubmit: () => void;
	/** The card of saved settings. */
	readonly presets: ReactNode;
}

/** All sections of the form but the plan, which has fields of its own that submit nothing. */
export function GenerateForm({ id, open, onSubmit, presets }: GenerateFormProps) {
	// The section on show is drawn first: the others, five times as much, follow in slices that hold nothing up.
	const { control } = useGenerationFormContext();
	const engine = useWatch({ control, name: 'engine' });
	const areOthersDrawn = useAfterFirstCommit();
	const sections: Readonly<Record<Exclude<SectionId, 'plan'>, ReactNode>> = {
		engine: <EngineSettings />,
		batch: <BatchSettings />,
		layers: <LayersSection />,
		races: (
			<OptionList of="races" title="Races" options={races} perPage={racesPerPage} searchExample="e.g. tief or cat" />
		),
		classes: (
			<OptionList of="classes" title="Classes" options={classes} perPage={classesPerPage} searchExample="e.g. mage" />
		),
		style: <StylePicker />,
		background: <BackgroundPicker />,
		afflictions: <AfflictionPicker />,
		presets,
	};
	return (
		<form
			id={id}
			noValidate
			aria-label="Create characters"
			onKeyDown={submitByKeys(onSubmit)}
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
			className={clsx('min-w-0', open === 'plan' && 'hidden')}
		>
			{getSections(engine).map(({ id: section, label }) =>
				section === 'plan' ? null : (
					<div key={section} data-form-section={section} className={clsx('min-w-0', section !== open && 'hidden')}>
						{section !== open && !areOthersDrawn ? null : section === 'presets' ? (
							sections.presets
						) : (
							<Card title={label}>{sections[section]}</Card>
						)}
					</div>
				),
			)}
		</form>
	);
}

const LayersCard = lazyPart(() => import('../layers/layers-card.tsx'));

function LayersSection() {
	return (
		<SectionErrorBoundary problem="The layers could not be shown. Load the page again.">
			<Suspense fallback={<Skeleton className="h-40 w-full" />}>
				<LayersCard />
			</Suspense>
		</SectionErrorBoundary>
	);
}

function BatchSettings() {
	const { register, formState } = useGenerationFormContext();
	return (
		<div className="grid gap-5">
			<BatchSizePicker />
			<TextField
				{...register('projectName')}
				label="Project name (optional)"
				autoComplete="off"
				error={formState.errors.projectName?.message}
			/>
		</div>
	);
}
