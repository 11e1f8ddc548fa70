interface TraceEvent {
	readonly name: string;
	readonly pid: number;
	readonly tid: number;
	/** Microseconds of the thread's own processor time. */
	readonly tdur?: number;
	readonly args?: { readonly name?: string };
}

/**
 * The tasks of the page's main thread in a trace of category 'toplevel', longest first, in milliseconds of its own
 * processor time: what other processes take meanwhile would only measure the machine.
 */
export function longestTasksMs(trace: string): number[] {
	const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
	const toThreadKey = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
	const mainThreads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
	const threads = mainThreads.map((main) =>
		traceEvents
			.filter((event) => toThreadKey(event) === toThreadKey(main) && event.name.endsWith('RunTask'))
			.map(({ tdur = 0 }) => Math.round(tdur / 1_000))
			.sort((left, right) => right - left),
	);
	const busiest = threads.sort((left, right) => sum(right) - sum(left));
	return busiest[0] ?? [];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
