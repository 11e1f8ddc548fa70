import { type FakeDiscord, fakeAccounts } from '@adx/fakes/discord/discord';
import { expect, type Page } from '@playwright/test';
import { fillFirstForm, openCommunityScreen, openCreateTab, openFormSection } from '../support/steps.ts';
import type { TestServer } from '../support/test-server.ts';
import { attributeScreens } from './attribute-screens.ts';
import { layerScreens } from './layer-screens.ts';
import { mergerScreens } from './merger-screens.ts';

/** Brings the page from a fresh load of the product into one state. */
export interface Screen {
	readonly name: string;
	readonly path?: string;
	readonly reach?: (page: Page, product: TestServer, discord: FakeDiscord) => Promise<void>;
	/** Answers that a browser reports on its console although they are what the state is about. */
	readonly expectedErrors?: RegExp;
	/** Pictures only what the window shows, for states that are about scrolling. */
	readonly isScrolled?: true;
}

/** As long as a token's name may be, without a place to break it. */
const unbrokenName = 'x'.repeat(60);

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const roleSelection = async (page: Page) => press(page, 'Other Access Options');

/** Answers of the API that never come: the state in between stays. */
const neverAnswer = (page: Page, procedure: string) => page.route(`**/trpc/${procedure}*`, () => {});

async function connectWithDiscord(page: Page): Promise<void> {
	await openCommunityScreen(page);
	await press(page, 'Connect with Discord');
}

async function useWrongPassword(page: Page): Promise<void> {
	await page.getByLabel(/password/i).fill('wrong');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Invalid Password', { exact: true }).first()).toBeVisible();
}

/** A browser that was let in before, and a server that does not know it. */
async function endSession(page: Page): Promise<void> {
	await page.evaluate(() => localStorage.setItem('adx_discord_bypass', 'true'));
	await page.reload();
	await expect(page.getByText('Your session ended. Sign in again.')).toBeVisible();
	await page.evaluate(() => localStorage.removeItem('adx_discord_bypass'));
}

/** Everything that is seen before access is granted; each begins without cookies. */
export const gateScreens: readonly Screen[] = [
	{
		name: 'gate-checking',
		reach: async (page) => {
			await neverAnswer(page, 'auth.check');
			await page.reload({ waitUntil: 'commit' });
			await expect(page.getByText('Checking access...')).toBeVisible();
		},
	},
	{ name: 'gate-developer' },
	{
		name: 'gate-empty-password',
		reach: async (page) => {
			await press(page, 'Access Developer Tools');
			await expect(page.getByText('Enter the password')).toBeVisible();
		},
	},
	{ name: 'gate-wrong-password', expectedErrors: /401/, reach: useWrongPassword },
	{ name: 'gate-roles', reach: roleSelection },
	{
		name: 'gate-creator',
		reach: async (page) => {
			await roleSelection(page);
			await press(page, /I am a creator/);
		},
	},
	{ name: 'gate-community', reach: openCommunityScreen },
	{
		name: 'gate-community-bypass',
		expectedErrors: /401/,
		reach: async (page) => {
			await openCommunityScreen(page);
			await press(page, 'Discord Bypass Password');
			await useWrongPassword(page);
		},
	},
	{
		name: 'gate-community-connecting',
		reach: async (page) => {
			await neverAnswer(page, 'auth.startDiscord');
			await connectWithDiscord(page);
			await expect(page.getByText('Connecting to Discord...')).toBeVisible();
		},
	},
	{
		name: 'gate-community-connect-failed',
		expectedErrors: /./,
		reach: async (page) => {
			await page.route('**/trpc/auth.startDiscord*', (route) => route.abort());
			await connectWithDiscord(page);
			await expect(page.getByText('High Traffic Detected')).toBeVisible();
		},
	},
	{
		name: 'gate-community-error',
		reach: async (page, _product, discord) => {
			discord.consent('outage');
			await connectWithDiscord(page);
			await expect(page.getByText('High Traffic Detected')).toBeVisible();
		},
	},
	{
		name: 'gate-community-emergency-refused',
		expectedErrors: /409/,
		reach: async (page, _product, discord) => {
			discord.consent('denied');
			await connectWithDiscord(page);
			await press(page, 'Continue with Emergency Access');
			await expect(page.getByText(/not available right now/).first()).toBeVisible();
		},
	},
	{
		name: 'gate-community-without-role',
		reach: async (page, _product, discord) => {
			discord.consentAs(fakeAccounts.lurker.id);
			await connectWithDiscord(page);
			await expect(page.getByText('No qualifying role')).toBeVisible();
		},
	},
	{
		name: 'gate-community-no-session',
		reach: async (page, { origin }) => {
			await page.goto(`${origin}/?discord_auth=success`);
			await expect(page.getByText(/allow cookies/)).toBeVisible();
		},
	},
	{
		name: 'session-ended',
		expectedErrors: /401/,
		reach: endSession,
	},
	{
		name: 'session-ended-scrolled',
		expectedErrors: /401/,
		isScrolled: true,
		reach: async (page) => {
			await endSession(page);
			await expect(page.getByRole('form', { name: 'Create characters' })).toBeVisible();
			// Until what comes later has made the page long enough.
			const scroll = () =>
				page.evaluate(() => {
					window.scrollTo(0, 400);
					return window.scrollY;
				});
			await expect.poll(scroll).toBeGreaterThan(50);
			await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
			await expect(page.getByText('Your session ended. Sign in again.')).toBeInViewport({ ratio: 1 });
			// Neither under the bar nor under anything that sticks below it.
			await page.getByRole('button', { name: 'Go to sign-in' }).click({ trial: true });
		},
	},
	{
		name: 'gate-too-many-attempts',
		expectedErrors: /401|429/,
		reach: async (page) => {
			const tooMany = page.getByText('Too Many Attempts').first();
			// An earlier look has used up one of the five.
			for (let attempt = 1; attempt <= 6 && !(await tooMany.isVisible()); attempt += 1) {
				await page.getByLabel('Developer password').fill('wrong');
				const answer = page.waitForResponse(/auth\.signInWithPassword/);
				await page.keyboard.press('Enter');
				await answer;
				await expect(page.getByRole('button', { name: 'Access Developer Tools' })).toBeEnabled();
			}
			await expect(tooMany).toBeVisible();
		},
	},
];

const createScreens: readonly Screen[] = [
	{ name: 'create-empty' },
	{ name: 'create-errors', reach: (page) => press(page, 'Generate ADX Characters') },
	{ name: 'create-filled', reach: (page) => fillFirstForm(page, '5 ADX') },
	...(['Engine', 'Classes', 'Art style', 'Background', 'Afflictions'] as const).map((section) => ({
		name: `create-${section.toLowerCase().replace(' ', '-')}`,
		reach: (page: Page) => openFormSection(page, section),
	})),
	...layerScreens,
	{ name: 'create-done', reach: generateFive },
	...(['Latest', 'Mint'] as const).map((tab) => ({
		name: `create-${tab.toLowerCase()}`,
		reach: async (page: Page) => {
			await openCreateTab(page, tab);
			const name = tab === 'Mint' ? 'Mint' : 'Latest characters';
			await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
		},
	})),
	{
		name: 'messages',
		reach: async (page) => {
			await press(page, 'Generate ADX Characters');
			await press(page, 'Recent messages');
			await expect(page.getByRole('dialog', { name: 'Recent messages' }).getByRole('listitem')).toBeVisible();
		},
	},
	{
		name: 'messages-none',
		reach: async (page) => {
			await press(page, 'Recent messages');
			await expect(page.getByText('No messages yet.')).toBeVisible();
		},
	},
	{
		name: 'lightbox',
		reach: openFirstImage,
	},
	...(['Overview', 'Traits', 'Rules', 'Storyboard'] as const).map((tab) => ({
		name: `plan-${tab.toLowerCase()}`,
		reach: async (page: Page) => {
			await fillFirstForm(page, '5 ADX');
			await openFormSection(page, 'Plan');
			await expect(page.getByText(/unique combinations/).first()).toBeVisible();
			await page.getByRole('tab', { name: tab }).click();
			await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
		},
	})),
	{
		name: 'presets',
		reach: async (page) => {
			await fillFirstForm(page, '5 ADX');
			await openFormSection(page, 'Saved Settings');
			const card = page.getByRole('region', { name: 'Saved Settings' });
			await card.getByRole('button', { name: 'Save' }).click();
			await page.getByLabel('Name', { exact: true }).fill(`Winter ${Date.now()}`);
			await page.keyboard.press('Enter');
			await expect(card.getByRole('button', { name: /^Load Winter/ }).first()).toBeVisible();
		},
	},
	{
		name: 'database-panel',
		reach: async (page) => {
			await page
				.getByRole('complementary', { name: 'Database' })
				.getByRole('button', { name: /^Database/ })
				.click();
			await expect(page.getByRole('button', { name: 'Delete All Images' })).toBeVisible();
		},
	},
	{ name: 'job', reach: openNewestJob },
	...(['Review', 'Plan', 'Rarity', 'Files'] as const).map((tab) => ({
		name: `job-${tab.toLowerCase()}`,
		reach: async (page: Page, product: TestServer) => {
			await openNewestJob(page, product);
			await page.getByRole('tab', { name: tab }).click();
			await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
		},
	})),
];

const accountScreens: readonly Screen[] = [
	{
		name: 'premium',
		reach: async (page) => {
			await press(page, 'Account');
			await page.getByRole('menuitem', { name: /^Premium/ }).click();
			await expect(page.getByLabel('Premium passphrase')).toBeFocused();
		},
	},
	{
		name: 'tokens',
		path: '/tokens',
		reach: async (page) => {
			await page.getByLabel('Name').fill('Nightly backup');
			await press(page, 'Create token');
			await expect(page.getByText(/^adx_/)).toBeVisible();
		},
	},
	{
		name: 'tokens-long-name',
		path: '/tokens',
		reach: async (page) => {
			await page.getByLabel('Name').fill(unbrokenName);
			await press(page, 'Create token');
			await expect(page.getByText(/^adx_/)).toBeVisible();
			await expect(page.getByRole('listitem').filter({ hasText: unbrokenName })).toBeVisible();
		},
	},
	{
		name: 'tokens-revoke',
		path: '/tokens',
		reach: async (page) => {
			await press(page, `Revoke ${unbrokenName}`);
			await expect(page.getByRole('dialog', { name: 'Revoke this token?' })).toContainText(unbrokenName);
		},
	},
	{ name: 'not-found', path: '/no/such/page' },
];

/**
 * By subject, each in this order in one browser by a developer, on a product of its own; last what keeps the server
 * busy.
 */
export const screens: Readonly<Record<string, readonly Screen[]>> = {
	'create and jobs': createScreens,
	'merger and gallery': [{ name: 'gallery', path: '/gallery' }, { name: 'merger', path: '/merger' }, ...mergerScreens],
	'attributes and account': [
		...attributeScreens,
		...accountScreens,
		{
			name: 'create-progress',
			reach: async (page) => {
				await fillFirstForm(page, '100 ADX');
				await press(page, 'Generate ADX Characters');
				await expect(page.getByRole('progressbar').first()).toBeVisible();
			},
		},
	],
};

const imageTiles = (page: Page) => page.getByRole('button', { name: /^Open .+ #\d/ });

async function generateFive(page: Page): Promise<void> {
	await fillFirstForm(page, '5 ADX');
	await press(page, 'Generate ADX Characters');
	// Until then the page may show an earlier job.
	await expect(page).toHaveURL(/[?&]job=/);
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	await expect(imageTiles(page).first()).toBeVisible();
}

async function openNewestJob(page: Page, { origin }: TestServer): Promise<void> {
	const [newest] = (await (await page.request.get(`${origin}/api/jobs`)).json()) as { id: string }[];
	await page.goto(`${origin}/jobs/${newest?.id}`);
	await expect(imageTiles(page).first()).toBeVisible();
}

async function openFirstImage(page: Page): Promise<void> {
	await openCreateTab(page, 'Results');
	await imageTiles(page).first().click();
	const picture = page.getByRole('dialog').getByRole('img').first();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}
