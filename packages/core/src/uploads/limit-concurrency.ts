/** Makes a gate that lets `max` works run at a time and the others wait in their order. */
export function limitConcurrency(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
	let running = 0;
	const waiting: (() => void)[] = [];
	return async (work) => {
		if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
		else running += 1;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next === undefined) running -= 1;
			else next();
		}
	};
}
