/** The texts of the calls that lead from the end of a sale to its reveal. */
export const nextStepTexts = {
	buttons: { end: 'Close the sale in its contract', draw: 'Draw the order', reveal: 'Reveal in the contract' },
	waiting: 'Sent. The chain still has to finalize it, which takes a minute or so.',
} as const;
