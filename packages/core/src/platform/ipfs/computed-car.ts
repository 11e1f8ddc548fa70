import { byteRuns, type FileSource } from '@adx/collection/archive/file-source';
import type { Storage } from '../storage/types.ts';

/** A CAR that is computed. */
export interface ComputedCar {
	readonly root: string;
	readonly sizeBytes: number;
	readonly source: FileSource;
}

/** Small runs are sent together. */
const gatheredBytes = 64 << 10;

/** The bytes of a computed file, in order; stored ones are read as they are asked for. */
export async function* readComputedFile(
	storage: Pick<Storage, 'read'>,
	{ source, sizeBytes }: Pick<ComputedCar, 'source' | 'sizeBytes'>,
): AsyncGenerator<Uint8Array, void> {
	let gathered: Uint8Array[] = [];
	let held = 0;
	for (const run of byteRuns(source, 0, sizeBytes)) {
		if (run.kind === 'bytes') {
			gathered.push(run.bytes);
			held += run.bytes.length;
			if (held < gatheredBytes) continue;
		}
		if (held > 0) yield Buffer.concat(gathered, held);
		[gathered, held] = [[], 0];
		if (run.kind === 'blob' && run.length > 0) {
			yield* storage.read(run.sha256, { start: run.offset, end: run.offset + run.length - 1 }) as AsyncIterable<Buffer>;
		}
	}
	if (held > 0) yield Buffer.concat(gathered, held);
}
