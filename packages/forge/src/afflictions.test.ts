import { describe, expect, it } from 'vitest';
import { layers } from './engine/layers.ts';
import type { Family } from './engine/part.ts';
import type { Mark } from './engine/recorder.ts';
import { openStudio } from './engine/studio.ts';
import { openSample, plainFigure } from './figure-testing.ts';
import { afflictions, races, styleFor } from './registry.ts';
import { drawTorso } from './wardrobe/torso.ts';

const sizePx = 128;

/** One race of each family. */
const heads = new Map<Family, string>();
for (const [id, { family }] of races) if (!heads.has(family)) heads.set(family, id);

function open(race: string, affliction: string) {
	const figure = { ...plainFigure, race, affliction };
	const s = openStudio(openSample(sizePx).surface, figure, styleFor('bold-classic'), { seed: 'a', sizePx, hidden: [] });
	const rig = races.get(race)!.draw(s);
	drawTorso(s, rig, s.colors.ramp('cloth', [0.5, 0.1, 250]));
	return { s, rig };
}

/** What an affliction adds to a bare head. */
function afflict(race: string, affliction: string): readonly Mark[] {
	const { s, rig } = open(race, affliction);
	const from = s.recorder.marks.length;
	afflictions.get(affliction)!.draw(s, rig, races.get(race)!.family);
	return s.recorder.marks.slice(from);
}

describe('afflictions', () => {
	it.each([...heads.values()])('spellplague burns behind the head of a %s and all that is worn on it', (race) => {
		const forms = afflict(race, 'spellplague').filter(({ kind }) => kind === 'form');
		expect(forms).not.toEqual([]);
		expect(forms.filter(({ layer }) => layer >= layers.hairBack)).toEqual([]);
	});

	it.each([...heads.values()].filter((race) => open(race, 'none').s.recorder.snoutKind !== null))(
		'lycanthropy leaves the muzzle, beak or trunk of a %s free of fur and fangs',
		(race) => {
			const onFace = afflict(race, 'lycanthropy').filter(
				({ kind, layer }) => kind === 'form' && layer > layers.head && layer !== layers.brows,
			);
			expect(onFace).toEqual([]);
		},
	);

	it.each(['blood-curse', 'wild-magic-surge', 'elemental-infusion', 'feywild-touched', 'demonic-influence'])(
		'nothing of %s floats in the upper corners, where the seal of the divinity lies',
		(affliction) => {
			for (const race of heads.values()) {
				const inCorners = afflict(race, affliction)
					.filter((mark) => mark.kind === 'form' && mark.shape.space === 'body' && mark.layer === layers.back)
					.flatMap((mark) => ('shape' in mark ? mark.shape.outline : []))
					.filter(([x, y]) => y < 0.24 && Math.abs(x - 0.5) > 0.28);
				expect(inCorners, race).toEqual([]);
			}
		},
	);
});
