import { describe, expect, it } from 'vitest';
import { containsPoint } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import { refineOutline } from '../engine/shape.ts';
import { openStudio } from '../engine/studio.ts';
import { openSample, plainFigure } from '../figure-testing.ts';
import { races, styleFor } from '../registry.ts';
import { windBand } from './winding.ts';

const seeds = ['round', 'and', 'about'];

const isHeadForm = (mark: Mark): mark is FormMark => mark.kind === 'form' && mark.shape.space === 'head';

/** A race with a band around its brow: the band, and what was drawn after it. */
function wind(race: string, seed: string) {
	const { surface } = openSample(128);
	const s = openStudio(surface, { ...plainFigure, race }, styleFor('bold-classic'), {
		seed,
		sizePx: 128,
		hidden: ['brow-band'],
	});
	const rig = races.get(race)!.draw(s);
	const ramp = s.colors.ramp('cloth', [0.5, 0.1, 250]);
	const before = new Set(s.recorder.marks);
	windBand(s, rig, ramp, 0.14);
	const drawn = s.recorder.marks.filter((mark) => !before.has(mark));
	const band = drawn.find((mark): mark is FormMark => isHeadForm(mark) && mark.ramp === ramp)!;
	return { s, rig, band, after: drawn.slice(drawn.indexOf(band) + 1) };
}

describe('a band around a head', () => {
	it('goes behind the far ear that stands in a mane', () => {
		for (const seed of seeds) {
			const { s, after } = wind('bugbear', seed);
			const far = s.recorder.outgrowths
				.flatMap(({ marks }) => marks)
				.filter(isHeadForm)
				.find(({ layer }) => layer === layers.earFar)!;
			const over = after.filter(isHeadForm).filter(({ shape }) => shape === far.shape);
			expect(over.length).toBe(1);
			expect(over[0]!.layer).toBe(layers.headgear);
			expect(over[0]!.options.clip).toBeDefined();
		}
	});

	it('ends beneath the feathers at the side of a crest', () => {
		for (const seed of seeds) {
			const { rig, band } = wind('kenku', seed);
			const skull = refineOutline(rig.headShape.outline, 4);
			for (const [x, y] of band.shape.outline)
				expect(containsPoint(skull, x - Math.sign(x - 0.5) * 0.004, y)).toBe(true);
		}
	});

	it('goes from one side of a skull to the other before every hair, crests with bare sides among them', () => {
		for (const race of ['goliath', 'half-orc', 'shadar-kai'])
			for (let seed = 0; seed < 24; seed++) {
				const { rig, band } = wind(race, `hair-${seed}`);
				const { left, right } = rig.headShape.bounds;
				const reach = (band.shape.bounds.right - band.shape.bounds.left) / (right - left);
				expect(reach, `${race} ${seed}`).toBeGreaterThan(0.85);
			}
	});
});
