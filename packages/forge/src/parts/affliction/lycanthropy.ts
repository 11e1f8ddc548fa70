import { definePart } from '../../engine/part.ts';

export const lycanthropy = definePart({
	slot: 'affliction',
	id: 'lycanthropy',
	draw(s, rig) {
		const fur = s.colors.ramp('fur', [0.38, 0.06, 50]);
		const { headShape } = rig;
		const tufts = [
			[0.7, 0.4],
			[0.6, 0.5, 0.1],
			[0.63, 0.52],
			[0.55, 0.57, 0.1],
			[0.59, 0.58],
			[0.5, 0.62, 0.1],
			[0.54, 0.63],
			[0.46, 0.645, 0.1],
			[0.4, 0.61, 0.1],
			[0.36, 0.57, 0.1],
			[0.33, 0.46],
			[0.3, 0.75],
			[0.75, 0.75],
		] as const;
		s.head.form('skinAffliction', tufts, fur, { depth: 0.014, width: 0.7, contour: false, clip: headShape });
		s.head.glow(
			'skinAffliction',
			[rig.eyeNear[0], rig.eyeNear[1], rig.eyeHalf * 0.85],
			s.colors.tone([0.84, 0.17, 92]),
			{ alpha: 0.9, blend: 'cover', clip: headShape },
		);
	},
});
