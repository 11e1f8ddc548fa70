import { buildCollectionArchive } from '@adx/collection/archive/collection-archive';
import { buffersOfExport, type ExportOutcome } from '../../collection-tasks/collection-task.ts';
import { packFiles } from '../../collection-tasks/pack-files.ts';
import { type JsonBatches, parseJsonBatches } from '../../platform/threads/json-batches.ts';
import { transferBuffers } from '../../platform/threads/transfer-buffers.ts';

type Archive = Parameters<typeof buildCollectionArchive>[0];
export type ZipImage = Archive['images'][number];

/** What `buildCollectionArchive` takes. */
export interface ZipTask extends Pick<Archive, 'projectName' | 'seed'> {
	/** Packed `ZipImage`s; they are transferred. */
	readonly images: JsonBatches;
	readonly imageCount: number;
}

/** Lays the archive of a generated collection out away from the thread that answers calls. */
export default function layOutZip({ images, ...task }: ZipTask): ExportOutcome {
	const { entries, sources } = buildCollectionArchive({ ...task, images: parseJsonBatches<ZipImage>(images) });
	const outcome = packFiles(entries.map((entry, index) => ({ entry, source: sources[index]! }) as never));
	return transferBuffers(outcome, buffersOfExport(outcome));
}
