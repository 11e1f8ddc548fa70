import type { Ramp } from '../engine/color.ts';
import type { Studio } from '../engine/studio.ts';

/** Multiplies the breadth of ink strokes: where outlines are hairlines, the usual one would be the heaviest of the picture. */
export const strokeScale = ({ style }: Studio): number => (style.outlinePx <= 1.2 ? 0.5 : 1);

/** The skin whose ink draws a nose or mouth: in styles of pale lines theirs are deeper than the outlines, or they would be lost. */
export const legible = ({ style }: Studio, skin: Ramp): Ramp =>
	style.line === 'faint' ? { ...skin, ink: skin.deep } : skin;
