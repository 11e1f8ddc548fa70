import { buffer } from 'node:stream/consumers';
import type { BlendMode } from '@adx/collection/layers/blend-modes';
import { checkPictures } from '@adx/collection/layers/check-pictures';
import type { LayerProject } from '@adx/collection/layers/layer-project';
import { inspectPng, type PngInspection, pngHeadBytes } from '@adx/collection/layers/png-file';
import { listLayerTexts, listSentPictures, readLayers } from '@adx/collection/layers/read-layers';
import { createLayersEngine } from '@adx/core/engines/layers/layers-engine';
import { EngineError } from '@adx/core/engines/types';
import {
	type LayersFacts,
	type PlannedLayers,
	planLayerList,
	type ShownFile,
} from '@adx/core/generation/layers/plan-layers-worker';
import { parseJsonBatches } from '@adx/core/platform/threads/json-batches';
import { layerListSchema } from '@adx/validators/generation/layer-list';
import { batchSizeMax, layerTextMaxLength } from '@adx/validators/limits';
import { toFieldErrors } from '@adx/validators/zod-messages';
import type { CollectionFiles } from '../../collection-files/collection-files.ts';
import { UsageError } from '../../command-line/errors.ts';
import type { FreePainter } from './generate-free-images.ts';
import type { LayersRequest } from './generate-options.ts';

/** A collection of own layers before it is composed. */
export interface LayerFilesPlan extends Pick<LayersFacts, 'capacity' | 'notice'> {
	readonly rows: readonly PlannedLayers[];
	/** What was assumed of the layers, and what else is worth knowing, as sentences. */
	readonly notes: readonly string[];
	/** Everything that decides the pictures, the content of the layers included. */
	readonly order: object;
	createPainter(): FreePainter<PlannedLayers>;
}

/**
 * Plans a collection of the layers in a folder or zip, by the server's own code: same layers, options and seed, same
 * collection. Throws a UsageError with what is wrong with the layers, the weights or the rules.
 */
export async function planLayerFiles(files: CollectionFiles, request: LayersRequest): Promise<LayerFilesPlan> {
	const texts = await readTexts(files);
	const project = readLayers(files.paths, texts);
	const { findings } = checkPictures(project.picturePaths, await inspectPictures(files, project));
	refuse(
		[...project.findings, ...findings].flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])),
	);
	const batchSize = request.batchSize ?? countAsked(project);
	const hashes = new Map<string, string>();
	for (const path of listSentPictures(project, files.paths, texts)) {
		hashes.set(path, (await files.inspect(path, { withChunks: false })).sha256);
	}
	const list = layerListSchema.safeParse({
		format: 'adx-layers-1',
		files: [...hashes].map(([path, sha256]) => ({ path, sha256 })),
		texts: [...texts].map(([path, text]) => ({ path, text })),
	});
	if (!list.success) throw refusal(Object.values(toFieldErrors(list.error))[0] ?? 'cannot be read');
	const { weights, rules } = request.steering;
	const isSteered = weights !== undefined || rules !== undefined;
	if (isSteered && project.configurations.length > 1) {
		throw refusal('these are several sets, which only their own config steers: leave --weights and --rules out.');
	}
	const outcome = planLayerList({
		list: new TextEncoder().encode(JSON.stringify(list.data)),
		batchSize,
		steering: isSteered ? [request.steering] : [],
		seed: request.seed,
	});
	if (outcome.kind !== 'planned') throw refusal(outcome.message);
	const { capacity, notice } = outcome.facts;
	const shown = parseJsonBatches<ShownFile>(outcome.files);
	return {
		capacity,
		notice,
		rows: parseJsonBatches<PlannedLayers>(outcome.rows),
		notes: project.findings.map(({ message }) => message),
		order: { ...request, path: null, batchSize, list: list.data },
		createPainter: () => createPainter(files, shown),
	};
}

const refusal = (sentence: string) => new UsageError(`--layers: ${sentence}`);

const sentencesMax = 5;

function refuse(errors: readonly string[]): void {
	if (errors.length === 0) return;
	const more = errors.length > sentencesMax ? ['There is more.'] : [];
	throw refusal([...errors.slice(0, sentencesMax), ...more].join(' '));
}

/** How many images the layers' config asks for. */
function countAsked({ configurations }: LayerProject): number {
	const sizes = configurations.map(({ size }) => size ?? Number.NaN);
	const count = sizes.reduce((sum, size) => sum + size, 0);
	if (Number.isNaN(count)) throw new UsageError('--count: how many images? These layers do not say. See --help.');
	if (count <= batchSizeMax) return count;
	throw new UsageError(`--count: at most ${batchSizeMax} images; the config of these layers asks for ${count}.`);
}

async function readTexts({ paths, find }: CollectionFiles): Promise<ReadonlyMap<string, string>> {
	const texts = new Map<string, string>();
	for (const path of listLayerTexts(paths)) {
		// Whatever is longer is refused by its length.
		const bytes = (await find(path)!.read()).subarray(0, 4 * layerTextMaxLength);
		texts.set(path, new TextDecoder().decode(bytes));
	}
	return texts;
}

async function inspectPictures(
	files: CollectionFiles,
	{ picturePaths }: LayerProject,
): Promise<ReadonlyMap<string, PngInspection>> {
	const pictures = new Map<string, PngInspection>();
	for (const path of picturePaths) {
		const { sizeBytes } = files.find(path)!;
		let found: PngInspection = { kind: 'unfinished' };
		for (const wanted of [pngHeadBytes, sizeBytes]) {
			const length = Math.min(wanted, sizeBytes);
			if (found.kind === 'unfinished') found = inspectPng(await readHead(files, path, length), length === sizeBytes);
		}
		pictures.set(path, found);
	}
	return pictures;
}

const readHead = ({ readRange }: CollectionFiles, path: string, length: number) => buffer(readRange(path, 0, length));

/** Composes rows in threads, which decode each layer once as long as there is room. */
function createPainter({ find }: CollectionFiles, shown: readonly ShownFile[]): FreePainter<PlannedLayers> {
	const { concurrency, compose } = createLayersEngine();
	const paths = new Map(shown.map(({ path, sha256 }) => [sha256, path]));
	const readLayer = (id: string) => find(paths.get(id)!)!.read();
	return {
		concurrency,
		draw: async ({ drawing: { background, size, parts } }, signal) => {
			const layers = parts.map(({ file, blend, opacity }) => {
				const { sha256, path } = shown[file]!;
				return { id: sha256, name: path, blend: blend as BlendMode, opacity };
			});
			const task = { background, size, parts: layers, previews: false, readLayer, signal };
			const { full } = await compose(task).catch((error: unknown) => {
				throw error instanceof EngineError ? refusal(error.message) : error;
			});
			return full.bytes;
		},
	};
}
