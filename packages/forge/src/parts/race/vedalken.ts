import { isHelmed } from '../../anatomy/outgrowth.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { ellipseOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** A brass ring before the near eye; not over a blindfold or under a visor, nor beside another eyeglass. */
function drawMonocle(s: Studio): void {
	if (s.hidden.has('eyes') || isHelmed(s) || s.hidden.has('eyeglass')) return;
	const brass = s.colors.ramp('metal', [0.76, 0.11, 80]);
	const [x, y] = [0.463 + 0.084 * s.look.eyeSpread, 0.437 + s.look.eyeLift];
	const ring = s.head.shape(ellipseOutline(x, y, 0.068, 0.068), ellipseOutline(x, y, 0.056, 0.056).reverse());
	s.head.form('eyes', ring, brass, { depth: 0.004, width: 0.5, contour: false });
}

export const vedalken = definePart({
	slot: 'race',
	id: 'vedalken',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.09, 245],
				[0.62, 0.1, 255],
				[0.7, 0.08, 235],
			],
			hairs: ['bald'],
			ears: { kind: 'none' },
			jaw: 0.88,
			crownLift: 0.055,
			eyes: ['narrow', 'hooded', 'almond'],
			irises: [
				[0.5, 0.1, 280],
				[0.8, 0.1, 200],
			],
			brows: ['thin', 'arched'],
			noses: ['straight', 'long'],
			mouths: ['line', 'smirk', 'pout'],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head }) => {
				for (const line of [
					points('0.466 0.355, 0.47 0.24, 0.5 0.125'),
					points('0.62 0.385, 0.585 0.3, 0.61 0.205'),
					points('0.36 0.375, 0.388 0.29, 0.39 0.21'),
				] as const)
					s.head.line('markings', line, skin.deep, 0.011, { clip: head, taper: 0.8 });
				const dots = [
					[0.5, 0.3],
					[0.432, 0.3],
					[0.498, 0.255],
					[0.44, 0.255],
				] as const;
				s.head.pattern(
					'markings',
					null,
					dots.map(([x, y]) => s.head.disc(x, y, 0.007)),
					skin.deep,
				);
				drawMonocle(s);
			},
		}),
});
