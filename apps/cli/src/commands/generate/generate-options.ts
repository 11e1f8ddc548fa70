import { readFileSync } from 'node:fs';
import { randomSeed } from '@adx/core/platform/ids';
import { type StartGenerationInput, startGenerationInput } from '@adx/validators/generation/generation-order';
import { type LayerSteering, layerSteeringSchema } from '@adx/validators/generation/layer-list';
import { batchSizeMax, batchSizeMin } from '@adx/validators/limits';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { parseArguments } from '../../command-line/parse-arguments.ts';
import { describeOrderProblem, formatList, namesOfLists } from '../../command-line/value-lists.ts';

const generateUsage = `Usage: npm run generate -- --race elf --class wizard --style bold-classic --background forest-glade [options]
       npm run generate -- --layers FOLDER [options]

Plans a collection, draws it and writes images, metadata and rarity.

  --layers PATH       a folder or zip of your own layers, e.g. a HashLips project, in place of race, class, style,
                      background and affliction; without --count as many images as its config asks for
  --race NAME         repeat it or separate by commas for several
  --class NAME        likewise
  --style NAME        art style
  --background NAME   a scene, random-all, random-original-landscapes or purple-blue-gradient
  --affliction NAME   likewise; without it afflictions are drawn at random
  --count N           images, 1 to 10000 (default 1)
  --name TEXT         project name
  --seed TEXT         the same seed and options give the same collection; its pictures are drawn otherwise by another
                      version of the built-in renderer, which manifest.json names for each ("forge")
  --engine NAME       forge, the built-in renderer (default), or gemini, which paints with your key at a price;
                      the key is read from the variable GEMINI_API_KEY
  --model NAME        which of GEMINI_MODELS paints; the first unless told
  --out DIR           write the files into DIR, which must be empty or missing
  --weights FILE      JSON of relative weights, e.g. {"class": {"wizard": 3}, "divinity": {"none": 10}}
  --rules FILE        JSON of pairs, e.g. [{"kind": "never", "left": {"trait": "race", "value": "elf"},
                      "right": {"trait": "class", "value": "wizard"}}]; "together" puts the right to every left;
                      with --layers weights and rules name layers and their values
  --zip FILE          write one zip
  --force             write over a zip that is there
  --yes               pay for gemini without being asked
  --plan-only         print the plan, with gemini its price too, as JSON and draw nothing
  --list NAME         show the values of ${namesOfLists.join(', ')}`;

/** An order of what the catalogue has. */
export type CatalogueRequest = StartGenerationInput & { readonly seed: string };

/** An order of own layers. */
export interface LayersRequest {
	readonly engine: 'layers';
	/** A folder or a zip. */
	readonly path: string;
	/** Null for as many images as the layers' config asks for. */
	readonly batchSize: number | null;
	readonly projectName: string | undefined;
	readonly seed: string;
	readonly steering: LayerSteering;
}

export interface GenerateOptions {
	readonly request: CatalogueRequest | LayersRequest;
	readonly outDirectory: string | null;
	readonly zipFile: string | null;
	readonly isForced: boolean;
	/** Whether the price is agreed to already. */
	readonly isPriceAgreed: boolean;
	readonly planOnly: boolean;
}

/** Reads the command line; throws a UsageError that names the option. */
export async function readGenerateOptions(
	args: string[],
): Promise<GenerateOptions | { readonly shown: readonly string[] }> {
	const values = parse(args);
	if (values.help) return { shown: [generateUsage] };
	if (values.list !== undefined) return { shown: formatList(values.list) };
	const planOnly = values['plan-only'] ?? false;
	if (values.out === '') throw new UsageError('--out: the name of a folder. See --help.');
	if (values.zip === '') throw new UsageError('--zip: the name of a file. See --help.');
	if (values.out === undefined && values.zip === undefined && !planOnly) {
		throw new UsageError('Say where to write: --out DIR, --zip FILE or both (or --plan-only). See --help.');
	}
	const targets = {
		outDirectory: values.out ?? null,
		zipFile: values.zip ?? null,
		isForced: values.force ?? false,
		isPriceAgreed: values.yes ?? false,
		planOnly,
	};
	const { layers } = values;
	if (layers !== undefined) return { request: await readLayersRequest({ ...values, layers }), ...targets };
	const order = {
		races: splitValues(values.race),
		classes: splitValues(values.class),
		artStyle: values.style,
		backgroundType: values.background,
		afflictions: splitValues(values.affliction),
		batchSize: readCount(values.count ?? '1'),
		projectName: values.name,
		engine: values.engine ?? 'forge',
		model: values.model,
		seed: values.seed ?? randomSeed(),
		weights: await readJson('--weights', values.weights),
		rules: await readJson('--rules', values.rules),
	};
	const parsed = startGenerationInput.safeParse(order);
	if (!parsed.success) throw new UsageError(describeOrderProblem(parsed.error, order, optionByField));
	const { seed = '', ...request } = parsed.data;
	return { request: { ...request, seed }, ...targets };
}

/** What chooses of the catalogue, or paints what it has. */
const catalogueOptions = ['race', 'class', 'style', 'background', 'affliction', 'engine', 'model', 'yes'] as const;

async function readLayersRequest(
	values: ReturnType<typeof parse> & { readonly layers: string },
): Promise<LayersRequest> {
	const stray = catalogueOptions.find((name) => values[name] !== undefined);
	if (stray !== undefined) throw new UsageError(`--${stray}: does not go with --layers. See --help.`);
	if (values.layers === '') throw new UsageError('--layers: the name of a folder or a zip. See --help.');
	const order = {
		batchSize: values.count === undefined ? undefined : readCount(values.count),
		projectName: values.name,
		seed: values.seed ?? randomSeed(),
		weights: await readJson('--weights', values.weights),
		rules: await readJson('--rules', values.rules),
	};
	const parsed = layersOrderSchema.safeParse(order);
	if (!parsed.success) throw new UsageError(describeOrderProblem(parsed.error, order, optionByField));
	const { batchSize = null, projectName, seed = '', weights, rules } = parsed.data;
	return { engine: 'layers', path: values.layers, batchSize, projectName, seed, steering: { weights, rules } };
}

const { batchSize, projectName, seed: seedSchema } = startGenerationInput.shape;
const layersOrderSchema = layerSteeringSchema
	.pick({ weights: true, rules: true })
	.extend({ batchSize: batchSize.optional(), projectName, seed: seedSchema });

function parse(args: string[]) {
	return parseArguments({
		args,
		strict: true,
		options: {
			layers: { type: 'string' },
			race: { type: 'string', multiple: true },
			class: { type: 'string', multiple: true },
			style: { type: 'string' },
			background: { type: 'string' },
			affliction: { type: 'string', multiple: true },
			count: { type: 'string' },
			name: { type: 'string' },
			seed: { type: 'string' },
			engine: { type: 'string' },
			model: { type: 'string' },
			out: { type: 'string' },
			zip: { type: 'string' },
			weights: { type: 'string' },
			rules: { type: 'string' },
			force: { type: 'boolean' },
			yes: { type: 'boolean' },
			list: { type: 'string' },
			'plan-only': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	}).values;
}

/** Strict, because Number takes an empty text for 0 and reads 1e3 and 0x10. */
function readCount(text: string): number {
	const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
	if (count >= batchSizeMin && count <= batchSizeMax) return count;
	throw new UsageError(`--count: a whole number from ${batchSizeMin} to ${batchSizeMax}. See --help.`);
}

const splitValues = (values: readonly string[] = []) =>
	values.flatMap((value) => value.split(',')).filter((value) => value !== '');

const optionByField: Readonly<Record<string, string>> = {
	races: '--race',
	classes: '--class',
	artStyle: '--style',
	backgroundType: '--background',
	afflictions: '--affliction',
	batchSize: '--count',
	projectName: '--name',
	engine: '--engine',
	model: '--model',
	seed: '--seed',
	weights: '--weights',
	rules: '--rules',
};

/** What a file of JSON holds; undefined where none is named. */
async function readJson(option: string, path: string | undefined): Promise<unknown> {
	if (path === undefined) return undefined;
	const text = await withSystemErrors(`${option} ${path}`, () => readFileSync(path, 'utf8'));
	try {
		return JSON.parse(text);
	} catch {
		throw new UsageError(`${option} ${path}: is not JSON.`);
	}
}
