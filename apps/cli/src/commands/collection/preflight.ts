import { preflight } from '@adx/collection/preflight/preflight';
import { suggestName } from '@adx/core/platform/suggest-name';
import { type ExportTarget, exportTargetSchema, exportTargets } from '@adx/validators/exports';
import { readCollection, withCollectionFiles } from '../../collection-files/read-collection.ts';
import { UsageError } from '../../command-line/errors.ts';
import { parseArguments, readCollectionPath } from '../../command-line/parse-arguments.ts';
import { filterByTarget, formatFindings, pluralize } from '../../command-line/report.ts';

const usage = `Usage: npm run preflight -- folder-or-zip [options]

Checks a collection for all targets at once: names, numbers, missing and repeated files, traits, byte limits, URIs, royalty.

  --target NAME  only what concerns ${exportTargets.join(', ')}; repeat it for several
  --all          all examples of every finding, not five
  --json         the findings as JSON

Ends with status 1 when there is an error; warnings alone end with 0.`;

/** `npm run preflight`: status 0 without an error, 1 with one. */
export async function run(args: string[]): Promise<number> {
	const { values, positionals } = parse(args);
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const path = readCollectionPath(positionals);
	const targets = readTargets(values.target ?? []);
	const { tokenCount, findings } = await withCollectionFiles(path, async (files) => {
		const collection = await readCollection(files, { wantsPictures: true });
		const found = preflight(collection, values.all ? () => Number.POSITIVE_INFINITY : undefined);
		return { tokenCount: collection.tokens.length, findings: filterByTarget(found, targets) };
	});
	if (values.json) console.log(JSON.stringify(findings, null, 2));
	else for (const line of formatFindings(findings)) console.log(line);
	const errors = findings.filter(({ severity }) => severity === 'error').length;
	const warnings = findings.length - errors;
	if (!values.json)
		console.log(
			`${path}: ${pluralize(tokenCount, 'token')}, ${pluralize(errors, 'error')}, ${pluralize(warnings, 'warning')}`,
		);
	return errors > 0 ? 1 : 0;
}

function parse(args: string[]) {
	return parseArguments({
		args,
		allowPositionals: true,
		options: {
			target: { type: 'string', multiple: true },
			all: { type: 'boolean' },
			json: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
}

function readTargets(names: readonly string[]): readonly ExportTarget[] {
	return names.map((name) => {
		const parsed = exportTargetSchema.safeParse(name);
		if (!parsed.success)
			throw new UsageError(
				`--target: one of ${exportTargets.join(', ')}.${suggestName(name, exportTargets)} See --help.`,
			);
		return parsed.data;
	});
}
