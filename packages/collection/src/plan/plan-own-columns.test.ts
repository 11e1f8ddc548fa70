import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnRule } from './plan-column.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { type ColumnPlanRequest, type OwnColumn, planOwnColumns } from './plan-own-columns.ts';
import { startCpuClock } from './plan-testing.ts';
import { createRandomStream } from './prng.ts';

type Row = Readonly<Record<string, string>>;

const column = (name: string, weights: Readonly<Record<string, number>>, isInDna = true): OwnColumn => ({
	name,
	isInDna,
	values: Object.entries(weights).map(([value, weight]) => ({ name: value, weight })),
});

/** `layers` columns of `values` values each, of equal weights. */
const wide = (layers: number, values: number): OwnColumn[] =>
	Array.from({ length: layers }, (_, layer) =>
		column(
			`L${layer}`,
			Object.fromEntries(Array.from({ length: values }, (__, value) => [`v${value}`, 1 + (value % 3)])),
		),
	);

const countIn = (rows: readonly Row[], name: string) => {
	const counts: Record<string, number> = {};
	for (const row of rows) counts[row[name]!] = (counts[row[name]!] ?? 0) + 1;
	return counts;
};

const isKept = ({ kind, left, right }: ColumnRule, row: Row) => {
	const has = ({ trait, value }: ColumnRule['left']) => row[trait] === value;
	return kind === 'never' ? !(has(left) && has(right)) : !has(left) || has(right);
};

const toKey = (row: Row, columns: readonly OwnColumn[]) =>
	JSON.stringify(columns.flatMap(({ name, isInDna }) => (isInDna ? [row[name]] : [])));

describe('planOwnColumns', () => {
	it('puts a value of a twentieth of the weight on exactly a twentieth of the rows', () => {
		const columns = [column('Hat', { Crown: 5, Cap: 95 }), ...wide(4, 10)];
		const { rows, isRelaxed, capacity, distinct } = planOwnColumns({ columns, size: 1_000 }, 'a');
		expect(countIn(rows, 'Hat')).toEqual({ Crown: 50, Cap: 950 });
		expect(rows[0]).toEqual(Object.fromEntries(columns.map(({ name }) => [name, rows[0]![name]])));
		expect({ isRelaxed, capacity, distinct }).toEqual({ isRelaxed: false, capacity: 20_000n, distinct: 1_000 });
	});

	it('shows a value of hardly any weight once, and one without weight never', () => {
		const columns = [column('Hat', { Crown: 1, Cap: 1_000_000, Helm: 0 }), ...wide(3, 10)];
		expect(countIn(planOwnColumns({ columns, size: 500 }, 'a').rows, 'Hat')).toEqual({ Crown: 1, Cap: 499 });
	});

	it('gives the same rows for the same seed and others for another', () => {
		const request = { columns: wide(5, 6), size: 300 };
		expect(planOwnColumns(request, 'a')).toEqual(planOwnColumns(request, 'a'));
		expect(planOwnColumns(request, 'b').rows).not.toEqual(planOwnColumns(request, 'a').rows);
	});

	it('gives the rows it gave when they were first stored', () => {
		const columns = [
			column('Background', { Red: 1, Blue: 3 }, false),
			column('Hat', { Crown: 1, Cap: 9 }),
			...wide(4, 9),
		];
		const rules: ColumnRule[] = [
			{ kind: 'never', left: { trait: 'Hat', value: 'Crown' }, right: { trait: 'Background', value: 'Red' } },
		];
		const { rows } = planOwnColumns({ columns, size: 200, rules }, 'golden');
		expect(rows[199]).toEqual({ Background: 'Blue', Hat: 'Cap', L0: 'v3', L1: 'v2', L2: 'v3', L3: 'v5' });
	});

	it('does not count what lies outside the DNA as a difference, and keeps rules about it', () => {
		const columns = [
			column('Sky', { Day: 1, Night: 1 }, false),
			column('Ground', { Sand: 1, Snow: 1 }, false),
			...wide(2, 3),
		];
		const rules: ColumnRule[] = [
			{ kind: 'never', left: { trait: 'Sky', value: 'Day' }, right: { trait: 'L0', value: 'v0' } },
			{ kind: 'together', left: { trait: 'Sky', value: 'Night' }, right: { trait: 'Ground', value: 'Snow' } },
		];
		const { rows, capacity } = planOwnColumns({ columns, size: 9, rules }, 'a');
		expect(capacity).toBe(9n);
		expect(new Set(rows.map((row) => toKey(row, columns))).size).toBe(9);
		for (const row of rows) expect(rules.every((rule) => isKept(rule, row))).toBe(true);
	});

	it('repeats no row that is taken while there are others, and says how many there are', () => {
		const columns = wide(2, 5);
		const first = planOwnColumns({ columns, size: 20 }, 'a').rows;
		const second = planOwnColumns({ columns, size: 7, taken: first }, 'b');
		expect(second).toMatchObject({ capacity: 5n, distinct: 5 });
		const all = new Set([...first, ...second.rows].map((row) => toKey(row, columns)));
		expect(all.size).toBe(25);
		// What these columns could not give, or what has other traits, takes nothing away.
		const others: Row[] = [{ L0: 'v0', L1: 'other' }, { L0: 'v0' }, { L0: 'v0', L2: 'v0' }];
		expect(planOwnColumns({ columns, size: 7, taken: others }, 'b').capacity).toBe(25n);
	});

	it('says which values the rules keep out, and plans the others', () => {
		const columns = [column('Hat', { Crown: 1, Cap: 1 }), column('Fur', { Red: 1, Blue: 1 }), ...wide(2, 9)];
		const rules: ColumnRule[] = ['Red', 'Blue'].map((value) => ({
			kind: 'never',
			left: { trait: 'Hat', value: 'Crown' },
			right: { trait: 'Fur', value },
		}));
		const plan = planOwnColumns({ columns, size: 50, rules }, 'a');
		expect(plan.impossible).toEqual([{ trait: 'Hat', value: 'Crown' }]);
		expect(countIn(plan.rows, 'Hat')).toEqual({ Cap: 50 });
		const counts = { Hat: { Crown: 3 } };
		expect(() => planOwnColumns({ columns, size: 50, rules, counts }, 'a')).toThrow('No image can have Hat Crown');
	});

	it('rejects counts that do not fit, by the names of the creator', () => {
		const columns = [column('Hat', { Crown: 1, Cap: 1 }), ...wide(2, 9)];
		const plan = (counts: ColumnPlanRequest['counts']) => () =>
			planOwnColumns({ columns, size: 50, counts: counts! }, 'a');
		expect(plan({ Hat: { Crown: 60 } })).toThrow(
			'The counts of Hat add up to 60, but the collection holds only 50 images.',
		);
		expect(plan({ Hat: { Crown: 1, Cap: 2 } })).toThrow('no other value may fill the rest of 50 images');
		expect(plan({ Hat: { Helm: 2 } })).toThrow(
			'2 images with Hat Helm are asked for, but it is not among the choices.',
		);
	});

	it('says whom nothing is left of', () => {
		expect(() => planOwnColumns({ columns: [column('Hat', { Crown: 0 })], size: 1 }, 'a')).toThrow(
			'No value of Hat is left',
		);
	});

	it('plans 30 traits with 2,000 values, where keys outgrow a float, unique and exact', () => {
		const columns = wide(30, 67);
		const cpuMs = startCpuClock();
		const { rows, capacity, isRelaxed } = planOwnColumns({ columns, size: 10_000 }, 'a');
		expect(cpuMs()).toBeLessThan(5_000);
		expect(capacity).toBe(67n ** 30n);
		expect(isRelaxed).toBe(false);
		expect(new Set(rows.map((row) => toKey(row, columns))).size).toBe(10_000);
	});

	it('plans 10,000 values under 2,000 rules that nobody could count', () => {
		const columns = wide(40, 250);
		const stream = createRandomStream('rules', 'of a test');
		const pick = () => ({ trait: `L${stream.nextInt(40)}`, value: `v${stream.nextInt(250)}` });
		const pairs = Array.from({ length: 2_000 }, () => ({ kind: 'never' as const, left: pick(), right: pick() }));
		const rules = pairs.filter(({ left, right }) => left.trait !== right.trait);
		const cpuMs = startCpuClock();
		const { rows, capacity, isCapacityExact } = planOwnColumns({ columns, size: 2_000, rules }, 'a');
		expect(cpuMs()).toBeLessThan(20_000);
		expect(isCapacityExact).toBe(false);
		expect(capacity).toBeGreaterThanOrEqual(2_000n);
		expect(new Set(rows.map((row) => toKey(row, columns))).size).toBe(2_000);
		for (const row of rows) expect(rules.every((rule) => isKept(rule, row))).toBe(true);
	});

	it('finds the few rows that rules leave in a world too large to walk through', () => {
		// Twelve columns of eight values that all have to be the same one: eight rows of 8^12.
		const columns = wide(12, 8);
		const rules: ColumnRule[] = Array.from({ length: 12 * 8 }, (_, index) => ({
			kind: 'together',
			left: { trait: `L${index % 12}`, value: `v${Math.floor(index / 12)}` },
			right: { trait: `L${(index + 1) % 12}`, value: `v${Math.floor(index / 12)}` },
		}));
		const plan = planOwnColumns({ columns, size: 8, rules }, 'a');
		expect(plan.capacity).toBe(8n);
		expect(new Set(plan.rows.map((row) => toKey(row, columns))).size).toBe(8);
		expect(planOwnColumns({ columns, size: 12, rules }, 'a').distinct).toBe(8);
	});
});

/** Up to four columns of up to three values, some outside the DNA. */
const worlds = fc
	.array(
		fc.tuple(
			fc.integer({ min: 1, max: 3 }),
			fc.boolean(),
			fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
		),
		{
			minLength: 1,
			maxLength: 4,
		},
	)
	.map((columns) =>
		columns.map(([values, isInDna, weights], index) =>
			column(
				`c${index}`,
				Object.fromEntries(weights.slice(0, values).map((weight, value) => [`v${value}`, weight])),
				isInDna,
			),
		),
	);

const rulesOf = (columns: readonly OwnColumn[]) => {
	const pair = fc.constantFrom(
		...columns.flatMap(({ name, values }) => values.map((value) => ({ trait: name, value: value.name }))),
	);
	return fc.array(
		fc.record({ kind: fc.constantFrom('never' as const, 'together' as const), left: pair, right: pair }),
		{ maxLength: 3 },
	);
};

/** All rows there are that keep the rules. */
const listRows = (columns: readonly OwnColumn[], rules: readonly ColumnRule[]): Row[] =>
	columns
		.reduce<Row[]>(
			(rows, { name, values }) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value.name }))),
			[{}],
		)
		.filter((row) => rules.every((rule) => isKept(rule, row)));

describe('planOwnColumns, for any input', () => {
	it('keeps rules, is unique up to the capacity, uses all combinations beyond it, and plans whenever there is any row', () => {
		const requests = worlds.chain((columns) =>
			fc.tuple(fc.constant(columns), rulesOf(columns), fc.integer({ min: 1, max: 40 })),
		);
		fc.assert(
			fc.property(requests, fc.string(), ([columns, rules, size], seed) => {
				const possible = listRows(columns, rules);
				const run = () => planOwnColumns({ columns, size, rules }, seed);
				if (possible.length === 0) {
					expect(run).toThrow(PlanImpossibleError);
					return;
				}
				const plan = run();
				const combinations = new Set(possible.map((row) => toKey(row, columns)));
				expect(plan.capacity).toBe(BigInt(combinations.size));
				expect(new Set(plan.rows.map((row) => toKey(row, columns))).size).toBe(Math.min(size, combinations.size));
				for (const row of plan.rows) expect(rules.every((rule) => isKept(rule, row))).toBe(true);
				for (const { name, values } of columns) {
					for (const value of values) {
						const canOccur = possible.some((row) => row[name] === value.name);
						const isListed = plan.impossible.some((pair) => pair.trait === name && pair.value === value.name);
						expect(isListed).toBe(!canOccur);
					}
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('meets every quota exactly where no rule and no lack of combinations stands against it', () => {
		const weights = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(
				fc.array(weights, { minLength: 1, maxLength: 6 }),
				fc.integer({ min: 100, max: 3_000 }),
				fc.string(),
				(lists, size, seed) => {
					const given = lists.map((list, index) =>
						column(`c${index}`, Object.fromEntries(list.map((weight, value) => [`v${value}`, weight]))),
					);
					const columns = [...given, ...wide(3, 30)];
					const plan = planOwnColumns({ columns, size }, seed);
					expect(plan.isRelaxed).toBe(false);
					for (const [index, list] of lists.entries()) {
						const counts = countIn(plan.rows, `c${index}`);
						const total = list.reduce((sum, weight) => sum + weight, 0);
						const lifted = list.filter((weight) => (size * weight) / total < 1).length;
						for (const [value, weight] of list.entries()) {
							const share = (size * weight) / total;
							const count = counts[`v${value}`] ?? 0;
							expect(count).toBeGreaterThanOrEqual(1);
							// Each value that is lifted to one row takes less than one from the others.
							if (share >= 1) expect(count).toBeGreaterThan(share - 1 - lifted);
							expect(count).toBeLessThan(Math.max(share, 1) + 1);
						}
					}
				},
			),
			{ numRuns: 60 },
		);
	});

	it('meets counts exactly or says that it cannot', () => {
		const requests = worlds.chain((columns) => {
			const count = fc.tuple(
				fc.constantFrom(...columns.flatMap(({ name, values }) => values.map((value) => [name, value.name] as const))),
				fc.integer({ min: 0, max: 6 }),
			);
			return fc.tuple(
				fc.constant(columns),
				rulesOf(columns),
				fc.array(count, { maxLength: 4 }),
				fc.integer({ min: 1, max: 12 }),
			);
		});
		let planned = 0;
		fc.assert(
			fc.property(requests, fc.string(), ([columns, rules, counted, size], seed) => {
				const counts: Record<string, Record<string, number>> = {};
				for (const [[name, value], count] of counted) counts[name] = { ...counts[name], [value]: count };
				try {
					const { rows } = planOwnColumns({ columns, size, rules, counts }, seed);
					planned++;
					for (const [name, values] of Object.entries(counts)) {
						for (const [value, count] of Object.entries(values)) expect(countIn(rows, name)[value] ?? 0).toBe(count);
					}
				} catch (error) {
					if (!(error instanceof PlanImpossibleError)) throw error;
					if (error.largestFeasible > 0) {
						expect(planOwnColumns({ columns, size: error.largestFeasible, rules, counts }, seed).rows).toHaveLength(
							error.largestFeasible,
						);
					}
				}
			}),
			{ numRuns: 300 },
		);
		expect(planned).toBeGreaterThan(50);
	});
});
