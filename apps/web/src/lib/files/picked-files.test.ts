import { describe, expect, test } from 'vitest';
import { getZipName, groupFiles, readDrop } from './picked-files.ts';

const fileEntry = (fullPath: string) =>
	({
		isDirectory: false,
		fullPath,
		file: (done: (file: File) => void) => done(new File(['x'], fullPath.split('/').at(-1) ?? '')),
	}) as unknown as FileSystemEntry;

/** Hands out at most a hundred entries at once, as Chrome does. */
function folderEntry(fullPath: string, entries: readonly FileSystemEntry[]): FileSystemEntry {
	return {
		isDirectory: true,
		fullPath,
		createReader() {
			let from = 0;
			return {
				readEntries(done: (some: readonly FileSystemEntry[]) => void) {
					done(entries.slice(from, from + 100));
					from += 100;
				},
			};
		},
	} as unknown as FileSystemEntry;
}

const dropOf = (...entries: FileSystemEntry[]) =>
	({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] }) as unknown as DataTransfer;

describe('what is dropped', () => {
	test('a folder of 250 files is walked to its end', async () => {
		const files = Array.from({ length: 250 }, (_, index) => fileEntry(`/build/images/${index}.png`));
		const { folderFiles, looseFiles } = await readDrop(
			dropOf(folderEntry('/build', [folderEntry('/build/images', files)])),
		);
		expect(folderFiles).toHaveLength(250);
		expect(folderFiles.some(({ path }) => path === 'build/images/249.png')).toBe(true);
		expect(looseFiles).toEqual([]);
	});

	test('files, folders and archives are told apart', async () => {
		const drop = dropOf(fileEntry('/1.png'), fileEntry('/Winter.zip'), folderEntry('/a', [fileEntry('/a/2.png')]));
		const { folderFiles, zips, looseFiles } = await readDrop(drop);
		expect(looseFiles.map(({ path }) => path)).toEqual(['1.png']);
		expect(folderFiles.map(({ path }) => path)).toEqual(['a/2.png']);
		expect(zips.map(getZipName)).toEqual(['Winter']);
	});

	test('a browser without entries gives its files', async () => {
		const files = [new File(['x'], '1.png')];
		expect((await readDrop({ items: [], files } as unknown as DataTransfer)).looseFiles).toHaveLength(1);
	});

	test('rejects when something cannot be read', async () => {
		const broken = {
			isDirectory: false,
			fullPath: '/1.png',
			file: (_done: unknown, fail: (error: Error) => void) => fail(new Error('gone')),
		} as unknown as FileSystemEntry;
		await expect(readDrop(dropOf(broken))).rejects.toThrow('gone');
	});
});

test('a picked folder carries its paths', () => {
	const file = Object.defineProperty(new File(['x'], '1.png'), 'webkitRelativePath', { value: 'build/images/1.png' });
	expect(groupFiles([file]).folderFiles.map(({ path }) => path)).toEqual(['build/images/1.png']);
});
