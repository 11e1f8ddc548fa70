import { parseArgs } from 'node:util';
import { CommandError } from './command-error.ts';
import type { DeployChain } from './deploy-chains.ts';
import type { CollectionSettings } from './deployment-data.ts';
import { describeUnknownOption, readAddress, readChain, readKey, readRoyalty, readRpcUrl } from './option-values.ts';

/** What `npm run deploy-contract` was asked to do; `isConfirmed` with `--yes`. */
export interface DeployOptions {
	readonly chain: DeployChain;
	readonly rpcUrl: string;
	readonly settings: CollectionSettings;
	readonly isConfirmed: boolean;
}

export const deployUsage = `Usage: npm run deploy-contract -- --chain polygon|ethereum --name <name> --symbol <symbol> --admin <address>
         [--signer <address>] [--royalty <percent>] [--contract-uri <uri>] [--rpc-url <url>] [--yes]
       npm run deploy-contract -- --verification-input <file>

  --admin         names signers, withdraws what is paid, is the owner to marketplaces
  --signer        signs vouchers; without it the account of VOUCHER_SIGNER_KEY
  --royalty       of whoever mints: 0 to 10 percent, with up to two decimals; 0 unless given, and never changed
  --contract-uri  metadata of the collection (ERC-7572): ipfs://, https:// or data:
  --rpc-url       of the chain; without it POLYGON_RPC_URL or ETHEREUM_RPC_URL
  --yes           deploys without asking first

  --verification-input  writes what block explorers verify a deployed contract with (Solidity standard JSON), and ends

The private key that pays is asked for without being shown, or read from DEPLOYER_KEY, set for this one command (not in
.env), or from standard input. It is used for this one transaction and kept nowhere.`;

const symbolMaxLength = 10;
const nameMaxLength = 100;

/**
 * Reads the command line, with what it leaves out from the environment.
 * @throws {CommandError} naming the option that is missing or wrong
 */
export function readDeployOptions(args: readonly string[], env: NodeJS.ProcessEnv): DeployOptions {
	const values = parse(args);
	const chain = readChain(values.chain, deployUsage);
	const admin = readAddress('--admin', values.admin, deployUsage);
	const signer =
		values.signer === undefined && env.VOUCHER_SIGNER_KEY
			? readKey('VOUCHER_SIGNER_KEY', env.VOUCHER_SIGNER_KEY).address
			: readAddress('--signer', values.signer, deployUsage);
	if (admin === signer) {
		throw new CommandError('--admin and --signer must differ: the server holds the signer, and must not be the admin.');
	}
	return {
		chain,
		rpcUrl: readRpcUrl(values['rpc-url'] ?? env[`${chain.variables}_RPC_URL`], chain),
		settings: {
			name: readText('--name', values.name, nameMaxLength),
			symbol: readText('--symbol', values.symbol, symbolMaxLength),
			contractUri: readContractUri(values['contract-uri']),
			admin,
			signer,
			royaltyBps: readRoyalty('--royalty', values.royalty ?? '0'),
		},
		isConfirmed: values.yes ?? false,
	};
}

function parse(args: readonly string[]) {
	const text = { type: 'string' } as const;
	try {
		return parseArgs({
			args: [...args],
			options: {
				chain: text,
				'rpc-url': text,
				name: text,
				symbol: text,
				admin: text,
				signer: text,
				royalty: text,
				'contract-uri': text,
				yes: { type: 'boolean' },
			},
		}).values;
	} catch (error) {
		throw new CommandError(`${describeUnknownOption(error)}\n${deployUsage}`);
	}
}

function readText(option: string, text: string | undefined, maxLength: number): string {
	if (text === undefined) throw new CommandError(`${option} is missing.\n${deployUsage}`);
	if (text.trim() !== text || text === '' || text.length > maxLength || /\p{C}/u.test(text)) {
		throw new CommandError(`${option} has to be 1 to ${maxLength} printable characters without spaces around them.`);
	}
	return text;
}

function readContractUri(text = ''): string {
	if (text === '' || /^(ipfs:\/\/|https:\/\/|data:)\S+$/.test(text)) return text;
	throw new CommandError('--contract-uri has to begin with ipfs://, https:// or data:.');
}
