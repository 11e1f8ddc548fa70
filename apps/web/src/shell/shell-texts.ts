/** The texts of the frame around every page, and of the pages that stand in for one. */
export const shellTexts = {
	skipToContent: 'Skip to content',
	home: 'Back to Create',
	pageOnItsWay: 'The page is on its way...',
	offline: 'Your browser is offline. What you have chosen stays; what pages show may be old until it is connected.',
	/** Whoever runs the server finds a failed call in its log by this. */
	requestId: 'Request id',
	messages: {
		title: 'Recent messages',
		hint: 'Recent messages (F8)',
		empty:
			'No messages yet. What comes and goes at the edge of the window can be read again here until the page is reloaded.',
		close: 'Close',
		clear: 'Clear',
	},
	notFound: {
		title: '404 Page Not Found',
		text: 'The path you followed ends in the snow. Nothing is kept at this address.',
	},
	failed: {
		title: 'This page failed',
		reload: 'Reload the page',
		tryAgain: 'Try again',
		notReached: 'The server was not reached. Try again once you are connected.',
		/** Beside the button that reloads, in a page with a form. */
		text: (reason: string) =>
			`Go elsewhere and come back, or reload the page, to try again. Nothing you generated is lost. (${reason})`,
	},
} as const;
