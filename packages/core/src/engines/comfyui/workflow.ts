import { z } from 'zod';

/** Nodes by their ids, in the form of ComfyUI's API: https://docs.comfy.org/development/api-development/workflow-api-format */
export type Workflow = Readonly<Record<string, WorkflowNode>>;

interface WorkflowNode {
	readonly class_type: string;
	readonly inputs: Readonly<Record<string, unknown>>;
}

/** A workflow, or the sentence that says what is wrong with it. */
export type ParsedWorkflow =
	| { readonly workflow: Workflow; readonly places: ReadonlySet<string>; readonly problem?: undefined }
	| { readonly workflow?: undefined; readonly problem: string };

/** What stands at the named places of a workflow. */
export interface WorkflowValues {
	readonly prompt: string;
	readonly negative: string;
	readonly seed: number;
	readonly width: number;
	readonly height: number;
	/** What `LoadImage` takes for the pictures that go along; for the places that are named. */
	readonly sketch?: string;
	readonly reference?: string;
	readonly reference2?: string;
	readonly reference3?: string;
}

type Place = keyof WorkflowValues;

const textMaxLength = 200_000;
const nodesMax = 500;
/** Inputs are numbers, texts and links; few nodes have more than a list of objects. */
const depthMax = 8;

const placePattern = /\{\{\s*(\w{1,30})\s*\}\}/g;
/** In the order in which references are given. */
export const referencePlaces = ['reference', 'reference2', 'reference3'] as const;
const places: readonly Place[] = ['prompt', 'negative', 'seed', 'width', 'height', 'sketch', ...referencePlaces];
/** Without these all images of a job would be the same. */
const required: readonly Place[] = ['prompt', 'seed'];

const workflowSchema = z.record(
	z.string().regex(/^[A-Za-z0-9][\w:.-]{0,39}$/),
	z.looseObject({ class_type: z.string().min(1).max(200), inputs: z.record(z.string().max(200), z.unknown()) }),
);

/** Reads a workflow that a user entered, and sees that the places it needs are named in it. */
export function parseWorkflow(text: string): ParsedWorkflow {
	if (text.length > textMaxLength) return { problem: 'The workflow is longer than 200,000 characters.' };
	const json = parseJson(text);
	if (json === undefined) return { problem: 'The workflow is not JSON.' };
	if (isEditorForm(json)) {
		return { problem: "This is a workflow as ComfyUI's editor saves it. Export it for the API instead." };
	}
	const { data: workflow } = workflowSchema.safeParse(json);
	const nodes = Object.keys(workflow ?? {}).length;
	if (workflow === undefined || nodes === 0 || nodes > nodesMax) {
		return {
			problem: 'This is not a workflow for the API of ComfyUI: an object of nodes, each with class_type and inputs.',
		};
	}
	const named = new Set<string>();
	const note = (text: string) => {
		for (const [, name = ''] of text.matchAll(placePattern)) named.add(name);
		return text;
	};
	if (Object.values(workflow).some(({ inputs }) => mapTexts(inputs, note) === tooDeep))
		return { problem: 'The inputs of a node of the workflow lie within each other too deep.' };
	const unknown = [...named].find((name) => !places.some((place) => place === name));
	if (unknown !== undefined) {
		return { problem: `The workflow names a place {{${unknown}}}. There are ${listOf(places)}.` };
	}
	const missing = required.filter((place) => !named.has(place));
	if (missing.length > 0) {
		return { problem: `The workflow has to name ${listOf(missing)} where the inputs of its nodes take them.` };
	}
	return { workflow, places: named };
}

/**
 * Why those pictures cannot go with a workflow in which these places are named; null where they can. Fewer references than
 * there are places for are not a problem: the first one takes the others too.
 */
export function findPictureProblem(
	named: ReadonlySet<string>,
	{ references, hasSketch }: { readonly references: number; readonly hasSketch: boolean },
): string | null {
	const loaded = 'where a LoadImage node takes its image';
	if (hasSketch && !named.has('sketch'))
		return `The workflow has to name {{sketch}} ${loaded}, for a sketch to go with it.`;
	if (!hasSketch && named.has('sketch')) {
		return 'The workflow names {{sketch}}: use the storyboard as the sketch, or take the place out.';
	}
	const known = referencePlaces.filter((place) => named.has(place));
	if (references === 0 && known.length > 0) {
		return `The workflow names ${listOf(known)}: add a reference, or take the place out.`;
	}
	if (references <= known.length) return null;
	return `The workflow has to name ${listOf(referencePlaces.slice(0, references))} ${loaded}, for references to go with it.`;
}

/** The workflow with values at its places; where a place is a whole input, a number stays one. */
export function fillWorkflow(workflow: Workflow, values: WorkflowValues): object {
	const getValue = (name: string) => values[name as Place] ?? '';
	const fill = (text: string) => {
		const whole = /^\{\{\s*(\w{1,30})\s*\}\}$/.exec(text)?.[1];
		if (whole !== undefined) return getValue(whole);
		return text.replace(placePattern, (_, name: string) => String(getValue(name)));
	};
	const nodes = Object.entries(workflow).map(([id, node]) => [id, { ...node, inputs: mapTexts(node.inputs, fill) }]);
	return Object.fromEntries(nodes);
}

const listOf = (names: readonly string[]) =>
	names
		.map((name) => `{{${name}}}`)
		.join(', ')
		.replace(/, (?=[^,]+$)/, ' and ');

const tooDeep = Symbol('too deep');

/** The value with all its texts mapped; `tooDeep` where they lie too deep. */
function mapTexts(value: unknown, map: (text: string) => unknown, depth = 0): unknown {
	if (typeof value === 'string') return map(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > depthMax) return tooDeep;
	if (Array.isArray(value)) {
		const items = value.map((item: unknown) => mapTexts(item, map, depth + 1));
		return items.includes(tooDeep) ? tooDeep : items;
	}
	const entries = Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, map, depth + 1)] as const);
	return entries.some(([, inner]) => inner === tooDeep) ? tooDeep : Object.fromEntries(entries);
}

const isEditorForm = (json: unknown) => z.object({ nodes: z.array(z.unknown()) }).safeParse(json).success;

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
