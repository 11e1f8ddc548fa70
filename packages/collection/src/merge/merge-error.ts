/** Collections that cannot be merged as asked; the message is a sentence for the person. */
export class MergeError extends Error {
	override name = 'MergeError';
}
