import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import { engines, getKeyFormat, takesWorkflow } from '@adx/validators/engines/engines';
import { formatImageCount } from '../../jobs/job-labels.ts';
import { toOwnSteering } from '../layers/layers-plan-request.ts';
import type { LayersView } from '../layers/layers-views.ts';
import type { PlanSteering, TraitNumbers } from '../plan/plan-steering.ts';
import { batchSizeError, batchSizeSchema, type FormInput } from './form-schema.ts';
import type { SectionId } from './form-sections.ts';
import { toSteering } from './plan-request.ts';

interface Option {
	readonly value: string;
	readonly label: string;
}

/** What a section holds, in a few words. */
export interface SectionSummary {
	readonly text: string;
	/** 'missing' where a choice is still needed before anything can be generated, 'optional' where none ever is. */
	readonly state: 'chosen' | 'missing' | 'optional';
}

const namedAtMost = 2;

/**
 * Summaries of all sections of the form, for the index beside it.
 * @param layers the folder that is open; null for none
 */
export function toSectionSummaries(
	form: FormInput,
	layers: LayersView | null,
): Readonly<Record<SectionId, SectionSummary>> {
	const { afflictions = [] } = form;
	const steered = countSteering(form, layers);
	return {
		engine: summarizeEngine(form),
		batch: summarizeBatch(form),
		layers: summarizeLayers(form),
		races: summarizeList(races, form.races),
		classes: summarizeList(classes, form.classes),
		style: summarizeChoice(artStyles, form.artStyle),
		background: summarizeChoice([...backgrounds, defaultBackgroundOption], form.backgroundType),
		afflictions: chosen(afflictions.length === 0 ? 'Random' : `${afflictions.length} chosen`),
		presets: optional('Save or load your choices'),
		plan: steered === 0 ? optional('Counts, rules, storyboard') : chosen(`${steered} of your own counts and rules`),
	};
}

const chosen = (text: string): SectionSummary => ({ text, state: 'chosen' });
const missing = (text: string): SectionSummary => ({ text, state: 'missing' });
const optional = (text: string): SectionSummary => ({ text, state: 'optional' });

function summarizeEngine(form: FormInput): SectionSummary {
	const { shortLabel: label } = engines[form.engine];
	const format = getKeyFormat(form.engine);
	if (takesWorkflow(form.engine) && form.workflow.trim() === '') return missing(`${label}, no workflow yet`);
	if (format === null) return chosen(`${label}, free`);
	const key = form[format.field].trim();
	const isMalformed = key !== '' && !format.pattern.test(key);
	// Nothing of a password is shown.
	if (format.noun === 'login') {
		if (isMalformed) return missing(`${label}, not a login`);
		return chosen(key === '' ? `${label}, free` : `${label}, free, with a login`);
	}
	if (key === '') return missing(`${label}, no key yet`);
	return isMalformed ? missing(`${label}, not a key`) : chosen(`${label}, key …${key.slice(-4)}`);
}

function summarizeLayers({ engine, layers }: FormInput): SectionSummary {
	if (engine !== 'layers') return optional('For your own layers');
	return layers === '' ? missing('Nothing to draw yet') : chosen('A folder of layers');
}

function summarizeBatch({ batchSize, projectName = '' }: FormInput): SectionSummary {
	const images = batchSizeSchema.safeParse(batchSize).data;
	if (images === undefined) return missing(Number.isNaN(batchSize) ? 'No number yet' : batchSizeError);
	return chosen(projectName === '' ? formatImageCount(images) : `${formatImageCount(images)}, ${projectName}`);
}

function summarizeList(options: readonly Option[], values: readonly string[]): SectionSummary {
	if (values.length === 0) return missing('None yet');
	const labels = options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
	const named = labels.slice(0, namedAtMost).join(', ');
	return chosen(labels.length > namedAtMost ? `${named} and ${labels.length - namedAtMost} more` : named);
}

function summarizeChoice(options: readonly Option[], value: string): SectionSummary {
	if (value === '') return missing('None yet');
	return chosen(options.find((option) => option.value === value)?.label ?? value);
}

/** Own counts, weights and rules, of those the ones that the choices or the open folder have a use for. */
function countSteering(form: FormInput, layers: LayersView | null): number {
	const { rules = [], counts = {}, weights = {} } = getOwnSteering(form, layers);
	return rules.length + countNumbers(counts) + countNumbers(weights);
}

function getOwnSteering(form: FormInput, layers: LayersView | null): Partial<PlanSteering> {
	if (form.engine !== 'layers') return toSteering(form, form.plan);
	return layers === null ? form.layerPlan : toOwnSteering(form.layerPlan, layers);
}

const countNumbers = (byTrait: TraitNumbers) =>
	Object.values(byTrait).reduce((count, byValue) => count + Object.keys(byValue ?? {}).length, 0);
