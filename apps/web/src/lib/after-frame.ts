/**
 * Runs once what React has just committed is on the screen: positions and sizes that are read earlier have the page laid out
 * once more. Returns what calls it off.
 */
export function afterFrame(run: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const frame = requestAnimationFrame(() => {
		timer = setTimeout(run);
	});
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}
