import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the directory and those above it that are missing; one that is there already is left as it is. Throws the
 * error of the system when it cannot. In place of mkdirSync's `recursive`, which never returns where a parent exists
 * and the system says ENOENT all the same, as it does below /proc.
 *
 * @param path absolute
 * @param mode of the directories that are made
 */
export function makeDirectories(path: string, mode = 0o777): void {
	const missing: string[] = [];
	for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
		missing.push(folder);
	}
	for (const folder of missing.reverse()) makeDirectory(folder, mode);
}

function makeDirectory(folder: string, mode: number): void {
	try {
		mkdirSync(folder, { mode });
	} catch (error) {
		// Another process that starts at the same time may have been faster.
		if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
	}
}
