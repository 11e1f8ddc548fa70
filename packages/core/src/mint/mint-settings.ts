import { deployChains } from '@adx/contracts/evm/deploy/deploy-chains';
import { type MintChain, mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import * as Address from 'ox/Address';
import { z } from 'zod';
import { defineSettings, open, secret, secretAddress, webAddress } from '../platform/settings.ts';

/** A chain on which single images can be minted. */
export interface MintChainSettings {
	readonly chain: MintChain;
	readonly chainId: number;
	/** The symbol of the coin that gas is paid in. */
	readonly symbol: string;
	/** The URL of the server's own node; may contain a key. */
	readonly rpcUrl: string;
	/** The URL of a public node, for wallets; null where the operator named none. */
	readonly publicRpcUrl: string | null;
	/** Without a slash at its end; null where transactions are not linked. */
	readonly explorerUrl: string | null;
	readonly contractAddress: Address.Address;
	/** Blocks, the one with the transaction included, until what it did counts. */
	readonly confirmations: number;
}

/** What the operator configured for minting. */
export interface MintSettings {
	/** Only those with all that is needed. */
	readonly chains: ReadonlyMap<MintChain, MintChainSettings>;
	/** Signs vouchers, and can do nothing else; null where none was set. */
	readonly signerKey: `0x${string}` | null;
	/** The URL of a Kubo node's RPC API; null where creators publish by themselves. */
	readonly ipfsApiUrl: string | null;
}

/**
 * The address in its mixed case; null for what is none, and where upper and lower case are another checksum. One that is
 * all in one case carries no checksum.
 */
export function checksummed(text: string): Address.Address | null {
	const digits = text.slice(2);
	const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
	return Address.validate(text, { strict: isMixedCase }) ? Address.checksum(text) : null;
}

/** What every wallet is handed. */
const publicAddress = webAddress.refine((text) => {
	const { username, password } = new URL(text);
	return username === '' && password === '';
}, 'must be an address without a name and a password: wallets are handed it');

const contractAddress = z.string().transform((text, context) => {
	const address = checksummed(text);
	if (address !== null) return address;
	context.addIssue({ code: 'custom', message: 'must be an address such as 0x5FbD…, as the deployment printed it' });
	return z.NEVER;
});

const confirmations = z
	.string()
	.regex(/^\d{1,4}$/, 'must be a whole number from 1 to 1000')
	.transform(Number)
	.pipe(z.number().min(1, 'must be 1 to 1000').max(1_000, 'must be 1 to 1000'));

const symbol = z.string().regex(/^[A-Za-z0-9]{2,6}$/, 'must be 2 to 6 letters, as wallets take it');

/** Private keys of secp256k1 are the numbers from 1 to below its order (SEC 2, 2.4.1). */
const curveOrder = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

const privateKey = z
	.string()
	.regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be a private key: 64 hexadecimal digits')
	.transform((text) => `0x${text.replace(/^0x/, '')}` as const)
	.refine((key) => BigInt(key) > 0n && BigInt(key) < curveOrder, 'must be a private key, which this number is not');

/** How often a block of the chain is replaced decides how many are waited for. */
const defaultConfirmations: Readonly<Record<MintChain, number>> = { polygon: 16, ethereum: 6 };

/** What is configured for each chain, by the end of the variable's name, which starts with the chain's. */
const chainVariables = (chain: MintChain) => ({
	RPC_URL: secretAddress(
		webAddress.optional(),
		'node of the chain, for minting single images: [Minting on EVM chains](operations.md#minting-on-evm-chains)',
	),
	PUBLIC_RPC_URL: open(
		publicAddress.optional(),
		"node that developers' wallets are handed when they do not know the chain; without it they get a public one. The server's own never leaves it",
	),
	EXPLORER_URL: open(
		webAddress.optional(),
		'where transactions are linked, e.g. `https://polygonscan.com`; without it there are no links',
	),
	CONTRACT_ADDRESS: open(contractAddress.optional(), 'contract that mints, as its deployment printed it'),
	CONFIRMATIONS: open(
		confirmations.default(defaultConfirmations[chain]),
		'blocks, its own included, until a mint or a payment counts',
	),
	SYMBOL: open(symbol.default(mintChainFacts[chain].symbol), 'what wallets call the coin'),
});
type ChainVariables = ReturnType<typeof chainVariables>;

const variablesByChain = Object.fromEntries(
	mintChainSchema.options.flatMap((chain) =>
		Object.entries(chainVariables(chain)).map(([name, setting]) => [
			`${deployChains[chain].variables}_${name}`,
			setting,
		]),
	),
) as {
	[Name in keyof ChainVariables as `${(typeof deployChains)[MintChain]['variables']}_${Name}`]: ChainVariables[Name];
};

/** The operator's variables about minting on EVM chains; none needs to be set. */
export const mintVariables = defineSettings({
	...variablesByChain,
	VOUCHER_SIGNER_KEY: secret(privateKey.optional(), 'private key that signs vouchers for mints, on every chain'),
	IPFS_API_URL: secretAddress(
		webAddress.optional(),
		"RPC address of a Kubo node that keeps what tokens name; without it creators download each token's files as a CAR and publish them by themselves",
	),
});
export type MintVariables = z.infer<typeof mintVariables>;

/**
 * The chains that have an address, a contract and somebody who signs; `missing` names what keeps a chain with a contract
 * from being one of them.
 */
export function toMintSettings(variables: MintVariables): MintSettings & { readonly missing: readonly string[] } {
	const signerKey = variables.VOUCHER_SIGNER_KEY ?? null;
	const chains = new Map<MintChain, MintChainSettings>();
	const missing = new Set<string>();
	for (const chain of mintChainSchema.options) {
		const prefix = deployChains[chain].variables;
		const address = variables[`${prefix}_CONTRACT_ADDRESS`];
		if (address === undefined) continue;
		const rpcUrl = variables[`${prefix}_RPC_URL`];
		if (rpcUrl === undefined) missing.add(`${prefix}_RPC_URL`);
		if (signerKey === null) missing.add('VOUCHER_SIGNER_KEY');
		if (rpcUrl === undefined || signerKey === null) continue;
		chains.set(chain, {
			chain,
			chainId: mintChainFacts[chain].chainId,
			symbol: variables[`${prefix}_SYMBOL`],
			rpcUrl,
			publicRpcUrl: variables[`${prefix}_PUBLIC_RPC_URL`] ?? null,
			explorerUrl: variables[`${prefix}_EXPLORER_URL`]?.replace(/\/+$/, '') ?? null,
			contractAddress: address,
			confirmations: variables[`${prefix}_CONFIRMATIONS`],
		});
	}
	return { chains, signerKey, ipfsApiUrl: variables.IPFS_API_URL?.replace(/\/+$/, '') ?? null, missing: [...missing] };
}
