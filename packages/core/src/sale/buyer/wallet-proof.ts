import { createHmac, randomBytes } from 'node:crypto';
import type { DatabaseTransaction } from '@adx/db/client/database';
import { countItems } from '@adx/db/repositories/sale/sale-items';
import { lockItemCounts } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { walletProofBelow } from '@adx/validators/limits';
import type { SaleChallengeInput } from '@adx/validators/sale/sales';
import {
	getProofEnd,
	type ProofIssue,
	type ProofSubject,
	readProofMessage,
	type SaleChallenge,
	toProofMessage,
	type WalletProof,
} from '@adx/validators/sale/wallet-proof';
import type { Address, Hex } from 'viem';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { checkSaleWallet, isEvmSale } from '../sale-network.ts';
import { requireOpenSale } from './get-sale.ts';

/**
 * A message for a wallet to sign, which shows whose it is: Sign-In-With-Solana, on EVM chains EIP-4361. It holds for one
 * reservation of that wallet in that sale, and for five minutes. Nothing is stored: its nonce says that it is ours.
 */
export async function createSaleChallenge(ctx: RequestContext, input: SaleChallengeInput): Promise<SaleChallenge> {
	await ctx.saleLimiters.reservations.begin('sales.challenge', ctx.address);
	const sale = await requireOpenSale(ctx, input.saleId);
	const walletAddress = await checkSaleWallet(sale, input.walletAddress);
	const subject = toSubject(ctx, sale, walletAddress);
	const issuedAt = ctx.clock();
	const nonce = toNonce(ctx.secretKey, subject, { issuedAt, random: randomBytes(8).toString('hex') });
	const message = toProofMessage(subject, { nonce, issuedAt });
	return { message, expiresAt: getProofEnd({ issuedAt }).toISOString() };
}

type SaleOfProof = Pick<SaleRow, 'id' | 'cluster'>;

const toSubject = (
	{ origin }: Pick<RequestContext, 'origin'>,
	{ id: saleId, cluster }: SaleOfProof,
	walletAddress: string,
): ProofSubject => ({ origin, saleId, cluster, walletAddress });

/** Random digits, and what only this server can make of them. */
function toNonce(
	secretKey: Uint8Array,
	{ saleId, walletAddress }: ProofSubject,
	{ issuedAt, random }: { readonly issuedAt: Date; readonly random: string },
): string {
	const issued = `sale proof ${saleId} ${walletAddress} ${issuedAt.toISOString()} ${random}`;
	return random + createHmac('sha256', secretKey).update(issued).digest('hex').slice(0, 32);
}

/**
 * The nonce of a message that the wallet signed. 400 for one that is not ours or that another account signed, 409
 * `proof_needed` for one that is too old.
 */
export async function checkWalletProof(
	ctx: Pick<RequestContext, 'origin' | 'secretKey' | 'clock'>,
	{ sale, walletAddress }: { readonly sale: SaleOfProof; readonly walletAddress: string },
	{ message, signature }: WalletProof,
): Promise<string> {
	const subject = toSubject(ctx, sale, walletAddress);
	const issue = readProofMessage(message, subject);
	const isOurs = ({ nonce, issuedAt }: ProofIssue) =>
		nonce === toNonce(ctx.secretKey, subject, { issuedAt, random: nonce.slice(0, 16) });
	if (issue === null || !isOurs(issue)) {
		throw badProof('This is not the message that this server gave for this wallet and this sale.');
	}
	if (getProofEnd(issue) <= ctx.clock()) {
		throw proofNeeded('What the wallet signed is more than five minutes old. Sign a new message; nothing was paid.');
	}
	const isSigned = isEvmSale(sale) ? isSignedOnEvm : isSignedOnSolana;
	if (await isSigned(walletAddress, message, signature)) return issue.nonce;
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
	// It throws for numbers that are not a point of the curve.
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
