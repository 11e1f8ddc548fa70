import { describe, expect, it } from 'vitest';
import { layers } from '../../engine/layers.ts';
import type { Kit } from '../../engine/part.ts';
import { Pen } from '../../engine/recorder.ts';
import { openStudio } from '../../engine/studio.ts';
import { openSample, plainFigure } from '../../figure-testing.ts';
import { classes, races, styleFor } from '../../registry.ts';
import { drawItem } from './draw-arms.ts';
import { carryClear } from './keep-clear.ts';
import { measureHead, measureOverlap, measureThing, type Side } from './silhouette.ts';
import { takeStance } from './stance.ts';

/** How far what is carried before the head reaches over face and ears, and what is held beside it over the face. */
interface Reach {
	readonly carried: number;
	readonly overEars: number;
	readonly held: number;
	/** How low what the near hand holds reaches. */
	readonly foot: number;
}

/** Gives a race what its class carries and what it holds in its hands, without garments. */
function equip(race: string, id: string, items: string, seed: string): Reach {
	const part = classes.get(id)!;
	const s = openStudio(openSample(64).surface, { ...plainFigure, race, class: id, items }, styleFor('bold-classic'), {
		seed,
		sizePx: 64,
		hidden: part.hides ?? [],
	});
	const { family, draw } = races.get(race)!;
	const rig = draw(s);
	const stance = takeStance(s, rig, family);
	const { placement } = stance;
	const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const torso = s.body.disc(0.5, 1, 0.3);
	const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso };
	const head = measureHead(s.recorder.marks, placement, { side: 'far', from: -9 });
	const reach = (from: number, side: Side, other = head.face) => {
		const before = s.recorder.carriedForms.slice(from).filter(({ layer }) => layer === layers.hand);
		return measureOverlap(measureThing(before), other, side).reach;
	};
	const { shift: carryShift, isSlung } = carryClear(s, placement, stance.isAfloat, (outwards) =>
		part.carry?.({ ...s, body: new Pen(s.recorder, 'body', -outwards) }, rig, kit),
	);
	const [carried, overEars] = [reach(0, 'far'), reach(0, 'far', head.ears)];
	const from = s.recorder.carriedForms.length;
	const carrying = isSlung ? null : stance.carrying;
	drawItem(s, kit, { ...stance, carrying, carryShift, lips: [0.45, 0.58] });
	const { near } = stance.pose;
	const foot = Math.max(0, ...s.recorder.carriedForms.slice(from).map(({ shape }) => shape.bounds.bottom));
	return { carried, overEars, held: near && near.hand[0] > 0.6 ? reach(from, 'near') : -1, foot };
}

const carriers = ['barbarian', 'blood-hunter', 'chrono-mage', 'warlock', 'battle-master', 'wizard', 'artificer'];
const items = ['weathered-map', 'crown-of-roots', 'mirror-shield', 'singing-blade', 'hourglass-of-ash', 'oaken-staff'];
/** Whose thing floats over a palm. */
const floating = ['sorcerer', 'void-walker', 'chrono-mage'];
const seeds = ['clear', 'apart'];

describe('what a figure holds and carries', () => {
	it.each([...races.keys()])('keeps clear of the face of a %s', (race) => {
		for (const [i, id] of carriers.entries())
			for (const [k, seed] of seeds.entries()) {
				const item = items[(i + k) % items.length]!;
				const { carried, held } = equip(race, id, item, seed);
				expect(carried, `${id}, ${seed}`).toBeLessThan(0);
				// What drips from a jelly onto its shoulders is no face.
				if (race !== 'plasmoid') expect(held, `${item}, ${seed}`).toBeLessThan(0);
			}
	});

	it('hangs from a hand wholly within the picture, beside a long snout too', () => {
		for (const race of races.keys())
			for (const item of ['lantern-of-echoes', 'travellers-lantern', 'whispering-bell'])
				expect(equip(race, 'warlock', item, 'clear').foot, `${race}, ${item}`).toBeLessThan(1.01);
	});

	it.each(['barbarian', 'battle-master'])('keeps clear of ears and horns, or is behind them, for a %s', (id) => {
		for (const race of races.keys())
			for (const seed of seeds) expect(equip(race, id, 'none', seed).overEars, `${race}, ${seed}`).toBeLessThan(0);
	});

	it.each(floating)('keeps clear of ears and horns where it floats over the palm of a %s, or is behind them', (id) => {
		for (const race of races.keys())
			for (const seed of seeds) expect(equip(race, id, 'none', seed).overEars, `${race}, ${seed}`).toBeLessThan(0);
	});
});
