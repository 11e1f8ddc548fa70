import { beforeAll, expect } from 'vitest';
import { type ContractName, compileVariants, contractSource } from './compile/compile.ts';
import { runForge } from './foundry-fuzz-testing.ts';

/** A change to a contract's source that takes one of its guards away: `from`, which stands in it once, becomes `to`. */
export type Mutant = readonly [name: string, from: string, to: string];

/** Rows for `it.each`: a row that is a mutant itself would be spread. */
export const named = (mutants: readonly Mutant[]): (readonly [name: string, mutant: Mutant])[] =>
	mutants.map((mutant) => [mutant[0], mutant]);

/**
 * Compiles the variants of a contract for the tests of the block that calls this. What it returns resolves to the names
 * of the tests of forge that were seen to fail on one of them, or on the contract as it stands.
 */
export function useMutants(
	contract: ContractName,
	mutants: readonly Mutant[],
): (mutant?: Mutant) => Promise<readonly string[]> {
	const source = contractSource(contract);
	let bytecodes: readonly string[];
	beforeAll(async () => {
		bytecodes = await compileVariants(contract, [source, ...mutants.map(([, from, to]) => source.replace(from, to))]);
	});
	return async (mutant) => {
		if (mutant !== undefined) expect(source.split(mutant[1])).toHaveLength(2);
		const bytecode = bytecodes[mutant === undefined ? 0 : mutants.indexOf(mutant) + 1]!;
		const effort = { fuzzRuns: 100, invariantRuns: 12, invariantDepth: 80, seed: '0xadc' };
		const results = await runForge(effort, { contract, bytecode });
		return [...results].filter(([, { status }]) => status === 'Failure').map(([test]) => test);
	};
}
