import { outgrow } from '../../anatomy/outgrowth.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import { ellipseOutline, type Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** An antenna with a bud at its end, in the light of the hair and with an outline, so that it shows on any ground. */
function drawAntenna(s: Studio, line: readonly Point[], hair: Ramp): void {
	const pale = { ...hair, base: hair.light, shade: hair.base };
	const [x, y] = line.at(-1)!;
	// Antlers would cross them.
	outgrow(s, { base: [line[0]![0], line[0]![1]], tip: [x, y], half: 0.0065 }, () => {
		s.head.form('ears', s.head.ribbon(line, 0.013, 0.35), pale, { depth: 0.003, width: 0.6 });
		s.head.form('ears', ellipseOutline(x, y, 0.015, 0.017), pale, { depth: 0.006, width: 0.7 });
	});
}

export const fairy = definePart({
	slot: 'race',
	id: 'fairy',
	family: 'fey',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.88, 0.05, 30],
				[0.84, 0.06, 60],
				[0.72, 0.08, 50],
				[0.8, 0.08, 310],
				[0.84, 0.08, 150],
			],
			hairs: ['curls', 'tousled', 'longWavy', 'bob', 'spikes'],
			hairTones: [
				[0.8, 0.12, 350],
				[0.84, 0.1, 200],
				[0.82, 0.12, 120],
				[0.86, 0.12, 95],
				[0.7, 0.14, 300],
			],
			ears: { kind: 'pointed', length: 0.06, rise: -0.035, breadth: 0.9 },
			headScale: 1.06,
			shoulders: 0.82,
			jaw: 0.92,
			eyes: ['wide', 'round', 'upturned'],
			eyeSize: 1.22,
			irises: [
				[0.66, 0.16, 330],
				[0.68, 0.14, 190],
				[0.68, 0.15, 140],
				[0.62, 0.16, 290],
			],
			brows: ['thin', 'soft'],
			noses: ['button', 'snub'],
			beards: ['none'],
			freckles: 0.5,
			extra: (s, { hair }) => {
				const wing = s.colors.ramp('gem', [0.84, 0.08, s.stream('wing').range(160, 340)]);
				const pairs = [
					[
						[0.6, 0.76, 0.3],
						[0.72, 0.42],
						[0.86, 0.16],
						[0.98, 0.14, 0.4],
						[0.97, 0.4],
						[0.84, 0.66],
					],
					[
						[0.62, 0.8, 0.3],
						[0.82, 0.68],
						[0.98, 0.66, 0.4],
						[0.95, 0.82],
						[0.8, 0.9],
					],
					[
						[0.4, 0.76, 0.3],
						[0.3, 0.44],
						[0.16, 0.2],
						[0.04, 0.18, 0.4],
						[0.04, 0.42],
						[0.18, 0.66],
					],
					[
						[0.38, 0.8, 0.3],
						[0.2, 0.7],
						[0.03, 0.68, 0.4],
						[0.06, 0.84],
						[0.22, 0.9],
					],
				] as const;
				for (const points of pairs) s.body.form('back', points, wing, { depth: 0.02, alpha: 0.82 });
				for (const line of [
					[
						[0.62, 0.72],
						[0.78, 0.42],
						[0.94, 0.2],
					],
					[
						[0.64, 0.74],
						[0.82, 0.56],
						[0.95, 0.36],
					],
					[
						[0.4, 0.72],
						[0.24, 0.44],
						[0.08, 0.24],
					],
					[
						[0.38, 0.74],
						[0.2, 0.56],
						[0.06, 0.38],
					],
				] as const)
					s.body.line('back', line, wing.spec, 0.009);
				if (s.hidden.has('crown')) return;
				for (const line of [
					[
						[0.47, 0.15],
						[0.43, 0.05],
						[0.36, 0.03],
						[0.34, 0.07],
					],
					[
						[0.56, 0.14],
						[0.61, 0.04],
						[0.69, 0.03],
						[0.7, 0.075],
					],
				] as const)
					drawAntenna(s, line, hair);
			},
		}),
});
