import { createRandomStream } from '../plan/prng.ts';
import type { LayerPart, LayerProject, LayerValue } from './layer-project.ts';
import type { LayerRow } from './plan-layers.ts';

/** What is drawn for one image. */
export interface LayerDrawing {
	/** A CSS colour under all layers, or null for none. */
	readonly background: string | null;
	/** From the back to the front. */
	readonly parts: readonly LayerPart[];
}

/** Looks up what to draw for the rows of a project's plan. Throws for a row with a value that the project does not have. */
export function createDrawings(
	project: LayerProject,
): (row: Pick<LayerRow, 'configuration' | 'traits' | 'imageSeed'>) => LayerDrawing {
	const tables = project.configurations.map(({ layers }) =>
		layers.map(({ name, values }) => ({ name, values: new Map(values.map((value) => [value.name, value])) })),
	);
	return ({ configuration, traits, imageSeed }) => {
		const parts = tables[configuration]!.flatMap(({ name, values }) => findValue(name, traits[name], values).parts);
		// Sorting keeps the layers' order among equals.
		return { background: toBackground(project, imageSeed), parts: parts.sort((left, right) => left.z - right.z) };
	};
}

function findValue(layer: string, name: string | undefined, values: ReadonlyMap<string, LayerValue>): LayerValue {
	const value = values.get(name ?? '');
	if (value === undefined) throw new Error(`The layer '${layer}' has no value '${name ?? ''}'.`);
	return value;
}

function toBackground({ background }: LayerProject, imageSeed: string): string | null {
	if (background === null) return null;
	if (background.kind === 'colour') return background.css;
	return `hsl(${createRandomStream(imageSeed, 'background').nextInt(360)}, 100%, ${background.lightness})`;
}
