import { expect, test } from 'vitest';
import { createEmptyForm } from '../form/form-schema.ts';
import { toLayersPlanRequest } from './layers-plan-request.ts';
import type { LayersView } from './layers-views.ts';

const layer = (name: string, ...values: string[]) => ({
	name,
	values: values.map((value) => ({ name: value, weight: 1, count: null })),
});
const view: LayersView = {
	id: 'first',
	name: 'mine',
	pictureCount: 4,
	pixels: null,
	sets: [
		{ size: null, layers: [layer('Eyes', 'Red', 'Grey'), layer('Hat', 'Cap')], ruleCount: 0 },
		{ size: null, layers: [layer('Eyes', 'Red')], ruleCount: 0 },
	],
	findings: [],
	isUsable: true,
};

test('nothing is planned without a folder that can be drawn', () => {
	const form = { ...createEmptyForm, layers: 'first', batchSize: 5 };
	expect(toLayersPlanRequest(form, null)).toBeNull();
	expect(toLayersPlanRequest({ ...form, layers: 'before' }, view)).toBeNull();
	expect(toLayersPlanRequest(form, { ...view, isUsable: false })).toBeNull();
	expect(toLayersPlanRequest({ ...form, batchSize: Number.NaN }, view)).toBeNull();
	expect(toLayersPlanRequest(form, view)).toEqual({ id: 'first', batchSize: 5, steering: [{}, {}] });
});

test('what is set is sent by set, and what another folder had is left out', () => {
	const pair = (trait: string, value: string) => ({ trait, value });
	const layerPlan = {
		counts: { '0/Eyes': { Red: 2, Gone: 1 }, '1/Eyes': { Red: 3 }, '0/Scarf': { Blue: 1 } },
		weights: { '0/Hat': {} },
		rules: [
			{ kind: 'never' as const, left: pair('0/Eyes', 'Grey'), right: pair('0/Hat', 'Cap') },
			{ kind: 'never' as const, left: pair('0/Eyes', 'Gone'), right: pair('0/Hat', 'Cap') },
		],
	};
	const request = toLayersPlanRequest({ ...createEmptyForm, layers: 'first', layerPlan }, view);
	expect(request?.steering).toEqual([
		{ counts: { Eyes: { Red: 2 } }, rules: [{ kind: 'never', left: pair('Eyes', 'Grey'), right: pair('Hat', 'Cap') }] },
		{ counts: { Eyes: { Red: 3 } } },
	]);
});
