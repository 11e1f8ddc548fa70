import { randomSeed } from '@adx/core/platform/ids';
import { type StartAttributesInput, startAttributesInput } from '@adx/validators/attributes';
import { UsageError } from '../../command-line/errors.ts';
import { parseArguments } from '../../command-line/parse-arguments.ts';
import { describeOrderProblem, formatList, namesOfLists } from '../../command-line/value-lists.ts';

const attributesUsage = `Usage: npm run attributes -- --folder art/ --out out/ [options]

Plans Class, Affliction, Divinity, Items and Magical Stone for finished images by exact quotas, derives Rarity from the
rank, merges the metadata that the images have, and writes a JSON file per image, rarity.csv, traits.csv and files.csv.
The images stay as they are.

  --folder DIR         the images (jpg, jpeg, png, gif, webp) with their metadata, in any of the usual layouts
  --out DIR            where to write; made where it is missing
  --project-name TEXT  tokens without a name become 'TEXT #1' and so on; by default the folder's name
  --symbol TEXT        at most 10 characters; none by default
  --seed TEXT          the same images, metadata, options and seed give the same files
  --weights FILE       JSON of relative weights, e.g. {"class": {"wizard": 3}, "divinity": {"none": 10}}
  --replace            replace a trait that an image has already; without it that value is kept
  --force              write over files that are in --out already
  --list NAME          show the values of ${namesOfLists.join(', ')}`;

/** What the command line says; the weights are still a file. */
export interface AttributesOptions {
	readonly folder: string;
	readonly out: string;
	readonly weightsFile: string | null;
	readonly existingTraits: 'keep' | 'replace';
	readonly seed: string;
	readonly projectName?: string | undefined;
	readonly symbol?: string | undefined;
	readonly isForced: boolean;
}

/** Reads the command line; throws a UsageError that names the option. */
export function readAttributesOptions(args: string[]): AttributesOptions | { readonly shown: readonly string[] } {
	const values = parse(args);
	if (values.help) return { shown: [attributesUsage] };
	if (values.list !== undefined) return { shown: formatList(values.list) };
	const { folder, out } = values;
	if (!folder) throw new UsageError('--folder: say which folder holds the images. See --help.');
	if (!out) throw new UsageError('--out: say where to write. See --help.');
	const seed = values.seed ?? randomSeed();
	const texts = { seed, projectName: values['project-name'], symbol: values.symbol };
	const { projectName, symbol } = parseAttributesInput({ folderSize: 1, ...texts });
	return {
		folder,
		out,
		weightsFile: values.weights ?? null,
		existingTraits: values.replace ? 'replace' : 'keep',
		seed,
		projectName,
		symbol,
		isForced: values.force ?? false,
	};
}

const optionByField: Readonly<Record<string, string>> = {
	projectName: '--project-name',
	symbol: '--symbol',
	seed: '--seed',
	weights: '--weights',
};

/** An order as the API takes it; throws a UsageError with the first sentence. */
export function parseAttributesInput(order: StartAttributesInput | object) {
	const parsed = startAttributesInput.safeParse(order);
	if (parsed.success) return parsed.data;
	throw new UsageError(describeOrderProblem(parsed.error, order, optionByField));
}

function parse(args: string[]) {
	return parseArguments({
		args,
		strict: true,
		options: {
			folder: { type: 'string' },
			out: { type: 'string' },
			'project-name': { type: 'string' },
			symbol: { type: 'string' },
			seed: { type: 'string' },
			weights: { type: 'string' },
			replace: { type: 'boolean' },
			force: { type: 'boolean' },
			list: { type: 'string' },
			help: { type: 'boolean', short: 'h' },
		},
	}).values;
}
