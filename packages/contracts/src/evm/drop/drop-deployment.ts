import { type Address, concat, encodeDeployData, getContractAddress, type Hex, zeroAddress, zeroHash } from 'viem';
import { adxDropAbi } from '../adx-drop-abi.gen.ts';
import { adxDropBytecode } from '../adx-drop-bytecode.gen.ts';
import { create2Deployer } from './decode-deployment.ts';

/**
 * What a drop is deployed with. `owner` is the creator, who is paid and gets the royalty (`royaltyBps` in hundredths of a
 * percent, at most 1000); `signer` signs vouchers. `baseUri` is the folder with `1.json` and on; with a `seedCommitment`
 * one file that stands for every item until the reveal, which the `revealer` signs. `provenance` is the SHA-256 of the
 * list of all items' files.
 */
export interface DropSettings {
	readonly name: string;
	readonly symbol: string;
	readonly contractUri: string;
	readonly baseUri: string;
	readonly owner: Address;
	readonly signer: Address;
	readonly cap: number;
	readonly royaltyBps: number;
	readonly provenance: Hex;
	readonly seedCommitment?: Hex;
	readonly revealer?: Address;
}

/** The code that creates a drop. */
export function dropCreationCode({ contractUri, baseUri, royaltyBps, ...settings }: DropSettings): Hex {
	return encodeDeployData({
		abi: adxDropAbi,
		bytecode: adxDropBytecode,
		args: [
			{
				seedCommitment: zeroHash,
				revealer: zeroAddress,
				...settings,
				contractURI: contractUri,
				baseURI: baseUri,
				royaltyBps: BigInt(royaltyBps),
			},
		],
	});
}

/** A transaction that creates a drop, and where it will be; a second one is reverted. */
export interface DropDeployment {
	readonly address: Address;
	readonly to: Address;
	readonly data: Hex;
}

/** The same settings and salt (32 bytes) make the same drop, whoever sends the transaction. */
export function toDropDeployment(settings: DropSettings, salt: Hex): DropDeployment {
	const bytecode = dropCreationCode(settings);
	const address = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode });
	return { address, to: create2Deployer, data: concat([salt, bytecode]) };
}
