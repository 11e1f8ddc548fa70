import type { PlacedFile } from './select-files.ts';

/** A folder with what lies in it, in natural order. */
export interface FolderNode {
	readonly name: string;
	/** Inside the folder of layers, with '/' between names. */
	readonly path: string;
	readonly files: PlacedFile[];
	readonly folders: Map<string, FolderNode>;
}

/** The folders of a list of files, as deep as they go. */
export function buildTree(files: readonly PlacedFile[]): FolderNode {
	const root = createNode('', '');
	for (const file of files) {
		let node = root;
		for (const name of file.folders) {
			let next = node.folders.get(name);
			if (next === undefined) {
				next = createNode(name, node.path === '' ? name : `${node.path}/${name}`);
				node.folders.set(name, next);
			}
			node = next;
		}
		node.files.push(file);
	}
	return root;
}

function createNode(name: string, path: string): FolderNode {
	return { name, path, files: [], folders: new Map() };
}
