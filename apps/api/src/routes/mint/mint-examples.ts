import type { OperationExample } from '../../openapi/operation-examples.ts';

const imageId = '5d3a1c86-0c8e-4f0b-8a55-91b1c1f2a7e3';
const contractAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const explorerUrl = 'https://polygonscan.com';
const transactionHash = '0x8f3c1d5e7a9b0c2d4e6f8a1b3c5d7e9f0a2b4c6d8e0f1a3b5c7d9e1f3a5b7c9d';
const metadataCid = 'bafkreiaei6fbsha5q444mals55m2qx6pbj5ver5qdeu3gltmtsjgvg5r3y';

/** What the procedures of the mint router take and answer. */
export const mintExamples: Readonly<Record<string, OperationExample>> = {
	'mint.chains': {
		answer: [
			{
				chain: 'polygon',
				chainId: 137,
				symbol: 'MATIC',
				rpcUrl: 'https://polygon.node.example',
				explorerUrl,
				contractAddress,
			},
		],
	},
	'mint.status': {
		answer: [
			{
				imageId,
				status: 'confirmed',
				explorerUrl: `${explorerUrl}/tx/${transactionHash}`,
				errorMessage: null,
				published: true,
			},
		],
	},
	'mint.prepare': {
		body: {
			imageId,
			chain: 'polygon',
			walletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
			name: 'Elf Wizard',
			description: 'A wizard of the elves.',
		},
		answer: {
			mintId: 'c1a7e3f2-91b1-4f0b-8a55-5d3a1c860c8e',
			imageId,
			chain: 'polygon',
			chainId: 137,
			contractAddress,
			voucher: {
				to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
				digest: '0x04478a191c1d873cc60165ef59a857cf0a7a53479a1929b32e6c9e4c9adba3de',
				price: '0',
				nonce: '11801605679194180871',
				deadline: 1_795_257_900,
			},
			signature: {
				r: '0x2b1f6a0c9d8e7f60514233445566778899aabbccddeeff001122334455667788',
				vs: '0x9c1f6a0c9d8e7f60514233445566778899aabbccddeeff001122334455667788',
			},
			tokenUri: `ipfs://${metadataCid}`,
			imageCid: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
			metadataCid,
			published: true,
			carUrl: `/api/mint/${imageId}/car?chain=polygon`,
		},
	},
	'mint.submitted': {
		body: { chain: 'polygon', transactionHash },
		answer: {
			imageId,
			status: 'minting',
			explorerUrl: `${explorerUrl}/tx/${transactionHash}`,
			errorMessage: null,
			published: true,
		},
	},
};
