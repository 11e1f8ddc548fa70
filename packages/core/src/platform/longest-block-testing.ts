/**
 * The longest time in ms that `work` kept this thread from anything else, in the processor's time, so that other
 * processes of the machine count for little. One round of the event loop is what is measured.
 */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
	let longestUs = 0;
	let last = process.threadCpuUsage();
	let isOver = false;
	const look = () => {
		const now = process.threadCpuUsage();
		longestUs = Math.max(longestUs, now.user + now.system - last.user - last.system);
		last = now;
		if (!isOver) setImmediate(look);
	};
	setImmediate(look);
	try {
		await work();
	} finally {
		isOver = true;
		look();
	}
	return longestUs / 1_000;
}
