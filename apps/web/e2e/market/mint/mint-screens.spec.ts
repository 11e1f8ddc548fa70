import { hasAnvil, testKeys } from '@adx/contracts/evm/anvil-testing';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { openCreateTab, signIn } from '../../support/steps.ts';
import { checkScreen } from '../../visual/screen-checks.ts';
import {
	connect,
	expectConfirmed,
	expectMinted,
	generateFive,
	mintButtons,
	mintDialog,
	section,
	testWithChain as test,
} from './mint-steps.ts';

test.skip(!hasAnvil, 'There is no anvil for this platform.');

/** A screenshot to look at, and what can be asserted of any look. */
async function inspect(page: Page, name: string, testInfo: TestInfo): Promise<void> {
	const dialog = page.getByRole('dialog');
	const isDialog = (await dialog.count()) > 0;
	await checkScreen(page, name, testInfo, { of: isDialog ? page : section(page), fullPage: false });
}

for (const width of [360, 1_440]) {
	test.describe(`minting at ${width} px`, { tag: '@looks' }, () => {
		test.use({ viewport: { width, height: width < 500 ? 780 : 900 }, actionTimeout: 15_000 });

		test('fits and is accessible in every state', async ({ page, product, chains: { polygon }, wallet }, testInfo) => {
			test.setTimeout(12 * 60_000);
			await page.goto(product.origin);
			await signIn(page, product);
			await openCreateTab(page, 'Mint');
			await expect(section(page).getByText('No completed characters to mint yet')).toBeVisible();
			await inspect(page, 'mint-empty', testInfo);
			await openCreateTab(page, 'Studio');
			await generateFive(page);
			await inspect(page, 'mint-unconnected', testInfo);

			const held = wallet.holdNext('wallet_switchEthereumChain');
			await connect(page);
			await expect(section(page).getByText(/^Confirm in Test Wallet \(2 of 2\)/)).toBeVisible();
			await inspect(page, 'mint-connecting', testInfo);
			await section(page).getByRole('button', { name: 'Stop waiting' }).click();
			held.release();
			wallet.rejectNext('wallet_switchEthereumChain');
			await section(page).getByRole('button', { name: 'Wrong network' }).click();
			await expect(section(page).getByText('You closed the request')).toBeVisible();
			await inspect(page, 'mint-wrong-network', testInfo);

			await mintButtons(page, 'Mint NFT').first().click();
			const dialog = mintDialog(page);
			const submit = () => dialog.getByRole('button', { name: 'Mint NFT' }).click();
			await expect(dialog.getByLabel('NFT Name')).toBeVisible();
			await inspect(page, 'mint-dialog', testInfo);
			wallet.rejectNext('eth_sendTransaction');
			await submit();
			await expect(dialog.getByText('You closed the request')).toBeVisible();
			await inspect(page, 'mint-dialog-closed', testInfo);
			polygon.node.respondWith(() => 'break');
			await submit();
			await expect(dialog.getByRole('alert')).toBeVisible();
			await inspect(page, 'mint-dialog-failed', testInfo);
			polygon.node.respondWith(null);
			await polygon.client.setAutomine(false);
			await submit();
			await expect(dialog.getByText(/^Sent\. The chain/)).toBeVisible();
			await inspect(page, 'mint-dialog-sent', testInfo);
			await polygon.client.setAutomine(true);
			await polygon.client.mine({ blocks: 1 });
			await expectConfirmed(page);
			await inspect(page, 'mint-dialog-minted', testInfo);
			await dialog.getByRole('button', { name: 'Close' }).click();
			await expectMinted(page, 1);

			await mintButtons(page, 'Mint NFT').first().click();
			wallet.holdNext('eth_sendTransaction');
			await submit();
			await expect(dialog.getByText(/^Confirm in Test Wallet/)).toBeVisible();
			await wallet.chooseAccount(testKeys.stranger);
			await expect(dialog.getByText(/^You switched the account/)).toBeVisible();
			await inspect(page, 'mint-dialog-wallet', testInfo);
			await dialog.getByRole('button', { name: 'Stop waiting' }).click();
			await inspect(page, 'mint-dialog-stopped', testInfo);
			await dialog.getByRole('button', { name: 'Close' }).click();
			// Now, since the route answers while the page is on its way to another.
			const ids = await page.evaluate(() =>
				[...document.querySelectorAll('section img[src*="/api/images/"]')].map(
					(image) => image.getAttribute('src')!.split('/')[3]!,
				),
			);
			const [, , third, fourth] = [...new Set(ids)].slice(-5);
			await page.route('**/trpc/mint.status*', async (route) => {
				const answer = await route.fetch();
				const body = await answer.json().catch(() => null);
				const minted = body?.result.data.json.find(({ status }: { status: string }) => status === 'confirmed');
				body?.result.data.json.push(
					{
						...minted,
						imageId: third,
						status: 'minting',
						explorerUrl: 'https://explorer.example/tx/0x1',
						errorMessage: null,
						published: true,
					},
					{
						...minted,
						imageId: fourth,
						status: 'failed',
						explorerUrl: 'https://explorer.example/tx/0x2',
						errorMessage: 'The transaction was reverted: the chain refused it.',
						published: false,
					},
				);
				await (body === null ? route.fulfill({ response: answer }) : route.fulfill({ response: answer, json: body }));
			});
			await page.reload();
			await expect(section(page).getByText('Failed', { exact: true })).toBeVisible();
			await section(page).scrollIntoViewIfNeeded();
			await inspect(page, 'mint-states', testInfo);
			// A poll may be on its way.
			await page.unrouteAll({ behavior: 'ignoreErrors' });
		});
	});
}
