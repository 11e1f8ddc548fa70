import type { KeyField } from '@adx/validators/engines/engine-input';
import { type EngineName, getKeyFormat, takesWorkflow } from '@adx/validators/engines/engines';
import type { FieldErrors } from 'react-hook-form';
import { batchSizeRange, batchSizeSchema, type FormInput } from './form-schema.ts';

/** The parts of the Create form in the order in which they are filled; one of them is open at a time. */
export const formSections = [
	{
		id: 'engine',
		label: 'Engine and key',
		fields: ['engine', 'engineAddress', 'workflow', 'geminiApiKey', 'apiKey', 'references', 'styleLock', 'sketch'],
	},
	{ id: 'batch', label: 'Batch and name', fields: ['batchSize', 'projectName'] },
	{ id: 'layers', label: 'Layers', fields: ['layers'] },
	{ id: 'races', label: 'Races', fields: ['races'] },
	{ id: 'classes', label: 'Classes', fields: ['classes'] },
	{ id: 'style', label: 'Art style', fields: ['artStyle'] },
	{ id: 'background', label: 'Background', fields: ['backgroundType'] },
	{ id: 'afflictions', label: 'Afflictions', fields: ['afflictions'] },
	{ id: 'presets', label: 'Saved Settings', fields: [] },
	{ id: 'plan', label: 'Plan', fields: ['plan'] },
] as const satisfies readonly { id: string; label: string; fields: readonly (keyof FormInput)[] }[];

export type FormSection = (typeof formSections)[number];
export type SectionId = FormSection['id'];

const layerSections: ReadonlySet<SectionId> = new Set(['engine', 'batch', 'layers', 'presets', 'plan']);

/** The sections that an engine's images are ordered by. */
export const getSections = (engine: EngineName): readonly FormSection[] =>
	formSections.filter(({ id }) => (engine === 'layers' ? layerSections.has(id) : id !== 'layers'));

/** The section that is open, or the one to begin with where the engine has no such section. */
export function toOfferedSection(open: SectionId, engine: EngineName): SectionId {
	if (getSections(engine).some(({ id }) => id === open)) return open;
	return engine === 'layers' ? 'layers' : 'races';
}

export function findSection(field: keyof FormInput): SectionId {
	return formSections.find(({ fields }) => (fields as readonly string[]).includes(field))?.id ?? 'races';
}

/** The section after this one; undefined after the last. */
export function getNextSection(id: SectionId, engine: EngineName): FormSection | undefined {
	const sections = getSections(engine);
	return sections[sections.findIndex((section) => section.id === id) + 1];
}

/** The first field with an error, in the order of the sections, and its message. */
export function findFirstError(
	errors: FieldErrors<FormInput>,
): { readonly field: keyof FormInput; readonly message: string | undefined } | null {
	const field = formSections.flatMap(({ fields }) => [...fields]).find((name) => errors[name] !== undefined);
	return field === undefined ? null : { field, message: getFieldMessage(errors, field) };
}

/** What is wrong in a section, in one sentence; undefined for nothing. */
export function getSectionError(errors: FieldErrors<FormInput>, { fields }: FormSection): string | undefined {
	return fields.map((field) => getFieldMessage(errors, field)).find((message) => message !== undefined);
}

const getFieldMessage = (errors: FieldErrors<FormInput>, field: keyof FormInput): string | undefined =>
	field === 'plan' ? nameSeed(errors.plan?.seed?.message) : errors[field]?.message;

/** Beside its field it needs no name, elsewhere it does. */
const nameSeed = (message: string | undefined) => (message === undefined ? undefined : `Seed: ${message}`);

/** A choice that a plan needs and the form does not have yet. */
export interface MissingChoice {
	readonly section: SectionId;
	/** 'style', for lists of a few words. */
	readonly name: string;
	/** 'an art style', for sentences. */
	readonly phrase: string;
}

type Choices = Pick<FormInput, 'engine' | 'layers' | 'races' | 'classes' | 'artStyle' | 'backgroundType' | 'batchSize'>;

/** An empty field is NaN. Where a number stands in it, the number is what is wrong. */
function nameBatchSize(batchSize: number): string {
	if (Number.isNaN(batchSize)) return 'batch size';
	return `batch size ${Number.isInteger(batchSize) ? '' : 'as a whole number '}${batchSizeRange}`;
}

/** What is still to choose before anything can be planned or generated, in the order in which it is asked for. */
export function listMissingChoices(form: Choices): readonly MissingChoice[] {
	const isCatalogue = form.engine !== 'layers';
	const batchSize = nameBatchSize(form.batchSize);
	const candidates: readonly (MissingChoice & { readonly isMissing: boolean })[] = [
		{ section: 'layers', name: 'layers', phrase: 'a folder of layers', isMissing: form.layers === '' },
		{ section: 'races', name: 'races', phrase: 'races', isMissing: form.races.length === 0 },
		{ section: 'classes', name: 'classes', phrase: 'classes', isMissing: form.classes.length === 0 },
		{ section: 'style', name: 'style', phrase: 'an art style', isMissing: form.artStyle === '' },
		{ section: 'background', name: 'background', phrase: 'a background', isMissing: form.backgroundType === '' },
		{
			section: 'batch',
			name: batchSize,
			phrase: `a ${batchSize}`,
			isMissing: !batchSizeSchema.safeParse(form.batchSize).success,
		},
	];
	const isAsked = (section: SectionId) => section === 'batch' || (section === 'layers' ? !isCatalogue : isCatalogue);
	return candidates.filter(({ section, isMissing }) => isMissing && isAsked(section));
}

/** The same, and before it the key or the workflow that the engine needs: without any of them nothing can be generated. */
export function listMissingParts(
	form: Choices & Pick<FormInput, 'workflow' | KeyField>,
): readonly Pick<MissingChoice, 'section' | 'name'>[] {
	const key = getKeyFormat(form.engine);
	const isKeyMissing = key !== null && key.missing !== null && form[key.field].trim() === '';
	const isWorkflowMissing = takesWorkflow(form.engine) && form.workflow.trim() === '';
	return [
		...(isKeyMissing ? [{ section: 'engine', name: key.name } as const] : []),
		...(isWorkflowMissing ? [{ section: 'engine', name: 'workflow' } as const] : []),
		...listMissingChoices(form),
	];
}

/** 'races, classes and an art style' */
export const formatMissingChoices = (missing: readonly MissingChoice[]): string =>
	new Intl.ListFormat('en-GB').format(missing.map(({ phrase }) => phrase));
