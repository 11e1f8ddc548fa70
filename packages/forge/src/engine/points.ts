import type { Point } from './shape.ts';

const known = new Map<string, readonly Point[]>();
const literals = new WeakSet<readonly Point[]>();

/** True for control points that came from a literal: they are few, so what is built of them may be kept. */
export const isLiteral = (outline: readonly Point[]): boolean => literals.has(outline);

/**
 * Control points written as text: `'0.5 0.17, 0.6 0.2 0.3'` is two points, the second with smoothness 0.3. Meant for
 * literals only: every text is read once and kept.
 */
export function points(text: string): readonly Point[] {
	const read = known.get(text);
	if (read) return read;
	const parsed = text.split(',').map((entry): Point => {
		const [x, y, smoothness] = entry.trim().split(' ').map(Number);
		return smoothness === undefined ? [x!, y!] : [x!, y!, smoothness];
	});
	known.set(text, parsed);
	literals.add(parsed);
	return parsed;
}
