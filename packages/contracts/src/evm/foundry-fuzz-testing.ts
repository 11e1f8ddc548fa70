import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adxCollectionBytecode } from './adx-collection-bytecode.gen.ts';
import { adxDropBytecode } from './adx-drop-bytecode.gen.ts';
import { type ContractName, solcProgramPath } from './compile/compile.ts';
import { findFoundryProgram } from './foundry-program-testing.ts';

const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const cacheDir = join(packageDir, '.cache', 'forge');

/** Whether this machine has forge; npm has its binary for Linux on x64, macOS on arm64 and Windows on x64. */
export const hasForge: boolean = findFoundryProgram('forge') !== undefined;

/** How far forge goes: `fuzzRuns` inputs per property, `invariantRuns` sequences of `invariantDepth` calls each. */
export interface ForgeEffort {
	readonly fuzzRuns: number;
	readonly invariantRuns: number;
	readonly invariantDepth: number;
	/** As forge takes it: hex text. The same seed gives the same inputs. */
	readonly seed: string;
}

/** One test of forge: what was run (`kind`), and with which reason and counterexample it failed. */
export interface ForgeResult {
	readonly status: 'Success' | 'Failure' | 'Skipped';
	readonly reason: string | null;
	readonly counterexample: unknown;
	readonly kind: Readonly<Record<string, unknown>>;
}

/** The tests of solidity/test, each as a sentence. */
export const forgeTests: Readonly<Record<string, string>> = {
	testFuzz_redeemsWhatWasSigned: 'redeems exactly what was signed',
	testFuzz_tokenURIIsTheCidOfTheDigest: 'has the CID of the digest as token URI',
	testFuzz_royaltyStaysBelowItsLimit: 'never asks more than a tenth as royalty',
	testFuzz_theFirstOwnerKeepsTheRoyalty: 'has the royalty go to the first owner after two sales',
	testFuzz_redeemsManyForTheSumOfTheirPrices: 'redeems up to twenty at once for the sum of their prices',
	testFuzz_redeemsNoneOfManyWithABadOne: 'redeems none of several where one is bad',
	testFuzz_rejectsAReplay: 'rejects a replay, of a burnt token too',
	testFuzz_rejectsAChangedVoucher: 'rejects a voucher changed in any field',
	testFuzz_rejectsAnotherAmount: 'rejects any amount but the price',
	testFuzz_rejectsAnExpiredVoucher: 'rejects an expired voucher',
	testFuzz_rejectsAnotherKey: 'rejects a signature by any other key',
	testFuzz_rejectsAMadeUpSignature: 'rejects a made-up signature',
	testFuzz_rejectsAMalleatedSignature: 'rejects a malleated signature',
	testFuzz_rejectsAnotherChain: 'rejects a voucher for another chain',
	testFuzz_rejectsAnotherContract: 'rejects a voucher for another contract',
	testFuzz_rejectsACancelledNonce: 'rejects a cancelled nonce',
	testFuzz_onlySignersAndAdminsCancel: 'rejects to cancel for anybody else',
	invariant_everyCallEndsAsItMust: 'redeems, cancels, burns and pays out when it must, and only then',
	invariant_aNonceIsMintedAtMostOnceEver: 'mints a nonce at most once, ever',
	invariant_theBalanceIsWhatWasPaidLessWhatWasWithdrawn: 'holds what was paid less what was withdrawn',
	invariant_metadataNeverChanges: 'never changes what a nonce became, nor its metadata',
	invariant_theFirstOwnerGetsTheRoyalty: 'has the royalty go to the first owner, burnt or not',
	invariant_theOwnersHoldWhatIsAlive: 'has as many tokens in hands as were minted and not burnt',
	testFuzz_sellsWhatWasSigned: 'sells exactly what was signed, and pays the owner',
	testFuzz_rejectsASoldItem: 'rejects an item that was sold',
	testFuzz_rejectsAnItemTwiceInOne: 'rejects an item twice in one purchase',
	testFuzz_rejectsUnknownItems: 'rejects items that are none of the cap',
	testFuzz_rejectsNoneAndTooMany: 'rejects no items and more than twenty',
	testFuzz_rejectsAnotherAmountForItems: 'rejects any amount but the price of the items',
	testFuzz_holdsUntilItsDeadlineAndNoLonger: 'sells until the deadline and no longer',
	testFuzz_holdsForAnHourAtMost: 'rejects a deadline more than an hour ahead',
	testFuzz_rejectsAChangedVoucherForItems: 'rejects a purchase changed in any field',
	testFuzz_rejectsAnotherKeyForItems: 'rejects a purchase signed by any other key',
	testFuzz_rejectsAMadeUpSignatureWhereNobodySigns: 'rejects any signature where nobody signs',
	testFuzz_rejectsAMalleatedSignatureForItems: 'rejects a malleated signature of a purchase',
	testFuzz_rejectsItemsOfAnotherChain: 'rejects a purchase on another chain',
	testFuzz_rejectsItemsOfAnotherDrop: 'rejects a purchase of another drop',
	testFuzz_anotherSignerVoidsWhatTheOneBeforeSigned: 'voids what the signer before signed',
	testFuzz_sellsNothingWhilePaused: 'sells nothing while paused',
	testFuzz_sellsNothingOnceEnded: 'sells nothing once ended, and ends once',
	testFuzz_undoesWhatTheOwnerTakesNoMoneyFor: 'undoes a purchase whose money the owner does not take',
	testFuzz_onlyTheOwnerRunsIt: 'rejects to be run by anybody but the owner',
	testFuzz_anybodyEndsWhatIsSoldOut: 'is ended by anybody once all is sold, and not before',
	testFuzz_royaltyOfADropStaysBelowItsLimit: 'never asks more than a tenth as royalty of a drop',
	testFuzz_hasNoMetadataOfWhatIsNotSold: 'has no metadata of what is not sold',
	testFuzz_drawsABlockThatNobodyKnewOnce: 'draws once, from a block that came after the end',
	testFuzz_drawsALaterBlockWhereTheHashIsForgotten: 'draws from a later block where the hash is forgotten',
	testFuzz_isEndedByAnybodyWithTheRevealersWord:
		'is ended by anybody with the word of whoever reveals, and of nobody else',
	testFuzz_drawsWhatTheChainKeepsOfTheLast8191Blocks: 'draws a hash that the chain keeps of its last 8,191 blocks',
	testFuzz_drawsNothingThatIsNoHash: 'draws nothing of what answers no hash',
	testFuzz_revealsOnceBySeedAndBlock: 'reveals once, by the seed that was committed to and the block',
	testFuzz_showsNoFilesButTheRevealers: 'shows no files but those that the revealer signed for that order',
	invariant_everyPurchaseEndsAsItMust: 'sells when it must, and only then',
	invariant_noMoreItemsThanTheCap: 'never has more items than its cap',
	invariant_noItemTwice: 'never sells an item twice, nor one that there is not',
	invariant_theMoneyIsTheOwners: 'never holds money: all that was paid is the owner’s',
};

/** The names of the test contracts that are about each contract: a condition of forge. */
const testsOf = {
	AdxCollection: ['--no-match-contract', '^Drop'],
	AdxDrop: ['--match-contract', '^Drop'],
} as const satisfies Record<ContractName, readonly string[]>;

/**
 * Runs the tests of solidity/test against the committed bytecode, without network and with the compiler from npm; with a
 * `variant` of one contract those of that one alone, against the variant, until the first fails. Everything that forge
 * writes lies in the package's `.cache`. The answer is by test name, as `testFuzz_…` or `invariant_…`.
 * @throws when forge cannot compile or start
 */
export async function runForge(
	effort: ForgeEffort,
	variant?: { readonly contract: ContractName; readonly bytecode: string },
): Promise<ReadonlyMap<string, ForgeResult>> {
	const forgePath = findFoundryProgram('forge');
	if (forgePath === undefined) throw new Error('There is no forge for this platform.');
	mkdirSync(cacheDir, { recursive: true });
	const args = ['test', '--root', packageDir, '--offline', '--json', '--use', writeCompilerShim()];
	const bytecodes = {
		AdxCollection: adxCollectionBytecode as string,
		AdxDrop: adxDropBytecode as string,
		...(variant === undefined ? {} : { [variant.contract]: variant.bytecode }),
	};
	const selection = variant === undefined ? [] : ['--fail-fast', ...testsOf[variant.contract]];
	const child = spawn(forgePath, [...args, '--fuzz-seed', effort.seed, ...selection], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			PATH: process.env.PATH,
			HOME: cacheDir,
			ADX_CREATION_CODE: bytecodes.AdxCollection,
			ADX_DROP_CREATION_CODE: bytecodes.AdxDrop,
			FOUNDRY_FUZZ_RUNS: String(effort.fuzzRuns),
			FOUNDRY_INVARIANT_RUNS: String(effort.invariantRuns),
			FOUNDRY_INVARIANT_DEPTH: String(effort.invariantDepth),
			// Nobody reads how a variant fails: the shortest calls that make it fail take longer to find than all else.
			...(variant === undefined ? {} : { FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0' }),
		},
	});
	const stop = () => child.kill('SIGKILL');
	process.once('exit', stop);
	let output = '';
	let errors = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		errors += text;
	});
	await new Promise<void>((resolve, reject) => child.on('error', reject).on('close', () => resolve()));
	process.off('exit', stop);
	return readResults(output, errors);
}

function readResults(output: string, errors: string): ReadonlyMap<string, ForgeResult> {
	const start = output.indexOf('{');
	if (start === -1) throw new Error(`forge gave no results: ${errors}${output}`);
	const suites: Record<string, { test_results: Record<string, ForgeResult> }> = JSON.parse(output.slice(start));
	return new Map(
		Object.values(suites)
			.flatMap(({ test_results }) => Object.entries(test_results))
			.map(([signature, result]) => [signature.split('(')[0] ?? signature, result]),
	);
}

/** forge starts a compiler by one path and nothing before it, so the path has to be a program itself. */
function writeCompilerShim(): string {
	const isWindows = process.platform === 'win32';
	const path = join(cacheDir, isWindows ? 'solc.cmd' : 'solc');
	const command = `"${process.execPath}" "${solcProgramPath}"`;
	const text = isWindows ? `@${command} %*\r\n` : `#!/bin/sh\nexec ${command} "$@"\n`;
	// Another run may be executing it: left alone unless it has to change.
	if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text, { mode: 0o755 });
	return path;
}
