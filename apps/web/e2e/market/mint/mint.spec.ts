import { hasAnvil, startAnvil, testKeys } from '@adx/contracts/evm/anvil-testing';
import { expect } from '@playwright/test';
import { readMessages } from '../../support/messages.ts';
import { signIn } from '../../support/steps.ts';
import { testOnSharedProduct } from '../../support/test-server.ts';
import { injectWallet } from '../evm-test-wallet.ts';
import {
	connect,
	expectConfirmed,
	expectMinted,
	generateFive,
	mintButtons,
	mintDialog,
	openWithGenerated,
	pressMint,
	section,
	testWithChain as test,
	tile,
	withMiningPaused,
} from './mint-steps.ts';

test.skip(!hasAnvil, 'There is no anvil for this platform.');
test.use({ actionTimeout: 15_000 });

test('an image becomes a token: connect, switch with 4902, mint, confirmed, and so after a reload (WAL-01, WAL-03, MINT-04, MINT-07, MINT-08)', async ({
	page,
	product,
	chains: { polygon },
	wallet,
}) => {
	const before = await polygon.balanceOf(wallet.address);
	await page.goto(product.origin);
	await signIn(page, product);
	await generateFive(page);
	await connect(page);
	await expect(page.getByText('Wallet Connected', { exact: true }).first()).toBeVisible();
	await expect(section(page).getByText('Polygon · Test Wallet', { exact: true })).toBeVisible();
	expect(wallet.requests.map(({ method }) => method)).toEqual([
		'eth_requestAccounts',
		'wallet_switchEthereumChain',
		'wallet_addEthereumChain',
	]);
	expect(wallet.requests[2]?.params).toEqual([
		{
			chainId: '0x89',
			chainName: 'Polygon',
			nativeCurrency: { name: 'MATIC', symbol: 'MATIC', decimals: 18 },
			rpcUrls: [polygon.node.origin],
			blockExplorerUrls: ['https://explorer.example'],
		},
	]);

	await mintButtons(page, 'Mint NFT').first().click();
	const dialog = mintDialog(page);
	await expect(dialog.getByLabel('NFT Name')).toHaveValue(/^(Elf|Orc) Wizard$/);
	await withMiningPaused(polygon, async () => {
		await dialog.getByRole('button', { name: 'Mint NFT' }).click();
		await expect(dialog.getByText(/^Sent\. The chain has to confirm it now/)).toBeVisible();
	});
	const [car] = await Promise.all([
		page.waitForEvent('download'),
		dialog.getByRole('link', { name: 'Download files (CAR)' }).click(),
	]);
	expect(car.suggestedFilename()).toMatch(/\.car$/);
	await expectConfirmed(page);
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expectMinted(page, 1);
	await expect(tile(page, 1).getByRole('link', { name: 'View on Explorer' })).toHaveAttribute(
		'href',
		/^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/,
	);

	await page.reload();
	await expect(tile(page, 1).getByRole('button', { name: 'Minted ✓' })).toBeVisible();
	await expect(section(page).getByText('Polygon · Test Wallet', { exact: true })).toBeVisible();
	expect(wallet.countOf('eth_sendTransaction')).toBe(1);
	expect(await polygon.balanceOf(wallet.address)).toBe(before + 1n);
});

test('a request closed in the wallet is not an error, and can be made again', { tag: '@further' }, async ({
	page,
	product,
	chains: { polygon },
	wallet,
}) => {
	// Five requests, over two pages.
	test.slow();
	await openWithGenerated(page, product, 1);
	wallet.rejectNext('eth_requestAccounts');
	await connect(page);
	await expect(section(page).getByText('You closed the request')).toBeVisible();
	wallet.rejectNext('wallet_addEthereumChain');
	await section(page).getByRole('button', { name: 'Retry' }).click();
	await expect(section(page).getByRole('button', { name: 'Wrong network' })).toBeVisible();
	await expect(section(page).getByText('You closed the request')).toBeVisible();
	await section(page).getByRole('button', { name: 'Retry' }).click();
	await expect(section(page).getByText('Polygon · Test Wallet', { exact: true })).toBeVisible();

	await wallet.chooseChain(31_337);
	await expect(section(page).getByRole('button', { name: 'Wrong network' })).toBeVisible();
	wallet.rejectNext('eth_sendTransaction');
	await pressMint(page, 1);
	const dialog = mintDialog(page);
	await expect(dialog.getByText('You closed the request')).toBeVisible();
	await dialog.getByRole('button', { name: 'Close' }).click();
	const messages = await readMessages(page);
	expect(messages).toContain('Wallet Connected');
	expect(messages).not.toMatch(/failed|error/i);

	await page.reload();
	wallet.rejectNext('eth_sendTransaction');
	await pressMint(page, 1, 'Complete Mint');
	await expect(dialog.getByText('You closed the request')).toBeVisible();
	// With the dialog open the outcome is shown there rather than in a message.
	await withMiningPaused(polygon, async () => {
		await dialog.getByRole('button', { name: 'Mint NFT' }).click();
		await expect(dialog.getByText(/^Sent\./)).toBeVisible();
		await dialog.getByRole('button', { name: 'Close' }).click();
	});
	await expectMinted(page, 1);
	const after = await readMessages(page);
	expect(after).toContain('is a token on Polygon now.');
	expect(after).not.toMatch(/failed|error/i);
});

test('without a wallet the page says where to get one (ERR-07, MINT-06, AMB-41)', { tag: '@further' }, async ({
	page,
	product,
}) => {
	await openWithGenerated(page, product, 1);
	await expect(tile(page, 1).getByRole('button', { name: 'Connect Wallet' })).toBeDisabled();
	await expect(section(page).getByText('Connect a wallet with the button at the top of this section.')).toBeVisible();
	await connect(page);
	await expect(page.getByText('Wallet Not Found', { exact: true }).first()).toBeVisible();
	await expect(section(page).getByText('Please install MetaMask or another Web3 wallet')).toBeVisible();
	await expect(section(page).getByRole('link', { name: 'Install MetaMask' })).toBeVisible();
	await section(page).getByRole('button', { name: 'Continue without' }).click();
	await expect(section(page).getByRole('link', { name: 'Install MetaMask' })).toHaveCount(0);
	await expect(mintButtons(page, 'Connect Wallet').first()).toBeFocused();
});

testOnSharedProduct(
	'without a contract the dialog tells that minting comes in the next phase, and the wallet is asked nothing (MINT-10, AMB-40)',
	{ tag: '@further' },
	async ({ page, product }) => {
		const anvil = await startAnvil({ chainId: 31_337 });
		try {
			const rpcUrls = new Map([[31_337, anvil.rpcUrl]]);
			const wallet = await injectWallet(page, { privateKey: testKeys.buyer, rpcUrls });
			await openWithGenerated(page, product, 1);
			await expect(section(page).getByText(/^This server mints on no chain yet\./)).toBeVisible();
			await connect(page);
			await expect(section(page).getByText('Test Wallet', { exact: true })).toBeVisible();
			expect(wallet.countOf('wallet_switchEthereumChain')).toBe(0);
			const asked = wallet.requests.length;
			await pressMint(page, 1);
			await expect(page.getByText('Minting comes in the next phase.').first()).toBeVisible();
			expect(wallet.requests.length).toBe(asked);
			await expect(mintDialog(page).getByRole('button', { name: 'Mint NFT' })).toBeEnabled();
		} finally {
			await anvil.stop();
		}
	},
);
