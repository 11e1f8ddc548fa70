import type { BackgroundPart } from './engine/part.ts';
import { purpleBlueGradient } from './parts/background/purple-blue-gradient.ts';

/** Every background with a part of its own. */
export const backgroundParts: readonly BackgroundPart[] = [purpleBlueGradient];
