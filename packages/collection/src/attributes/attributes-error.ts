/** Why no trait sets can be made of what was ordered; its message is a sentence that a person can act on. */
export class AttributesError extends Error {
	override readonly name = 'AttributesError';
}
