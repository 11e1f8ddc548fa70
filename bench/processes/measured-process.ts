import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A child process whose highest resident memory is watched from outside. */
export interface MeasuredProcess {
	readonly child: ChildProcess;
	/** Highest resident set so far in MB (10^6 bytes); 0 where the system does not say. */
	peakMemoryMb(): number;
	/** Resident set now, in MB. */
	memoryMb(): number;
	/** Spent by all of its threads so far; 0 where the system does not say. */
	cpuSeconds(): number;
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
		cpuSeconds: () => readCpuSeconds(child.pid),
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

const ticksPerSecond = 100;

function readCpuSeconds(pid: number | undefined): number {
	try {
		// The name before may hold spaces and brackets; user and system time are the 14th and 15th field.
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /s, '')
			.split(' ');
		return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
	} catch {
		return 0;
	}
}
