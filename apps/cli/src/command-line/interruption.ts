import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The operator stopped the command; `exitStatus` is the shell's 128 + signal number, 130 for Ctrl-C. */
export class Interruption extends Error {
	override readonly name = 'Interruption';
	readonly exitStatus: number;

	constructor(signal: (typeof signals)[number]) {
		super('Interrupted; nothing was written.');
		this.exitStatus = 128 + constants.signals[signal];
	}
}

/**
 * Runs work whose signal aborts, with an Interruption as its reason, on Ctrl-C and its like. Further ones
 * change nothing: a second Ctrl-C must not cut the cleaning up short.
 */
export async function runInterruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController();
	const interrupt = (signal: NodeJS.Signals) => controller.abort(new Interruption(signal as (typeof signals)[number]));
	for (const signal of signals) process.on(signal, interrupt);
	try {
		return await work(controller.signal);
	} finally {
		// Once interrupted the process is ending, and a late Ctrl-C would replace its status by a death by signal.
		if (!controller.signal.aborted) for (const signal of signals) process.off(signal, interrupt);
	}
}
