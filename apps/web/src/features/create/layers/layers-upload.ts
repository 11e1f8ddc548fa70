import type { LayerProject } from '@adx/collection/layers/layer-project';
import { listSentPictures } from '@adx/collection/layers/read-layers';
import type { LayerList } from '@adx/validators/generation/layer-list';
import type { UploadApi } from '../../../lib/uploads/upload-api.ts';
import { UploadEngine, type UploadItem } from '../../../lib/uploads/upload-engine.ts';
import type { LayersUpdate } from './layers-views.ts';

interface UploadDeps {
	readonly server: UploadApi;
	readonly hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

interface UploadedFolder {
	readonly project: LayerProject;
	readonly files: ReadonlyMap<string, Blob>;
	readonly texts: ReadonlyMap<string, string>;
	readonly report: (update: LayersUpdate) => void;
}

const anotherFolder = 'Another folder was chosen.';
/** The page hears of progress at most this often. */
const reportEveryMs = 200;

/** Sends the pictures of a folder by their content, and in the end the list of them. */
export class LayersUpload {
	readonly #deps: UploadDeps;
	readonly #folder: UploadedFolder;
	readonly #blobs = new Map<string, Blob>();
	/** By hash the sentence with which the server refused a file. */
	readonly #refused = new Map<string, string>();
	readonly #engine: UploadEngine;
	readonly #names = new Map<string, string>();
	readonly #done: Promise<string>;
	#unhashedCount: number;
	#problem: string | null = null;
	#isClosed = false;
	#timer: ReturnType<typeof setTimeout> | null = null;

	constructor(deps: UploadDeps, folder: UploadedFolder) {
		this.#deps = deps;
		this.#folder = folder;
		this.#unhashedCount = folder.project.picturePaths.length;
		this.#engine = new UploadEngine({
			server: deps.server,
			findBlob: async (sha256) => this.#blobs.get(sha256) ?? null,
			onChange: () => this.#changed(),
			onArrived: () => {},
			onRefused: (sha256, sentence) => void this.#refused.set(sha256, `'${this.#names.get(sha256)}': ${sentence}`),
			onMissing: () => {},
		});
		this.#done = this.#send();
		// The error is reported when the job is ordered, and before that to anyone viewing the layers.
		this.#done.catch((error: unknown) => {
			this.#problem = error instanceof Error ? error.message : '';
			this.#changed();
		});
	}

	/** Resolves with the hash of the list once everything has arrived; rejects with a sentence. */
	async finish(): Promise<string> {
		const list = await this.#done;
		// The server may have deleted what it got long ago.
		this.#engine.recheck([...this.#blobs.keys()]);
		await this.#settle([...this.#blobs.keys()]);
		return list;
	}

	resume(): void {
		this.#engine.resume();
	}

	close(): void {
		this.#isClosed = true;
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#engine.forget([...this.#blobs.keys()]);
		this.#blobs.clear();
	}

	async #send(): Promise<string> {
		const { project, files, texts: textsByPath } = this.#folder;
		const paths = listSentPictures(project, files.keys(), textsByPath);
		const listed: LayerList['files'] = [];
		for (const path of paths) {
			const blob = files.get(path)!;
			const sha256 = await this.#add(blob, 'layer', path);
			listed.push({ path, sha256 });
			this.#unhashedCount = paths.length - listed.length;
		}
		await this.#settle(listed.map(({ sha256 }) => sha256));
		if (this.#isClosed) throw new Error(anotherFolder);
		const texts = [...textsByPath].map(([path, text]) => ({ path, text }));
		const list: LayerList = { format: 'adx-layers-1', files: listed, texts };
		const sha256 = await this.#add(new Blob([JSON.stringify(list)]), 'layers', 'the list of the layers');
		await this.#settle([sha256]);
		return sha256;
	}

	async #add(blob: Blob, as: UploadItem['as'], name: string): Promise<string> {
		const bytes = await blob.arrayBuffer().catch(() => {
			throw new Error('A file of this folder cannot be read any more. Choose the folder again.');
		});
		const sha256 = await this.#deps.hash(new Uint8Array(bytes));
		if (this.#isClosed) throw new Error(anotherFolder);
		this.#blobs.set(sha256, blob);
		this.#names.set(sha256, name);
		this.#engine.add([{ sha256, sizeBytes: blob.size, as }]);
		return sha256;
	}

	async #settle(hashes: readonly string[]): Promise<void> {
		await this.#engine.whenSettled(hashes);
		for (const sha256 of hashes) {
			const sentence = this.#refused.get(sha256);
			if (sentence !== undefined) throw new Error(sentence);
			if (this.#engine.isLost(sha256)) {
				throw new Error('A file of this folder cannot be read any more. Choose the folder again.');
			}
		}
	}

	#changed(): void {
		if (this.#timer !== null || this.#isClosed) return;
		this.#timer = setTimeout(() => {
			this.#timer = null;
			const [refused = null] = this.#refused.values();
			this.#folder.report({
				upload: this.#engine.view(),
				unhashedCount: this.#unhashedCount,
				uploadProblem: refused ?? this.#problem,
			});
		}, reportEveryMs);
	}
}
