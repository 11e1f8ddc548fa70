import { attributeOptions } from '@adx/collection/attributes/attribute-columns';
import { AttributesError } from '@adx/collection/attributes/attributes-error';
import { type AttributedToken, planAttributes } from '@adx/collection/attributes/plan-attributes';
import { PlanImpossibleError } from '@adx/collection/plan/plan';
import { mergeBodyMaxBytes } from '@adx/validators/limits';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { AttributesMessage, AttributesRequest, PreviewRequest, RowView } from './attributes-messages.ts';
import type { FolderStore } from './folder-store.ts';
import { folderDocument, type ImageFolder, toFolderView } from './image-folder.ts';
import { countPlanned, getTokens, summarizePreview, toPreviewRow } from './preview-rows.ts';
import { readFolder } from './read-folder.ts';

/** The page hears of reading at most this often. */
const progressIntervalMs = 100;

export interface AttributesWorkerDeps {
	readonly store: FolderStore;
	/** Rejects with a sentence. */
	readonly sendList: (sha256: string, document: Blob) => Promise<void>;
	/** Rejects with the end of a sentence. */
	readonly readZip: (archive: Blob, name: string) => Promise<PickedFile[]>;
	readonly drawSmall: (file: Blob) => Promise<ImageBitmap | null>;
	readonly tell: (answer: AttributesMessage) => void;
}

type Request<Kind extends AttributesRequest['kind']> = Extract<AttributesRequest, { readonly kind: Kind }>;

/**
 * Reads a folder, plans its trait sets and hands its list to the server. Everything heavy of the page happens here, in a
 * thread of its own; the page gets summaries, and the rows that it shows.
 */
export class AttributesWorkerService {
	readonly #deps: AttributesWorkerDeps;
	readonly #picks = new Map<string, { readonly zip: string | null; readonly files: PickedFile[] }>();
	#ownerId = '';
	#folder: ImageFolder | null = null;
	/** Of the reading that counts: a later one takes its place. */
	#readingId = '';
	#planId = -1;
	#tokens: readonly AttributedToken[] = [];
	#view: { readonly id: number; readonly tokens: readonly AttributedToken[] } | null = null;
	#wanted: readonly number[] = [];
	#isDrawing = false;
	/** The list of the open folder that has arrived. */
	#arrived: { readonly folderId: string; readonly sha256: string } | null = null;

	constructor(deps: AttributesWorkerDeps) {
		this.#deps = deps;
	}

	ask(question: AttributesRequest): void {
		if (question.kind === 'open') void this.#open(question);
		else if (question.kind === 'pick') this.#picks.set(question.pickId, { zip: question.zip, files: [] });
		else if (question.kind === 'files') this.#takeFiles(question);
		else if (question.kind === 'clear') this.#clear();
		else if (question.kind === 'plan') this.#plan(question.planId, question.order);
		else if (question.kind === 'rows') this.#tellRows(question);
		else if (question.kind === 'pictures') this.#wantPictures(question);
		else void this.#send(question);
	}

	async #open({ ownerId, folderId }: Request<'open'>): Promise<void> {
		if (ownerId === this.#ownerId) return this.#show(this.#folder);
		this.#ownerId = ownerId;
		this.#folder = null;
		this.#forgetPlan();
		const folder = folderId === null ? null : await this.#deps.store.load(ownerId, folderId);
		// Something may have been picked meanwhile.
		if (this.#ownerId === ownerId && this.#folder === null) this.#show(folder);
	}

	#show(folder: ImageFolder | null): void {
		if (folder !== this.#folder) this.#forgetPlan();
		this.#folder = folder;
		this.#deps.tell({ kind: 'folder', folder: folder === null ? null : toFolderView(folder) });
	}

	#forgetPlan(): void {
		this.#planId = -1;
		this.#tokens = [];
		this.#view = null;
		this.#wanted = [];
	}

	#takeFiles({ pickId, files, isLast }: Request<'files'>): void {
		const pick = this.#picks.get(pickId);
		if (pick === undefined) return;
		pick.files.push(...files);
		if (!isLast) return;
		this.#picks.delete(pickId);
		this.#readingId = pickId;
		void this.#read(pickId, pick);
	}

	async #read(pickId: string, { zip, files }: { zip: string | null; files: readonly PickedFile[] }): Promise<void> {
		const { store, tell } = this.#deps;
		try {
			const found = zip === null ? files : await this.#unpack(files[0]?.blob ?? new Blob(), zip);
			const folder = await readFolder(found, this.#readingTeller(pickId));
			if (this.#readingId === pickId) {
				this.#readingId = '';
				this.#show(folder);
				await store.save(this.#ownerId, folder);
			}
			tell({ kind: 'picked', pickId });
		} catch (error) {
			if (this.#readingId === pickId) this.#readingId = '';
			tell({ kind: 'pickFailed', pickId, message: error instanceof Error ? error.message : '' });
		}
	}

	#unpack(archive: Blob, name: string): Promise<PickedFile[]> {
		return this.#deps.readZip(archive, name).catch((error: unknown) => {
			throw new Error(attributeTexts.pickErrors.zip(error instanceof Error ? error.message : ''));
		});
	}

	#readingTeller(pickId: string): (readCount: number, fileCount: number) => void {
		let reportedAtMs = Number.NEGATIVE_INFINITY;
		return (readCount, fileCount) => {
			const nowMs = performance.now();
			if (this.#readingId !== pickId || (nowMs - reportedAtMs < progressIntervalMs && readCount < fileCount)) return;
			reportedAtMs = nowMs;
			this.#deps.tell({ kind: 'reading', readCount, fileCount });
		};
	}

	#clear(): void {
		this.#readingId = '';
		const id = this.#folder?.id;
		this.#show(null);
		if (id !== undefined) void this.#deps.store.remove(id);
	}

	#plan(planId: number, order: PreviewRequest): void {
		this.#forgetPlan();
		if (this.#folder === null) return;
		const { images } = this.#folder;
		try {
			const collection = planAttributes({
				...order,
				folderSize: images.length,
				fileNames: images.map(({ filename }) => filename),
				existing: images.map(({ metadata }) => metadata),
			});
			this.#tokens = collection.tokens;
			this.#planId = planId;
			this.#deps.tell({ kind: 'planned', planId, summary: summarizePreview(collection) });
		} catch (error) {
			if (!(error instanceof PlanImpossibleError) && !(error instanceof AttributesError)) throw error;
			this.#deps.tell({
				kind: 'impossible',
				planId,
				message: error.message,
				traits: countPlanned(attributeOptions(), []),
			});
		}
	}

	#tellRows({ planId, viewId, view, from, to }: Request<'rows'>): void {
		if (planId !== this.#planId) return;
		const tokens = this.#viewOf(viewId, view);
		const rows = tokens.slice(from, to).map(toPreviewRow);
		this.#deps.tell({ kind: 'rows', planId, viewId, from, rows, total: tokens.length });
	}

	#viewOf(id: number, view: RowView): readonly AttributedToken[] {
		if (this.#view?.id !== id) this.#view = { id, tokens: getTokens(this.#tokens, view) };
		return this.#view.tokens;
	}

	#wantPictures({ folderId, indexes }: Request<'pictures'>): void {
		this.#wanted = folderId === this.#folder?.id ? indexes : [];
		if (!this.#isDrawing) void this.#draw();
	}

	async #draw(): Promise<void> {
		this.#isDrawing = true;
		for (let folder = this.#folder; folder !== null && this.#wanted.length > 0; folder = this.#folder) {
			const [index = 0, ...later] = this.#wanted;
			this.#wanted = later;
			const file = folder.pictures?.[index];
			const bitmap = file === undefined ? null : await this.#deps.drawSmall(file);
			this.#deps.tell({ kind: 'picture', folderId: folder.id, index, bitmap });
		}
		this.#isDrawing = false;
	}

	async #send({ sendId, isAgain }: Request<'send'>): Promise<void> {
		const { tell } = this.#deps;
		const folder = this.#folder;
		try {
			if (folder === null) throw new Error(attributeTexts.start.noFolder.title);
			const isHere = !isAgain && this.#arrived?.folderId === folder.id;
			const sha256 = isHere ? this.#arrived?.sha256 : await this.#handOver(folder);
			tell({ kind: 'sent', sendId, folder: sha256 ?? '', folderSize: folder.images.length });
		} catch (error) {
			tell({ kind: 'sendFailed', sendId, message: error instanceof Error ? error.message : '' });
		}
	}

	async #handOver(folder: ImageFolder): Promise<string> {
		const document = folderDocument(folder);
		if (document.size > mergeBodyMaxBytes) throw new Error(attributeTexts.pickErrors.tooLarge);
		const sha256 = await hashContent(new Uint8Array(await document.arrayBuffer()));
		await this.#deps.sendList(sha256, document);
		this.#arrived = { folderId: folder.id, sha256 };
		return sha256;
	}
}
