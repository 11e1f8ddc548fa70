import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A child process whose highest resident memory is watched from outside. */
export interface MeasuredProcess {
	readonly child: ChildProcess;
	/** Highest resident set so far in MB (10^6 bytes); 0 where the system does not tell. */
	peakMemoryMb(): number;
	/** Resident set now, in MB. */
	memoryMb(): number;
	exited: Promise<number | null>;
}

/** Starts this Node with the given arguments. */
export function startMeasured(args: readonly string[], options: SpawnOptions = {}): MeasuredProcess {
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
	let peakKb = 0;
	const sample = () => {
		peakKb = Math.max(peakKb, readStatusKb(child.pid, 'VmHWM'));
	};
	const timer = setInterval(sample, 100);
	const exited = new Promise<number | null>((resolve) => {
		child.once('exit', (code) => {
			clearInterval(timer);
			resolve(code);
		});
	});
	return {
		child,
		exited,
		peakMemoryMb: () => {
			sample();
			return (peakKb * 1_024) / 1e6;
		},
		memoryMb: () => (readStatusKb(child.pid, 'VmRSS') * 1_024) / 1e6,
	};
}

function readStatusKb(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
	} catch {
		return 0;
	}
}
