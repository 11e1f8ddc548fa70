/** Counts and rules that no collection of the asked size can meet. `message` is one or two sentences to show as they are. */
export class PlanImpossibleError extends Error {
	override readonly name = 'PlanImpossibleError';
	/** The count or rule that binds, e.g. "Race Elf never together with Class Fighter". */
	readonly binding: string;
	/** The largest smaller batch that the same counts and rules allow; 0 when none was found. */
	readonly largestFeasible: number;
	readonly #reason: string;

	constructor(reason: string, options: { readonly binding: string; readonly largestFeasible?: number }) {
		const { binding, largestFeasible = 0 } = options;
		super(largestFeasible > 0 ? `${reason} The largest collection they allow is ${largestFeasible}.` : reason);
		this.#reason = reason;
		this.binding = binding;
		this.largestFeasible = largestFeasible;
	}

	/** The same finding with another number of images. */
	withLargestFeasible(largestFeasible: number): PlanImpossibleError {
		return new PlanImpossibleError(this.#reason, { binding: this.binding, largestFeasible });
	}
}
