import { type Address, encodeDeployData, type Hex } from 'viem';
import { adxCollectionAbi } from '../abi.ts';
import { adxCollectionBytecode } from '../adx-collection-bytecode.gen.ts';

/**
 * What a collection is deployed with. `admin` names signers, sets royalty and contract URI, withdraws what was paid and
 * gets the royalty; `signer` signs vouchers. `royaltyBps` is in hundredths of a percent, at most 1000; `contractUri` is
 * where the collection's metadata lies (ERC-7572), or empty.
 */
export interface CollectionSettings {
	readonly name: string;
	readonly symbol: string;
	readonly contractUri: string;
	readonly admin: Address;
	readonly signer: Address;
	readonly royaltyBps: number;
}

/** The data of the transaction that creates a collection. */
export function deploymentData(settings: CollectionSettings): Hex {
	const { name, symbol, contractUri, admin, signer, royaltyBps } = settings;
	return encodeDeployData({
		abi: adxCollectionAbi,
		bytecode: adxCollectionBytecode,
		args: [name, symbol, contractUri, admin, signer, BigInt(royaltyBps)],
	});
}
