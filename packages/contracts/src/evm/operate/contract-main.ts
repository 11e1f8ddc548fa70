import { CommandError } from '../deploy/command-error.ts';
import { openTerminal } from '../deploy/terminal.ts';
import { contractUsage } from './contract-options.ts';
import { runContract } from './run-contract.ts';

const args = process.argv.slice(2);
try {
	if (args.includes('--help')) console.log(contractUsage);
	else
		await runContract(args, {
			env: process.env,
			terminal: openTerminal(process.stdin, process.stderr),
			print: (line) => console.log(line),
		});
} catch (error) {
	if (!(error instanceof CommandError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
