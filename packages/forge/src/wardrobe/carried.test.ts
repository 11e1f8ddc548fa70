import { describe, expect, it } from 'vitest';
import type { Kit } from '../engine/part.ts';
import type { FormMark } from '../engine/recorder.ts';
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
