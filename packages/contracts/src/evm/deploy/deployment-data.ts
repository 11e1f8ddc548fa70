import { type Address, encodeDeployData, type Hex } from 'viem';
import { adxCollectionAbi } from '../abi.ts';
import { adxCollectionBytecode } from '../adx-collection-bytecode.gen.ts';

/**
 * What a collection is deployed with. `admin` names signers, sets the contract URI and withdraws what was paid;
 * `signer` signs vouchers. `royaltyBps`, which goes to each token's first owner, is in hundredths of a percent, at most
 * 1000; `contractUri` is where the collection's metadata lies (ERC-7572), or empty.
 */
export interface CollectionSettings {
	readonly name: string;
	readonly symbol: string;
	readonly contractUri: string;
	readonly admin: Address;
	readonly signer: Address;
	readonly royaltyBps: number;
}

/** The data of the transaction that creates a collection, of today's version unless another's code is given. */
export function deploymentData(settings: CollectionSettings, bytecode: Hex = adxCollectionBytecode): Hex {
	const { name, symbol, contractUri, admin, signer, royaltyBps } = settings;
	return encodeDeployData({
		abi: adxCollectionAbi,
		bytecode,
		args: [name, symbol, contractUri, admin, signer, BigInt(royaltyBps)],
	});
}
