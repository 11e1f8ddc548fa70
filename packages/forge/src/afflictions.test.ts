import { describe, expect, it } from 'vitest';
import { containsPoint } from './engine/bounds.ts';
import { layers } from './engine/layers.ts';
import type { Family } from './engine/part.ts';
import { toBody } from './engine/placement.ts';
import type { Mark } from './engine/recorder.ts';
import type { Rig } from './engine/rig.ts';
import { refineOutline } from './engine/shape.ts';
import { type Hidden, openStudio, type Studio } from './engine/studio.ts';
import { openSample, plainFigure } from './figure-testing.ts';
import { afflictions, races, styleFor } from './registry.ts';
import { takeStance } from './wardrobe/stance/stance.ts';
import { drawNeck, drawTorso } from './wardrobe/torso.ts';

const sizePx = 128;

/** One race of each family. */
const heads = new Map<Family, string>();
for (const [id, { family }] of races) if (!heads.has(family)) heads.set(family, id);

function open(race: string, affliction: string, hidden: readonly Hidden[] = []) {
	const figure = { ...plainFigure, race, affliction };
	const s = openStudio(openSample(sizePx).surface, figure, styleFor('bold-classic'), { seed: 'a', sizePx, hidden });
	const rig = races.get(race)!.draw(s);
	drawTorso(s, rig, s.colors.ramp('cloth', [0.5, 0.1, 250]));
	return { s, rig };
}

/** What an affliction adds to a bare head. */
function afflict(race: string, affliction: string): readonly Mark[] {
	const { s, rig } = open(race, affliction);
	return drawAffliction(s, rig, race, affliction);
}

function drawAffliction(s: Studio, rig: Rig, race: string, affliction: string): readonly Mark[] {
	const from = s.recorder.marks.length;
	const { family } = races.get(race)!;
	afflictions.get(affliction)!.draw(s, rig, takeStance(s, rig, family).placement, family);
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

	it.each([...races.keys()].filter((race) => open(race, 'none').rig.lips))(
		'lycanthropy grows whiskers along the jaw of a %s, whose face is bare skin, and fangs below its nose',
		(race) => {
			const marks = afflict(race, 'lycanthropy').filter((mark) => mark.kind === 'form');
			expect(marks.filter(({ layer }) => layer === layers.earNear)).toHaveLength(2);
			const noses = open(race, 'none').s.recorder.marks.flatMap((mark) =>
				mark.kind === 'form' && mark.layer === layers.muzzle ? [mark.shape.outline] : [],
			);
			const tips = marks.filter(({ layer }) => layer === layers.skinAffliction).map(({ shape }) => shape.outline[1]!);
			expect(tips.filter(([x, y]) => noses.some((nose) => containsPoint(nose, x, y)))).toEqual([]);
		},
	);

	it.each(['human', 'dwarf', 'fairy', 'halfling', 'orc'])(
		'the lines of the fur of lycanthropy on the jaw of a %s run along its edge',
		(race) => {
			const grown = afflict(race, 'lycanthropy').filter(({ layer }) => layer === layers.earNear);
			const furs = grown.flatMap((mark) => (mark.kind === 'form' ? [mark] : []));
			const edge = furs.flatMap(({ shape }) => refineOutline(shape.outline, 12));
			const lines = grown.flatMap((mark) =>
				mark.kind === 'fill' && mark.color === furs[0]!.ramp.ink ? mark.shape.outline : [],
			);
			expect(lines.length).toBeGreaterThan(0);
			const far = lines.filter(([x, y]) => !edge.some(([u, v]) => Math.hypot(x - u, y - v) < 0.008));
			expect(far).toEqual([]);
		},
	);

	it.each([...heads.values()].filter((race) => open(race, 'none').rig.neck === 'ruff'))(
		'lycanthropy leaves no fur of the own colour beside that around the neck of a %s',
		(race) => {
			const { s, rig } = open(race, 'lycanthropy');
			drawNeck(s, rig);
			drawAffliction(s, rig, race, 'lycanthropy');
			const furs = s.recorder.marks.filter((mark) => mark.kind === 'form' && mark.layer === layers.neckFur);
			expect(furs.length).toBeGreaterThan(1);
			expect(new Set(furs.map((mark) => 'ramp' in mark && mark.ramp.base)).size).toBe(1);
		},
	);

	it.each([...heads.values()])(
		'crystal-plague breaks out of the cheek of a %s in a cluster, also behind what is held there',
		(race) => {
			for (const reach of [0, 0.05, 0.1, 0.2]) {
				const { s, rig } = open(race, 'crystal-plague');
				const { family } = races.get(race)!;
				const { placement } = takeStance(s, rig, family);
				const [x, y] = toBody(placement, rig.cheekNear);
				if (reach > 0) s.body.form('hand', s.body.disc(x + 0.1, y, reach), s.colors.ramp('cloth', [0.5, 0.1, 250]));
				const grown = drawAffliction(s, rig, race, 'crystal-plague');
				const blades = grown.filter((mark) => mark.kind === 'form' && mark.shape.space === 'head');
				expect(blades.length, String(reach)).toBeGreaterThan(2);
				const swelling = grown.find((mark) => mark.kind === 'fill' && mark.layer === layers.skinAffliction)!;
				const edge = 'shape' in swelling ? refineOutline(swelling.shape.outline, 4) : [];
				for (const blade of blades) {
					const [u, v] = 'shape' in blade ? blade.shape.outline[0]! : [9, 9];
					expect(containsPoint(edge, u - placement.turn, v - placement.nod), String(reach)).toBe(true);
				}
			}
		},
	);

	it.each([...heads.values()])(
		'a wreath of feywild-touched goes from one side of the head of a %s to the other',
		(race) => {
			const { s, rig } = open(race, 'feywild-touched');
			const wreath = drawAffliction(s, rig, race, 'feywild-touched').filter(
				(mark) => mark.kind === 'form' && mark.shape.space !== 'body' && mark.layer !== layers.skinAffliction,
			);
			const bounds = wreath.flatMap((mark) => ('shape' in mark ? [mark.shape.bounds] : []));
			expect(Math.min(...bounds.map(({ left }) => left))).toBeLessThan(rig.hat.x - rig.hat.half * 0.6);
			expect(Math.max(...bounds.map(({ right }) => right))).toBeGreaterThan(rig.hat.x + rig.hat.half * 0.6);
		},
	);

	it.each([...heads.values()])(
		'blossoms of feywild-touched lie whole on the cheek of a %s or are not there',
		(race) => {
			const { s, rig } = open(race, 'feywild-touched', ['crown']);
			const skull = refineOutline(rig.headShape.outline, 4);
			const grown = drawAffliction(s, rig, race, 'feywild-touched')
				.filter((mark) => mark.kind === 'form' && mark.layer === layers.skinAffliction)
				.flatMap((mark) => ('shape' in mark ? mark.shape.outline : []));
			expect(grown.filter(([x, y]) => !containsPoint(skull, x, y))).toEqual([]);
		},
	);

	it('shadow-curse casts its shadow behind what is carried at a shoulder', () => {
		const { s, rig } = open('human', 'shadow-curse');
		s.body.form('back', s.body.disc(0.2, 0.4, 0.1), s.colors.ramp('cloth', [0.5, 0.1, 250]));
		const carried = s.recorder.marks.at(-1)!;
		drawAffliction(s, rig, 'human', 'shadow-curse');
		const behind = s.recorder.marks.filter(({ layer }) => layer === layers.back);
		expect(behind.length).toBeGreaterThan(1);
		expect(behind.at(-1)).toBe(carried);
	});

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
