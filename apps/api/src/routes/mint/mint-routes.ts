import { downloadMintCar } from '@adx/core/mint/mint-car';
import type { Services } from '@adx/core/platform/context';
import { mintCarInput } from '@adx/validators/mint';
import type { FastifyInstance } from 'fastify';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { attachment } from '../../http/response/send-bytes.ts';
import { imageId, transactionHash } from '../../openapi/example-ids.ts';
import {
	binaryResponse,
	describeAccess,
	type OperationExample,
	pathParameter,
	queryParameter,
	type RouteOperation,
	storedFileErrors,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';

const mintCar: RouteOperation = {
	url: '/api/mint/:imageId/car',
	method: 'get',
	operation: {
		operationId: 'mint.car',
		summary: 'Metadata and picture of a prepared mint as a CAR',
		...describeAccess('mint', { access: 'developer', scope: 'read' }, 'Its owner publishes it on IPFS.'),
		parameters: [pathParameter('imageId'), queryParameter('chain', toJsonSchema(mintCarInput.shape.chain, 'input'))],
		responses: { 200: binaryResponse('application/vnd.ipld.car', 'The CAR'), ...storedFileErrors },
	},
};

export const mintRoutes: readonly RouteOperation[] = [mintCar];

const contractAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const explorerUrl = 'https://polygonscan.com';
const metadataCid = 'bafkreiaei6fbsha5q444mals55m2qx6pbj5ver5qdeu3gltmtsjgvg5r3y';

const walletAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const tokenId = '11801605679194180871';
/** What `mint.status`, `mint.submitted` and `mint.cancel` say of a mint with a transaction. */
const sentMint = {
	imageId,
	chain: 'polygon',
	contractAddress,
	tokenId,
	ownerAddress: walletAddress,
	transactionHash,
	explorerUrl: `${explorerUrl}/tx/${transactionHash}`,
	errorMessage: null,
	published: true,
	transactionUnknown: false,
	cancelledAt: null,
	permittedUntil: null,
} as const;
const permittedUntil = '2026-11-21T14:45:00.000Z';

/** What the procedures of the mint router take and answer. */
export const mintExamples: Readonly<Record<string, OperationExample>> = {
	'mint.chains': {
		response: [
			{
				chain: 'polygon',
				chainId: 137,
				symbol: 'MATIC',
				rpcUrl: 'https://polygon.node.example',
				explorerUrl,
				contractAddress,
				publishesFiles: true,
			},
		],
	},
	'mint.contract': {
		response: {
			chain: 'polygon',
			contractAddress,
			version: 2,
			batchMax: 20,
			royaltyBasisPoints: 500,
			royaltyReceiver: null,
		},
	},
	'mint.status': {
		response: [{ ...sentMint, status: 'confirmed' }],
	},
	'mint.prepare': {
		body: {
			imageId,
			chain: 'polygon',
			walletAddress,
			name: 'Elf Wizard',
			description: 'A wizard of the elves.',
		},
		response: {
			mintId: 'c1a7e3f2-91b1-4f0b-8a55-5d3a1c860c8e',
			imageId,
			chain: 'polygon',
			chainId: 137,
			contractAddress,
			voucher: {
				to: walletAddress,
				digest: '0x04478a191c1d873cc60165ef59a857cf0a7a53479a1929b32e6c9e4c9adba3de',
				price: '0',
				nonce: tokenId,
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
		response: { ...sentMint, status: 'minting', permittedUntil },
	},
	'mint.cancel': {
		body: { chain: 'polygon' },
		response: {
			...sentMint,
			status: 'failed',
			errorMessage: 'You cancelled this mint.',
			cancelledAt: '2026-11-21T14:35:00.000Z',
			permittedUntil,
		},
	},
};

/** Serves the files of a prepared mint, for owners who publish them themselves. */
export function serveMintCar(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { imageId: string } }>({
		method: 'GET',
		config: { access: 'developer', budget: 'list' },
		url: mintCar.url,
		handler: async (request, reply) => {
			const input = parseParams(mintCarInput, request);
			const { bytes, root } = await downloadMintCar(await getRequestContext(services, request, reply), input);
			reply.header('cache-control', 'private, no-store').header('content-disposition', attachment(`${root}.car`));
			return reply.type('application/vnd.ipld.car; version=1').send(Buffer.from(bytes.buffer));
		},
	});
}
