import type { EngineName } from '@adx/validators/engines/engines';
import type { SavePresetInput } from '@adx/validators/presets';
import type { UseFormReturn } from 'react-hook-form';
import type { FormInput, FormOutput } from '../form/form-schema.ts';

/** The part of the form that a preset holds. */
export type PresetFormValues = Pick<
	SavePresetInput,
	| 'races'
	| 'classes'
	| 'artStyle'
	| 'backgroundType'
	| 'afflictions'
	| 'batchSize'
	| 'projectName'
	| 'traitWeights'
	| 'engine'
	| 'model'
	| 'counts'
	| 'rules'
>;

/** A preset as it comes from the server: its style and background may be of another version of the lists. */
export type AppliedPreset = Omit<PresetFormValues, 'artStyle' | 'backgroundType'> & {
	readonly artStyle: string;
	readonly backgroundType: string;
};

/** What a card of presets gets to work with. */
export interface PresetSlot {
	/** The form as it stands, for saving. */
	readonly readDraft: () => PresetFormValues;
	/** Replaces the form's choices; key and seed stay, and what an older preset does not say: engine and model, counts, rules. */
	readonly apply: (preset: AppliedPreset) => void;
}

/** `listModels` gives an engine's models on this server: a preset may name one that it no longer has. */
export function createPresetSlot(
	{ getValues, reset }: UseFormReturn<FormInput, unknown, FormOutput>,
	listModels: (engine: EngineName) => readonly string[],
): PresetSlot {
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
				engine,
				plan,
			} = getValues();
			return {
				races,
				classes,
				// The form's own lists: nothing else can be chosen in them.
				artStyle: artStyle as PresetFormValues['artStyle'],
				backgroundType: backgroundType as PresetFormValues['backgroundType'],
				afflictions,
				batchSize: Number.isNaN(batchSize) ? 1 : batchSize,
				projectName,
				traitWeights: plan.weights,
				engine,
				model: plan.model,
				counts: plan.counts,
				rules: plan.rules,
			};
		},
		apply({ traitWeights, engine, model, counts, rules, ...preset }) {
			const before = getValues();
			const { races, classes, artStyle, backgroundType, afflictions, batchSize, projectName } = preset;
			const choices = { races, classes, artStyle, backgroundType, afflictions, batchSize, projectName };
			const named = engine === '' ? before : { engine };
			const plan = {
				...before.plan,
				weights: traitWeights,
				counts: counts ?? before.plan.counts,
				rules: rules ?? before.plan.rules,
				...(engine === '' ? {} : { model: listModels(engine).includes(model) ? model : '' }),
			};
			reset({ ...before, ...choices, engine: named.engine, plan }, { keepDefaultValues: true });
		},
	};
}
