import { backgroundParts } from './background-parts.ts';
import type { BackgroundPart } from './engine/part.ts';
import { hashText } from './engine/random.ts';
export const inventedLandscape = (id: string): BackgroundPart =>
	backgroundParts[hashText(id) % backgroundParts.length]!;
