import { describe, expect, test } from 'vitest';
import { dropOf, fileEntry, folderEntry } from './drop-testing.ts';
import { getZipName, readDrop, toPickedFiles } from './picked-files.ts';

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

	test('folders in which systems alone have left something are named, and none of it is taken', async () => {
		const drop = dropOf(
			folderEntry('/empty', []),
			folderEntry('/nested', [folderEntry('/nested/inner', [])]),
			folderEntry('/mac', [fileEntry('/mac/.DS_Store')]),
			folderEntry('/.art', [fileEntry('/.art/1.png')]),
			folderEntry('/a', [fileEntry('/a/2.png'), folderEntry('/a/empty', [])]),
			fileEntry('/mac.png'),
		);
		const { emptyFolders, folderFiles, looseFiles } = await readDrop(drop);
		expect(emptyFolders).toEqual(['empty', 'nested', 'mac']);
		expect(folderFiles.map(({ path }) => path).toSorted()).toEqual(['.art/1.png', 'a/2.png']);
		expect(looseFiles.map(({ path }) => path)).toEqual(['mac.png']);
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
	expect(toPickedFiles([file]).folderFiles.map(({ path }) => path)).toEqual(['build/images/1.png']);
});
