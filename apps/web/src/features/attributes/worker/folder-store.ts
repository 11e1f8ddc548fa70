import { attributeFolderSchema } from '@adx/validators/attributes';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { folderDocument, type ImageFolder, inspectMetadata } from './image-folder.ts';

/** Folders of one owner that are kept; a tab holds one. */
const maxStoredFolders = 3;

interface StoredFolder extends Omit<ImageFolder, 'images' | 'pictures' | 'unusable' | 'metadataProblems'> {
	/** Missing in what was stored by an earlier version. */
	readonly unusable?: readonly number[];
	readonly ownerId: string;
	readonly openedAtMs: number;
	readonly document: Blob;
}

interface AttributesDatabase extends DBSchema {
	folders: { key: string; value: StoredFolder; indexes: { ownerId: string } };
}

/** Names and metadata of folders, kept in this browser so that a reload loses nothing. */
export interface FolderStore {
	/** Null when it is gone, or somebody else's. */
	load(ownerId: string, folderId: string): Promise<ImageFolder | null>;
	save(ownerId: string, folder: ImageFolder): Promise<void>;
	remove(folderId: string): Promise<void>;
}

async function openDatabase(): Promise<IDBPDatabase<AttributesDatabase>> {
	return openDB<AttributesDatabase>('adx-attributes', 1, {
		upgrade(database) {
			database.createObjectStore('folders', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
		},
	});
}

/** Keeps folders in IndexedDB. Where the browser refuses room or storage, work goes on and is simply not remembered. */
export function openFolderStore(): FolderStore {
	const opened = openDatabase();
	opened.catch(() => {});

	async function guarded<Result>(
		otherwise: Result,
		work: (database: IDBPDatabase<AttributesDatabase>) => Promise<Result>,
	) {
		try {
			return await work(await opened);
		} catch {
			return otherwise;
		}
	}

	return {
		load: (ownerId, folderId) =>
			guarded(null, async (database) => {
				const stored = await database.get('folders', folderId);
				if (stored === undefined || stored.ownerId !== ownerId) return null;
				const { ownerId: _owner, openedAtMs: _openedAt, document, unusable = [], ...facts } = stored;
				const { images } = attributeFolderSchema.parse(JSON.parse(await document.text()));
				return { ...facts, images, unusable, ...inspectMetadata({ images, unusable }), pictures: null };
			}),
		save: (ownerId, folder) =>
			guarded(undefined, async (database) => {
				const { images: _images, pictures: _pictures, metadataProblems: _problems, ...facts } = folder;
				const document = folderDocument(folder.images);
				await database.put('folders', { ...facts, ownerId, openedAtMs: Date.now(), document });
				const all = await database.getAllFromIndex('folders', 'ownerId', ownerId);
				const old = all.toSorted((one, other) => other.openedAtMs - one.openedAtMs).slice(maxStoredFolders);
				await Promise.all(old.map(({ id }) => database.delete('folders', id)));
			}),
		remove: (folderId) => guarded(undefined, async (database) => void (await database.delete('folders', folderId))),
	};
}
