/** For what a zoomed picture scrolls in: with the focus on it, keys scroll it. */
export const zoomedArea = {
	tabIndex: 0,
	role: 'group',
	'aria-label': 'The picture at 100%',
	'data-zoomed': true,
} as const;
