import { createHmac, randomBytes } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { countItems } from '@adx/db/repositories/sale/sale-items';
import { lockItemCounts } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { walletProofBelow, walletProofMs } from '@adx/validators/limits';
import { type MintChain, mintChainFacts } from '@adx/validators/minted-token';
import type { SaleChallenge, WalletProof } from '@adx/validators/sale/wallet-proof';
import type { SaleChallengeInput } from '@adx/validators/sales';
import type { Address, Hex } from 'viem';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { checkSaleWallet } from '../chain/sale-wallet.ts';
import { isDrop } from '../drop/drop-chains.ts';
import { requireOpenSale } from './get-sale.ts';

/**
 * A message for a wallet to sign, which shows whose it is: Sign-In-With-Solana, on EVM chains EIP-4361. It holds for one
 * reservation of that wallet in that sale, and for five minutes. Nothing is stored: its nonce says that it is ours.
 */
export async function createSaleChallenge(ctx: RequestContext, input: SaleChallengeInput): Promise<SaleChallenge> {
	await ctx.saleLimiters.reservations.begin('sales.challenge', ctx.address);
	const sale = await requireOpenSale(ctx, input.saleId);
	const walletAddress = await checkSaleWallet(sale, input.walletAddress);
	const issuedAt = ctx.clock();
	const random = randomBytes(8).toString('hex');
	const message = toMessage(ctx, { sale, walletAddress, issuedAt, random });
	return { message, expiresAt: endOf(issuedAt).toISOString() };
}

interface Challenge {
	readonly sale: Pick<SaleRow, 'id' | 'cluster'>;
	readonly walletAddress: string;
	readonly issuedAt: Date;
	/** 16 hex digits. */
	readonly random: string;
}

const endOf = (issuedAt: Date) => new Date(issuedAt.getTime() + walletProofMs);

const statement =
	'Show that this wallet is yours, so that an item can be set aside for it. This is no transaction, and nothing is paid.';

/**
 * The text as wallets know it, by which they compare its first line with the page that asks.
 * https://eips.ethereum.org/EIPS/eip-4361, https://github.com/phantom/sign-in-with-solana
 */
function toMessage({ origin, secretKey }: Pick<RequestContext, 'origin' | 'secretKey'>, challenge: Challenge): string {
	const { sale, walletAddress, issuedAt } = challenge;
	const [account, chainId] = isDrop(sale)
		? ['Ethereum', mintChainFacts[sale.cluster as MintChain].chainId]
		: ['Solana', sale.cluster === 'mainnet-beta' ? 'mainnet' : sale.cluster];
	return `${new URL(origin).host} wants you to sign in with your ${account} account:
${walletAddress}

${statement}

URI: ${origin}/sale/${sale.id}
Version: 1
Chain ID: ${chainId}
Nonce: ${toNonce(secretKey, challenge)}
Issued At: ${issuedAt.toISOString()}
Expiration Time: ${endOf(issuedAt).toISOString()}`;
}

function toNonce(secretKey: Uint8Array, { sale, walletAddress, issuedAt, random }: Challenge): string {
	const issued = `sale proof ${sale.id} ${walletAddress} ${issuedAt.toISOString()} ${random}`;
	return random + createHmac('sha256', secretKey).update(issued).digest('hex').slice(0, 32);
}

/**
 * The nonce of a message that the wallet signed. 400 for one that is not ours or that another account signed, 409
 * `proof_needed` for one that is too old.
 */
export async function checkWalletProof(
	ctx: Pick<RequestContext, 'origin' | 'secretKey' | 'clock'>,
	{ sale, walletAddress }: Pick<Challenge, 'sale' | 'walletAddress'>,
	{ message, signature }: WalletProof,
): Promise<string> {
	const [, nonce = '', random = ''] = /^Nonce: (([0-9a-f]{16})[0-9a-f]{32})$/m.exec(message) ?? [];
	const issuedAt = new Date(/^Issued At: (.*)$/m.exec(message)?.[1] ?? '');
	const isOurs =
		!Number.isNaN(issuedAt.getTime()) && message === toMessage(ctx, { sale, walletAddress, issuedAt, random });
	if (!isOurs) throw badProof('This is not the message that this server gave for this wallet and this sale.');
	if (endOf(issuedAt) <= ctx.clock()) {
		throw proofNeeded('What the wallet signed is more than five minutes old. Sign a new message; nothing was paid.');
	}
	const isSigned = isDrop(sale) ? isSignedOnEvm : isSignedOnSolana;
	if (await isSigned(walletAddress, message, signature)) return nonce;
	throw badProof(
		'The signature is not one of this wallet. Sign with the account itself; a wallet that is a contract cannot.',
	);
}

async function isSignedOnSolana(walletAddress: string, message: string, signature: string): Promise<boolean> {
	const { address, getPublicKeyFromAddress, signatureBytes, verifySignature } = await import('@solana/kit');
	const bytes = Buffer.from(signature, 'base64');
	if (bytes.byteLength !== 64) return false;
	const key = await getPublicKeyFromAddress(address(walletAddress));
	return verifySignature(key, signatureBytes(bytes), Buffer.from(message));
}

async function isSignedOnEvm(walletAddress: string, message: string, signature: string): Promise<boolean> {
	const { isHex, verifyMessage } = await import('viem');
	if (!isHex(signature)) return false;
	// It throws for numbers that are no point of the curve.
	return verifyMessage({ address: walletAddress as Address, message, signature: signature as Hex }).catch(() => false);
}

const badProof = (message: string) =>
	new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { proof: message } } });

/** 409 for a wallet that has to sign a message, or another one, first. */
export const proofNeeded = (message: string): AppError => new AppError('CONFLICT', { reason: 'proof_needed', message });

/**
 * 409 `proof_needed` where so many items may go to wallets alone that proved whose they are. What was only named leaves ten
 * items free, and half of those that nobody has: who names foreign wallets keeps nothing from buyers. Others who ask so wait
 * until the transaction ends, since counting alone would let several at once through.
 */
export async function requireProof(
	{ config }: Pick<RequestContext, 'config'>,
	trx: DatabaseTransaction,
	{ saleId, count }: { readonly saleId: string; readonly count: number },
): Promise<void> {
	if (config.saleWalletProof === 'off') return;
	if (config.saleWalletProof === 'auto') {
		await lockItemCounts(trx, saleId);
		const { heldCount, freeCount } = await countItems(trx, saleId);
		const left = freeCount - count;
		if (left >= walletProofBelow && left >= heldCount + count) return;
	}
	throw proofNeeded(
		'An item is set aside for a wallet that shows whose it is. Sign the message of this sale first; nothing is paid.',
	);
}
