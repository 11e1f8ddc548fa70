import { describe, expect, it } from 'vitest';
import { layers } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import type { FormMark } from '../engine/recorder.ts';
import type { Point } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { classes, races, styleFor } from '../registry.ts';
import { drawTorso } from './torso.ts';

/** The forms of what a class wears on its body and of what it carries, in the order in which they are drawn. */
function outfit(
	id: string,
	seed: string,
): { readonly worn: readonly FormMark[]; readonly carried: readonly FormMark[] } {
	const sizePx = 64;
	const { surface } = openSample(sizePx);
	const s = openStudio(surface, { ...plainFigure, class: id }, styleFor('bold-classic'), {
		seed,
		sizePx,
		hidden: [],
	});
	const rig = races.get('human')!.draw(s);
	const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const kit: Kit = { cloth, trim: cloth, leather: cloth, metal: cloth, torso: drawTorso(s, rig, cloth) };
	const { marks } = s.recorder;
	const draw = (part: () => void): readonly FormMark[] => {
		const from = marks.length;
		part();
		return marks.slice(from).filter((mark) => mark.kind === 'form');
	};
	const { garment, carry } = classes.get(id)!;
	return {
		worn: draw(() => garment?.(s, rig, kit)),
		carried: draw(() => carry?.({ ...s, isSlung: false }, rig, kit)),
	};
}

const carry = (id: string): readonly FormMark[] => outfit(id, 'carried').carried;

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

describe('the quiver', () => {
	it.each(['ranger', 'arcane-archer'])('of a %s hangs on a strap over its own shoulder', (id) => {
		const sides = Array.from({ length: 12 }, (_, i) => {
			const { worn, carried } = outfit(id, `quiver-${i}`);
			const { left, right } = carried.at(-1)!.shape.bounds;
			const strap = worn.find(({ shape, layer }) => layer === layers.garment && shape.bounds.bottom > 1.25)!;
			const [x] = strap.shape.outline.reduce((top, point) => (point[1] < top[1] ? point : top));
			expect(x > 0.5, `${i}`).toBe((left + right) / 2 > 0.5);
			return x > 0.5;
		});
		expect(new Set(sides).size).toBe(2);
	});
});
