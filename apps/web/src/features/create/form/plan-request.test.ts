import { describe, expect, test } from 'vitest';
import { setNumber } from '../plan/plan-steering.ts';
import { createEmptyForm, createPlanSettings } from './form-schema.ts';
import { toPlanRequest, toSteering } from './plan-request.ts';

const complete = {
	...createEmptyForm,
	races: ['elf' as const],
	classes: ['wizard' as const],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
};

describe('what is planned', () => {
	test('nothing until races, classes, style, background and a possible number are chosen', () => {
		expect(toPlanRequest(complete)).toMatchObject({ races: ['elf'], batchSize: 1 });
		for (const lack of [
			{ races: [] },
			{ classes: [] },
			{ artStyle: '' },
			{ backgroundType: '' },
			{ batchSize: Number.NaN },
			{ batchSize: 10_001 },
		]) {
			expect(toPlanRequest({ ...complete, ...lack })).toBeNull();
		}
	});

	test('an order nobody steered carries no steering', () => {
		expect(toSteering({ ...complete, backgroundType: 'random-all' }, createPlanSettings())).toEqual({});
		const emptied = { ...createPlanSettings(), weights: { race: {} }, counts: { items: {} } };
		expect(toSteering({ ...complete, backgroundType: 'random-all' }, emptied)).toEqual({});
	});

	test('numbers for what is no longer chosen are kept back, all others go along', () => {
		const plan = {
			...createPlanSettings(),
			weights: { race: { elf: 3, orc: 9 }, class: { bard: 2 }, items: { 'bone-dice': 0 } },
			counts: { affliction: { vampirism: 1, none: 2 }, background: { 'forest-glade': 1 } },
		};
		const choices = { ...complete, afflictions: ['none' as const] };
		expect(toSteering({ ...choices, backgroundType: 'random-all' }, plan)).toEqual({
			weights: { race: { elf: 3 }, items: { 'bone-dice': 0 } },
			counts: { affliction: { none: 2 }, background: { 'forest-glade': 1 } },
		});
		expect(toSteering({ ...choices, backgroundType: 'forest-glade' }, plan).counts).toEqual({
			affliction: { none: 2 },
		});
	});

	test('a number is set and taken back without touching the others', () => {
		const set = setNumber({ race: { elf: 1 } }, { trait: 'race', value: 'orc', number: 2 });
		expect(set).toEqual({ race: { elf: 1, orc: 2 } });
		expect(setNumber(set, { trait: 'race', value: 'elf', number: null })).toEqual({ race: { orc: 2 } });
	});
});
