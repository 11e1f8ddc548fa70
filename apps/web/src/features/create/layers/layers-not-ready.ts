/** Layers that cannot be ordered, or could not be sent. Its message is a sentence to show as it is. */
export class LayersNotReadyError extends Error {
	override readonly name = 'LayersNotReadyError';
}
