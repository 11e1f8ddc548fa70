import { create2Deployer, decodeDeployment } from '@adx/contracts/evm/drop/decode-deployment';
import { type Address, type Hex, isAddressEqual, zeroAddress, zeroHash } from 'viem';
import { RefusedTransactionError } from '../../signing-errors.ts';
import { callTexts } from '../calls/call-texts.ts';
import type { EvmCall } from '../calls/send-call.ts';

const texts = callTexts.refused;

/** What a deployment has to be. */
export interface ExpectedDeployment {
	readonly chainId: number;
	readonly owner: string;
	readonly name: string;
	readonly symbol: string;
	readonly cap: number;
	/** Percent. */
	readonly royalty: number;
	/** What it commits to where its items are covered until the reveal, hex without 0x; null where they are not. */
	readonly commitment: Readonly<Record<'provenance' | 'seedCommitment', string>> | null;
}

/** What the contract of a collection will be made with. */
export interface DeploymentFacts {
	readonly signer: Address;
	readonly baseUri: string;
	readonly royaltyBasisPoints: number;
}

/** What a call deploys, once it is seen to be what is expected; throws a `RefusedTransactionError` where it is anything else. */
export function verifyDeployment(call: EvmCall, expected: ExpectedDeployment): DeploymentFacts {
	const refuse = (reason: string): never => {
		throw new RefusedTransactionError(reason);
	};
	if (call.chainId !== expected.chainId) refuse(texts.network);
	if (!isAddressEqual(call.to as Address, create2Deployer)) refuse(texts.deployer);
	if (call.valueWei !== '0') refuse(texts.price);
	const settings = decodeDeployment(call.data as Hex) ?? refuse(texts.code);
	if (!isAddressEqual(settings.owner, expected.owner as Address)) refuse(texts.owner);
	const { name, symbol, cap, royaltyBps, signer, baseURI: baseUri } = settings;
	const royaltyBasisPoints = Number(royaltyBps);
	const isListed = name === expected.name && symbol === expected.symbol && cap === expected.cap;
	if (!isListed || royaltyBasisPoints !== Math.round(expected.royalty * 100)) refuse(texts.facts);
	const { commitment } = expected;
	const isCommitted =
		commitment === null
			? // Whose word would end the sale.
				settings.seedCommitment === zeroHash && settings.revealer === zeroAddress
			: settings.seedCommitment === `0x${commitment.seedCommitment}` &&
				settings.provenance === `0x${commitment.provenance}` &&
				// Without one nobody could ever show the items.
				settings.revealer !== zeroAddress;
	if (!isCommitted || !(commitment === null ? /\/$/ : /\/covered\.json$/).test(baseUri)) refuse(texts.commitment);
	return { signer, baseUri, royaltyBasisPoints };
}
