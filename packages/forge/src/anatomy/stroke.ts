import type { Studio } from '../engine/studio.ts';

/** Multiplies the breadth of ink strokes: where outlines are hairlines, the usual one would be the heaviest of the picture. */
export const strokeScale = ({ style }: Studio): number => (style.outlinePx <= 1.2 ? 0.5 : 1);
