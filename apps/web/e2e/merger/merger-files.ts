import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** A small picture of its own colour for every number. */
export const createImage = (number: number, sizePx = 64): Promise<Buffer> =>
	sharp({
		create: {
			width: sizePx,
			height: sizePx,
			channels: 3,
			background: { r: (number * 37) % 256, g: (number * 91) % 256, b: (number * 151) % 256 },
		},
	})
		.composite([
			{
				input: Buffer.from(
					`<svg width="${sizePx}" height="${sizePx}"><circle cx="50%" cy="50%" r="${8 + (number % 17)}" fill="#fff"/><text x="4" y="60" font-size="14">${number}</text></svg>`,
				),
			},
		])
		.png()
		.toBuffer();

async function write(path: string, content: Buffer | string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, content);
}

const hats = ['Crown', 'Hood', 'Helm'];

/** What HashLips leaves behind: images and json apart, and the list of all. Returns the folder. */
export async function writeHashLipsBuild(parent: string, name: string, count: number): Promise<string> {
	const folder = join(parent, name);
	const list: unknown[] = [];
	for (let edition = 1; edition <= count; edition++) {
		const metadata = {
			name: `${name} #${edition}`,
			edition,
			attributes: [{ trait_type: 'Hat', value: hats[edition % hats.length] }],
		};
		list.push(metadata);
		await write(join(folder, 'images', `${edition}.png`), await createImage(edition + name.length * 1_000));
		await write(join(folder, 'json', `${edition}.json`), JSON.stringify(metadata));
	}
	await write(join(folder, 'json', '_metadata.json'), JSON.stringify(list));
	return folder;
}

/** Loose files: two pictures with their JSON beside them, one without, one that is none, one that is not an image file. */
export async function writeLooseFiles(folder: string): Promise<string[]> {
	const files: readonly (readonly [string, Buffer | string])[] = [
		['orc-1.png', await createImage(501)],
		['orc-1.json', JSON.stringify({ name: 'Grom', attributes: [{ trait_type: 'hat', value: 'Crown' }] })],
		['orc-2.png', await createImage(502)],
		['orc-2.json', '{"name": '],
		['orc-3.png', await createImage(503)],
		['broken.png', 'this is not a picture'],
		['notes.txt', 'not an image'],
	];
	for (const [name, content] of files) await write(join(folder, name), content);
	return files.map(([name]) => join(folder, name));
}
