import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, test } from 'vitest';
import { readZip } from './read-zip.ts';

async function zipOf(files: Readonly<Record<string, string>>, options: { level?: number; password?: string } = {}) {
	const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, ...options });
	for (const [path, text] of Object.entries(files)) await writer.add(path, new TextReader(text));
	return writer.close();
}

const textsOf = async (files: Awaited<ReturnType<typeof readZip>>) =>
	Object.fromEntries(await Promise.all(files.map(async ({ path, blob }) => [path, await blob.text()])));

const frozen = { 'images/1.png': 'picture', 'metadata/1.json': '{"name":"One"}', 'collection.json': '{}' };

describe('an archive', () => {
	test.each([
		['stored', 0],
		['deflated', 6],
	])('gives its %s files as if its folder had been picked', async (_how, level) => {
		const files = await readZip(await zipOf(frozen, { level }), 'Winter');
		expect(await textsOf(files)).toEqual({
			'Winter/images/1.png': 'picture',
			'Winter/metadata/1.json': '{"name":"One"}',
			'Winter/collection.json': '{}',
		});
		expect(files.every(({ crc32 }) => typeof crc32 === 'number')).toBe(true);
	});

	test('leaves what a Mac adds aside', async () => {
		const files = await readZip(await zipOf({ 'a/1.png': 'x', '__MACOSX/a/._1.png': 'y', 'a/._1.png': 'z' }), 'n');
		expect(files.map(({ path }) => path)).toEqual(['a/1.png']);
	});

	test.each([
		[{ 'Goo Eyes/1.png': 'x', 'Goo Eyes/1.json': '{}' }, ['Goo Eyes/1.png', 'Goo Eyes/1.json']],
		[{ 'Goo Eyes/1.png': 'x', 'read me.txt': 'y' }, ['goo/Goo Eyes/1.png', 'goo/read me.txt']],
		[{ 'images/1.png': 'x' }, ['goo/images/1.png']],
		[{ '1.png': 'x' }, ['goo/1.png']],
	])('is called after the one folder that holds all of it: %j', async (entries, paths) => {
		const files = await readZip(await zipOf(entries), 'goo');
		expect(files.map(({ path }) => path)).toEqual(paths);
	});

	test('rejects what is not an archive, and one that is cut off, with a sentence', async () => {
		const whole = await zipOf(frozen);
		for (const blob of [new Blob(['no archive at all']), whole.slice(0, whole.size - 40), new Blob()]) {
			await expect(readZip(blob, 'n')).rejects.toThrow('it is not a readable zip archive.');
		}
	});

	test.each(['../up.png', 'a/../../up.png', '/etc/up.png', 'C:\\up.png'])(
		'rejects one with the path %s',
		async (path) => {
			const archive = await zipOf({ 'a/1.png': 'x', [path]: 'y' });
			const sentence = `the path '${path}' in it leads out of the archive.`;
			await expect(readZip(archive, 'n')).rejects.toThrow(sentence);
		},
	);

	test('rejects an encrypted one with a sentence', async () => {
		await expect(readZip(await zipOf(frozen, { password: 'secret' }), 'n')).rejects.toThrow('encrypted');
	});
});
