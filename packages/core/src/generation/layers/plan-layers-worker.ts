import { createDrawings, type LayerDrawing } from '@adx/collection/layers/layer-drawing';
import type { LayerProject } from '@adx/collection/layers/layer-project';
import { type LayerPlan, planLayers, toLayerTraits } from '@adx/collection/layers/plan-layers';
import { readLayers } from '@adx/collection/layers/read-layers';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import type { ImageDrawing } from '@adx/db/schema/generation-tables';
import type { LayerTraits } from '@adx/validators/catalogue/image-traits';
import { type LayerList, type LayerSteering, layerListSchema } from '@adx/validators/generation/layer-list';
import { getBuffers, type JsonBatches, toJsonBatches } from '../../platform/threads/json-batches.ts';
import { transferBuffers } from '../../platform/threads/transfer-buffers.ts';

export interface LayersTask {
	/** The uploaded list, which was checked as it arrived; it changes hands. */
	readonly list: Uint8Array;
	readonly batchSize: number;
	readonly steering: readonly LayerSteering[];
	readonly seed: string;
}

/** One image as it will be composed. */
export interface PlannedLayers {
	/** From 0, in the order of token numbers. */
	readonly index: number;
	readonly tokenNumber: number;
	readonly traits: LayerTraits;
	readonly drawing: ImageDrawing;
	readonly dna: string;
	readonly imageSeed: string;
	readonly rarityScore: number;
	readonly rarityRank: number;
	readonly rarityUniqueTraits: number;
}

/** What a plan says besides its rows. */
export interface LayersFacts extends Pick<LayerPlan, 'notice' | 'provisional'> {
	/** How many different images the layers can make. */
	readonly capacity: bigint;
	/** How many pictures the values show, of those that are listed. */
	readonly fileCount: number;
}

/** The plan, or the sentence that says what is wrong with the layers, or with counts and rules. */
export type LayersOutcome =
	| {
			readonly kind: 'planned';
			readonly facts: LayersFacts;
			/** Packed `PlannedLayers`. */
			readonly rows: JsonBatches;
			/** Packed `ShownFile`s. */
			readonly files: JsonBatches;
	  }
	| { readonly kind: 'impossible' | 'bad_layers'; readonly message: string };

/** A listed file; those that no value shows are not looked at. */
export interface ShownFile {
	readonly path: string;
	readonly sha256: string;
	readonly isShown: boolean;
}

/** Does a task in a thread. */
export default function runLayersTask(task: LayersTask): LayersOutcome {
	const outcome = planLayerList(task);
	if (outcome.kind !== 'planned') return outcome;
	return transferBuffers(outcome, [...getBuffers(outcome.rows), ...getBuffers(outcome.files)]);
}

/** Reads a list of layers, plans a collection of them and says what each image is composed of. */
export function planLayerList({ list: bytes, batchSize, steering, seed }: LayersTask): LayersOutcome {
	const list = layerListSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
	const project = readList(list);
	const errors = project.findings.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) return { kind: 'bad_layers', message: toSentences(errors.map(({ message }) => message)) };
	try {
		return toOutcome(list, project, planLayers(project, { size: batchSize, steering }, seed));
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		return { kind: 'impossible', message: error.message };
	}
}

function readList({ files, texts }: LayerList): LayerProject {
	const paths = [...files, ...texts].map(({ path }) => path);
	return readLayers(paths, new Map(texts.map(({ path, text }) => [path, text])));
}

const sentencesMax = 5;

const toSentences = (sentences: readonly string[]): string =>
	[...sentences.slice(0, sentencesMax), ...(sentences.length > sentencesMax ? ['There is more.'] : [])].join(' ');

function toOutcome({ files: listed }: LayerList, project: LayerProject, plan: LayerPlan): LayersOutcome {
	const places = new Map(listed.map(({ path }, place) => [path, place]));
	const toDrawing = createDrawings(project);
	const planned = plan.rows.map((row): PlannedLayers => {
		const { index, tokenNumber, dna, imageSeed, rarityScore, rarityRank, rarityUniqueTraits, configuration } = row;
		const facts = { index, tokenNumber, dna, imageSeed, rarityScore, rarityRank, rarityUniqueTraits };
		const traits = toLayerTraits(row, project.configurations[configuration]!);
		return { ...facts, traits, drawing: toStored(toDrawing(row), { places, project }) };
	});
	const empty = planned.find(({ drawing }) => drawing.parts.length === 0);
	if (empty !== undefined) {
		const values = empty.traits.layers.map(({ trait_type, value }) => `${trait_type} ${value}`).join(', ');
		return { kind: 'impossible', message: `An image would show no picture at all: ${values}.` };
	}
	const shown = new Set(project.picturePaths);
	const files = listed.map(({ path, sha256 }): ShownFile => ({ path, sha256, isShown: shown.has(path) }));
	const batches = { rows: toJsonBatches(planned), files: toJsonBatches(files) };
	const { notice, provisional } = plan;
	const capacity = plan.configurations.reduce((sum, each) => sum + each.capacity, 0n);
	const facts = { notice, provisional, capacity, fileCount: shown.size };
	return { kind: 'planned', facts, ...batches };
}

function toStored(
	{ background, parts }: LayerDrawing,
	{ places, project }: { readonly places: ReadonlyMap<string, number>; readonly project: LayerProject },
): ImageDrawing {
	return {
		background,
		size: project.format,
		parts: parts.map(({ path, blend, opacity }) => ({ file: places.get(path)!, blend, opacity })),
	};
}
