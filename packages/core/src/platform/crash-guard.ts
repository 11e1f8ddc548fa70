import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { appendFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';
import { ignoreMissing } from './storage/missing-file.ts';
import { startTimerLoop } from './timer-loop.ts';

/** Work that may take its process with it: native decoding, or more memory than there is. */
export type RiskyKind =
	| 'upload'
	| 'preview'
	| 'reference'
	| 'merge'
	| 'attributes'
	| 'rarity'
	| 'preflight'
	| 'export'
	| 'hashes';

export interface RiskyTask {
	readonly kind: RiskyKind;
	/** What would kill again: the hash of a file, the id of a job, a collection's key. */
	readonly subject: string;
}

/** A task that ended its process twice; 422 `quarantined` where somebody waits for it. */
export class QuarantinedError extends AppError {
	constructor({ kind }: RiskyTask) {
		super('MISMATCH', { reason: 'quarantined', message: sentences[kind] });
	}
}

const collectionSentence =
	'Working on this collection has ended the server twice, so it is not tried again. Tell the operator of this installation.';
const sentences: Readonly<Record<RiskyKind, string>> = {
	upload:
		'Reading this file has ended the server twice, so it is not tried again. Save it with another program and upload that.',
	preview: 'Making this picture smaller has ended the server twice, so it is not tried again.',
	reference:
		'Reading this reference image has ended the server twice, so it is not tried again. Choose another picture.',
	merge:
		'This merge has ended the server twice, so it is not tried again. Merge fewer collections at once, or tell the operator.',
	attributes:
		'This job has ended the server twice, so it is not tried again. Order fewer images at once, or tell the operator.',
	rarity: collectionSentence,
	hashes: collectionSentence,
	preflight: collectionSentence,
	export: collectionSentence,
};

/** Counts which work its processes did not outlive. */
export interface CrashGuard {
	/**
	 * Runs the work with a mark that outlives the process. Rejects with a QuarantinedError, without running it, when two
	 * processes ended in the middle of it; work that resolves is forgotten.
	 */
	run<Result>(task: RiskyTask, work: () => Promise<Result>): Promise<Result>;
	/** The same for work that no function encloses: call what it resolves to at the end, with whether it went well. */
	enter(task: RiskyTask): Promise<(isDone: boolean) => Promise<void>>;
	/**
	 * Call first in an orderly shutdown: tasks still running are not counted as crashes, even if the shutdown deadline kills
	 * them. Nothing is marked after it.
	 */
	close(): Promise<void>;
}

const crashesMax = 2;
const heartbeatMs = 5_000;
/** A process that has not been heard from for this long is gone. */
const silentMs = 30_000;
/** The same for one on this machine whose pid still runs, since the machine may have been suspended. */
const silentRunningMs = 600_000;
const heartbeatName = '.alive';
/** File managers and storage servers leave folders and files of their own anywhere, such as `@eaDir` and `.DS_Store`. */
const folderPattern = /^[0-9a-f]{16}\.\d+\./;
const taskPattern = /^[a-z]+-/;

export interface CrashGuardOptions {
	/** Shared by all processes of an installation. */
	readonly directory: string;
	/** Whether no other process can use the directory now, so that every other one in it is gone. */
	readonly isAlone: boolean;
	readonly log: Logger;
}

/**
 * Opens the guard and counts what processes left that are gone. A mark is an empty file in a folder of its process: it
 * costs two system calls, survives whatever kills the process, and needs no disk to survive a power failure, which no task
 * is to blame for. A crash is a byte in a file.
 */
export async function openCrashGuard({ directory, isAlone, log }: CrashGuardOptions): Promise<CrashGuard> {
	const crashes = join(directory, 'crashes');
	const own = join(directory, `${machineId()}.${process.pid}.${randomUUID()}`);
	await mkdir(crashes, { recursive: true, mode: 0o700 });
	await mkdir(own, { mode: 0o700 });
	/** Tasks that run more than once at a time share a mark. */
	const running = new Map<string, number>();
	let isClosed = false;
	const enter = async (task: RiskyTask) => {
		const name = nameOf(task);
		const crash = await stat(join(crashes, name)).catch(() => null);
		if (crash !== null && crash.size >= crashesMax) throw new QuarantinedError(task);
		if (isClosed) return async () => {};
		running.set(name, (running.get(name) ?? 0) + 1);
		await mark(own, name).catch((error: unknown) => log.warn({ err: error, task }, 'a risky task was not marked'));
		return async (isDone: boolean) => {
			const others = (running.get(name) ?? 1) - 1;
			if (others > 0) running.set(name, others);
			else {
				running.delete(name);
				await rm(join(own, name), { force: true });
			}
			if (isDone && crash !== null) await rm(join(crashes, name), { force: true });
		};
	};
	const round = async () => {
		await beat(own).catch(ignoreMissing);
		await countCrashes({ directory, own, crashes, isAlone, log });
	};
	await round();
	const heartbeat = startTimerLoop(log, {
		everyMs: heartbeatMs,
		run: round,
		failed: 'crashes were not counted',
		recovered: 'crashes are counted again',
	});
	return {
		enter,
		run: async (task, work) => {
			const leave = await enter(task);
			let isDone = false;
			try {
				const result = await work();
				isDone = true;
				return result;
			} finally {
				await leave(isDone);
			}
		},
		close: async () => {
			isClosed = true;
			await heartbeat.stop();
			await rm(own, { recursive: true, force: true });
		},
	};
}

/** A process that stood still for long may find its folder gone. */
async function mark(own: string, name: string): Promise<void> {
	const write = () => writeFile(join(own, name), '');
	await write().catch(async (error: unknown) => {
		ignoreMissing(error);
		await mkdir(own, { recursive: true, mode: 0o700 });
		await write();
	});
}

/** Makes the folder a moment younger by the clock of its disk, which is one for all who share it. */
async function beat(own: string): Promise<void> {
	const path = join(own, heartbeatName);
	await writeFile(path, '');
	await rm(path, { force: true });
}

interface Counting extends CrashGuardOptions {
	readonly own: string;
	readonly crashes: string;
}

/** Turns the marks of every process that is gone into crashes. */
async function countCrashes({ directory, own, crashes, isAlone, log }: Counting): Promise<void> {
	const heardMs = (await stat(own).catch(() => null))?.mtimeMs ?? Date.now();
	for (const folder of await readdir(directory)) {
		const path = join(directory, folder);
		if (path === own || !folderPattern.test(folder)) continue;
		const facts = await stat(path).catch(() => null);
		if (facts === null) continue;
		if (!isAlone && heardMs - facts.mtimeMs < patienceMs(folder)) continue;
		// The process that renames it counts it. What is renamed is young already: nobody takes it for left over meanwhile.
		const counted = join(directory, `${folder.replace(/~.*/, '')}~${randomUUID()}`);
		const take = async () => {
			await beat(path);
			await rename(path, counted);
			return true;
		};
		if ((await take().catch(ignoreMissing)) === null) continue;
		const names = (await readdir(counted)).filter((name) => taskPattern.test(name));
		for (const name of names) {
			await appendFile(join(crashes, name), 'x');
			await rm(join(counted, name));
		}
		await rm(counted, { recursive: true });
		if (names.length > 0) log.warn({ tasks: names }, 'a process ended in the middle of these tasks');
	}
}

/** Process numbers identify a process only on one machine, and in one container. */
function machineId(): string {
	let container = '';
	try {
		container = readlinkSync('/proc/self/ns/pid');
	} catch {
		// On other systems than Linux the machine's name is enough.
	}
	return createHash('sha256').update(`${hostname()} ${container}`).digest('hex').slice(0, 16);
}

/** How long the process of a folder may be silent before it counts as gone; not at all where it is known to be. */
function patienceMs(folder: string): number {
	const [machine, pid] = folder.split('.');
	// The pid is not that of the process which counts it.
	if (folder.includes('~')) return silentMs;
	if (machine !== machineId()) return silentMs;
	// A process that has our number had it before us.
	if (Number(pid) === process.pid) return Number.NEGATIVE_INFINITY;
	try {
		process.kill(Number(pid), 0);
		return silentRunningMs;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH' ? Number.NEGATIVE_INFINITY : silentRunningMs;
	}
}

/** A file name of every system. */
const nameOf = ({ kind, subject }: RiskyTask) => `${kind}-${subject.replace(/[^\w.-]/g, '_').slice(0, 150)}`;
