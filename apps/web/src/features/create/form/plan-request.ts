import type { PlanRequest } from '@adx/collection/plan/columns';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import type { PlannedTrait } from '@adx/validators/generation/plan-steering';
import { z } from 'zod';
import type { FormInput, PlanSettings } from './form-schema.ts';

const { races, classes, artStyle, backgroundType, afflictions, batchSize } = startGenerationInput.shape;
const choicesSchema = z.object({ races, classes, artStyle, backgroundType, afflictions, batchSize });

type Choices = Pick<FormInput, 'races' | 'classes' | 'afflictions' | 'backgroundType'>;
type Steering = Pick<PlanRequest, 'weights' | 'counts' | 'rules'>;
type Numbers = PlanSettings['weights'];

/** What a plan can be made from; null until races, classes, style, background and a possible number are chosen. */
export function toPlanRequest(form: Pick<FormInput, keyof z.infer<typeof choicesSchema> | 'plan'>): PlanRequest | null {
	const choices = choicesSchema.safeParse(form);
	return choices.success ? { ...choices.data, ...toSteering(choices.data, form.plan) } : null;
}

/**
 * The steering that concerns these choices, empty parts left out. What was said about a race that is no longer chosen is
 * kept in the form, for when it is chosen again, but not ordered.
 */
export function toSteering(choices: Choices, { weights, counts, rules }: PlanSettings): Steering {
	const steering: Steering = { weights: aboutChosen(choices, weights), counts: aboutChosen(choices, counts), rules };
	if (Object.keys(steering.weights ?? {}).length === 0) delete steering.weights;
	if (Object.keys(steering.counts ?? {}).length === 0) delete steering.counts;
	if (rules.length === 0) delete steering.rules;
	return steering;
}

function aboutChosen(choices: Choices, numbers: Numbers): Numbers {
	const byTrait = (Object.entries(numbers) as [PlannedTrait, Record<string, number> | undefined][]).map(
		([trait, byValue]) => {
			const remaining = Object.entries(byValue ?? {}).filter(([value]) => isDrawable(choices, trait, value));
			return [trait, Object.fromEntries(remaining)] as const;
		},
	);
	return Object.fromEntries(byTrait.filter(([, byValue]) => Object.keys(byValue).length > 0));
}

function isDrawable(choices: Choices, trait: PlannedTrait, value: string): boolean {
	if (trait === 'race') return choices.races.some((race) => race === value);
	if (trait === 'class') return choices.classes.some((name) => name === value);
	if (trait === 'background') return choices.backgroundType.startsWith('random-');
	if (trait !== 'affliction' || choices.afflictions === undefined || choices.afflictions.length === 0) return true;
	return choices.afflictions.some((affliction) => affliction === value);
}
