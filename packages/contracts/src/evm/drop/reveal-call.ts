import { encodeFunctionData, type Hex } from 'viem';
import { adxDropAbi } from '../adx-drop-abi.gen.ts';

const abi = adxDropAbi;

/** The data of the call by which the owner of a drop ends its sale, and that by which anybody keeps the block's hash. */
export const endSaleData: Hex = encodeFunctionData({ abi, functionName: 'endSale' });
export const drawData: Hex = encodeFunctionData({ abi, functionName: 'draw' });

/** That by which the owner shows the items: `seed` is what was committed to, `baseUri` the folder with `1.json` and on. */
export const encodeReveal = (seed: Hex, baseUri: string): Hex =>
	encodeFunctionData({ abi, functionName: 'reveal', args: [seed, baseUri] });
