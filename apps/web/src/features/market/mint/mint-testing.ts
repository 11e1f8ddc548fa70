import type {
	CancelMintInput,
	ImageMintStatus,
	MintContractOutput,
	PreparedMint,
	PrepareMintInput,
	SubmittedMintInput,
} from '@adx/validators/mint';
import type { MintChain } from '@adx/validators/minted-token';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { api, procedure, type Refusal } from '../../../test/api.ts';
import { createJob, publicConfig, signedInAs } from '../../../test/fixtures.ts';
import { respondWithJobs, warmUp } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import {
	endWithoutWallets,
	type FakeWallet,
	haveWallet,
	startWithoutWallets,
	testAddress,
} from '../../wallets/evm/evm-wallet-testing.ts';

export const imageId = 'job-1-image-1';
export const contractAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const prepared: PreparedMint = {
	mintId: 'mint-1',
	imageId,
	chain: 'polygon',
	chainId: 137,
	contractAddress,
	voucher: {
		to: testAddress,
		digest: `0x${'11'.repeat(32)}`,
		price: '0',
		nonce: '18446744073709551615',
		deadline: 1_900_000_000,
	},
	signature: { r: `0x${'22'.repeat(32)}`, vs: `0x${'33'.repeat(32)}` },
	tokenUri: 'ipfs://cid',
	imageCid: 'cid-1',
	metadataCid: 'cid-2',
	published: true,
	carUrl: `/api/mint/${imageId}/car?chain=polygon`,
};

/** What the server tells of a mint. */
export const mintOf = (status: ImageMintStatus['status'], changes: Partial<ImageMintStatus> = {}): ImageMintStatus => ({
	imageId,
	chain: 'polygon',
	status,
	contractAddress,
	tokenId: prepared.voucher.nonce,
	ownerAddress: testAddress,
	transactionHash: null,
	explorerUrl: null,
	errorMessage: null,
	published: true,
	transactionUnknown: false,
	cancelledAt: null,
	permittedUntil: status === 'confirmed' ? null : new Date(prepared.voucher.deadline * 1_000),
	...changes,
});

const contractOutput: MintContractOutput = {
	chain: 'polygon',
	contractAddress,
	version: 2,
	batchMax: 20,
	royaltyBasisPoints: 500,
	royaltyReceiver: null,
};

/** A server that mints on Polygon, and what it was asked. */
export interface MintServer {
	publishesFiles: boolean;
	contract: MintContractOutput;
	mints: ImageMintStatus[];
	readonly status: ReturnType<typeof vi.fn<(input: unknown) => ImageMintStatus[]>>;
	readonly prepare: ReturnType<
		typeof vi.fn<(input: PrepareMintInput) => PreparedMint | Refusal | Promise<PreparedMint>>
	>;
	readonly submitted: ReturnType<typeof vi.fn<(input: SubmittedMintInput) => ImageMintStatus | Refusal>>;
	readonly cancel: ReturnType<typeof vi.fn<(input: CancelMintInput) => ImageMintStatus | Refusal>>;
}

/** Call once at the top of a test file: each test begins with a developer who has one collection of two images. */
export function useMintServer(): MintServer {
	usePage();
	const server: MintServer = {
		publishesFiles: true,
		contract: contractOutput,
		mints: [],
		status: vi.fn(),
		prepare: vi.fn(),
		submitted: vi.fn(),
		cancel: vi.fn(),
	};
	// Wallets' code is large: on a busy machine it takes longer to compile than a hook may last by itself.
	beforeAll(async () => {
		await warmUp();
		await import('./mint-section.tsx');
	}, 60_000);
	beforeEach(() => {
		startWithoutWallets();
		server.publishesFiles = true;
		server.contract = contractOutput;
		server.mints = [];
		server.status
			.mockReset()
			.mockImplementation((input) =>
				server.mints.filter(({ chain }) => chain === (input as { readonly chain: MintChain }).chain),
			);
		server.prepare.mockReset().mockImplementation((input) => {
			server.mints = [mintOf('prepared')];
			return { ...prepared, imageId: input.imageId, voucher: { ...prepared.voucher, to: input.walletAddress } };
		});
		server.submitted.mockReset().mockImplementation(() => {
			const mint = mintOf('minting');
			server.mints = [mint];
			return mint;
		});
		server.cancel.mockReset().mockImplementation(() => {
			const errorMessage = 'You cancelled this mint.';
			const mint = mintOf('failed', { errorMessage, cancelledAt: new Date(1_800_000_000_000) });
			server.mints = [mint];
			return mint;
		});
		developerHas(createJob(1, { batchSize: 2 }));
		api.use(
			procedure('auth', 'config', () => ({
				...publicConfig,
				chains: [{ chain: 'polygon' as const, chainId: 137, symbol: 'MATIC' }],
			})),
			procedure('mint', 'chains', () => [
				{
					chain: 'polygon' as const,
					chainId: 137,
					symbol: 'MATIC',
					rpcUrl: 'https://rpc.example',
					explorerUrl: 'https://explorer.example',
					contractAddress,
					publishesFiles: server.publishesFiles,
				},
			]),
			procedure('mint', 'contract', () => server.contract),
			procedure('mint', 'status', (input) => server.status(input)),
			procedure('mint', 'prepare', (input) => server.prepare(input as PrepareMintInput)),
			procedure('mint', 'submitted', (input) => server.submitted(input as SubmittedMintInput)),
			procedure('mint', 'cancel', (input) => server.cancel(input as CancelMintInput)),
		);
	});
	afterEach(endWithoutWallets);
	return server;
}

export function developerHas(...jobs: Job[]): void {
	respondWithJobs(...jobs);
	api.use(procedure('auth', 'check', () => signedInAs('developer')));
}

/** Loaded with its wallets' code, which a busy machine takes long for. */
export const findSection = async () => within(await screen.findByRole('region', { name: 'Mint' }));
export const toneOf = (toast: HTMLElement) => toast.closest('[data-tone]')?.getAttribute('data-tone');
export const toastTitle = (title: string) => screen.findByText(title, { selector: '[data-tone] *' });

/** The main page, scrolled to nowhere: its part that mints, with its images. */
export async function openSection() {
	openPage('/?tab=mint');
	const section = await findSection();
	await section.findAllByRole('img');
	return section;
}

/** The section with its first image's dialog, by somebody whose wallet is connected. */
export async function openDialog(wallet: FakeWallet = haveWallet({ isConnected: true })) {
	const section = await openSection();
	const [first] = await section.findAllByRole('button', { name: /^(Mint NFT|Complete Mint|Retry Mint)$/ });
	await userEvent.click(first!);
	const dialog = within(await screen.findByRole('dialog', { name: 'Mint to ADX Collection' }));
	const submit = () => dialog.getByRole('button', { name: 'Mint NFT' });
	await waitFor(() => expect(submit()).toBeEnabled());
	return { section, dialog, submit, wallet };
}
