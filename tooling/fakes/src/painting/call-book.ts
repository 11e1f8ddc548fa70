/** Stands for all keys. */
const all = '';

export type CallBook<Request extends { readonly key: string }, Item extends string> = ReturnType<
	typeof createCallBook<Request, Item>
>;

/** What a fake counts: calls for pictures, how many were under way at once, what is billed. Every key by itself. */
export function createCallBook<Request extends { readonly key: string }, Item extends string>() {
	const requests: Request[] = [];
	const mistakes: string[] = [];
	const under = new Map<string, number>();
	const peaks = new Map<string, number>();
	const billed = new Map<string, number>();
	const add = (counts: Map<string, number>, name: string, more: number) => {
		const sum = (counts.get(name) ?? 0) + more;
		counts.set(name, sum);
		return sum;
	};
	return {
		requests,
		mistakes,
		/** Returns how to leave again. */
		enter: (key: string) => {
			for (const name of [key, all]) peaks.set(name, Math.max(peaks.get(name) ?? 0, add(under, name, 1)));
			return () => {
				for (const name of [key, all]) add(under, name, -1);
			};
		},
		bill: (key: string, items: Partial<Record<Item, number>>) => {
			for (const [item, amount] of Object.entries<number | undefined>(items)) {
				for (const name of [key, all]) add(billed, `${item} ${name}`, amount ?? 0);
			}
		},
		/** How much of something was billed, to one key or to all. */
		total: (item: Item, key = all) => billed.get(`${item} ${key}`) ?? 0,
		count: (key?: string) => requests.filter((request) => key === undefined || request.key === key).length,
		peak: (key = all) => peaks.get(key) ?? 0,
		clear: () => {
			requests.length = 0;
			mistakes.length = 0;
			peaks.clear();
			billed.clear();
		},
	};
}
