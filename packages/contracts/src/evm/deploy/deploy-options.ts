import { parseArgs } from 'node:util';
import { type Address, getAddress, isAddress, type PrivateKeyAccount, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type DeployChain, deployChains } from './deploy-chains.ts';
import { DeployError } from './deploy-error.ts';
import type { CollectionSettings } from './deployment-data.ts';

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
 * @throws {DeployError} naming the option that is missing or wrong
 */
export function readDeployOptions(args: readonly string[], env: NodeJS.ProcessEnv): DeployOptions {
	const values = parse(args);
	const chain = readChain(values.chain);
	const admin = readAddress('--admin', values.admin);
	const signer =
		values.signer === undefined && env.VOUCHER_SIGNER_KEY
			? readKey('VOUCHER_SIGNER_KEY', env.VOUCHER_SIGNER_KEY).address
			: readAddress('--signer', values.signer);
	if (admin === signer) {
		throw new DeployError('--admin and --signer must differ: the server holds the signer, and must not be the admin.');
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
			royaltyBps: readRoyalty(values.royalty),
		},
		isConfirmed: values.yes ?? false,
	};
}

/**
 * The account of a private key of 64 hex digits, with or without 0x.
 * @param source what to call it in the message, which never holds the key
 * @throws {DeployError}
 */
export function readKey(source: string, text: string): PrivateKeyAccount {
	const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1];
	try {
		if (digits !== undefined) return privateKeyToAccount(`0x${digits}`);
	} catch {
		// Zero, or beyond the curve's order: reported below, without what the library says, which may hold the key.
	}
	throw new DeployError(`${source} is no private key: it has to be 64 hexadecimal digits, with or without 0x.`);
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
		// The message names the argument, which may be a key put there by mistake.
		const option = error instanceof Error && /'(--[a-z-]+)/.exec(error.message)?.[1];
		throw new DeployError(
			`${option ? `${option} cannot be used like this.` : 'An argument is not known.'}\n${deployUsage}`,
		);
	}
}

const isDeployChain = (name: string): name is keyof typeof deployChains => Object.hasOwn(deployChains, name);

function readChain(name: string | undefined): DeployChain {
	if (name !== undefined && isDeployChain(name)) return deployChains[name];
	throw new DeployError(`--chain has to be ${Object.keys(deployChains).join(' or ')}.\n${deployUsage}`);
}

function readAddress(option: string, text: string | undefined): Address {
	if (text === undefined) throw new DeployError(`${option} is missing.\n${deployUsage}`);
	if (!isAddress(text)) {
		throw new DeployError(
			`${option} is no address: 0x and 40 hexadecimal digits, in mixed case only with the right checksum.`,
		);
	}
	if (text === zeroAddress) throw new DeployError(`${option} is the zero address.`);
	return getAddress(text);
}

function readRpcUrl(text: string | undefined, { name, variables }: DeployChain): string {
	if (!text) throw new DeployError(`No RPC of ${name} is known: give --rpc-url, or set ${variables}_RPC_URL.`);
	const url = URL.parse(text);
	if (url !== null && /^https?:$/.test(url.protocol)) return text;
	throw new DeployError(`The RPC of ${name} has to be an address that begins with https:// or http://.`);
}

function readText(option: string, text: string | undefined, maxLength: number): string {
	if (text === undefined) throw new DeployError(`${option} is missing.\n${deployUsage}`);
	if (text.trim() !== text || text === '' || text.length > maxLength || /\p{C}/u.test(text)) {
		throw new DeployError(`${option} has to be 1 to ${maxLength} printable characters without spaces around them.`);
	}
	return text;
}

function readContractUri(text = ''): string {
	if (text === '' || /^(ipfs:\/\/|https:\/\/|data:)\S+$/.test(text)) return text;
	throw new DeployError('--contract-uri has to begin with ipfs://, https:// or data:.');
}

function readRoyalty(text = '0'): number {
	const [, whole = '', decimals = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
	const royaltyBps = Number(`${whole}${decimals.padEnd(2, '0')}`);
	if (whole !== '' && royaltyBps <= 1000) return royaltyBps;
	throw new DeployError('--royalty has to be a percentage from 0 to 10 with at most two decimals.');
}
