import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { api, procedureAt } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { createCreatorSale } from '../../../test/sale-fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import {
	creator,
	endWithoutSolanaWallets,
	haveSolanaWallet,
	startWithoutSolanaWallets,
} from '../../wallets/solana/solana-testing.ts';
import { type MergeServer, openMerger, serveMerges } from './merger-page-testing.ts';

let server: MergeServer | undefined;

usePage();
afterEach(() => {
	server?.forgetPage();
	endWithoutSolanaWallets();
	vi.unstubAllGlobals();
});

test('what a finished merge is listed as is saved to it before minting starts (MLST-06)', async () => {
	startWithoutSolanaWallets();
	haveSolanaWallet({ address: creator });
	const job = createMergeJob({ collectionSymbol: 'FF', mintPrice: 0.125, royaltyPercentage: 5 });
	server = serveMerges(job);
	const sale = createCreatorSale({ walletAddress: creator });
	api.use(
		procedureAt('auth.config', () => ({ ...publicConfig, solana: { cluster: 'devnet' } })),
		procedureAt('mint.collections.start', () => sale),
		procedureAt('mint.collections.get', () => sale),
	);
	await openMerger(job.id);
	await userEvent.click(await screen.findByRole('button', { name: 'Mint & List on Marketplace' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Mint & List on Marketplace' }));
	await userEvent.click(dialog.getByRole('button', { name: 'Start Minting' }));
	expect(await dialog.findByText('Prepare the files')).toBeVisible();
	expect(server.calls).toEqual([
		[
			'update',
			expect.objectContaining({ jobId: 'merge-1', mintPrice: 0.125, isMinting: true, walletAddress: creator }),
		],
	]);
	const progress = within(screen.getByRole('region', { name: 'Merge Progress', hidden: true }));
	expect(progress.getByText('Preparing')).toBeInTheDocument();
});
