import { type Address, decodeDeployData, type Hex, slice } from 'viem';
import { adxDropAbi } from '../adx-drop-abi.gen.ts';
import { adxDropBytecode } from '../adx-drop-bytecode.gen.ts';

/**
 * The deterministic deployment proxy, which lies at this address on nearly every chain: what it deploys has an address that
 * follows from salt and code alone, whoever sends it (https://github.com/Arachnid/deterministic-deployment-proxy).
 */
export const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';

const saltBytes = 32;

/** What the contract of a drop will be made with, of the data that is sent to the deployer; null for other code. */
export function decodeDeployment(data: Hex) {
	try {
		const { args } = decodeDeployData({ abi: adxDropAbi, bytecode: adxDropBytecode, data: slice(data, saltBytes) });
		return args[0];
	} catch {
		return null;
	}
}
