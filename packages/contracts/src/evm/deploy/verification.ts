import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Hex, size, slice } from 'viem';
import { adxCollectionBytecode } from '../adx-collection-bytecode.gen.ts';
import { compilerInput } from '../compile/compile.ts';
import { CommandError } from './command-error.ts';

/** Option of `npm run deploy-contract` that writes the input in place of deploying. */
export const verificationOption = '--verification-input';

/**
 * Writes the standard JSON input that the contract was compiled from, which block explorers take to verify it, and
 * returns what else they ask for.
 * @throws {CommandError} when the file cannot be written, or is there already
 */
export function writeVerificationInput(path: string | undefined): string {
	if (!path) throw new CommandError(`${verificationOption} needs a file to write to.`);
	try {
		writeFileSync(path, `${JSON.stringify(compilerInput('AdxCollection'), null, '\t')}\n`, { flag: 'wx' });
	} catch (error) {
		throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : 'no reason told'}`);
	}
	return `${path} is the standard JSON input of AdxCollection.sol:AdxCollection, for ${compilerName()}.`;
}

/** What block explorers ask for beside the input, of a deployment with that data. */
export function describeVerification(deploymentData: Hex): string {
	const constructorArguments = slice(deploymentData, size(adxCollectionBytecode)).slice(2);
	return [
		`Verify    with ${compilerName()} and what npm run deploy-contract -- ${verificationOption} <file> writes;`,
		`          constructor arguments ${constructorArguments}`,
	].join('\n');
}

function compilerName(): string {
	const { version }: { version: string } = createRequire(import.meta.url)('solc/package.json');
	return `solc ${version}`;
}
