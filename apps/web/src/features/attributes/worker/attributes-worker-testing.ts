import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { readZip } from '../../../lib/files/read-zip.ts';
import type { AttributesWorkerDeps } from './attributes-worker-service.ts';
import type { FolderStore } from './folder-store.ts';
import type { ImageFolder } from './image-folder.ts';

export const pictureFile = (path: string): PickedFile => ({ path, blob: new Blob(['picture'], { type: 'image/png' }) });

/** A text stands as it is; anything else as JSON. */
export const metadataFile = (path: string, value: unknown): PickedFile => ({
	path,
	blob: new Blob([typeof value === 'string' ? value : JSON.stringify(value)], { type: 'application/json' }),
});

/** 'art' with so many pictures: the first is a Bard already, the second has metadata that is none. */
export function artFiles(count: number): PickedFile[] {
	const pictures = Array.from({ length: count }, (_, index) => pictureFile(`art/${index + 1}.png`));
	const bard = { name: 'Lyra', attributes: [{ trait_type: 'class', value: 'Bard' }] };
	return [...pictures, metadataFile('art/1.json', bard), metadataFile('art/2.json', '{"name": ')];
}

/** Keeps folders as long as the test lasts, without their pictures, as the browser does. */
export function createMemoryFolderStore(): FolderStore {
	const folders = new Map<string, ImageFolder>();
	return {
		load: async (ownerId, folderId) => folders.get(`${ownerId} ${folderId}`) ?? null,
		save: async (ownerId, folder) => {
			folders.set(`${ownerId} ${folder.id}`, { ...folder, pictures: null });
		},
		remove: async (folderId) => {
			for (const key of folders.keys()) if (key.endsWith(folderId)) folders.delete(key);
		},
	};
}

/** What the attribute generator's thread needs, with nothing behind it. */
export const workerDeps = (changes: Partial<AttributesWorkerDeps> = {}): AttributesWorkerDeps => ({
	store: createMemoryFolderStore(),
	sendList: async () => {},
	readZip,
	drawSmall: async () => null,
	readImage: async () => ({ mime: 'image/png', width: 64, height: 64, isTooLarge: false, preview: null }),
	...changes,
});
