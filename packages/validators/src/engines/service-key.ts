import type { KeyProblem } from './descriptor.ts';

/**
 * What a key must look like to travel in a header: what does not fit one, libraries throw inside their message. Spaces in it
 * came along with something else that was copied.
 */
export const serviceKeyPattern = /^[\x21-\x7e]+$/;

const malformedKey = 'An API key has no spaces in it, only plain letters, digits and signs.';

/** What is said of a key that is none of any service. */
export const malformedServiceKey: KeyProblem = {
	title: 'Invalid API Key',
	description: malformedKey,
	field: malformedKey,
};
