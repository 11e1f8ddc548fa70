import { describe, expect, it } from 'vitest';
import { containsPoint } from '../../engine/bounds.ts';
import { layers } from '../../engine/layers.ts';
import type { Kit } from '../../engine/part.ts';
import { toBody } from '../../engine/placement.ts';
import { type FormMark, type Mark, Pen } from '../../engine/recorder.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import { openStudio } from '../../engine/studio.ts';
import { openSample, plainFigure } from '../../figure-testing.ts';
import { classes, races, styleFor } from '../../registry.ts';
import { furMantle } from '../garments.ts';
import { drawTorso } from '../torso.ts';
import { drawItem } from './draw-arms.ts';
import { carryClear } from './keep-clear.ts';
import { takeStance } from './stance.ts';

const sizePx = 64;
const { surface } = openSample(sizePx);

const isForm = (mark: Mark): mark is FormMark => mark.kind === 'form';

/** A figure's snout, and what it carries with its hands, all in the body space. */
function stand(changes: Partial<typeof plainFigure>, seed: string) {
	const part = classes.get(changes.class ?? 'fighter')!;
	const s = openStudio(surface, { ...plainFigure, ...changes }, styleFor('bold-classic'), {
		seed,
		sizePx,
		hidden: part.hides ?? [],
	});
	const race = races.get(changes.race ?? 'human')!;
	const rig = race.draw(s);
	const stance = takeStance(s, rig, race.family);
	const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
	const from = s.recorder.marks.length;
	const { shift: carryShift, isSlung } = carryClear(s, stance.placement, stance.isAfloat, (outwards) =>
		part.carry?.({ ...s, body: new Pen(s.recorder, 'body', -outwards) }, rig, kit),
	);
	const carrying = isSlung ? null : stance.carrying;
	drawItem(s, kit, { ...stance, carrying, carryShift, lips: toBody(stance.placement, rig.mouth) });
	const carried = s.recorder.marks.slice(from).filter(isForm);
	const toLoop = ({ shape }: FormMark) =>
		refineOutline(shape.outline, 4).map((spot): Point => toBody(stance.placement, [spot[0], spot[1]]));
	return {
		skull: toLoop(s.recorder.marks.filter(isForm).find(({ layer }) => layer === layers.head)!),
		afloat: s.recorder.carriedForms.filter(({ layer }) => layer === layers.hand),
		snout: s.recorder.snout.filter(isForm).map(toLoop),
		carried: carried.map(({ shape }) => refineOutline(shape.outline, 4)),
	};
}

const isIn = (loop: readonly Point[], of: readonly Point[]) => loop.some(([x, y]) => containsPoint(of, x, y));

const snouted = [...races.keys()].filter((race) =>
	['kenku', 'aarakocra', 'tortle', 'dragonborn', 'barghest'].includes(race),
);
const items = [
	'none',
	'crown-of-roots',
	'phoenix-quill',
	'clockwork-beetle',
	'raven-mask',
	'weathered-map',
	'singing-blade',
];

describe('a beak or a long muzzle', () => {
	it.each(snouted)('of a %s touches nothing that is held up beside it or stands behind a shoulder', (race) => {
		for (const id of classes.keys())
			for (const item of items) {
				const { snout, carried } = stand({ race, class: id, items: item }, `${race}-${item}`);
				expect(snout.length, race).toBeGreaterThan(0);
				const met = carried.filter((thing) => snout.some((loop) => isIn(loop, thing) || isIn(thing, loop)));
				expect(met.length, `${id} with ${item}`).toBe(0);
			}
	});
});

describe('what floats over a palm', () => {
	it.each(['chrono-mage', 'sorcerer', 'void-walker', 'mystic'])('of a %s leaves every face free', (id) => {
		for (const race of races.keys())
			for (const seed of ['a', 'b', 'c']) {
				const { skull, afloat } = stand({ race, class: id }, seed);
				const before = afloat.filter(({ shape }) => isIn(refineOutline(shape.outline, 4), skull));
				expect(before.length, `${race} ${seed}`).toBe(0);
			}
	});
});

describe('a fur over both shoulders', () => {
	it.each(['crown-of-roots', 'singing-blade', 'mirror-shield', 'bronze-compass'])(
		'goes on behind a %s that is held below the shoulder',
		(item) => {
			const ends: number[] = [];
			for (let seed = 0; seed < 30; seed++) {
				const figure = { ...plainFigure, items: item };
				const s = openStudio(surface, figure, styleFor('bold-classic'), { seed: String(seed), sizePx, hidden: [] });
				const race = races.get('human')!;
				const rig = race.draw(s);
				const { pose, shoulder } = takeStance(s, rig, race.family);
				const { bounds } = furMantle(s, rig, s.colors.ramp('fur', [0.5, 0.1, 60]));
				if ((pose.near?.hand[1] ?? 1) > 0.75) ends.push(bounds.right - shoulder);
			}
			expect(ends.length).toBeGreaterThan(0);
			expect(Math.min(...ends)).toBeGreaterThan(0);
		},
	);
});
