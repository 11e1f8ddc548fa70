import { type Address, getAddress, isAddress, type PrivateKeyAccount, zeroAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { CommandError } from './command-error.ts';
import { type DeployChain, deployChains } from './deploy-chains.ts';

/**
 * The account of a private key of 64 hex digits, with or without 0x.
 * @param source what to call it in the message, which never holds the key
 * @throws {CommandError}
 */
export function readKey(source: string, text: string): PrivateKeyAccount {
	const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1];
	try {
		if (digits !== undefined) return privateKeyToAccount(`0x${digits}`);
	} catch {
		// Zero, or beyond the curve's order: reported below, without what the library says, which may hold the key.
	}
	throw new CommandError(`${source} is not a private key: it has to be 64 hexadecimal digits, with or without 0x.`);
}

/** What to say of an error of `parseArgs`, whose own message names the argument, which may be a key put there by mistake. */
export function describeUnknownOption(error: unknown): string {
	const option = error instanceof Error && /'(--[a-z-]+)/.exec(error.message)?.[1];
	return option ? `${option} cannot be used like this.` : 'An argument is not known.';
}

const isDeployChain = (name: string): name is keyof typeof deployChains => Object.hasOwn(deployChains, name);

/** @throws {CommandError} with the usage, where it is none */
export function readChain(name: string | undefined, usage: string): DeployChain {
	if (name !== undefined && isDeployChain(name)) return deployChains[name];
	throw new CommandError(`--chain has to be ${Object.keys(deployChains).join(' or ')}.\n${usage}`);
}

/** @throws {CommandError} with the usage where it is missing */
export function readAddress(option: string, text: string | undefined, usage: string): Address {
	if (text === undefined) throw new CommandError(`${option} is missing.\n${usage}`);
	if (!isAddress(text)) {
		throw new CommandError(
			`${option} is not an address: 0x and 40 hexadecimal digits, in mixed case only with the right checksum.`,
		);
	}
	if (text === zeroAddress) throw new CommandError(`${option} is the zero address.`);
	return getAddress(text);
}

/** @throws {CommandError} */
export function readRpcUrl(text: string | undefined, { name, variables }: DeployChain): string {
	if (!text) throw new CommandError(`No RPC of ${name} is known: give --rpc-url, or set ${variables}_RPC_URL.`);
	const url = URL.parse(text);
	if (url !== null && /^https?:$/.test(url.protocol)) return text;
	throw new CommandError(`The RPC of ${name} has to be an address that begins with https:// or http://.`);
}

/** A royalty in hundredths of a percent. @throws {CommandError} */
export function readRoyalty(option: string, text: string): number {
	const [, whole = '', decimals = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
	const royaltyBps = Number(`${whole}${decimals.padEnd(2, '0')}`);
	if (whole !== '' && royaltyBps <= 1000) return royaltyBps;
	throw new CommandError(`${option} has to be a percentage from 0 to 10 with at most two decimals.`);
}
