import { Buffer } from 'node:buffer';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { textFile } from '@adx/collection/archive/archive-file';
import { byteRuns, createRunsSource, type FileSource } from '@adx/collection/archive/file-source';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { expect, it } from 'vitest';
import { buffersOfExport } from './collection-task.ts';
import { packFiles, unpackFiles } from './pack-files.ts';

const sha256 = 'ab'.repeat(32);
const picture: FileSource = { kind: 'blob', sha256, offset: 7 };
const joined = createRunsSource([
	{ kind: 'bytes', bytes: Buffer.from('head') },
	{ kind: 'blob', sha256, offset: 3, length: 20 },
	{ kind: 'bytes', bytes: Buffer.from('tail') },
]);
const files = [
	{ entry: { name: 'joined.car', sizeBytes: 28, crc32: 4_294_967_295, sha256 }, source: joined },
	{ entry: { name: 'empty', sizeBytes: 0, crc32: 0 }, source: createRunsSource([]) },
	...Array.from({ length: 1_200 }, (_, index) => textFile(`metadata/Élan ${index}.json`, `{"number":${index}}`)),
	{ entry: { name: 'picture.png', sizeBytes: 9, crc32: 5, sha256 }, source: picture },
];

it('files come from a thread with the layout that they have here, and with their bytes in the same places', async () => {
	const packed = packFiles(files);
	const { port1, port2 } = new MessageChannel();
	port1.postMessage(packed, buffersOfExport(packed) as ArrayBuffer[]);
	const arrived = receiveMessageOnPort(port2)?.message as typeof packed;
	port1.close();
	expect(packed.pack.byteLength).toBe(0);
	const { layout, sources } = await unpackFiles(arrived);
	expect(layout).toEqual(computeZipLayout(files.map(({ entry }) => entry)));
	const runsOf = (source: FileSource, sizeBytes: number) => [...byteRuns(source, 0, sizeBytes)].map(toText);
	expect(sources.map((source, index) => runsOf(source, layout.entries[index]!.sizeBytes))).toEqual(
		files.map(({ source, entry }) => runsOf(source, entry.sizeBytes)),
	);
	expect(sources.at(-1)).toEqual(picture);
});

const toText = (run: ReturnType<typeof byteRuns> extends Generator<infer Run> ? Run : never) =>
	run.kind === 'blob' ? `${run.sha256} ${run.offset} ${run.length}` : Buffer.from(run.bytes).toString();
