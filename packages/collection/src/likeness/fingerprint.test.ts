import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFingerprint, fingerprintPx, getDistance, getDrift } from './fingerprint.ts';

type Color = readonly [number, number, number];

/** A picture by the colour of each of its places. */
const draw = (colorAt: (x: number, y: number) => Color) =>
	createFingerprint(
		Uint8Array.from(
			Array.from({ length: fingerprintPx ** 2 }, (_, pixel) =>
				colorAt(pixel % fingerprintPx, Math.floor(pixel / fingerprintPx)),
			).flat(),
		),
	);
/** A figure on a ground. */
const portrait = (figure: Color, ground: Color, middle = 16) =>
	draw((x, y) => (Math.hypot(x - middle, y - 18) < 10 ? figure : ground));

const [red, blue, green, sand]: [Color, Color, Color, Color] = [
	[190, 50, 40],
	[40, 60, 180],
	[60, 160, 70],
	[220, 200, 160],
];
const reference = portrait(red, sand);
const anyColor = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
/** A picture of four by four coloured fields. */
const anyPicture = fc
	.array(anyColor, { minLength: 16, maxLength: 16 })
	.map((fields) => draw((x, y) => fields[(y >> 3) * 4 + (x >> 3)]!));

describe('how far pictures are apart', () => {
	it('is nothing for the same, the same both ways, and never out of bounds', () => {
		fc.assert(
			fc.property(anyPicture, anyPicture, (one, other) => {
				expect(getDistance(one, one)).toBeCloseTo(0, 12);
				expect(getDistance(one, other)).toBeCloseTo(getDistance(other, one), 12);
				expect(getDistance(one, other)).toBeGreaterThanOrEqual(0);
				expect(getDistance(one, other)).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 30 },
		);
	});

	it('grows from what a model does to what is another picture', () => {
		const brighter = portrait([205, 60, 50], [230, 210, 170]);
		const moved = portrait(red, sand, 19);
		const otherColors = portrait(blue, green);
		const negative = portrait(sand, blue);
		const [light, shift, recolored, opposite] = [brighter, moved, otherColors, negative].map((picture) =>
			getDistance(reference, picture),
		) as [number, number, number, number];
		expect(Math.max(light, shift)).toBeLessThan(0.15);
		expect(recolored).toBeGreaterThan(0.3);
		expect(opposite).toBeGreaterThan(Math.max(0.6, recolored));
	});

	it('is known for pictures of one colour', () => {
		const [white, other, black] = [
			[255, 255, 255],
			[250, 250, 250],
			[0, 0, 0],
		].map((color) => draw(() => color as never));
		expect(getDistance(white!, other!)).toBeLessThan(0.1);
		expect(getDistance(white!, black!)).toBeGreaterThanOrEqual(0.4);
		expect(getDistance(white!, reference)).toBeGreaterThan(0.2);
	});

	it('rejects pixels of another size and what is not a fingerprint', () => {
		expect(() => createFingerprint(new Uint8Array(12))).toThrow(RangeError);
		expect(() => getDistance(reference, 'ff')).toThrow(RangeError);
	});
});

describe('the drift of a picture', () => {
	it('is the distance to the nearest of its references, to the thousandth', () => {
		const picture = portrait(red, sand, 19);
		const nearest = Math.round(getDistance(picture, reference) * 1_000) / 1_000;
		expect(getDrift(picture, [portrait(blue, green), reference, null])).toBe(nearest);
	});

	it('is not known without references, and for what has no fingerprint', () => {
		expect(getDrift(reference, [])).toBeNull();
		expect(getDrift(reference, [null])).toBeNull();
		expect(getDrift(null, [reference])).toBeNull();
	});
});
