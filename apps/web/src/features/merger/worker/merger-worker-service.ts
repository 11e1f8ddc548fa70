import { examineMerge, type FindingKind, type FindingRow, listFinding } from '@adx/collection/merge/merge-doctor';
import { listNamedTraits } from '@adx/collection/merge/named-traits';
import { type InputCollection, type LeftOutFiles, type MergeFixes, mergeFixesSchema } from '@adx/validators/merge';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { DecodeImage } from '../../../lib/images/decode-image.ts';
import type { UploadApi } from '../../../lib/uploads/upload-api.ts';
import { UploadEngine } from '../../../lib/uploads/upload-engine.ts';
import type {
	CheckedDraft,
	CollectionPreview,
	CollectionView,
	MergerUpdate,
	PickResult,
	PickSource,
	ProblemFile,
} from '../merger-views.ts';
import { BlobCache } from './blob-cache.ts';
import { DraftCheck } from './draft-check.ts';
import { findImportedName } from './match-collection.ts';
import type { MergeStore, StoredImage } from './merge-store.ts';
import { PickReader } from './pick-reader.ts';
import { prepareMerge } from './prepare-merge.ts';
import {
	countLeftOut,
	getProblems,
	type LabelledCollection,
	toCompleteSources,
	toMergeSource,
	toPreviews,
	toUploads,
	toView,
	withUniqueLabels,
} from './worker-collection.ts';
import { WorkerCollections } from './worker-collections.ts';

/** The page hears of changes at most this often. */
const progressIntervalMs = 200;
/** The server may refuse thousands of files: they are stored, and looked at again, together. */
const refusalIntervalMs = 1_000;

export interface MergerWorkerDeps {
	readonly store: MergeStore;
	readonly server: UploadApi;
	readonly readImage: DecodeImage;
	readonly readZip: (archive: Blob, name: string) => Promise<PickedFile[]>;
	/** Tells the other tabs of this browser to read a stored collection again. */
	readonly announce: (collectionId: string) => void;
	/** Resolves once no other tab has the merger open; says so where one has. */
	readonly whenAlone: (onWaiting: () => void) => Promise<void>;
}

/**
 * Reads what is picked, keeps it in mind across reloads, and sees to it that it gets to the server. Everything heavy of the
 * page happens here, in a thread of its own; the page gets summaries.
 */
export class MergerWorkerService {
	readonly #deps: MergerWorkerDeps;
	readonly #engine: UploadEngine;
	readonly #collections = new WorkerCollections();
	readonly #picks: PickReader;
	readonly #bytes: BlobCache;
	#report: (update: MergerUpdate) => void = () => {};
	#ownerId = '';
	#alone: Promise<void> | null = null;
	/** Before that, to report that there is nothing would be wrong. */
	#isLoaded = false;
	#opened: Promise<void> = Promise.resolve();
	#fixes: MergeFixes = mergeFixesSchema.parse({});
	#lastPrepare = 0;
	#lastMove = 0;
	#reportTimer: ReturnType<typeof setTimeout> | null = null;
	#refusalTimer: ReturnType<typeof setTimeout> | null = null;
	/** Hashes of what was refused since. */
	readonly #refused: string[] = [];
	#isDoctorDue = false;
	#hasReported = false;
	readonly #draftCheck = new DraftCheck({
		sources: () => toCompleteSources(this.#labelled()),
		report: (preflight) => {
			// Alone: the page may have changed the order of the collections while this was being checked.
			if (this.#hasReported) this.#report({ preflight });
		},
	});

	constructor(deps: MergerWorkerDeps) {
		this.#deps = deps;
		const bytes = new BlobCache(deps.store);
		this.#bytes = bytes;
		this.#engine = new UploadEngine({
			server: deps.server,
			findBlob: (sha256) => bytes.find(sha256),
			onChange: () => this.#changed(),
			onArrived: (sha256) => bytes.arrived([sha256]),
			onRefused: (sha256, sentence) => this.#refuse(sha256, sentence),
			onMissing: (hashes) => void bytes.keep(hashes),
		});
		this.#picks = new PickReader({
			...deps,
			whenOpened: () => this.#opened,
			ownerId: () => this.#ownerId,
			collections: this.#collections,
			views: () => this.#views(),
			putBytes: (sha256, blob) => bytes.put(sha256, blob),
			send: (images) => this.#send(images),
			onChange: (isRead) => this.#changed(isRead),
			onRead: ({ facts, images }) => {
				// Other tabs hear of it once there is nothing left that they would send as well.
				const settled = this.#engine.whenSettled(images.map(({ sha256 }) => sha256));
				void settled.then(() => deps.announce(facts.id));
			},
		});
	}

	/** First of all: whose collections these are, and who hears about them. Nothing is read or sent beside another tab. */
	open(ownerId: string, report: (update: MergerUpdate) => void): void {
		this.#report = report;
		this.#alone ??= this.#waitUntilAlone();
		this.#opened = this.#alone.then(() => this.#load(ownerId));
	}

	/** Files of a pick, a slice at a time so that handing over thousands blocks nobody. */
	addFiles(pickId: string, files: readonly PickedFile[]): void {
		this.#picks.addFiles(pickId, files);
	}

	/** Reads what was added, after what was picked before. Rejects with what is wrong with all of it. */
	pick(pickId: string, source: PickSource): Promise<PickResult> {
		return this.#picks.read(pickId, source);
	}

	remove(collectionId: string): void {
		void this.#remove([collectionId]);
	}

	/** Everything that was merged or is not wanted any more. */
	clear(): void {
		void this.#remove(this.#collections.all().map(({ facts }) => facts.id));
	}

	/** The name that the creator wants. */
	async describe(collectionId: string, name: string, description: string): Promise<void> {
		const collection = this.#collections.get(collectionId);
		if (collection === undefined) return;
		collection.facts = { ...collection.facts, name, description };
		this.#changed(true);
		await this.#deps.store.saveCollection(collection.facts);
		this.#deps.announce(collectionId);
	}

	/** Puts a collection elsewhere in the order of the merge; `to` counts from 0. What is reported from then on has the number. */
	async move(collectionId: string, to: number, number = 0): Promise<void> {
		this.#lastMove = number;
		const changed = this.#collections.move(collectionId, to);
		if (changed.length === 0) return;
		this.#changed(true);
		for (const { facts } of changed) await this.#deps.store.saveCollection(facts);
		this.#deps.announce(collectionId);
	}

	/** Another tab changed a collection, or took it away. What this tab is reading itself is known best here. */
	async changedElsewhere(collectionId: string): Promise<void> {
		await this.#opened;
		const ownerId = this.#ownerId;
		const isReading = () => this.#collections.get(collectionId)?.isReading === true;
		const all = await this.#deps.store.load(ownerId);
		if (ownerId !== this.#ownerId) return;
		this.#collections.takePositions(all.map(({ collection }) => collection));
		this.#changed(true);
		if (isReading()) return;
		const stored = all.find(({ collection }) => collection.id === collectionId);
		if (stored === undefined) return this.#forget([collectionId]);
		this.#collections.load([{ facts: stored.collection, images: stored.images, isReading: false }]);
		this.#send(stored.images);
	}

	/** What was decided of the merge, before the doctor looks; files that are not a picture are sent where they are kept. */
	setFixes(fixes: MergeFixes): void {
		const isOtherFiles = fixes.unreadableFiles !== this.#fixes.unreadableFiles;
		this.#fixes = fixes;
		for (const { images } of isOtherFiles ? this.#collections.all() : []) {
			const unreadable = images.filter(({ mime, problem }) => mime === null && problem === null);
			if (this.#keepUnreadable) this.#send(unreadable);
			else this.#engine.forget(unreadable.map(({ sha256 }) => sha256));
		}
		this.#changed(true);
	}

	/** What the page has set, to be checked as exports would; null while too little is. */
	checkDraft(draft: CheckedDraft | null): void {
		this.#draftCheck.set(draft);
	}

	/** All that a finding of that check is about, a sentence each. */
	preflightRows(kind: string): readonly string[] {
		return this.#draftCheck.rows(kind);
	}

	previews(collectionId: string): readonly CollectionPreview[] {
		const collection = this.#collections.get(collectionId);
		return collection === undefined ? [] : toPreviews(collection, this.#keepUnreadable);
	}

	/** All of them, of which the page gets only the first. */
	problems(collectionId: string): readonly ProblemFile[] {
		const collection = this.#collections.get(collectionId);
		return collection === undefined ? [] : getProblems(collection);
	}

	/** The name of a whole collection that this tab or another one has fetched from there; null for none. */
	async findImported(origin: string): Promise<string | null> {
		await this.#opened;
		const stored = await this.#deps.store.load(this.#ownerId);
		return findImportedName(origin, this.#views(), stored);
	}

	/** All that a finding is about, of which the page gets examples only. */
	finding(kind: FindingKind): readonly FindingRow[] {
		return listFinding(kind, this.#labelled().map(toMergeSource), this.#fixes);
	}

	/** Sends what is missing, then the lists. Rejects with a sentence; none come of a cancelled one. */
	async prepare(): Promise<readonly InputCollection[]> {
		const own = ++this.#lastPrepare;
		await this.#picks.whenRead();
		return prepareMerge({
			collections: () => this.#labelled(),
			keepUnreadable: this.#keepUnreadable,
			engine: this.#engine,
			putBytes: (sha256, blob) => this.#bytes.put(sha256, blob),
			isCancelled: () => own !== this.#lastPrepare,
		});
	}

	/** The files that a merge goes without, which are in no list. */
	leftOut(): LeftOutFiles {
		return countLeftOut(this.#collections.all(), this.#keepUnreadable);
	}

	cancelPrepare(): void {
		this.#lastPrepare++;
	}

	/** Goes on after a pause, at once. */
	resume(): void {
		this.#engine.resume();
	}

	async #waitUntilAlone(): Promise<void> {
		await this.#deps.whenAlone(() => this.#report({ phase: 'elsewhere' }));
	}

	async #load(ownerId: string): Promise<void> {
		if (ownerId === this.#ownerId) {
			// They may have signed in again.
			this.#engine.resume();
			return this.#changed(true);
		}
		this.#isLoaded = false;
		this.#engine.forget(this.#hashes());
		void this.#takeRefusals();
		this.#collections.clear();
		this.#bytes.open(ownerId);
		this.#ownerId = ownerId;
		const stored = await this.#deps.store.load(ownerId);
		if (ownerId !== this.#ownerId) return;
		this.#collections.load(stored.map(({ collection, images }) => ({ facts: collection, images, isReading: false })));
		for (const { images } of stored) this.#send(images);
		this.#isLoaded = true;
		this.#changed(true);
	}

	#send(images: readonly StoredImage[]): void {
		this.#engine.add(toUploads(images, this.#keepUnreadable));
	}

	#refuse(sha256: string, sentence: string): void {
		this.#collections.setProblem(sha256, sentence);
		this.#refused.push(sha256);
		this.#refusalTimer ??= setTimeout(() => void this.#takeRefusals(), refusalIntervalMs);
		this.#changed();
	}

	/** Files that are refused lose their bytes once it is stored why: until then they would count as lost after a reload. */
	async #takeRefusals(): Promise<void> {
		if (this.#refusalTimer === null) return;
		clearTimeout(this.#refusalTimer);
		this.#refusalTimer = null;
		const ownerId = this.#ownerId;
		const refused = this.#refused.splice(0);
		const unsaved = this.#collections.takeUnsaved();
		this.#changed(true);
		await Promise.all(
			unsaved.map(({ collectionId, from, images }) => this.#deps.store.saveImages(collectionId, from, images)),
		);
		if (ownerId === this.#ownerId) this.#bytes.drop(refused);
	}

	async #remove(ids: readonly string[]): Promise<void> {
		this.#forget(ids);
		for (const id of ids) {
			await this.#deps.store.removeCollection(id);
			this.#deps.announce(id);
		}
	}

	#forget(ids: readonly string[]): void {
		const before = this.#hashes();
		for (const id of ids) this.#collections.delete(id);
		const after = this.#hashes();
		const gone = [...before].filter((sha256) => !after.has(sha256));
		this.#engine.forget(gone);
		this.#bytes.drop(gone);
		this.#changed(true);
	}

	get #keepUnreadable(): boolean {
		return this.#fixes.unreadableFiles === 'keep';
	}

	#hashes(): Set<string> {
		return new Set(this.#collections.all().flatMap(({ images }) => images.map(({ sha256 }) => sha256)));
	}

	#labelled(): readonly LabelledCollection[] {
		return withUniqueLabels(this.#collections.all());
	}

	#view(one: LabelledCollection) {
		return toView(one, this.#keepUnreadable, (sha256) => this.#engine.isLost(sha256));
	}

	#views(): readonly CollectionView[] {
		return this.#labelled().map((one) => this.#view(one));
	}

	#changed(isNewsForDoctor = false): void {
		if (!this.#isLoaded) return;
		this.#isDoctorDue ||= isNewsForDoctor;
		if (isNewsForDoctor) this.#draftCheck.changed();
		this.#reportTimer ??= setTimeout(() => this.#reportAll(), progressIntervalMs);
	}

	#reportAll(): void {
		this.#reportTimer = null;
		this.#hasReported = true;
		const collections = this.#labelled();
		const isDoctorDue = this.#isDoctorDue;
		this.#isDoctorDue = false;
		const sources = isDoctorDue ? collections.map(toMergeSource) : null;
		this.#report({
			collections: this.#views(),
			lastMove: this.#lastMove,
			upload: this.#engine.view(),
			...(sources === null
				? {}
				: { findings: examineMerge(sources, this.#fixes), traits: listNamedTraits(sources, this.#fixes) }),
		});
	}
}
