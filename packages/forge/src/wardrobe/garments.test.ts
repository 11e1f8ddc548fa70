import { describe, expect, it } from 'vitest';
import { containsPoint } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { Kit } from '../engine/part.ts';
import type { FormMark } from '../engine/recorder.ts';
import { refineOutline } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { classes, races, styleFor } from '../registry.ts';
import { drawTorso } from './torso.ts';

describe('shoulder plates', () => {
	it.each(['fighter', 'paladin', 'battle-master', 'death-knight'])('of a %s lie on the shoulders', (id) => {
		for (const race of ['human', 'halfling', 'loxodon', 'fairy']) {
			const sizePx = 64;
			const s = openStudio(openSample(sizePx).surface, { ...plainFigure, race, class: id }, styleFor('bold-classic'), {
				seed: 'plates',
				sizePx,
				hidden: [],
			});
			const rig = races.get(race)!.draw(s);
			const cloth = s.colors.ramp('cloth', [0.5, 0.1, 250]);
			const metal = s.colors.ramp('metal', [0.7, 0.02, 250]);
			const kit: Kit = { cloth, trim: cloth, leather: cloth, metal, torso: drawTorso(s, rig, cloth) };
			const from = s.recorder.marks.length;
			classes.get(id)!.garment(s, rig, kit);
			const plates = s.recorder.marks
				.slice(from)
				.filter((mark): mark is FormMark => mark.kind === 'form' && mark.ramp === metal)
				.filter(({ shape: { bounds } }) => bounds.right < 0.45 || bounds.left > 0.55);
			expect(plates.length).toBeGreaterThan(0);
			const torso = refineOutline(kit.torso.outline, 4);
			for (const { layer, shape } of plates) {
				expect(layer).toBeGreaterThan(layers.torso);
				const inside = shape.outline.filter(([x, y]) => containsPoint(torso, x, y));
				expect(inside.length / shape.outline.length).toBeGreaterThan(0.4);
			}
		}
	});
});
