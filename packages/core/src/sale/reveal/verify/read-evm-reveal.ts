import { isDropCode } from '@adx/contracts/evm/drop/drop-code';
import { adxDropAbi } from '@adx/contracts/evm/drop/drop-voucher';
import { mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import type { RevealProof } from '@adx/validators/sale/reveal';
import { type Address, BaseError, ContractFunctionRevertedError, type Hex, zeroHash } from 'viem';
import { createEvmClient } from '../../../platform/chains/evm-client.ts';
import type { ChainReveal } from './check-reveal.ts';

const toHash = (hex: Hex): string | null => (hex === zeroHash ? null : hex.slice(2));

/** Nothing that another contract says is worth reading. */
const unknownReveal = {
	provenance: null,
	seedCommitment: null,
	committed: '',
	drawBlock: null,
	forgottenDraws: 0,
	blockHash: null,
	keptHash: null,
	shuffle: null,
	tokens: { count: null, inspected: [] },
} as const;

/**
 * Reads the contract of a drop, and the block that it drew. Rejects where the node does not answer, is of another chain,
 * or knows no such contract.
 */
export async function readEvmReveal(
	{ cluster, address: contract, supply }: RevealProof,
	rpcUrl: string,
): Promise<ChainReveal> {
	const client = createEvmClient(rpcUrl);
	const { chainId, name } = mintChainFacts[mintChainSchema.parse(cluster)];
	const actual = await client.getChainId();
	if (actual !== chainId) throw new Error(`The node belongs to chain ${actual}, not to ${name}, which is ${chainId}.`);
	const drop = { address: contract as Address, abi: adxDropAbi } as const;
	const code = await client.getCode({ address: drop.address });
	if (code === undefined) throw new Error(`There is no contract ${contract} on ${name}.`);
	const place = `the contract ${contract} on ${name}`;
	if (!isDropCode(code)) return { ...unknownReveal, place, isKnownCode: false };
	const [provenance, commitment, drawBlock, forgottenDraws, drawn, shuffle] = await Promise.all([
		client.readContract({ ...drop, functionName: 'provenance' }),
		client.readContract({ ...drop, functionName: 'seedCommitment' }),
		client.readContract({ ...drop, functionName: 'drawBlock' }),
		client.readContract({ ...drop, functionName: 'forgottenDraws' }),
		client.readContract({ ...drop, functionName: 'drawn' }),
		client.readContract({ ...drop, functionName: 'shuffle' }),
	]);
	const block = await client.getBlock({ blockNumber: drawBlock }).catch(() => null);
	/** The first that was sold: the contract lets none name other files than the next. */
	const findItem = async () => {
		for (let tokenNumber = 1; tokenNumber <= supply; tokenNumber++) {
			const call = { ...drop, functionName: 'tokenURI', args: [BigInt(tokenNumber)] } as const;
			const uri = await client.readContract(call).catch((error: unknown) => {
				const isUnsold =
					error instanceof BaseError && error.walk((each) => each instanceof ContractFunctionRevertedError) !== null;
				if (isUnsold) return null;
				throw error;
			});
			// Nor does it let anybody change them once it has shuffled.
			const isFixed = shuffle !== zeroHash;
			if (uri !== null) return [{ tokenNumber, uri, isFixed, isMember: true, ownNumber: null }];
		}
		return [];
	};
	return {
		place,
		isKnownCode: true,
		provenance: toHash(provenance),
		seedCommitment: toHash(commitment),
		committed: 'since it was made',
		drawBlock: drawBlock === 0n ? null : Number(drawBlock),
		forgottenDraws,
		blockHash: block?.hash == null ? null : toHash(block.hash),
		keptHash: toHash(drawn),
		shuffle: toHash(shuffle),
		tokens: { count: null, inspected: await findItem() },
	};
}
