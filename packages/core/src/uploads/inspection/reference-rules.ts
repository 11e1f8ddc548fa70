import { referenceMinPx } from '@adx/validators/limits';

interface ReferenceFacts {
	/** Pixels. */
	readonly width: number;
	readonly height: number;
	readonly frames: number;
}

/** Why a picture cannot go with calls, as the rest of a sentence that begins with its name; null where it can. */
export function findReferenceProblem({ width, height, frames }: ReferenceFacts): string | null {
	if (frames > 1) return 'is animated. Use a still picture.';
	if (Math.min(width, height) >= referenceMinPx) return null;
	return `has ${width} x ${height} px. Use one of at least ${referenceMinPx} px on its shorter side.`;
}
