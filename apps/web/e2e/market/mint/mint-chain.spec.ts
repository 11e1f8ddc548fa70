import { hasAnvil, testKeys } from '@adx/contracts/evm/anvil-testing';
import { expect } from '@playwright/test';
import { readMessages } from '../../support/messages.ts';
import { injectWallet } from '../evm-test-wallet.ts';
import {
	connectTo,
	expectConfirmed,
	expectMinted,
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

test('what the contract refuses is said by name, what the chain reverts shows as failed, and Retry Mint ends confirmed (MINT-05)', {
	tag: '@further',
}, async ({ page, product, chains: { polygon }, wallet }) => {
	// Four presses, and what the watcher makes of two of them.
	test.slow();
	const before = await polygon.balanceOf(wallet.address);
	await openWithGenerated(page, product, 1);
	await connectTo(page);
	const dialog = mintDialog(page);

	const check = wallet.holdNext('eth_call');
	await pressMint(page, 1);
	await expect(dialog.getByText(/^Checking with the contract/)).toBeVisible();
	await polygon.letSign(false);
	check.release();
	await expect(
		dialog.getByText('The contract does not accept this server’s signature. Tell the operator.'),
	).toBeVisible();
	expect(wallet.countOf('eth_sendTransaction')).toBe(0);
	await polygon.letSign(true);

	await polygon.client.setAutomine(false);
	try {
		await dialog.getByRole('button', { name: 'Mint NFT' }).click();
		await expect(dialog.getByText(/^Sent\. The chain has to confirm it now/)).toBeVisible();
		await polygon.letSign(false);
		await polygon.client.mine({ blocks: 1 });
	} finally {
		await polygon.client.setAutomine(true);
	}
	const reverted = 'The transaction was reverted: the chain refused it.';
	await expect(dialog.getByText(reverted)).toBeVisible({ timeout: 30_000 });
	await dialog.getByRole('button', { name: 'Close' }).click();
	await expect(tile(page, 1).getByText('Failed', { exact: true })).toBeVisible();
	await expect(tile(page, 1).getByText(reverted)).toBeVisible();

	await page.reload();
	await expect(tile(page, 1).getByText(reverted)).toBeVisible();
	await pressMint(page, 1, 'Retry Mint');
	await expect(dialog.getByText(/The contract does not know this server as a signer/)).toBeVisible();
	await polygon.letSign(true);
	// With the dialog open the outcome is shown there rather than in a message.
	await withMiningPaused(polygon, async () => {
		await dialog.getByRole('button', { name: 'Mint NFT' }).click();
		await expect(dialog.getByText(/^Sent\./)).toBeVisible();
		await dialog.getByRole('button', { name: 'Close' }).click();
	});
	await expectMinted(page, 1);
	await expect(tile(page, 1).getByText(reverted)).toHaveCount(0);
	expect(await readMessages(page)).toMatch(/(Elf|Orc) Wizard #1 is a token on Polygon now\./);
	expect(await polygon.balanceOf(wallet.address)).toBe(before + 1n);
});

test('an image is minted on Ethereum, and on Polygon by itself (MINT-02, ENT-17, WAL-01)', { tag: '@further' }, async ({
	page,
	product,
	chains: { polygon, ethereum },
	wallet,
}) => {
	const before = [await polygon.balanceOf(wallet.address), await ethereum.balanceOf(wallet.address)] as const;
	await openWithGenerated(page, product, 1);
	await section(page).getByRole('radio', { name: 'Ethereum' }).click();
	await connectTo(page, 'Ethereum');
	expect(wallet.requests[2]).toMatchObject({
		method: 'wallet_addEthereumChain',
		params: [{ chainId: '0x1', nativeCurrency: { symbol: 'ETH' }, rpcUrls: [ethereum.node.origin] }],
	});
	await pressMint(page, 1);
	await expectConfirmed(page);
	await mintDialog(page).getByRole('button', { name: 'Close' }).click();
	await expectMinted(page, 1);
	await expect(tile(page, 1).getByRole('link', { name: 'View on Explorer' })).toHaveCount(0);

	await section(page).getByRole('radio', { name: 'Polygon (Low Gas)' }).click();
	await expect(tile(page, 1).getByRole('button', { name: 'Mint NFT' })).toBeEnabled();
	await expect(section(page).getByRole('button', { name: 'Wrong network' })).toBeVisible();
	await pressMint(page, 1);
	await expectConfirmed(page);
	const after = [await polygon.balanceOf(wallet.address), await ethereum.balanceOf(wallet.address)];
	expect(after).toEqual(before.map((count) => count + 1n));
});

test('a chain that does not answer when one presses is told, and nothing is lost', { tag: '@further' }, async ({
	page,
	product,
	chains: { polygon },
	wallet,
}) => {
	await openWithGenerated(page, product, 1);
	await connectTo(page);
	polygon.node.respondWith(() => 'break');
	try {
		await pressMint(page, 1);
		await expect(mintDialog(page).getByRole('alert')).toHaveText(/^The chain does not answer right now\./);
	} finally {
		polygon.node.respondWith(null);
	}
	expect(wallet.countOf('eth_sendTransaction')).toBe(0);
	await mintDialog(page).getByRole('button', { name: 'Mint NFT' }).click();
	await expectConfirmed(page);
});

test('a double click mints once', { tag: '@further' }, async ({ page, product, chains: { polygon }, wallet }) => {
	const before = await polygon.balanceOf(wallet.address);
	let prepared = 0;
	page.on('request', (request) => {
		if (request.url().includes('mint.prepare')) prepared += 1;
	});
	await openWithGenerated(page, product, 1);
	await connectTo(page);
	await tile(page, 1).getByRole('button', { name: 'Mint NFT' }).dblclick();
	await mintDialog(page).getByRole('button', { name: 'Mint NFT' }).dblclick();
	await expectConfirmed(page);
	expect([prepared, wallet.countOf('eth_sendTransaction')]).toEqual([1, 1]);
	expect(await polygon.balanceOf(wallet.address)).toBe(before + 1n);
});

test('two tabs mint an image once, and both show it', { tag: '@further' }, async ({
	page,
	product,
	chains: { polygon },
	wallet,
}) => {
	const before = await polygon.balanceOf(wallet.address);
	await openWithGenerated(page, product, 1);
	await connectTo(page);
	const other = await page.context().newPage();
	const otherWallet = await injectWallet(other, {
		privateKey: testKeys.buyer,
		rpcUrls: new Map([[137, polygon.node.origin]]),
	});
	await other.goto(page.url());
	await connectTo(other);
	await tile(other, 1).getByRole('button', { name: 'Mint NFT' }).click();
	await withMiningPaused(polygon, async () => {
		await pressMint(page, 1);
		await expect(mintDialog(page).getByText(/^Sent\. The chain/)).toBeVisible();
		await mintDialog(other).getByRole('button', { name: 'Mint NFT' }).click();
		await expect(mintDialog(other).getByText(/^A transaction for this image is on its way\./)).toBeVisible();
	});
	for (const tab of [page, other]) {
		await expectConfirmed(tab);
		await mintDialog(tab).getByRole('button', { name: 'Close' }).click();
		await expectMinted(tab, 1);
	}
	expect(otherWallet.countOf('eth_sendTransaction')).toBe(0);
	expect(await polygon.balanceOf(wallet.address)).toBe(before + 1n);
});
