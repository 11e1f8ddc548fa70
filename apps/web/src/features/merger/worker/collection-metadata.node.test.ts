import type { FindingKind } from '@adx/collection/merge/merge-doctor';
import { expect, test } from 'vitest';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { createWorkerService, folder, jsonFile, pngFile, useFastTimers } from './merger-worker-testing.ts';

useFastTimers();

const textFile = (path: string, text: BlobPart): PickedFile => ({ path, blob: new Blob([text]) });

/** The rows of a finding, once everything is read. */
async function readFinding(kind: FindingKind, files: readonly PickedFile[]) {
	const worker = createWorkerService();
	await worker.pick(folder, files);
	const rows = worker.service.finding(kind);
	return rows.map(({ name, problem }) => [name, problem]);
}

test('a metadata.csv gives images their traits where they have no file of their own', async () => {
	const worker = createWorkerService();
	await worker.pick(folder, [
		...['1.png', '2.png', '3.png'].map((name) => pngFile(`drop/media/${name}`)),
		jsonFile('drop/media/3.json', { name: 'Own' }),
		textFile(
			'drop/metadata.csv',
			'\uFEFFtokenID,name,file_name,attributes[Hat]\r\n1,"One, the first",1.png,Red\r\n2,Two,2.PNG,\r\n3,Three,3.png,Blue\r\n',
		),
	]);
	const { collections } = await worker.until((view) => view.collections[0]?.metadataCount === 3);
	expect(collections[0]).toMatchObject({ name: 'drop', imageCount: 3, ignoredCount: 0 });
	expect(worker.service.finding('metadataProblems')).toEqual([
		{
			collection: 'drop',
			name: 'drop/media/3.json',
			problem: 'A row of metadata.csv tells of this picture, too; what 3.json says counts.',
		},
	]);
	const [prepared] = await worker.service.prepare();
	const manifest = JSON.parse(await worker.server.stored.get(prepared!.manifest)!.text());
	expect(manifest.images.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual([
		'One, the first',
		'Two',
		'Own',
	]);
});

test('what is wrong with a metadata.csv is told row by row', async () => {
	const table = 'file_name,name\n1.png,One\n1.png,Again\ngone.png,Gone\n';
	const rows = await readFinding('metadataProblems', [pngFile('art/1.png'), textFile('art/metadata.csv', table)]);
	expect(rows).toEqual([
		['art/metadata.csv', "Row 3 names '1.png' again; the first row counts."],
		['art/metadata.csv', "It names 'gone.png', which is not there."],
	]);
});

test('metadata that cannot be read, is not UTF-8 or names a trait twice is told by name', async () => {
	const gone = { path: 'art/1.json', blob: { size: 1, arrayBuffer: () => Promise.reject(new Error()) } as never };
	const twice = {
		attributes: [
			{ trait_type: 'Hat', value: 'Red' },
			{ trait_type: 'hat', value: 'Blue' },
		],
	};
	const rows = await readFinding('metadataProblems', [
		...[1, 2, 3, 4, 5].map((number) => pngFile(`art/${number}.png`)),
		gone,
		textFile('art/2.json', new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d])),
		jsonFile('art/3.json', twice),
		jsonFile('art/4.json', '{"name":'),
		jsonFile('art/5.json', { name: 'Fine' }),
	]);
	expect(rows).toEqual([
		['art/1.json', 'The metadata file cannot be read; was it moved or changed?'],
		['art/2.json', 'The metadata file is not UTF-8; letters that cannot be read are replaced.'],
		['art/3.json', "The traits 'Hat' and 'hat' are the same but for case or white space."],
		['art/4.json', 'The metadata is not JSON.'],
	]);
});
