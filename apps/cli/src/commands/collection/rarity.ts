import { writeFile } from 'node:fs/promises';
import { readAttributes } from '@adx/collection/metadata/token-attributes';
import { provisionalNotice } from '@adx/collection/rarity/rarity';
import { type RarityReport, reportCsv, reportRarity } from '@adx/collection/rarity/rarity-report';
import type { CollectionFiles } from '../../collection-files/collection-files.ts';
import { readCollection, withCollectionFiles } from '../../collection-files/read-collection.ts';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { parseArguments, readCollectionPath } from '../../command-line/parse-arguments.ts';
import { pluralize } from '../../command-line/report.ts';

const shownDefault = 20;
const usage = `Usage: npm run rarity -- folder-or-zip [options]

Ranks a collection by OpenRarity from its metadata and shows the rarest tokens and how often each value occurs.

  --top N     so many tokens (default ${shownDefault}; 0 for none)
  --csv FILE  write all ranks with all traits, - for standard output
  --force     write over a file that is there`;

interface RankedToken {
	readonly tokenNumber: number;
	readonly name: string;
	readonly attributes: ReturnType<typeof readAttributes>;
}

/** `npm run rarity`: a table and, asked for, a CSV. */
export async function run(args: string[]): Promise<number> {
	const { values, positionals } = parse(args);
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const path = readCollectionPath(positionals);
	const top = values.top ?? String(shownDefault);
	if (!/^\d{1,6}$/.test(top)) throw new UsageError('--top: a whole number. See --help.');
	const report = reportRarity(await withCollectionFiles(path, (files) => readTokens(path, files)));
	if (values.csv === '-') {
		process.stdout.write(reportCsv(report.tokens));
		return 0;
	}
	for (const line of reportLines(report, Number(top))) console.log(line);
	const { csv } = values;
	if (csv === undefined) return 0;
	await withSystemErrors(`--csv ${csv}`, () =>
		writeFile(csv, reportCsv(report.tokens), { flag: values.force ? 'w' : 'wx' }),
	);
	console.log(`\n${csv}: ${report.size} tokens`);
	return 0;
}

function parse(args: string[]) {
	return parseArguments({
		args,
		allowPositionals: true,
		options: {
			top: { type: 'string' },
			csv: { type: 'string' },
			force: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
}

async function readTokens(path: string, files: CollectionFiles): Promise<RankedToken[]> {
	const { tokens } = await readCollection(files, { wantsPictures: false });
	const tokensWithMetadata = tokens.filter(({ metadata }) => metadata !== null);
	if (tokensWithMetadata.length === 0) throw new UsageError(`${path}: there is no metadata in it.`);
	const hasNumbers = tokensWithMetadata.every(({ number }) => number !== null);
	return tokensWithMetadata.map(({ number, metadata }, index) => ({
		tokenNumber: hasNumbers ? number! : index + 1,
		name: typeof metadata!.name === 'string' ? metadata!.name : '',
		attributes: readAttributes(metadata),
	}));
}

function reportLines(report: RarityReport<RankedToken>, top: number): string[] {
	const { size, entropy, provisional, tiers, traits, tokens } = report;
	const percent = (count: number) => `${((100 * count) / size).toFixed(2)} %`;
	const shown = tokens
		.slice(0, top)
		.map(({ tokenNumber, name, rarity }) => [
			String(rarity.rank),
			String(tokenNumber),
			rarity.tier,
			rarity.score.toFixed(4),
			String(rarity.uniqueTraits),
			name,
		]);
	const values = traits.flatMap(({ trait, values: found, missing }) => [
		...found.map(({ value, count }) => [trait, value, String(count), percent(count)]),
		...(missing > 0 ? [[trait, '(missing)', String(missing), percent(missing)]] : []),
	]);
	return [
		`${pluralize(size, 'token')}, entropy ${entropy.toFixed(4)} bits`,
		...(provisional ? [provisionalNotice] : []),
		tiers.map(({ tier, count }) => `${tier} ${count}`).join(', '),
		...(shown.length === 0
			? []
			: ['', ...tableLines([['rank', 'token', 'tier', 'score', 'unique', 'name'], ...shown])]),
		...(shown.length === 0 ? [] : ['Tokens with values that no other has come first, then the higher score.']),
		'',
		...tableLines([['trait', 'value', 'tokens', 'share'], ...values]),
	];
}

/** Columns of equal width, two spaces apart. */
function tableLines(rows: readonly (readonly string[])[]): string[] {
	const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
	return rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column]!))
			.join('  ')
			.trimEnd(),
	);
}
