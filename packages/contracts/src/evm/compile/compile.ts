import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const peerName = 'UriStorageVouchers.sol';

/** Where the compiler's program lies: `node <it> --standard-json`, input on stdin, output on stdout. */
export const solcProgramPath: string = fileURLToPath(new URL('./solc-program.ts', import.meta.url));

/** The contracts that are deployed. */
export const contracts = ['AdxCollection', 'AdxDrop'] as const;
export type ContractName = (typeof contracts)[number];

/** What the compiler makes of the contract: its ABI as JSON values, and its creation code as hex text with 0x. */
export interface CompiledContract {
	readonly abi: readonly unknown[];
	readonly bytecode: string;
	readonly runtime: RuntimeCode;
}

/** The code that lies on the chain, as part of the creation code: its place there in bytes, and those that differ. */
interface RuntimeCode {
	readonly start: number;
	readonly length: number;
	/** First byte and number of bytes of each value that the constructor sets for good, counted from the start. */
	readonly immutables: readonly (readonly [first: number, count: number])[];
}

/**
 * A contract with everything that it imports as the compiler's standard JSON input, which is also what block explorers
 * take to verify a deployed contract.
 */
export function compilerInput(name: ContractName) {
	return toCompilerInput(`${name}.sol`, contractSource(name));
}

type Sources = Record<string, { content: string }>;

function toCompilerInput(name: string, source: string) {
	const sources: Sources = {};
	addSource(sources, name, source);
	return toSourcesInput(name, sources);
}

const runtimeOutputs = ['evm.deployedBytecode.object', 'evm.deployedBytecode.immutableReferences'];

function toSourcesInput(name: string, sources: Sources) {
	const contract = basename(name, '.sol');
	return {
		language: 'Solidity',
		sources,
		settings: {
			// Measured: with 200 each redemption costs 106 gas more, with 400 the deployment 6,800 for 3 saved on each.
			optimizer: { enabled: true, runs: 300 },
			viaIR: true,
			evmVersion: 'cancun',
			// Without a hash of the sources in it, the bytecode changes only with what the contract does.
			metadata: { bytecodeHash: 'none', appendCBOR: false },
			outputSelection: { [name]: { [contract]: ['abi', 'evm.bytecode.object', ...runtimeOutputs] } },
		},
	};
}

/** The Solidity source of a contract. */
export function contractSource(name: ContractName): string {
	return readFileSync(new URL(`../../../solidity/${name}.sol`, import.meta.url), 'utf8');
}

/**
 * Compiles a contract in a process of its own, which takes some seconds.
 * @throws when the compiler reports an error or a warning about the contract
 */
export async function compileContract(name: ContractName): Promise<CompiledContract> {
	return compile(compilerInput(name), true);
}

/**
 * The creation code, as hex text with 0x, of variants of a contract's source, in their order. All of them are compiled in
 * one process and without the optimizer: a fifth of a second each, of which a process for each would take a whole one.
 * @throws when the compiler reports an error about any of them
 */
export async function compileVariants(name: ContractName, variants: readonly string[]): Promise<readonly string[]> {
	const { sources, ...input } = compilerInput(name);
	const paths = variants.map((_, index) => `variant-${index}/${name}.sol`);
	const output = await runCompiler({
		...input,
		sources: {
			...sources,
			...Object.fromEntries(paths.map((path, index) => [path, { content: variants[index] ?? '' }])),
		},
		settings: {
			...input.settings,
			optimizer: { enabled: false },
			viaIR: false,
			outputSelection: Object.fromEntries(paths.map((path) => [path, { [name]: ['evm.bytecode.object'] }])),
		},
	});
	const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
	return paths.map((path) => `0x${output.contracts?.[path]?.[name]?.evm.bytecode.object}`);
}

/** Compiles what the contract's gas is measured against, just as the contract is. */
export async function compilePeer(): Promise<CompiledContract> {
	const source = readFileSync(new URL(`../../../solidity/peer/${peerName}`, import.meta.url), 'utf8');
	return compile(toCompilerInput(peerName, source), true);
}

/** Compiles a contract of somebody else's, whose `sources` go by the names under which they are imported, in the same way. */
export async function compileForeign(name: string, sources: Sources): Promise<CompiledContract> {
	return compile(toSourcesInput(name, sources), false);
}

async function compile(input: ReturnType<typeof toCompilerInput>, isStrict: boolean): Promise<CompiledContract> {
	const output = await runCompiler(input);
	const contract = Object.values(Object.values(output.contracts ?? {})[0] ?? {})[0];
	const problems = (output.errors ?? []).filter(({ severity }) => severity === 'error' || isStrict);
	if (problems.length > 0 || contract === undefined) {
		throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));
	}
	const { abi, evm } = contract;
	return { abi, bytecode: `0x${evm.bytecode.object}`, runtime: findRuntime(evm) };
}

function findRuntime({ bytecode, deployedBytecode }: CompilerOutputCode): RuntimeCode {
	const immutables = Object.values(deployedBytecode.immutableReferences)
		.flat()
		.map(({ start, length }) => [start, length] as const)
		.toSorted(([left], [right]) => left - right);
	return {
		start: bytecode.object.indexOf(deployedBytecode.object) / 2,
		length: deployedBytecode.object.length / 2,
		immutables,
	};
}

function runCompiler(input: object): Promise<CompilerOutput> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [solcProgramPath, '--standard-json'], { stdio: ['pipe', 'pipe', 'inherit'] });
		const stop = () => child.kill('SIGKILL');
		process.once('exit', stop);
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
		child.once('error', reject);
		child.once('close', (status) => {
			process.off('exit', stop);
			if (status === 0) resolve(JSON.parse(output));
			else reject(new Error(`The compiler ended with status ${status}.`));
		});
		child.stdin.end(JSON.stringify(input));
	});
}

/** The generated files by their names in `src`, byte for byte as they are committed. */
export function artefactFiles(
	name: ContractName,
	{ abi, bytecode, runtime }: CompiledContract,
): ReadonlyMap<string, string> {
	const head = `// Written by src/evm/compile/write-artefacts.ts from solidity/${name}.sol; a test compares.\n`;
	const file = name.replace(/\B[A-Z]/, (letter) => `-${letter}`).toLowerCase();
	const variable = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
	const items = abi.map((item) => `\t${JSON.stringify(item)},\n`).join('');
	return new Map([
		[
			`${file}-abi.gen.ts`,
			`${head}/** The contract's interface, as typed clients take it. */\nexport const ${variable}Abi = [\n${items}] as const;\n`,
		],
		[
			`${file}-bytecode.gen.ts`,
			`${head}/** The contract's creation code, to be followed by the encoded arguments of its constructor. */\nexport const ${variable}Bytecode =\n\t'${bytecode}' as const;\n`,
		],
		// Strangers recognise a drop by what lies on the chain.
		...(name === 'AdxDrop' ? [[`${file}-runtime.gen.ts`, `${head}${runtimeText(variable, runtime)}`] as const] : []),
	]);
}

function runtimeText(variable: string, { start, length, immutables }: RuntimeCode): string {
	const lines = immutables.map((range) => `\t\t[${range.join(', ')}],\n`).join('');
	const comment =
		'/** Where the code that lies on the chain is in the creation code, and its bytes that each contract has its own. */';
	return `${comment}\nexport const ${variable}Runtime = {\n\tstart: ${start},\n\tlength: ${length},\n\timmutables: [\n${lines}\t],\n} as const;\n`;
}

interface CompilerOutputCode {
	readonly bytecode: { readonly object: string };
	readonly deployedBytecode: {
		readonly object: string;
		readonly immutableReferences: Readonly<
			Record<string, readonly { readonly start: number; readonly length: number }[]>
		>;
	};
}

interface CompilerOutput {
	readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
	readonly contracts?: Readonly<Record<string, Record<string, { abi: readonly unknown[]; evm: CompilerOutputCode }>>>;
}

function addSource(sources: Sources, name: string, content: string): void {
	if (sources[name] !== undefined) return;
	sources[name] = { content };
	for (const [, path = ''] of content.matchAll(/^import\s[^;]*?"([^"]+)";/gm)) {
		const imported = path.startsWith('.') ? new URL(path, `file:///${name}`).pathname.slice(1) : path;
		addSource(sources, imported, readFileSync(require.resolve(imported), 'utf8'));
	}
}
