import { describe, expect, it } from 'vitest';
import type { Kit } from '../engine/part.ts';
import type { FormMark } from '../engine/recorder.ts';
import type { Point } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { classes, races, styleFor } from '../registry.ts';
import { drawTorso } from './torso.ts';

/** The forms of what a class carries, in the order in which they are drawn. */
function carry(id: string): readonly FormMark[] {
	const sizePx = 64;
	const { surface } = openSample(sizePx);
	const s = openStudio(surface, { ...plainFigure, class: id }, styleFor('bold-classic'), {
		seed: 'carried',
		sizePx,
		hidden: [],
	});
	const rig = races.get('human')!.draw(s);
	const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
	const from = s.recorder.marks.length;
	classes.get(id)!.carry?.({ ...s, isSlung: false }, rig, kit);
	return s.recorder.marks.slice(from).filter((mark) => mark.kind === 'form');
}

describe('what stands on a pole', () => {
	it.each(['wizard', 'monk', 'cleric', 'barbarian'])('has the top of the pole of a %s under its middle', (id) => {
		const [pole, ...head] = carry(id);
		const { outline } = pole!.shape;
		const top = Math.min(...outline.map(([, y]) => y));
		const ends = outline.filter(([, y]) => y < top + 0.02).map(([x]) => x);
		const tip = (Math.min(...ends) + Math.max(...ends)) / 2;
		const parts = head.map(({ shape }) => shape.bounds).filter((bounds) => bounds.top < top + 0.16);
		const left = Math.min(...parts.map((bounds) => bounds.left));
		const right = Math.max(...parts.map((bounds) => bounds.right));
		expect(parts.length).toBeGreaterThan(0);
		expect(Math.abs((left + right) / 2 - tip)).toBeLessThan(0.016);
	});
});

describe('the two blades of a rogue', () => {
	it('have guard, grip and pommel in the line of their sheaths, and the guard square to it', () => {
		const forms = carry('rogue');
		expect(forms).toHaveLength(8);
		for (const at of [0, 4]) {
			const [sheath, grip, guard, pommel] = forms.slice(at, at + 4).map(({ shape }) => shape.outline);
			const middle = (loop: readonly Point[]) =>
				[0, 1].map((axis) => loop.reduce((sum, point) => sum + point[axis]!, 0) / loop.length) as [number, number];
			const [x, y] = middle(sheath!);
			const toGuard = middle(guard!);
			const axis = Math.atan2(toGuard[1] - y, toGuard[0] - x);
			for (const part of [grip!, pommel!]) {
				const [px, py] = middle(part);
				expect(Math.abs(Math.atan2(py - toGuard[1], px - toGuard[0]) - axis)).toBeLessThan(0.03);
			}
			const [[ax, ay], , , [bx, by]] = guard as [Point, Point, Point, Point];
			expect(Math.abs(Math.cos(Math.atan2(by - ay, bx - ax) - axis))).toBeLessThan(0.03);
		}
	});
});
