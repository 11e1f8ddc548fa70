import { CommandError } from './command-error.ts';
import { deployContract } from './deploy-contract.ts';
import { deployUsage } from './deploy-options.ts';
import { openTerminal } from './terminal.ts';
import { verificationOption, writeVerificationInput } from './verification.ts';

const args = process.argv.slice(2);
try {
	const verificationAt = args.indexOf(verificationOption);
	if (args.includes('--help')) console.log(deployUsage);
	else if (verificationAt !== -1) console.log(writeVerificationInput(args[verificationAt + 1]));
	else
		await deployContract(args, {
			env: process.env,
			terminal: openTerminal(process.stdin, process.stderr),
			print: (line) => console.log(line),
		});
} catch (error) {
	if (!(error instanceof CommandError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
