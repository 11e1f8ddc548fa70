import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the probe's thread is told. */
export interface ProbeSettings {
	readonly origin: string;
	readonly pid: number;
	/** The process is killed when it holds more, in MB. */
	readonly residentMaxMb: number;
	/** Where the probe calls from, so that no limit for the attacker's address is its own; null for any. */
	readonly address: string | null;
}

/** What was seen since the last report. Milliseconds and MB (2^20 bytes). */
export interface HealthReport {
	readonly answers: number;
	/** The most that the server's main thread computed between a question and its answer. */
	readonly busiestMs: number;
	/** The longest wait for an answer, less what either side waited for a processor. */
	readonly longestSilenceMs: number;
	/** The longest wait by the clock. */
	readonly longestWaitMs: number;
	/** What a loop of fixed length took in the probe's thread, after each answer. */
	readonly loopMs: readonly number[];
	/** Resident memory; 0 where the system does not say. */
	readonly peakMb: number;
	/** It held more than it may, and was killed. */
	readonly isTooLarge: boolean;
}

/** What that loop takes on a processor that nothing else uses (2.5 GHz, this code compiled). */
const loopReferenceMs = 0.45;

/** Asks `/healthz` for a sign of life all the time, and watches the server's memory, from a thread of its own. */
export class Probe {
	readonly #thread: Worker;

	constructor(settings: Omit<ProbeSettings, 'address'>) {
		// Linux takes all of 127.0.0.0/8 for its own.
		const address = process.platform === 'linux' ? '127.0.0.77' : null;
		this.#thread = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData: { ...settings, address } });
		// A report would be waited for without end.
		this.#thread.once('error', (error) => {
			throw error;
		});
	}

	/** What was seen since the last call, up to the end of the question that is under way. */
	async report(): Promise<HealthReport> {
		this.#thread.postMessage('report');
		const [report] = await once(this.#thread, 'message');
		return report as HealthReport;
	}

	async end(): Promise<void> {
		await this.#thread.terminate();
	}
}

/**
 * How much slower than the reference this machine's processor was meanwhile: its own speed, and what is lost to other
 * work on the same core or host, which the system counts as computing. At least 1.
 */
export function describeSlowness({ loopMs }: Pick<HealthReport, 'loopMs'>): number {
	// The middle one was not interrupted by waiting for a processor, which is counted elsewhere.
	const middle = loopMs.toSorted((a, b) => a - b)[Math.floor(loopMs.length / 2)] ?? loopReferenceMs;
	return Math.max(1, middle / loopReferenceMs);
}
