import { adxDropAbi } from '@adx/contracts/evm/drop/drop-voucher';
import { mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import type { RevealProof } from '@adx/validators/sale/reveal';
import { type Address, BaseError, ContractFunctionRevertedError, type Hex, zeroHash } from 'viem';
import { createEvmClient } from '../../../platform/chains/evm-client.ts';
import type { ChainReveal } from './check-reveal.ts';

const toHash = (hex: Hex): string | null => (hex === zeroHash ? null : hex.slice(2));

/**
 * Reads the contract of a drop, and the block that it drew. Rejects where the node does not answer, is of another chain,
 * or knows no such contract.
 */
export async function readDropReveal(
	{ cluster, address: contract, supply }: RevealProof,
	rpcUrl: string,
): Promise<ChainReveal> {
	const client = createEvmClient(rpcUrl);
	const { chainId, name } = mintChainFacts[mintChainSchema.parse(cluster)];
	const actual = await client.getChainId();
	if (actual !== chainId) throw new Error(`The node belongs to chain ${actual}, not to ${name}, which is ${chainId}.`);
	const drop = { address: contract as Address, abi: adxDropAbi } as const;
	const [provenance, commitment, drawBlock, drawn, shuffle] = await Promise.all([
		client.readContract({ ...drop, functionName: 'provenance' }),
		client.readContract({ ...drop, functionName: 'seedCommitment' }),
		client.readContract({ ...drop, functionName: 'drawBlock' }),
		client.readContract({ ...drop, functionName: 'drawn' }),
		client.readContract({ ...drop, functionName: 'shuffle' }),
	]);
	const block = await client.getBlock({ blockNumber: drawBlock }).catch(() => null);
	const item = async () => {
		for (let tokenNumber = 1; tokenNumber <= supply; tokenNumber++) {
			const call = { ...drop, functionName: 'tokenURI', args: [BigInt(tokenNumber)] } as const;
			const uri = await client.readContract(call).catch((error: unknown) => {
				const isUnsold =
					error instanceof BaseError && error.walk((each) => each instanceof ContractFunctionRevertedError) !== null;
				if (isUnsold) return null;
				throw error;
			});
			// The contract lets nobody name other files once it has shuffled.
			if (uri !== null) return { tokenNumber, uri, isFixed: shuffle !== zeroHash };
		}
		return null;
	};
	return {
		place: `the contract ${contract} on ${name}`,
		provenance: toHash(provenance),
		seedCommitment: toHash(commitment),
		committed: 'since it was made',
		drawBlock: drawBlock === 0n ? null : Number(drawBlock),
		blockHash: block?.hash == null ? null : toHash(block.hash),
		keptHash: toHash(drawn),
		item: await item(),
	};
}
