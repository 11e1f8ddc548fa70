import type { SaveSettingInput } from '@adx/validators/saved-settings';
import type { UseFormReturn } from 'react-hook-form';
import type { FormInput, FormOutput } from '../form/form-schema.ts';

/** The part of the form that a preset holds. */
export type PresetDraft = Pick<
	SaveSettingInput,
	'races' | 'classes' | 'artStyle' | 'backgroundType' | 'afflictions' | 'batchSize' | 'projectName' | 'traitWeights'
>;

/** A preset as it comes from the server: its style and background may be of another version of the lists. */
export type AppliedPreset = Omit<PresetDraft, 'artStyle' | 'backgroundType'> & {
	readonly artStyle: string;
	readonly backgroundType: string;
};

/** What a card of presets gets to work with. */
export interface PresetSlot {
	/** The form as it stands, for saving. */
	readonly readDraft: () => PresetDraft;
	/** Replaces the form's choices; key, engine, seed, counts and rules stay. */
	readonly apply: (preset: AppliedPreset) => void;
}

export function createPresetSlot({ getValues, reset }: UseFormReturn<FormInput, unknown, FormOutput>): PresetSlot {
	return {
		readDraft() {
			const {
				races,
				classes,
				artStyle,
				backgroundType,
				afflictions = [],
				batchSize,
				projectName = '',
				plan,
			} = getValues();
			return {
				races,
				classes,
				// The form's own lists: nothing else can be chosen in them.
				artStyle: artStyle as PresetDraft['artStyle'],
				backgroundType: backgroundType as PresetDraft['backgroundType'],
				afflictions,
				batchSize: Number.isNaN(batchSize) ? 1 : batchSize,
				projectName,
				traitWeights: plan.weights,
			};
		},
		apply({ races, classes, artStyle, backgroundType, afflictions, batchSize, projectName, traitWeights }) {
			const before = getValues();
			const plan = { ...before.plan, weights: traitWeights };
			const choices = { races, classes, artStyle, backgroundType, afflictions, batchSize, projectName };
			reset({ ...before, ...choices, plan }, { keepDefaultValues: true });
		},
	};
}
