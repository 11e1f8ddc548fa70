import { byteRuns, type FileSource } from '@adx/collection/archive/file-source';
import type { ZipEntry } from '@adx/collection/archive/zip-layout';
import { listBlobReferences, listDamagedBlobs } from '@adx/db/repositories/platform/blob-damage';
import { createSlice, yieldToEventLoop } from '../../threads/yield-to-event-loop.ts';
import { DamagedObjectError, type RecordedObject } from '../types.ts';
import { type DamageServices, damageRemedy, fileDamaged, recheckObject, reportDamage } from './damage.ts';

/** The files of an archive and where their bytes lie. */
export interface CheckedArchive {
	readonly layout: { readonly entries: readonly ZipEntry[] };
	/** One per entry. */
	readonly sources: readonly FileSource[];
}

/** A stored object that an archive needs. */
interface Needed extends RecordedObject {
	/** Where only a part of it may be needed. */
	readonly isAtLeast: boolean;
	/** First entry that needs it. */
	readonly entryName: string;
	/** Whether the entry consists of it alone. */
	readonly isEntry: boolean;
}

/** Files that are looked at in one go: a few milliseconds. */
const filesPerSlice = 500;
const markedMax = 100_000;
const namedMax = 3;

/**
 * Looks whether all stored files of an archive are there in their sizes, and reads those that are marked as damaged. Throws
 * 502 `file_damaged`, which names the first of them, before the first byte is sent.
 */
export async function checkArchive(services: DamageServices, archive: CheckedArchive): Promise<void> {
	const needed = await listNeeded(archive);
	const damaged = new Set<string>();
	const objects = [...needed.values()];
	for (let start = 0; start < objects.length; start += filesPerSlice) {
		await yieldToEventLoop();
		const faults = await services.storage.findFaults(objects.slice(start, start + filesPerSlice));
		for (const [sha256, fault] of faults) {
			await reportDamage(services, new DamagedObjectError(sha256, fault));
			damaged.add(sha256);
		}
	}
	for (const marked of await listDamagedBlobs(services.db, { limit: markedMax })) {
		const isNeeded = needed.has(marked.sha256) && !damaged.has(marked.sha256);
		if (isNeeded && !(await recheckObject(services, marked))) damaged.add(marked.sha256);
	}
	if (damaged.size === 0) return;
	const named: string[] = [];
	for (const sha256 of [...damaged].slice(0, namedMax)) named.push(await nameOf(services, needed.get(sha256)!));
	throw fileDamaged(refusalText(named, damaged.size));
}

async function listNeeded({ layout, sources }: CheckedArchive): Promise<ReadonlyMap<string, Needed>> {
	const needed = new Map<string, Needed>();
	const slice = createSlice();
	for (const [index, { name: entryName, sizeBytes }] of layout.entries.entries()) {
		const source = sources[index]!;
		const isEntry = source.kind === 'blob' && source.offset === undefined;
		for (const run of source.kind === 'text' ? [] : byteRuns(source, 0, sizeBytes)) {
			if (slice.isOver()) await slice.next();
			if (run.kind === 'bytes') continue;
			const known = needed.get(run.sha256);
			const end = Math.max(run.offset + run.length, known?.sizeBytes ?? 0);
			needed.set(run.sha256, {
				sha256: run.sha256,
				sizeBytes: end,
				isAtLeast: known === undefined ? !isEntry : known.isAtLeast && !isEntry,
				entryName: known?.entryName ?? entryName,
				isEntry: known?.isEntry ?? isEntry,
			});
		}
	}
	return needed;
}

/** As people know it: its path in the archive, or what the rows call it and the file that it is a part of. */
async function nameOf({ db }: DamageServices, { sha256, entryName, isEntry }: Needed): Promise<string> {
	if (isEntry) return entryName;
	const label = (await listBlobReferences(db, sha256, 1)).find((use) => use.label !== null)?.label;
	return label === undefined ? entryName : `${label} in ${entryName}`;
}

function refusalText(named: readonly string[], count: number): string {
	const rest = count - named.length;
	const list = `${named.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`;
	const [files, verb] = count === 1 ? ['One file', 'is'] : [`${count.toLocaleString('en')} files`, 'are'];
	return `${files} of this download ${verb} missing or damaged in storage: ${list}. ${damageRemedy}`;
}
