import type { MintChain } from '@adx/validators/minted-token';
import { AppError } from '../platform/errors.ts';
import type { CreateRateLimiter, RateLimiter } from '../platform/limits/rate-limiter.ts';
import type { MintContract } from './mint-contract.ts';
import { checksummed, type MintSettings } from './mint-settings.ts';
import type { VoucherSigner } from './voucher-signer.ts';

/** How this process mints on EVM chains. */
export interface Minting {
	/** Those that are configured. */
	readonly chains: ReadonlyMap<MintChain, MintContract>;
	/** Null without a chain. */
	readonly signer: VoucherSigner | null;
	readonly ipfsApiUrl: string | null;
	/** Limits preparations, by user. */
	readonly limiter: RateLimiter;
	/** How long a node may take, in all, while somebody waits. */
	readonly askingMaxMs: number;
}

/** More than a wallet can be asked to sign, and far less than what would keep a node busy. */
const preparationsMax = 60;

/** Limits how many mints a user prepares in a minute. */
export function createPreparationLimiter(limit: CreateRateLimiter): RateLimiter {
	return limit({ name: 'mint', windowMs: 60_000, triesMax: preparationsMax, what: 'preparations of mints' });
}

/** Well below what a stop allows running requests. */
const queryTimeoutMs = 10_000;

/** Opens no connection yet. */
export async function createMinting(
	{ chains, signerKey, ipfsApiUrl }: MintSettings,
	limit: CreateRateLimiter,
): Promise<Minting> {
	const limiter = createPreparationLimiter(limit);
	if (chains.size === 0 || signerKey === null)
		return { chains: new Map(), signer: null, ipfsApiUrl, limiter, askingMaxMs: queryTimeoutMs };
	// A quarter of a second and 40 MB that only those pay who mint.
	const [{ createMintContract }, { createVoucherSigner }] = await Promise.all([
		import('./mint-contract.ts'),
		import('./voucher-signer.ts'),
	]);
	return {
		chains: new Map([...chains].map(([name, settings]) => [name, createMintContract(settings)])),
		signer: createVoucherSigner(signerKey),
		ipfsApiUrl,
		limiter,
		askingMaxMs: queryTimeoutMs,
	};
}

/** The configured chain and who signs for it; 409 `mint_unavailable` for one that is not. */
export function requireMintChain({ chains, signer }: Minting, name: MintChain) {
	const chain = chains.get(name);
	if (chain !== undefined && signer !== null) return { chain, signer };
	const message = 'Minting on this chain is not set up on this server.';
	throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
}

/** The address as its checksum writes it; 400 where upper and lower case make another checksum. */
export function checkedAddress(text: string): `0x${string}` {
	const address = checksummed(text);
	if (address !== null) return address;
	const message = 'This address has a wrong checksum: a character of it is not what it was.';
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });
}

/**
 * Asks a node for somebody who waits: for so long at most, and not after they have gone. 409 with a sentence where it
 * does not answer, since the sentence of a 502 is not shown.
 */
export async function queryChain<T>(
	{ gone, minting }: { readonly gone?: AbortSignal; readonly minting: Minting },
	chain: MintContract,
	question: (chain: MintContract) => Promise<T>,
): Promise<T> {
	try {
		const limit = AbortSignal.timeout(minting.askingMaxMs);
		return await question(chain.with({ signal: gone === undefined ? limit : AbortSignal.any([gone, limit]) }));
	} catch (error) {
		if (error instanceof AppError) throw error;
		const message = 'The chain does not answer right now. Nothing was minted; try again in a minute.';
		throw new AppError('PRECONDITION', { reason: 'chain_unavailable', message, cause: error });
	}
}
