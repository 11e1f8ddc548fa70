import { fakeAccounts, fakeRoleIds } from '@adx/fakes/discord/discord';
import { expect, type Page } from '@playwright/test';
import { logOut, openCommunityScreen, signIn } from '../support/steps.ts';
import { testWithDiscord as test, test as testAlone, testOnSharedProduct } from '../support/test-server.ts';

const { wizard, lurker } = fakeAccounts;
const ended = 'Your session ended. Sign in again.';
const unavailable = 'Emergency access is not available right now.';

const connect = (page: Page) => page.getByRole('button', { name: 'Connect with Discord' }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const createLink = (page: Page) => page.getByRole('link', { name: 'Create', exact: true });
const toast = (page: Page, tone: 'success' | 'destructive', text: string) =>
	page.locator(`li[data-tone="${tone}"]`).getByText(text, { exact: true });
const readStatus = async (page: Page, path: string) => (await page.request.get(path)).status();
const storedFlags = (page: Page) =>
	page.evaluate(() => [localStorage.getItem('adx_mage_bypass'), localStorage.getItem('adx_discord_bypass')]);

testOnSharedProduct(
	'a developer signs in, works in two tabs and signs out in one (GATE-37, GATE-44)',
	async ({ page, product }) => {
		await page.goto(`${product.origin}/gallery?sort=newest#top`);
		await expect(heading(page, 'Developer Access')).toBeVisible();
		await expect(page.getByRole('navigation')).toHaveCount(0);
		await signIn(page, product);
		await expect(page).toHaveURL(`${product.origin}/gallery?sort=newest#top`);
		await expect(page.getByRole('link', { name: 'Attributes' })).toBeVisible();
		expect(await storedFlags(page)).toEqual(['true', null]);

		const other = await page.context().newPage();
		await other.goto(product.origin);
		await expect(createLink(other)).toBeVisible();
		await logOut(page);
		expect(await storedFlags(page)).toEqual([null, null]);
		expect(await readStatus(page, `${product.origin}/api/jobs`)).toBe(401);
		await page.reload();
		await expect(heading(page, 'Developer Access')).toBeVisible();

		// The other tab learns of it by its next call and keeps what it shows.
		await expect(other.getByText(ended)).toBeVisible({ timeout: 40_000 });
		await expect(createLink(other)).toBeVisible();
		await other.getByRole('button', { name: 'Go to sign-in' }).click();
		await expect(heading(other, 'Developer Access')).toBeVisible();
	},
);

testAlone(
	'five wrong passwords are told apart from the sixth, which not even the right one passes (GATE-39, AMB-60)',
	async ({ page, product }) => {
		await page.goto(product.origin);
		const field = page.getByLabel('Developer password');
		for (let attempt = 1; attempt <= 5; attempt += 1) {
			await field.fill(`wrong-${attempt}`);
			await field.press('Enter');
			await expect(toast(page, 'destructive', 'Invalid Password')).toBeVisible();
			await expect(toast(page, 'destructive', 'The developer password you entered is incorrect')).toBeVisible();
			await expect(field).toHaveValue('');
			await expect(field).toBeFocused();
			await page.getByRole('button', { name: 'Close message' }).click();
		}
		await field.fill(product.passwords.developer ?? '');
		await field.press('Enter');
		await expect(toast(page, 'destructive', 'Too Many Attempts')).toBeVisible();
		await expect(page.getByText(/minute/).first()).toBeVisible();
		await expect(heading(page, 'Developer Access')).toBeVisible();
		// The other way in has tries of its own.
		await openCommunityScreen(page);
		await page.getByRole('button', { name: 'Discord Bypass Password' }).click();
		await page.getByLabel('Discord bypass password').fill(product.passwords.community ?? '');
		await page.getByRole('button', { name: 'Access Platform' }).click();
		await expect(toast(page, 'success', 'Access Granted')).toBeVisible();
		await expect(createLink(page)).toBeVisible();
		await expect(page.getByRole('link', { name: 'Attributes' })).toHaveCount(0);
	},
);

testOnSharedProduct(
	'forged flags show the interface, and the server refuses every call (GATE-34, GATE-35, AMB-31)',
	async ({ page, product }) => {
		const statuses: number[] = [];
		page.on('response', (response) => {
			const { pathname } = new URL(response.url());
			const isOpen = /^\/trpc\/auth\.(check|config)$/.test(pathname);
			if (pathname.startsWith('/trpc/') && !isOpen) statuses.push(response.status());
		});
		await page.addInitScript(() => {
			if (sessionStorage.getItem('forged') !== null) return;
			sessionStorage.setItem('forged', 'yes');
			localStorage.setItem('adx_mage_bypass', 'true');
			localStorage.setItem('adx_discord_bypass', 'true');
		});
		await page.goto(product.origin);
		await expect(page.getByRole('link', { name: 'Attributes' })).toBeVisible();
		await expect(page.getByText(ended)).toBeVisible();
		// Long enough for the query's one retry and for the shortest poll, which rests.
		await page.waitForTimeout(7_000);
		expect(statuses.length).toBeGreaterThan(0);
		expect(new Set(statuses)).toEqual(new Set([401]));
		await expect(async () => {
			const before = statuses.length;
			await page.waitForTimeout(6_000);
			expect(statuses).toHaveLength(before);
		}).toPass({ timeout: 40_000 });
		await page.getByRole('button', { name: 'Go to sign-in' }).click();
		await expect(heading(page, 'Developer Access')).toBeVisible();
		expect(await storedFlags(page)).toEqual([null, null]);
		await page.reload();
		await expect(heading(page, 'Developer Access')).toBeVisible();
	},
);

testOnSharedProduct(
	'a developer’s flag over the living session of a member: the banner stays in sight and ends that session',
	{ tag: '@further' },
	async ({ page, product }) => {
		await page.goto(product.origin);
		await openCommunityScreen(page);
		await page.getByRole('button', { name: 'Discord Bypass Password' }).click();
		await page.getByLabel('Discord bypass password').fill(product.passwords.community ?? '');
		await page.getByRole('button', { name: 'Access Platform' }).click();
		await expect(createLink(page)).toBeVisible();
		await page.evaluate(() => localStorage.setItem('adx_mage_bypass', 'true'));
		await page.reload();
		const button = page.getByRole('button', { name: 'Go to sign-in' });
		await expect(button).toBeVisible();
		await page.setViewportSize({ width: 1_280, height: 500 });
		// The page below the banner is drawn after it.
		const scroll = () => {
			window.scrollTo(0, 400);
			return window.scrollY;
		};
		await expect.poll(() => page.evaluate(scroll)).toBeGreaterThan(100);
		await expect(button).toBeInViewport({ ratio: 1 });
		expect(await readStatus(page, `${product.origin}/api/jobs`)).toBe(200);
		await button.click();
		await expect(heading(page, 'Developer Access')).toBeVisible();
		await expect.poll(() => readStatus(page, `${product.origin}/api/jobs`)).toBe(401);
		await page.reload();
		await expect(heading(page, 'Developer Access')).toBeVisible();
		expect(await storedFlags(page)).toEqual([null, null]);
	},
);

test('a member comes in through Discord, by way of the Back button, and stays in on a reload (GATE-27, GATE-30, GATE-32)', async ({
	page,
	product,
	discord,
}) => {
	await page.goto(product.origin);
	await openCommunityScreen(page);
	await connect(page);
	await expect(page).toHaveURL(new RegExp(`^${discord.origin}/`));
	await page.goBack();
	// Restored from the browser's memory as it was left, or loaded again.
	const [first, community] = [heading(page, 'Developer Access'), heading(page, 'Community Access')];
	await expect(first.or(community)).toBeVisible();
	if (await first.isVisible()) await openCommunityScreen(page);
	await connect(page);
	await page.getByRole('link', { name: new RegExp(wizard.username) }).click();
	await expect(createLink(page)).toBeVisible();
	await expect(page).toHaveURL(`${product.origin}/`);
	expect(await storedFlags(page)).toEqual([null, null]);
	await page.getByRole('button', { name: 'Account' }).click();
	await expect(page.getByText(wizard.username)).toBeVisible();
	await page.keyboard.press('Escape');
	await page.reload();
	await expect(createLink(page)).toBeVisible();
	await logOut(page);
	expect(await readStatus(page, `${product.origin}/api/jobs`)).toBe(401);

	// A user whose hour ends here, or who signs out elsewhere, has no flag to be warned by.
	discord.consentAs(wizard.id);
	await openCommunityScreen(page);
	await connect(page);
	await expect(createLink(page)).toBeVisible();
	await page.context().clearCookies();
	// The next call tells; a page that is told what changes makes few of its own.
	await page.getByRole('button', { name: 'Account' }).click();
	await page.getByRole('menuitem', { name: /^Access tokens/ }).click();
	await expect(page.getByText(ended)).toBeVisible();
	await expect(createLink(page)).toBeVisible();
});

test('whoever cancels at Discord may try again, and gets no emergency access for it (GATE-29, AMB-32)', {
	tag: '@further',
}, async ({ page, product, discord }) => {
	discord.consent('denied');
	await page.goto(product.origin);
	await openCommunityScreen(page);
	await expect(heading(page, 'High Traffic Detected')).toHaveCount(0);
	await connect(page);
	await expect(heading(page, 'High Traffic Detected')).toBeVisible();
	await expect(page).toHaveURL(`${product.origin}/`);
	await page.getByRole('button', { name: 'Continue with Emergency Access' }).click();
	await expect(toast(page, 'destructive', 'Authentication Error')).toBeVisible();
	await expect(toast(page, 'destructive', unavailable)).toBeVisible();
	discord.consentAs(wizard.id);
	await connect(page);
	await expect(createLink(page)).toBeVisible();
});

test('while Discord is down a member gets in for an hour, once (GATE-43, AMB-32)', { tag: '@further' }, async ({
	page,
	product,
	discord,
}) => {
	discord.consent('outage');
	await page.goto(product.origin);
	await openCommunityScreen(page);
	const askForEmergency = async () => {
		await connect(page);
		await expect(heading(page, 'High Traffic Detected')).toBeVisible();
		await page.getByRole('button', { name: 'Continue with Emergency Access' }).click();
	};
	await askForEmergency();
	await expect(toast(page, 'success', 'Emergency Access Granted')).toBeVisible();
	await expect(createLink(page)).toBeVisible();
	expect(await storedFlags(page)).toEqual([null, 'true']);
	expect(await readStatus(page, `${product.origin}/api/jobs`)).toBe(200);
	await page.reload();
	await expect(createLink(page)).toBeVisible();
	await logOut(page);
	await openCommunityScreen(page);
	await askForEmergency();
	await expect(toast(page, 'destructive', unavailable)).toBeVisible();
	await expect(heading(page, 'Community Access')).toBeVisible();
});

test('an account without a qualifying role is told so, and gets in once it has one (GATE-33)', {
	tag: '@further',
}, async ({ page, product, discord }) => {
	discord.consentAs(lurker.id);
	await page.goto(product.origin);
	await openCommunityScreen(page);
	await connect(page);
	const notice = page.getByRole('region', { name: 'No qualifying role' });
	await expect(notice).toContainText(lurker.username);
	await expect(heading(page, 'High Traffic Detected')).toHaveCount(0);
	expect(await readStatus(page, `${product.origin}/api/jobs`)).toBe(403);

	await notice.getByRole('button', { name: 'Use another account' }).click();
	await expect(notice).toHaveCount(0);
	expect(await readStatus(page, `${product.origin}/api/jobs`)).toBe(401);
	await connect(page);
	await expect(notice).toBeVisible();
	discord.setRoles(lurker.id, [fakeRoleIds.Acolyte]);
	await notice.getByRole('button', { name: 'Check again' }).click();
	await expect(createLink(page)).toBeVisible();
});
