import { batchSizeSchema, type FormInput } from './form-schema.ts';
import type { SectionId } from './form-sections.ts';

/** A choice that a plan needs and the form does not have yet. */
export interface MissingChoice {
	readonly section: SectionId;
	/** 'style', for lists of a few words. */
	readonly name: string;
	/** 'an art style', for sentences. */
	readonly phrase: string;
}

type Choices = Pick<FormInput, 'races' | 'classes' | 'artStyle' | 'backgroundType' | 'batchSize'>;

/** What is still to choose before anything can be planned or generated, in the order in which it is asked for. */
export function listMissingChoices(form: Choices): readonly MissingChoice[] {
	const candidates: readonly (MissingChoice & { readonly isMissing: boolean })[] = [
		{ section: 'races', name: 'races', phrase: 'races', isMissing: form.races.length === 0 },
		{ section: 'classes', name: 'classes', phrase: 'classes', isMissing: form.classes.length === 0 },
		{ section: 'style', name: 'style', phrase: 'an art style', isMissing: form.artStyle === '' },
		{ section: 'background', name: 'background', phrase: 'a background', isMissing: form.backgroundType === '' },
		{
			section: 'batch',
			name: 'batch size',
			phrase: 'a batch size',
			isMissing: !batchSizeSchema.safeParse(form.batchSize).success,
		},
	];
	return candidates.filter(({ isMissing }) => isMissing);
}

/** 'races, classes and an art style' */
export const formatMissingChoices = (missing: readonly MissingChoice[]): string =>
	new Intl.ListFormat('en-GB').format(missing.map(({ phrase }) => phrase));
