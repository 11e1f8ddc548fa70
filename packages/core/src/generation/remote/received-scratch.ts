import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { temporaryPrefix, writeWhole } from '../../platform/storage/disk.ts';
import { isMissing } from '../../platform/storage/missing-file.ts';

/** A picture as a service sent it, and what is needed to store it later. */
const paidPictureSchema = z.object({
	callId: z.uuid(),
	imageId: z.string(),
	jobId: z.string(),
	tokenNumber: z.int(),
	/** The token of the claim under which it was generated. */
	token: z.string(),
	imageSeed: z.string(),
	call: z.object({
		model: z.string(),
		prompt: z.string(),
		promptHash: z.string(),
		finishReason: z.string().nullable(),
		costMicroUsd: z.number(),
		// The version before wrote none.
		costRestNanoUsd: z.number().default(0),
		isEstimated: z.boolean().default(false),
	}),
});
export type ReceivedImage = z.infer<typeof paidPictureSchema>;

/**
 * Pictures that were paid for and are not stored yet: files of one folder on the local disk, which outlive the process
 * and which any process that has the folder may store.
 */
export interface ReceivedScratch {
	/** Keeps a picture until it is removed: on disk, or in memory while the disk refuses. Never rejects. */
	persist(picture: ReceivedImage, bytes: Uint8Array): Promise<void>;
	has(callId: string): boolean;
	/**
	 * The picture is nobody's work at the moment: it waits to be stored, in so many milliseconds. Returns undefined for one
	 * that is not here.
	 */
	letWait(callId: string, forMs?: number): PendingPaidImage | undefined;
	/** Pictures that wait, oldest first. */
	waiting(): readonly PendingPaidImage[];
	/** Rejects with ENOENT when another process stored the picture meanwhile. */
	read(callId: string): Promise<Uint8Array>;
	/** The picture is stored, or of no use. */
	remove(callId: string): Promise<void>;
	/** Takes a picture that cannot be stored out of the way; its file stays, under another name. */
	setAside(callId: string): Promise<void>;
	/** Writes what only memory holds, where the disk takes it by now. */
	flush(): Promise<void>;
	/** Finds what earlier processes, or others with the same folder, left for so long; on request of one image only. */
	load(olderThanMs: number, imageId?: string): Promise<void>;
}

/** A picture and how the tries to store it went. */
export interface PendingPaidImage {
	readonly picture: ReceivedImage;
	/** The earliest next attempt, in milliseconds since 1970. */
	notBefore: number;
	/** Somebody else is at work on its image, which says nothing about storage. */
	isLate: boolean;
	/** Since when its image is known to be held for it; 0 for not at all. */
	heldAt: number;
	/** Tries that failed for a reason that waiting does not mend. */
	failures: number;
}

interface Entry extends PendingPaidImage {
	isWaiting: boolean;
	/** Null when the file holds them. */
	bytes: Uint8Array | null;
}

/** As it always was: what a former release left is found. */
const suffix = '.paid';
const newline = 0x0a;

/** Opens the scratch in a folder that need not exist yet; `load` finds what it holds. */
export function openReceivedScratch(folder: string, log: Logger): ReceivedScratch {
	const entries = new Map<string, Entry>();
	const unreadable = new Set<string>();
	const pathOf = (callId: string) => join(folder, `${callId}${suffix}`);

	const write = async (entry: Entry, bytes: Uint8Array) => {
		try {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const header = Buffer.from(`${JSON.stringify(entry.picture)}\n`);
			await writeWhole(pathOf(entry.picture.callId), (file) => file.writeFile(Buffer.concat([header, bytes])), 0o600);
			entry.bytes = null;
		} catch (error) {
			if (entry.bytes === null) log.error({ err: error }, 'scratch takes no picture; it is held in memory');
			entry.bytes = bytes;
		}
	};
	const add = (picture: ReceivedImage, isWaiting: boolean): Entry => {
		const entry = { picture, isWaiting, notBefore: 0, isLate: false, heldAt: 0, failures: 0, bytes: null };
		entries.set(picture.callId, entry);
		return entry;
	};
	const loadOne = async (name: string, olderThanMs: number, imageId?: string) => {
		const path = join(folder, name);
		try {
			if (Date.now() - (await stat(path)).mtimeMs < olderThanMs) return;
			const { picture } = parsePicture(await readFile(path));
			if (imageId !== undefined && picture.imageId !== imageId) return;
			// Another look may have found it meanwhile.
			if (!entries.has(picture.callId)) add(picture, true);
		} catch (error) {
			if (isMissing(error)) return;
			unreadable.add(name);
			log.error({ err: error, path }, 'a file in scratch is not a received picture');
		}
	};

	return {
		persist: (picture, bytes) => write(add(picture, false), bytes),
		has: (callId) => entries.has(callId),
		letWait: (callId, forMs = 0) => {
			const entry = entries.get(callId);
			return entry && Object.assign(entry, { isWaiting: true, isLate: false, notBefore: Date.now() + forMs });
		},
		waiting: () => [...entries.values()].filter(({ isWaiting }) => isWaiting),
		read: async (callId) => {
			const bytes = entries.get(callId)?.bytes;
			return bytes ?? parsePicture(await readFile(pathOf(callId))).bytes;
		},
		remove: async (callId) => {
			entries.delete(callId);
			await rm(pathOf(callId), { force: true }).catch((error: unknown) => {
				// Found again at the next start, and known as stored then.
				log.debug({ err: error, callId }, 'a stored picture stays in scratch');
			});
		},
		setAside: async (callId) => {
			entries.delete(callId);
			await rename(pathOf(callId), join(folder, `${callId}.failed`)).catch(() => unreadable.add(`${callId}${suffix}`));
		},
		flush: async () => {
			for (const entry of entries.values()) if (entry.bytes !== null) await write(entry, entry.bytes);
		},
		load: async (olderThanMs, imageId) => {
			const names = await readdir(folder).catch(() => []);
			const isNew = (name: string) => !entries.has(name.slice(0, -suffix.length)) && !unreadable.has(name);
			for (const name of names) if (name.endsWith(suffix) && isNew(name)) await loadOne(name, olderThanMs, imageId);
			for (const name of names) if (name.startsWith(temporaryPrefix)) await removeOld(join(folder, name));
		},
	};
}

/** Nobody is still writing what was started so long ago. */
const interruptedMs = 24 * 3_600_000;

async function removeOld(path: string): Promise<void> {
	const facts = await stat(path).catch(() => null);
	if (facts !== null && Date.now() - facts.mtimeMs > interruptedMs) await rm(path, { force: true }).catch(() => {});
}

/** A line of JSON, then the picture. */
function parsePicture(file: Buffer): { readonly picture: ReceivedImage; readonly bytes: Uint8Array } {
	const end = file.indexOf(newline);
	const picture = paidPictureSchema.parse(JSON.parse(file.subarray(0, end).toString('utf8')));
	return { picture, bytes: file.subarray(end + 1) };
}
