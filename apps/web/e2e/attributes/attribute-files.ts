import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import JsZip from 'jszip';
import { createImage } from '../merger/merger-files.ts';

/** An entry of a token's `attributes`. */
export interface Attribute {
	readonly trait_type: string;
	readonly value: string;
}

/**
 * Finished art of which a few have metadata: 1 to 6 a class of their own and a hat, 7 a description, 8 what is not JSON.
 * Returns the folder.
 */
export async function writeArt(parent: string, name: string, count: number): Promise<string> {
	const folder = join(parent, name);
	await mkdir(join(folder, 'notes'), { recursive: true });
	for (let number = 1; number <= count; number++) {
		await writeFile(join(folder, `art-${number}.png`), await createImage(number));
	}
	for (let number = 1; number <= 6; number++) {
		const attributes = [
			{ trait_type: 'Class', value: number === 6 ? 'Alchemist' : 'Wizard' },
			{ trait_type: 'Hat', value: `Hat ${number % 2}` },
		];
		await writeFile(join(folder, `art-${number}.json`), JSON.stringify({ name: `Own ${number}`, attributes }));
	}
	await writeFile(join(folder, 'art-7.json'), JSON.stringify({ description: 'Painted in winter' }));
	await writeFile(join(folder, 'art-8.json'), '{"name": ');
	await writeFile(join(folder, 'notes', 'readme.txt'), 'not an image');
	return folder;
}

/** So many small files that pass for pictures, one in five with metadata. Returns the folder. */
export async function writeManyFiles(parent: string, name: string, count: number): Promise<string> {
	const folder = join(parent, name);
	await mkdir(folder, { recursive: true });
	const picture = await createImage(1, 32);
	for (let number = 1; number <= count; number++) {
		await writeFile(join(folder, `${number}.png`), picture);
		if (number % 5 !== 0) continue;
		const attributes = [{ trait_type: 'Hat', value: `Hat ${number % 7}` }];
		await writeFile(join(folder, `${number}.json`), JSON.stringify({ name: `Own ${number}`, attributes }));
	}
	return folder;
}

/** What a download of the attribute generator holds. */
export interface Download {
	readonly names: readonly string[];
	text(name: string): Promise<string>;
	/** The attributes of every metadata file, by its name. */
	attributes(): Promise<ReadonlyMap<string, readonly Attribute[]>>;
}

export async function readDownload(path: string): Promise<Download> {
	const zip = await JsZip.loadAsync(await readFile(path), { checkCRC32: true });
	const names = Object.keys(zip.files);
	const text = (name: string) => zip.file(name)?.async('string') ?? Promise.reject(new Error(`${name} is missing`));
	return {
		names,
		text,
		async attributes() {
			const tokens = names.filter((name) => /^[^/]+\.json$/.test(name));
			const read = tokens.map(async (name) => [name, JSON.parse(await text(name)).attributes] as const);
			return new Map(await Promise.all(read));
		},
	};
}
