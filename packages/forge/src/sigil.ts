import type { AfflictionPart } from './engine/part.ts';
import { hashText } from './engine/random.ts';

/** A tinted ring of light behind the head, for afflictions without a mark of their own. */
export function sigilFor(id: string): AfflictionPart {
	const hue = hashText(id) % 360;
	return {
		slot: 'affliction',
		id,
		draw(s, rig) {
			const color = s.colors.tone([0.7, 0.17, hue]);
			s.head.glow('back', [0.5, 0.38, 0.42], color, { alpha: 0.5 });
			const [x, y] = rig.cheekNear;
			for (const turn of [0, 120, 240]) {
				const angle = ((turn + hue) * Math.PI) / 180;
				s.head.line(
					'skinAffliction',
					[
						[x, y],
						[x + Math.cos(angle) * 0.028, y + Math.sin(angle) * 0.028],
					],
					color,
					0.014,
					{ clip: rig.headShape },
				);
			}
		},
	};
}
