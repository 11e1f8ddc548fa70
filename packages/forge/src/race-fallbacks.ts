import type { RacePart } from './engine/part.ts';

/** Races without a part of their own yet. */
export const raceFallbacks: readonly RacePart[] = [];
