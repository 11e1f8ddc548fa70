import { attributeOptions } from '@adx/collection/attributes/attribute-columns';
import { type AttributedToken, AttributesError, planAttributes } from '@adx/collection/attributes/plan-attributes';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import type { AttributeFinding } from '@adx/validators/attributes';
import { mergeBodyMaxBytes } from '@adx/validators/limits';
import { transfer } from 'comlink';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type {
	FolderView,
	PreviewRequest,
	PreviewResult,
	RowSlice,
	RowView,
	UploadedFolder,
} from './attributes-views.ts';
import { checkFolderPictures } from './check-folder-pictures.ts';
import type { FolderStore } from './folder-store.ts';
import { folderDocument, getUsableImages, type ImageFolder, listProblems, toFolderView } from './image-folder.ts';
import { countPlanned, getTokens, summarizePreview, toPreviewRow } from './preview-rows.ts';
import { readFolder } from './read-folder.ts';

/** The page hears of reading at most this often. */
const progressIntervalMs = 100;
const checkIntervalMs = 500;

export interface AttributesWorkerDeps {
	readonly store: FolderStore;
	/** Rejects with a sentence. */
	readonly sendList: (sha256: string, document: Blob) => Promise<void>;
	/** Rejects with the end of a sentence. */
	readonly readZip: (archive: Blob, name: string) => Promise<PickedFile[]>;
	readonly drawSmall: (file: Blob) => Promise<ImageBitmap | null>;
	readonly readImage: DecodeImage;
}

/** How many images were read, of how many. */
export type ReportReading = (readCount: number, fileCount: number) => void;

/**
 * Reads a folder, plans its trait sets and hands its list to the server. Everything heavy of the page happens here, in a
 * thread of its own; the page gets summaries, and the rows that it shows.
 */
export class AttributesWorkerService {
	readonly #deps: AttributesWorkerDeps;
	readonly #picks = new Map<string, PickedFile[]>();
	#ownerId = '';
	#folder: ImageFolder | null = null;
	/** The id of the current reading; a later one replaces it. */
	#readingId = '';
	#planId = -1;
	#tokens: readonly AttributedToken[] = [];
	/** By the tokens' positions, those of their images in the folder. */
	#places: readonly number[] = [];
	/** What the newest plan found that is wrong with no file by itself. */
	#findings: readonly AttributeFinding[] = [];
	#shown: { readonly id: number; readonly tokens: readonly AttributedToken[] } | null = null;
	/** Ends when all pictures of the open folder are looked into, or it is open no more. */
	#checking: Promise<void> = Promise.resolve();
	/** The list of the open folder that has arrived. */
	#arrived: { readonly folderId: string; readonly sha256: string } | null = null;

	constructor(deps: AttributesWorkerDeps) {
		this.#deps = deps;
	}

	/** This owner's folder: the one that is open, else the one of before a reload. Undefined when another owner's is wanted. */
	async open(ownerId: string, folderId: string | null): Promise<FolderView | null | undefined> {
		if (ownerId !== this.#ownerId) {
			this.#ownerId = ownerId;
			this.#show(null);
			const folder = folderId === null ? null : await this.#deps.store.load(ownerId, folderId);
			if (this.#ownerId !== ownerId) return undefined;
			// Something may have been picked meanwhile.
			this.#folder ??= folder;
		}
		return this.#view();
	}

	/** Files of a pick, a slice at a time so that handing over thousands blocks nobody. */
	addFiles(pickId: string, files: readonly PickedFile[]): void {
		const added = this.#picks.get(pickId) ?? [];
		added.push(...files);
		this.#picks.set(pickId, added);
	}

	/**
	 * Reads what was added in place of the folder before; `zip` names an archive. Undefined when another was picked or the
	 * folder cleared meanwhile. Rejects with a sentence.
	 */
	async pick(pickId: string, zip: string | null, report: ReportReading): Promise<FolderView | undefined> {
		const files = this.#picks.get(pickId) ?? [];
		this.#picks.delete(pickId);
		this.#readingId = pickId;
		const found = zip === null ? files : await this.#unpack(files[0]?.blob ?? new Blob(), zip);
		const folder = await readFolder(found, this.#throttle(pickId, report));
		if (this.#readingId !== pickId) return undefined;
		this.#show(folder);
		void this.#deps.store.save(this.#ownerId, folder);
		return toFolderView(folder);
	}

	#view(): FolderView | null {
		return this.#folder === null ? null : toFolderView(this.#folder);
	}

	#show(folder: ImageFolder | null): void {
		this.#forgetPlan();
		this.#readingId = '';
		this.#folder = folder;
	}

	#forgetPlan(): void {
		this.#planId = -1;
		this.#tokens = [];
		this.#places = [];
		this.#findings = [];
		this.#shown = null;
	}

	#unpack(archive: Blob, name: string): Promise<PickedFile[]> {
		return this.#deps.readZip(archive, name).catch((error: unknown) => {
			throw new Error(attributeTexts.pickErrors.zip(error instanceof Error ? error.message : ''));
		});
	}

	#throttle(pickId: string, report: ReportReading): ReportReading {
		let reportedAtMs = Number.NEGATIVE_INFINITY;
		return (readCount, fileCount) => {
			const nowMs = performance.now();
			if (this.#readingId !== pickId || (nowMs - reportedAtMs < progressIntervalMs && readCount < fileCount)) return;
			reportedAtMs = nowMs;
			report(readCount, fileCount);
		};
	}

	/** Looks into every picture of the open folder, until another one is opened, and reports what it finds. */
	async check(folderId: string, report: (folder: FolderView) => void): Promise<void> {
		if (this.#folder?.id !== folderId) return;
		this.#checking = this.#check(this.#folder, report);
		await this.#checking;
	}

	async #check(folder: ImageFolder, report: (folder: FolderView) => void): Promise<void> {
		let reportedAtMs = Number.NEGATIVE_INFINITY;
		for await (const checked of checkFolderPictures(folder, this.#deps.readImage)) {
			if (this.#folder?.id !== folder.id) return;
			this.#folder = checked;
			const isDone = checked.checkedCount === checked.images.length;
			if (isDone) void this.#deps.store.save(this.#ownerId, checked);
			const nowMs = performance.now();
			if (!isDone && nowMs - reportedAtMs < checkIntervalMs) continue;
			reportedAtMs = nowMs;
			report(toFolderView(checked));
		}
	}

	clear(): void {
		if (this.#folder !== null) void this.#deps.store.remove(this.#folder.id);
		this.#show(null);
	}

	/** Undefined where no folder is open. */
	plan(planId: number, request: PreviewRequest): PreviewResult | undefined {
		this.#forgetPlan();
		if (this.#folder === null) return undefined;
		const { images, places } = getUsableImages(this.#folder);
		if (images.length === 0) return toImpossible(attributeTexts.preview.nothingUsable.text);
		try {
			const collection = planAttributes({
				...request,
				folderSize: images.length,
				fileNames: images.map(({ filename }) => filename),
				existing: images.map(({ metadata }) => metadata),
				reportedAs: images.map(({ reportedAs }) => reportedAs),
			});
			this.#tokens = collection.tokens;
			this.#places = places;
			const told = new Set(this.#folder.metadataProblems.map(toKey));
			this.#findings = collection.findings.filter((finding) => !told.has(toKey(finding)));
			this.#planId = planId;
			return { kind: 'planned', summary: summarizePreview({ ...collection, findings: this.#findings }) };
		} catch (error) {
			if (!(error instanceof PlanImpossibleError) && !(error instanceof AttributesError)) throw error;
			return toImpossible(error.message);
		}
	}

	/** Undefined for a plan that is no longer the newest. */
	rows(planId: number, viewId: number, view: RowView, from: number, to: number): RowSlice | undefined {
		if (planId !== this.#planId) return undefined;
		if (this.#shown?.id !== viewId) this.#shown = { id: viewId, tokens: getTokens(this.#tokens, view) };
		const { tokens } = this.#shown;
		const toRow = (token: AttributedToken) => toPreviewRow(token, this.#places[token.tokenNumber - 1]!);
		return { rows: tokens.slice(from, to).map(toRow), total: tokens.length };
	}

	/** Everything that is wrong with the folder, of which the page gets only the first; what a run of it finds. */
	problems(): readonly AttributeFinding[] {
		return this.#folder === null ? [] : [...listProblems(this.#folder), ...this.#findings];
	}

	/** The small picture of an image; null for what this browser cannot show, and of a folder that is no longer open. */
	async picture(folderId: string, index: number): Promise<ImageBitmap | null> {
		const file = folderId === this.#folder?.id ? this.#folder.pictures?.blobs[index] : undefined;
		const bitmap = file === undefined ? null : await this.#deps.drawSmall(file);
		return bitmap === null ? null : transfer(bitmap, [bitmap]);
	}

	/**
	 * Sends the folder's list to the server, once its pictures are looked into; `isAgain` when the server says that it has
	 * none. Rejects with a sentence.
	 */
	async send(isAgain: boolean): Promise<UploadedFolder> {
		const folderId = this.#folder?.id;
		await this.#checking;
		const folder = this.#folder;
		if (folder === null) throw new Error(attributeTexts.start.noFolder.title);
		if (folder.id !== folderId) throw new Error(attributeTexts.start.otherFolder);
		const { images } = getUsableImages(folder);
		if (images.length === 0) throw new Error(attributeTexts.preview.nothingUsable.text);
		const arrived = this.#arrived;
		const isHere = !isAgain && arrived?.folderId === folder.id;
		const sha256 = isHere ? arrived.sha256 : await this.#uploadList(folder, images);
		return { folder: sha256, folderSize: images.length };
	}

	async #uploadList({ id: folderId, problems }: ImageFolder, images: ImageFolder['images']): Promise<string> {
		const document = folderDocument(images, problems);
		if (document.size > mergeBodyMaxBytes) throw new Error(attributeTexts.pickErrors.tooLarge);
		const sha256 = await hashContent(new Uint8Array(await document.arrayBuffer()));
		await this.#deps.sendList(sha256, document);
		this.#arrived = { folderId, sha256 };
		return sha256;
	}
}

const toKey = ({ filename, problem }: AttributeFinding) => `${filename}\n${problem}`;

const toImpossible = (message: string): PreviewResult => ({
	kind: 'impossible',
	message,
	traits: countPlanned(attributeOptions(), []),
});
