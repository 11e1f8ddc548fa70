// Written by src/evm/compile/write-artefacts.ts from solidity/AdxDrop.sol; a test compares.
/** Where the code that lies on the chain is in the creation code, and its bytes that each contract has its own. */
export const adxDropRuntime = {
	start: 2753,
	length: 10096,
	immutables: [
		[633, 32],
		[846, 32],
		[1063, 32],
		[3283, 32],
		[3324, 32],
		[4005, 32],
		[4256, 32],
		[4342, 32],
		[4612, 32],
		[4817, 32],
		[7689, 32],
		[8243, 32],
		[9648, 32],
		[9695, 32],
		[9774, 32],
		[9812, 32],
		[9884, 32],
	],
} as const;
