import { createSemaphore } from '../../limits/semaphore.ts';
import { DamagedObjectError, type ObjectFault, type Storage } from '../types.ts';
import type { S3 } from './s3-client.ts';

/** Objects that are looked at, one by one, at once. */
const looking = createSemaphore({ max: 48 });
/** A list of 1,000 names takes about as long as so many looks at one object. */
const worthAList = 20;
const seenMax = 200_000;

/** Looks at objects without reading them, and believes for a while what it saw. */
export interface ObjectSizes {
	readonly findFaults: Storage['findFaults'];
	/** The object is about to be another one, or was found to be. */
	forget(sha256: string): void;
}

/** @param believesForMs how long a size that was seen is believed */
export function createObjectSizes(s3: S3, believesForMs: number): ObjectSizes {
	const { sdk, client, settings, keyOf, of } = s3;
	const seen = new Map<string, { readonly sizeBytes: number; readonly atMs: number }>();
	const findSeen = (sha256: string): number | undefined => {
		const known = seen.get(sha256);
		return known !== undefined && performance.now() - known.atMs < believesForMs ? known.sizeBytes : undefined;
	};
	const lookAt = async (sha256: string): Promise<number> => {
		const head = new sdk.HeadObjectCommand({ Bucket: settings.bucket, Key: keyOf(sha256) });
		const { ContentLength = 0 } = await of(client.send(head), sha256);
		return ContentLength;
	};
	return {
		findFaults: async (objects) => {
			const faults = new Map<string, ObjectFault>();
			const unseen = objects.flatMap(({ sha256 }) => (findSeen(sha256) === undefined ? [sha256] : []));
			const listed = unseen.length < worthAList ? new Map<string, number>() : await listSizes(s3, unseen);
			const look = async ({ sha256, sizeBytes, isAtLeast = false }: (typeof objects)[number]) => {
				try {
					// What a list lacks is looked at by itself, before it counts as missing.
					const known = findSeen(sha256) ?? listed.get(sha256);
					const found = known ?? (await looking.run(() => lookAt(sha256)));
					if (seen.size >= seenMax) seen.clear();
					seen.set(sha256, { sizeBytes: found, atMs: performance.now() });
					if (found !== sizeBytes && !(isAtLeast && found > sizeBytes)) faults.set(sha256, 'size');
				} catch (error) {
					if (!(error instanceof DamagedObjectError)) throw error;
					faults.set(sha256, error.fault);
				}
			};
			await Promise.all(objects.map(look));
			return faults;
		},
		forget: (sha256) => void seen.delete(sha256),
	};
}

/** The sizes of those that lists show, as long as each shows many of them: the bucket may hold a hundred times as much. */
async function listSizes(
	{ sdk, client, settings, keyOf, of }: S3,
	hashes: readonly string[],
): Promise<Map<string, number>> {
	const { bucket: Bucket, prefix: Prefix } = settings;
	const wanted = hashes.toSorted();
	const sizes = new Map<string, number>();
	for (let next = 0; next < wanted.length; ) {
		const from = keyOf(wanted[next]!);
		// The shorter text comes right before it.
		const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, StartAfter: from.slice(0, -1) });
		const { Contents = [], IsTruncated = false } = await of(client.send(command));
		for (const { Key = '', Size } of Contents)
			if (Size !== undefined) sizes.set(Key.slice(Key.lastIndexOf('/') + 1), Size);
		const last = Contents.at(-1)?.Key;
		if (!IsTruncated || last === undefined) break;
		const start = next;
		while (next < wanted.length && keyOf(wanted[next]!) <= last) next += 1;
		if (next - start < worthAList) break;
	}
	return sizes;
}
