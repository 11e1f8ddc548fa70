import { parseArgs } from 'node:util';
import type { Address } from 'viem';
import { CommandError } from '../deploy/command-error.ts';
import type { DeployChain } from '../deploy/deploy-chains.ts';
import {
	describeUnknownOption,
	readAddress,
	readChain,
	readKey,
	readRoyalty,
	readRpcUrl,
} from '../deploy/option-values.ts';

const commandNames = [
	'status',
	'revoke-signer',
	'grant-signer',
	'cancel',
	'withdraw',
	'royalty',
	'transfer-admin',
	'accept',
	'pause',
	'resume',
	'end',
] as const;
export type CommandName = (typeof commandNames)[number];

/** What `npm run contract` was asked to do. */
export interface ContractOptions {
	readonly command: CommandName;
	readonly chain: DeployChain;
	readonly rpcUrl: string;
	readonly address: Address;
	/** Receiver of money or royalty, or the next admin. */
	readonly to?: Address;
	readonly signer?: Address;
	/** The account of VOUCHER_SIGNER_KEY. */
	readonly serverSigner?: Address;
	/** Whom the new admin of a first version replaces. */
	readonly replaced?: Address;
	/** For whom a dry run is made. */
	readonly as?: Address;
	readonly nonce?: bigint;
	readonly royaltyBps?: number;
	readonly isDryRun: boolean;
	readonly isConfirmed: boolean;
}

export const contractUsage = `Usage: npm run contract -- <command> --chain polygon|ethereum [--contract <address>] [--rpc-url <url>]
         [--dry-run [--as <address>]] [--yes]

  status                                 prints what the chain says of the contract; needs no key
  revoke-signer [--signer <address>]     voids all that the signer has signed and was not redeemed
  grant-signer  [--signer <address>]     lets an account sign; on AdxDrop in place of the one before
  cancel <nonce>                         rules out the token with that number (AdxCollection)
  withdraw --to <address>                sends everything that was paid (AdxCollection)
  royalty <percent> [--to <address>]     sets the royalty, 0 to 10 (AdxDrop, and AdxCollection of version 1)
  transfer-admin --to <address>          names the next admin, who takes over with accept
  accept [--replaces <address>]          takes over, from the account that was named
  pause, resume, end                     of a sale; end is for good (AdxDrop)

  --contract  without it POLYGON_CONTRACT_ADDRESS or ETHEREUM_CONTRACT_ADDRESS
  --rpc-url   of the chain; without it POLYGON_RPC_URL or ETHEREUM_RPC_URL
  --signer    without it the account of VOUCHER_SIGNER_KEY; on AdxDrop whoever signs
  --replaces  the admin before, where a contract of version 1 does not tell
  --dry-run   has the node carry it out without keeping it, and sends nothing; for the admin, or whoever is named with --as
  --yes       sends without asking first

The private key of the account that sends is asked for without being shown, or read from CONTRACT_ADMIN_KEY, set for this
one command (not in .env), or from standard input. It is used for one transaction and kept nowhere.`;

const highestNonce = 2n ** 64n - 1n;

/**
 * Reads the command line, with what it leaves out from the environment.
 * @throws {CommandError} naming the option that is missing or wrong
 */
export function readContractOptions(args: readonly string[], env: NodeJS.ProcessEnv): ContractOptions {
	const { values, positionals } = parse(args);
	const [command, subject, ...rest] = positionals;
	if (!isCommandName(command)) throw new CommandError(`A command is needed.\n${contractUsage}`);
	const takesSubject = command === 'cancel' || command === 'royalty';
	if (rest.length > 0 || (subject === undefined) === takesSubject) {
		const rule = takesSubject ? `${command} needs one number.` : `${command} takes options alone.`;
		throw new CommandError(`${rule}\n${contractUsage}`);
	}
	const chain = readChain(values.chain, contractUsage);
	const readOptional = (option: 'to' | 'signer' | 'replaces' | 'as') =>
		values[option] === undefined ? undefined : readAddress(`--${option}`, values[option], contractUsage);
	const to = readOptional('to');
	if ((command === 'withdraw' || command === 'transfer-admin') && to === undefined) {
		throw new CommandError(`${command} needs --to.\n${contractUsage}`);
	}
	const isDryRun = values['dry-run'] ?? false;
	const as = readOptional('as');
	if (as !== undefined && !isDryRun)
		throw new CommandError('--as goes with --dry-run: what is sent is sent by its key.');
	const signer = readOptional('signer');
	const serverSigner = env.VOUCHER_SIGNER_KEY
		? readKey('VOUCHER_SIGNER_KEY', env.VOUCHER_SIGNER_KEY).address
		: undefined;
	const replaced = readOptional('replaces');
	return {
		command,
		chain,
		rpcUrl: readRpcUrl(values['rpc-url'] ?? env[`${chain.variables}_RPC_URL`], chain),
		address: readAddress(
			'--contract',
			values.contract ?? (env[`${chain.variables}_CONTRACT_ADDRESS`] || undefined),
			contractUsage,
		),
		...(to === undefined ? {} : { to }),
		...(signer === undefined ? {} : { signer }),
		...(serverSigner === undefined ? {} : { serverSigner }),
		...(replaced === undefined ? {} : { replaced }),
		...(as === undefined ? {} : { as }),
		...(command === 'cancel' ? { nonce: readNonce(subject) } : {}),
		...(command === 'royalty' ? { royaltyBps: readRoyalty('The royalty', subject ?? '') } : {}),
		isDryRun,
		isConfirmed: values.yes ?? false,
	};
}

function parse(args: readonly string[]) {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	try {
		return parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				chain: text,
				contract: text,
				'rpc-url': text,
				to: text,
				signer: text,
				replaces: text,
				as: text,
				'dry-run': flag,
				yes: flag,
			},
		});
	} catch (error) {
		throw new CommandError(`${describeUnknownOption(error)}\n${contractUsage}`);
	}
}

const isCommandName = (name: string | undefined): name is CommandName =>
	commandNames.some((command) => command === name);

function readNonce(text = ''): bigint {
	const nonce = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;
	if (nonce === undefined || nonce > highestNonce) {
		throw new CommandError('The nonce has to be the number of a token: a whole number below 2^64.');
	}
	return nonce;
}
