import { checkPictures } from '@adx/collection/layers/check-pictures';
import type { LayerProject } from '@adx/collection/layers/layer-project';
import { type LayerRow, planLayers, toLayerTraits } from '@adx/collection/layers/plan-layers';
import { describePixels, inspectPng, type PngInspection, pngHeadBytes } from '@adx/collection/layers/png-file';
import { listLayerTexts, readLayers } from '@adx/collection/layers/read-layers';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import { layerTextMaxLength } from '@adx/validators/limits';
import { transfer } from 'comlink';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import type { UploadApi } from '../../../lib/uploads/upload-api.ts';
import type { RowSort } from '../plan/plan-worker-service.ts';
import type { StoryboardRow } from '../plan/storyboard-row.ts';
import { LayersPainter } from './layers-painter.ts';
import { type LayersPlanResult, summarizeLayers } from './layers-summary.ts';
import { LayersUpload } from './layers-upload.ts';
import type { LayersPlanRequest, LayersUpdate, LayersView } from './layers-views.ts';

export interface LayersWorkerDeps {
	readonly server: UploadApi;
	readonly readZip: (archive: Blob, name: string) => Promise<PickedFile[]>;
	readonly hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

const readsAtOnce = 8;

/** Reads a folder of layers, plans and sketches a collection of it, and sends it to the server. Its files stay on this side. */
export class LayersWorkerService {
	readonly #deps: LayersWorkerDeps;
	#report: (update: LayersUpdate) => void = () => {};
	#files = new Map<string, Blob>();
	#project: LayerProject | null = null;
	#upload: LayersUpload | null = null;
	#painter: LayersPainter | null = null;
	#planId = -1;
	#rows: readonly LayerRow[] = [];
	#ranked: readonly LayerRow[] | null = null;

	constructor(deps: LayersWorkerDeps) {
		this.#deps = deps;
	}

	/** First of all: who hears of what is sent. */
	open(report: (update: LayersUpdate) => void): void {
		this.#report = report;
	}

	/** Begins with another folder, and forgets the one before. */
	clear(): void {
		this.#upload?.close();
		this.#painter?.close();
		this.#upload = null;
		this.#painter = null;
		this.#files = new Map();
		this.#project = null;
		this.#rows = [];
		this.#planId = -1;
	}

	/** Files of the folder, a slice at a time so that handing over thousands blocks nobody. */
	addFiles(files: readonly PickedFile[]): void {
		for (const { path, blob } of files) this.#files.set(path, blob);
	}

	/** Adds the files of an archive. Rejects with the end of a sentence when it is none. */
	async addZip(archive: Blob, name: string): Promise<void> {
		this.addFiles(await this.#deps.readZip(archive, name));
	}

	/** Reads what was added, and begins to send it where images can be drawn from it. */
	async read(id: string): Promise<LayersView> {
		const files = this.#files;
		const paths = [...files.keys()];
		const texts = new Map<string, string>();
		for (const path of listLayerTexts(paths)) {
			// Whatever is longer is refused by its length.
			texts.set(
				path,
				await files
					.get(path)!
					.slice(0, 4 * layerTextMaxLength)
					.text(),
			);
		}
		const project = readLayers(paths, texts);
		const pictures = await inspectAll(project, files);
		if (files !== this.#files) throw new Error('Another folder was chosen.');
		const { size, findings: pictureFindings } = checkPictures(project.picturePaths, pictures);
		const findings = [...project.findings, ...pictureFindings];
		const errors = findings.filter(({ severity }) => severity === 'error');
		const isUsable = errors.length === 0 && project.configurations.length > 0;
		this.#project = project;
		this.#painter = new LayersPainter(project, { files, size: project.format ?? size });
		if (isUsable) {
			this.#upload = new LayersUpload(this.#deps, {
				project,
				files,
				texts,
				report: (update) => this.#report(update),
			});
		}
		return {
			id,
			name: paths[0]?.split('/')[0] ?? '',
			pictureCount: project.picturePaths.length,
			pixels: size === null ? null : describePixels(size),
			sets: project.configurations.map(({ size: images, layers, rules }) => ({
				size: images,
				layers: layers.map(({ name, values }) => ({
					name,
					values: values.map((value) => ({ name: value.name, weight: value.weight, count: value.count })),
				})),
				ruleCount: rules.length,
			})),
			findings: [...errors, ...findings.filter(({ severity }) => severity !== 'error')],
			isUsable,
		};
	}

	plan(planId: number, { batchSize, steering }: LayersPlanRequest, seed: string): LayersPlanResult {
		const project = this.#project;
		this.#planId = planId;
		this.#ranked = null;
		this.#rows = [];
		if (project === null) return { kind: 'impossible', message: 'No layers have been read yet.', traits: [] };
		try {
			const plan = planLayers(project, { size: batchSize, steering }, seed);
			this.#rows = plan.rows;
			this.#painter?.forgetDrawings();
			const { traits, ...summary } = summarizeLayers(project, plan);
			const rarest = this.#sortByRank()
				.slice(0, 5)
				.map((row) => toStoryboardRow(project, row));
			return { kind: 'planned', summary: { ...summary, seed, traits, rarest } };
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			return { kind: 'impossible', message: error.message, traits: summarizeLayers(project, null).traits };
		}
	}

	/** None of a plan that is no longer the newest. */
	rows(planId: number, order: RowSort, from: number, to: number): readonly StoryboardRow[] {
		const project = this.#project;
		if (planId !== this.#planId || project === null) return [];
		const rows = order === 'token' ? this.#rows : this.#sortByRank();
		return rows.slice(from, to).map((row) => toStoryboardRow(project, row));
	}

	#sortByRank(): readonly LayerRow[] {
		this.#ranked ??= this.#rows.toSorted(
			(left, right) => left.rarityRank - right.rarityRank || left.index - right.index,
		);
		return this.#ranked;
	}

	/** A row of the newest plan, as the server composes it, only smaller; null when this browser cannot. */
	async paint(planId: number, index: number, sizePx: number): Promise<ImageBitmap | null> {
		const row = planId === this.#planId ? this.#rows[index] : undefined;
		if (row === undefined || this.#painter === null) return null;
		try {
			const bitmap = await this.#painter.paint(row, sizePx);
			return transfer(bitmap, [bitmap]);
		} catch (error) {
			console.error('A planned row could not be composed', error);
			return null;
		}
	}

	/** Waits until everything has arrived, and returns the hash of the list that an order names. Rejects with a sentence. */
	async finishUpload(): Promise<string> {
		if (this.#upload === null) throw new Error('Choose a folder of layers first.');
		return this.#upload.finish();
	}

	/** Goes on at once after a pause. */
	resume(): void {
		this.#upload?.resume();
	}
}

async function inspectAll(
	{ picturePaths }: LayerProject,
	files: ReadonlyMap<string, Blob>,
): Promise<ReadonlyMap<string, PngInspection>> {
	const pictures = new Map<string, PngInspection>();
	const left = picturePaths.values();
	const lanes = Array.from({ length: readsAtOnce }, async () => {
		for (const path of left) {
			const picture = await inspect(files.get(path)!).catch(() => null);
			if (picture !== null) pictures.set(path, picture);
		}
	});
	await Promise.all(lanes);
	return pictures;
}

async function inspect(blob: Blob): Promise<PngInspection> {
	const read = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
	const found = inspectPng(await read(blob.slice(0, pngHeadBytes)), blob.size <= pngHeadBytes);
	return found.kind === 'unfinished' ? inspectPng(await read(blob), true) : found;
}

const toStoryboardRow = (project: LayerProject, row: LayerRow): StoryboardRow => ({
	index: row.index,
	tokenNumber: row.tokenNumber,
	imageSeed: row.imageSeed,
	rarityRank: row.rarityRank,
	traits: toLayerTraits(row, project.configurations[row.configuration]!),
});
