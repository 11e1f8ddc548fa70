import { createHash } from 'node:crypto';

/** An image's seed for models that take numbers: 32 bits, the same for the same seed. */
export const toNumberSeed = (imageSeed: string): number =>
	createHash('sha256').update(imageSeed).digest().readUInt32BE();
