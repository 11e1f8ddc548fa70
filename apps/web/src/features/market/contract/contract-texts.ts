/** The texts of a call to the contract of a sale, whoever sends it. */
export const contractTexts = {
	gas: (cost: string) => `The next transaction’s fee is about ${cost}.`,
	late: 'The chain has not included it yet. This page shows it once it has; check your wallet.',
	stopped: 'You stopped waiting. Should the wallet still show the request, close it there.',
	offline: 'The server could not be reached. Try again.',
} as const;
