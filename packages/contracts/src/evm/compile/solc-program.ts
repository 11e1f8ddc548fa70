import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// `node solc-program.ts [--version | --standard-json]`: the compiler from npm, spoken to as if it were the native solc.
// A process of its own, since the compiler takes hold of a process's error handling.
const require = createRequire(import.meta.url);

if (process.argv.includes('--version')) {
	const { version }: { version: string } = require('solc/package.json');
	console.log(`solc, the solidity compiler commandline interface\nVersion: ${version}`);
} else {
	const solc: { compile(input: string): string } = require('solc');
	process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
