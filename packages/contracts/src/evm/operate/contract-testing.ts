import type { Address } from 'viem';
import { type Anvil, deployForTest, testAccounts, testKeys } from '../anvil-testing.ts';
import { collectionV1Bytecode } from '../collection-v1-testing.ts';
import { deployDrop } from '../drop/drop-testing.ts';
import type { ContractKind } from './read-contract.ts';
import { runContract } from './run-contract.ts';

export interface ContractRun {
	/** The options `--chain` and `--rpc-url` are anvil's unless given otherwise. */
	readonly rpcUrl?: string;
	/** Of the account that sends, `admin` of the test accounts unless given; null leaves the variable out. */
	readonly key?: string | null;
	readonly serverSigner?: string;
	/** What is typed when asked for a key. */
	readonly secret?: string;
	/** What is answered to the question whether to send; without it the run has `--yes`. */
	readonly answer?: boolean;
	readonly isInteractive?: boolean;
}

/** Runs the command with an operator who gives the answers: all that was shown and printed, and the error. */
export async function runForTest(anvil: Pick<Anvil, 'rpcUrl'>, args: readonly string[], run: ContractRun = {}) {
	const { rpcUrl = anvil.rpcUrl, key = testKeys.admin, secret = '', answer, isInteractive = true } = run;
	const env: NodeJS.ProcessEnv = {
		...(key === null ? {} : { CONTRACT_ADMIN_KEY: key }),
		...(run.serverSigner === undefined ? {} : { VOUCHER_SIGNER_KEY: run.serverSigner }),
	};
	const shown: string[] = [];
	const printed: string[] = [];
	const terminal = {
		isInteractive,
		say: (line: string) => void shown.push(line),
		readSecret: async () => secret,
		confirm: async (question: string) => {
			shown.push(question);
			return answer ?? false;
		},
	};
	const all = [...args, '--chain', 'polygon', '--rpc-url', rpcUrl, ...(answer === undefined ? ['--yes'] : [])];
	const print = (line: string) => void printed.push(line);
	const error: unknown = await runContract(all, { env, terminal, print, pollMs: 20 }).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error !== undefined && !(error instanceof Error && error.name === 'CommandError')) throw error;
	return { message: error?.message, shown: shown.join('\n'), printed: printed.join('\n'), env };
}

/** A contract of that kind whose admin is `admin` of the test accounts, and whose signer is `signer`. */
export async function deployKind(anvil: Pick<Anvil, 'rpcUrl' | 'chainId'>, kind: ContractKind): Promise<Address> {
	if (kind === 'drop') return (await deployDrop(anvil)).contract.address;
	const bytecode = kind === 'collection1' ? collectionV1Bytecode : undefined;
	return (await deployForTest(anvil, { royaltyBps: 250, admin: testAccounts.admin.address }, bytecode)).address;
}
