import type { Figure } from './figure.ts';
import { chooseExpression, type Expression } from './moods.ts';
import type { Stream } from './random.ts';

/** How a face is cut: `soft` has lashes and fuller lips, `rugged` heavy brows and often a beard. */
export type Bearing = 'soft' | 'plain' | 'rugged';

/** What the seed decides about a face and a build, whatever the race; every value has its own stream. */
export interface Look {
	readonly expression: Expression;
	readonly mirrored: boolean;
	readonly tiltDegrees: number;
	/** Multipliers near 1. */
	readonly headWidth: number;
	readonly headHeight: number;
	readonly jaw: number;
	readonly eyeSize: number;
	readonly eyeSpread: number;
	readonly noseSize: number;
	readonly mouthWidth: number;
	readonly neckWidth: number;
	readonly shoulders: number;
	/** Offsets in fractions of the square. */
	readonly eyeLift: number;
	readonly mouthLift: number;
	/** 0 young to 1 old. */
	readonly age: number;
	/** -1 gaunt to 1 stout. */
	readonly build: number;
	readonly bearing: Bearing;
	/** Pupils meet the viewer's. */
	readonly looksAtViewer: boolean;
}

const bearings: Readonly<Record<string, readonly Bearing[]>> = {
	fighter: ['rugged', 'rugged', 'plain', 'soft'],
	barbarian: ['rugged', 'rugged', 'rugged', 'soft'],
	'blood-hunter': ['rugged', 'rugged', 'plain', 'soft'],
	ranger: ['rugged', 'plain', 'plain', 'soft'],
	'death-knight': ['rugged', 'rugged', 'plain'],
	'battle-master': ['rugged', 'plain', 'plain', 'soft'],
	druid: ['rugged', 'plain', 'soft', 'soft'],
};
const commonBearings: readonly Bearing[] = ['soft', 'soft', 'plain', 'plain', 'rugged'];

/** Draws the look of one figure. */
export function createLook(stream: (slot: string) => Stream, traits: Pick<Figure, 'class' | 'affliction'>): Look {
	const swing = (slot: string, most: number) => 1 + stream(slot).swing() * most;
	const expression = chooseExpression(stream('expression'), traits);
	const bearing = stream('bearing').pick(bearings[traits.class] ?? commonBearings);
	const build = stream('build').swing();
	const eyes = { soft: 1.06, plain: 0.96, rugged: 0.87 }[bearing];
	return {
		expression,
		mirrored: stream('mirror').chance(0.5),
		tiltDegrees: Math.max(-7, Math.min(7, stream('tilt').swing() * 4.5 + expression.tilt)),
		headWidth: swing('head-width', 0.06),
		headHeight: swing('head-height', 0.04),
		jaw: swing('jaw', 0.07) + build * 0.05 + (bearing === 'rugged' ? 0.03 : bearing === 'soft' ? -0.03 : 0),
		eyeSize: swing('eye-size', 0.12) * eyes,
		eyeSpread: swing('eye-spread', 0.06),
		noseSize: swing('nose-size', 0.2),
		mouthWidth: swing('mouth-width', 0.2),
		neckWidth: swing('neck-width', 0.08) + build * 0.12 + (bearing === 'soft' ? -0.06 : 0),
		shoulders: swing('shoulders', 0.07) + build * 0.05 + (bearing === 'rugged' ? 0.03 : bearing === 'soft' ? -0.03 : 0),
		eyeLift: stream('eye-line').swing() * 0.012,
		mouthLift: stream('mouth-line').swing() * 0.01,
		age: stream('age').next() ** 1.3,
		build,
		bearing,
		looksAtViewer: stream('gaze').chance(0.3),
	};
}
