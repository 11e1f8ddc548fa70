import type { PlannedTrait } from '@adx/validators/generation';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ArrangeResult, arrange } from './arrange.ts';
import type { Effort } from './arrangement.ts';
import { computeDna } from './dna.ts';
import { dropImpossible } from './drop-impossible.ts';
import { inventLandscapeNames } from './landscape-names.ts';
import { buildColumns, inventedLandscape, type PlanInput } from './plan-columns.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { createStream, prngVersion } from './prng.ts';
import { type PlannedTraits, toScoredTraits } from './traits.ts';

export type { PlanInput } from './plan-columns.ts';
export { PlanImpossibleError } from './plan-error.ts';

export interface PlanRow {
	/** From 0. */
	readonly index: number;
	/** From 1. */
	readonly tokenNumber: number;
	readonly traits: PlannedTraits;
	/** Differs from every other row's, also where trait values repeat. */
	readonly dna: string;
	/** 32 hex digits for whatever an engine varies beside the traits; independent of them. */
	readonly imageSeed: string;
}

export interface Plan {
	readonly rows: readonly PlanRow[];
	/** Unique combinations the input can make. */
	readonly capacity: bigint;
	/** A sentence to show when the batch is larger than the capacity, else null. */
	readonly notice: string | null;
	/** True when some shares had to give way to rules or to uniqueness; counts never do. */
	readonly isEased: boolean;
}

/** Up to here every smaller batch is tried to find the largest possible one; beyond, only likely ones. */
const scannedUpTo = 12;
const likelyTries = 12;
/** Possibilities looked at before counts and rules are taken to be impossible; below a second. */
const effortLimit = 5_000_000;

/**
 * Plans a whole collection: exact quotas per value (largest remainder of its weight; `counts` letter for letter), columns
 * shuffled by the seed, repeats and forbidden pairs mended by swapping values between rows. Same input and seed, same
 * rows. Every chosen race and class appears when the batch allows. Only where rules or uniqueness leave no other way do
 * shares give way, never counts; beyond the capacity rows repeat as variants. Throws PlanImpossibleError when counts and
 * rules cannot be met.
 */
export function planCollection(input: PlanInput, seed: string): Plan {
	try {
		const arranged = arrangeInput(input, seed, { spent: 0, limit: effortLimit });
		const { table, capacity } = arranged;
		const notice = createNotice(input.batchSize, table.used.size, capacity);
		return { rows: toRows(input, seed, arranged), capacity, notice, isEased: table.isEased() };
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		throw error.withLargestFeasible(largestFeasible(input, seed, error.largestFeasible));
	}
}

/** What can be planned is seen by planning it; the error's own number is where to look first. */
function largestFeasible(input: PlanInput, seed: string, first: number): number {
	const isScanned = input.batchSize <= scannedUpTo;
	const effort = { spent: 0, limit: effortLimit };
	let batchSize = isScanned ? input.batchSize - 1 : first;
	for (let tried = 0; batchSize > 0 && (isScanned || tried < likelyTries); tried++) {
		try {
			arrangeInput({ ...input, batchSize }, seed, effort);
			return batchSize;
		} catch (error) {
			if (!(error instanceof PlanImpossibleError)) throw error;
			batchSize = isScanned ? batchSize - 1 : Math.min(error.largestFeasible, batchSize - 1);
		}
	}
	return 0;
}

function arrangeInput(input: PlanInput, seed: string, effort: Effort): ArrangeResult {
	const rules = input.rules ?? [];
	const size = input.batchSize;
	const columns = dropImpossible(buildColumns(input), rules, size);
	return arrange({ columns, rules, size, seed, effort });
}

function toRows(input: PlanInput, seed: string, { table }: ArrangeResult): PlanRow[] {
	const findColumn = (trait: PlannedTrait) => table.columns.findIndex((column) => column.trait === trait);
	const places = {
		race: findColumn('race'),
		class: findColumn('class'),
		background: findColumn('background'),
		affliction: findColumn('affliction'),
		divinity: findColumn('divinity'),
		items: findColumn('items'),
		magicalStone: findColumn('magicalStone'),
	};
	const valueAt = (row: number, column: number) => table.columns[column]!.values[table.value(row, column)]!;
	const landscapes = inventLandscapes(table, places.background, seed);
	const variants = new Map<number, number>();
	return Array.from({ length: table.size }, (_, index) => {
		const traits = {
			race: valueAt(index, places.race),
			class: valueAt(index, places.class),
			artStyle: input.artStyle,
			background: valueAt(index, places.background) || landscapes(),
			affliction: valueAt(index, places.affliction),
			divinity: valueAt(index, places.divinity),
			items: valueAt(index, places.items),
			magicalStone: valueAt(index, places.magicalStone),
			// Columns are built from the catalogues, which is what the type says.
		} as PlannedTraits;
		const variant = (variants.get(table.computeKey(index)) ?? 0) + 1;
		variants.set(table.computeKey(index), variant);
		const dna = computeDna(toScoredTraits(traits), { variant });
		return { index, tokenNumber: index + 1, traits, dna, imageSeed: deriveImageSeed(seed, index) };
	});
}

/** Names for the rows that get any landscape, one after the other. */
function inventLandscapes(table: ArrangeResult['table'], column: number, seed: string): () => string {
	const { values } = table.columns[column]!;
	const invented = values.indexOf(inventedLandscape);
	if (invented === -1) return () => '';
	const named = values.filter((value) => value !== inventedLandscape);
	const names = inventLandscapeNames(table.size, createStream(seed, 'landscapes'), named);
	return () => names.pop()!;
}

/** Its own hash per image, so that nothing about the traits or the other rows can change it. */
function deriveImageSeed(seed: string, index: number): string {
	return bytesToHex(sha256(utf8ToBytes(JSON.stringify([prngVersion, 'image', seed, index]))).subarray(0, 16));
}

function createNotice(size: number, distinct: number, capacity: bigint): string | null {
	if (BigInt(size) <= capacity) return null;
	return `These choices give only ${capacity} unique combinations; ${size - distinct} of ${size} images repeat one as a numbered variant.`;
}
