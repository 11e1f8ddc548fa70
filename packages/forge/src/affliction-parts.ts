import type { AfflictionPart } from './engine/part.ts';

/** Every affliction with a part of its own. */
export const afflictionParts: readonly AfflictionPart[] = [];
