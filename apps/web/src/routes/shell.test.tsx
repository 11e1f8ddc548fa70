import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { storeFlag } from '../features/access/gate/stored-flags.ts';
import { api, procedure } from '../test/api.ts';
import { createJob, publicConfig, signedInAs } from '../test/fixtures.ts';
import { respondWithJobs } from '../test/job-server.ts';
import { openPage, usePage } from '../test/setup.tsx';

usePage();

beforeEach(() => {
	api.use(procedure('auth', 'check', () => signedInAs('creator')));
});

/** What the tab says from now on. */
function watchTitles(): ReadonlySet<string> {
	const titles = new Set<string>();
	const watch = new MutationObserver(() => titles.add(document.title));
	watch.observe(document.head, { subtree: true, childList: true, characterData: true });
	onTestFinished(() => watch.disconnect());
	return titles;
}

describe('the frame of every page', () => {
	test('the bar leads to the three pages and NAV-06 stays at the top (NAV-07, NAV-08, NAV-09)', async () => {
		openPage('/gallery');
		const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
		expect([await target('Create'), await target('Gallery'), await target('Merge')]).toEqual([
			'/',
			'/gallery',
			'/merger',
		]);
		expect(screen.getByRole('banner')).toHaveClass('sticky', 'top-0');
	});

	test('Attributes is not there for a creator (NAV-10)', async () => {
		openPage('/gallery');
		await screen.findByRole('link', { name: 'Gallery' });
		expect(screen.queryByRole('link', { name: 'Attributes' })).toBeNull();
	});

	test('Attributes is there for a developer and leads to its page (NAV-10)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('developer')));
		openPage('/gallery');
		expect(await screen.findByRole('link', { name: 'Attributes' })).toHaveAttribute('href', '/attributes');
	});

	test('labels are hidden from the eye on small screens, and name their links all the same (NAV-12)', async () => {
		openPage('/gallery');
		const link = await screen.findByRole('link', { name: 'Create' });
		expect(within(link).getByText('Create')).toHaveClass('sr-only', 'sm:not-sr-only');
	});

	test('without a community invite there is no external link (NAV-11)', async () => {
		openPage('/gallery');
		await screen.findByRole('link', { name: 'Gallery' });
		expect(screen.queryByRole('link', { name: 'Community' })).toBeNull();
	});

	test('the community link opens in a new tab when the server has one (NAV-11)', async () => {
		const communityInviteUrl = 'https://chat.example/invite';
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, communityInviteUrl })));
		openPage('/gallery');
		const link = await screen.findByRole('link', { name: 'Community' });
		expect(link).toHaveAttribute('href', communityInviteUrl);
		expect(link).toHaveAttribute('target', '_blank');
		expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
	});

	test('25 flakes fall behind it (NAV-13, SNOW-05)', async () => {
		openPage('/gallery');
		await screen.findByRole('link', { name: 'Gallery' });
		const flakes = [...document.querySelectorAll('[data-flake]')];
		expect(flakes).toHaveLength(25);
		const layers = new Set(flakes.map((flake) => flake.parentElement));
		expect(layers.size).toBe(1);
		for (const layer of layers) {
			expect(layer).toHaveClass('fixed', '-z-10', 'pointer-events-none');
			expect(layer).toHaveAttribute('aria-hidden', 'true');
			expect(layer).not.toContainElement(screen.getByRole('banner'));
		}
	});

	test('a flake follows the cursor; clicks near it on empty space burst into 8 (SNOW-01, SNOW-02, SNOW-04)', async () => {
		openPage('/gallery');
		const heading = await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		fireEvent.pointerMove(heading, { clientX: 200, clientY: 200 });
		await waitFor(() => expect(document.querySelectorAll('[data-cursor-flake]')).toHaveLength(1));
		const flakes = () => document.querySelectorAll('[data-burst-flake]').length;
		fireEvent.click(heading, { clientX: 600, clientY: 600 });
		fireEvent.click(screen.getByRole('button', { name: 'Account' }), { clientX: 200, clientY: 200 });
		expect(flakes()).toBe(0);
		fireEvent.click(heading, { clientX: 205, clientY: 205 });
		await waitFor(() => expect(flakes()).toBe(8));
	});

	test.each([
		['/', 'Create'],
		['/?tab=results', 'Results'],
		['/?job=job-1', 'Results'],
		['/?tab=latest', 'Latest'],
		// Creators do not mint there.
		['/?tab=mint', 'Create'],
		['/gallery', 'Gallery'],
		['/merger', 'Merge'],
		['/tokens', 'Access tokens'],
		['/attributes', 'Access Denied'],
		['/no/such/page', '404 Page Not Found'],
	])('%s names itself in the tab', async (path, name) => {
		openPage(path);
		await waitFor(() => expect(document.title).toBe(`${name} – ADX Realm`));
	});

	test('the part that mints names itself in the tab of a developer', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('developer')));
		openPage('/?tab=mint');
		await waitFor(() => expect(document.title).toBe('Mint – ADX Realm'));
	});

	test.each([
		['/', 'ADX Realm', 'Create – ADX Realm'],
		['/create?job=job-1', 'ADX Realm', 'Results – ADX Realm'],
		['/merger', 'ADX Realm', 'Merge – ADX Realm'],
		['/tokens', 'ADX Realm', 'Access tokens – ADX Realm'],
		['/jobs/job-1', 'ADX Realm', 'Job – ADX Realm'],
		['/collections/c-1/rarity', 'ADX Realm', 'Rarity – ADX Realm'],
		// Some are named by the server.
		['/collections/c-1', 'Winter Court – ADX Realm', 'Winter Court – ADX Realm'],
		['/no/such/page', 'ADX Realm', 'ADX Realm'],
	])('%s, served as %s, is %s while access is checked', async (path, served, title) => {
		api.use(procedure('auth', 'check', () => new Promise<never>(() => {})));
		document.title = served;
		openPage(path);
		expect(await screen.findByRole('status')).toBeVisible();
		expect(document.title).toBe(title);
	});

	test.each([
		['/attributes', 'ADX Realm', 'Attribute Generator – ADX Realm'],
		['/?tab=mint', 'Create – ADX Realm', 'Mint – ADX Realm'],
	])(
		'%s is named while access is checked where a developer was before, and for others not before it opens',
		async (path, others, developers) => {
			api.use(procedure('auth', 'check', () => new Promise<never>(() => {})));
			for (const title of [others, developers]) {
				document.title = 'ADX Realm';
				openPage(path);
				expect(await screen.findByRole('status')).toBeVisible();
				expect(document.title).toBe(title);
				cleanup();
				storeFlag('mage');
			}
		},
	);

	test('who is not a developer never reads the name of a page that is refused', async () => {
		document.title = 'ADX Realm';
		const titles = watchTitles();
		openPage('/attributes');
		expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
		await waitFor(() => expect(document.title).toBe('Access Denied – ADX Realm'));
		expect([...titles].filter((title) => title.includes('Attribute'))).toEqual([]);
	});

	test('the gallery is named all the way, from the page as it was served to the gallery', async () => {
		document.title = 'Gallery – ADX Realm';
		const titles = watchTitles();
		openPage('/gallery');
		await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		expect([...titles, document.title].filter((title) => title !== 'Gallery – ADX Realm')).toEqual([]);
	});

	test('the theme is switched and remembered', async () => {
		openPage('/gallery');
		await userEvent.click(await screen.findByRole('button', { name: 'Switch to the light theme' }));
		expect(document.documentElement.dataset.theme).toBe('light');
		expect(localStorage.getItem('adx_theme')).toBe('light');
		await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));
		expect(document.documentElement.dataset.theme).toBe('dark');
	});
});

describe('addresses', () => {
	test('/ is the generator (NAV-01)', async () => {
		openPage('/');
		expect(await screen.findByRole('form', { name: 'Create characters' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Create' })).toHaveAttribute('aria-current', 'page');
	});

	test.each([
		['NAV-02', '/gallery', 'Gallery'],
		['NAV-03', '/merger', 'Merge'],
	])('%s %s is its page', async (_id, path, name) => {
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: [] })));
		openPage(path);
		expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
		expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
	});

	test('/attributes opens for a developer (NAV-04)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('developer')));
		openPage('/attributes');
		expect(await screen.findByRole('heading', { level: 1, name: 'Attribute Generator' })).toBeVisible();
	});

	test('any other path is the 404 page with a way home (NAV-05, NF-01, AMB-12)', async () => {
		openPage('/no/such/page');
		expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Back to Create' })).toHaveAttribute('href', '/');
	});

	test('/create leads to / (AMB-11)', async () => {
		openPage('/create');
		expect(await screen.findByRole('form', { name: 'Create characters' })).toBeVisible();
		expect(window.location.pathname).toBe('/');
	});

	test('with what stands behind it (AMB-11)', async () => {
		openPage('/create?tab=latest');
		expect(await screen.findByRole('region', { name: 'Latest characters' })).toBeVisible();
		expect(window.location.search).toBe('?tab=latest');
	});

	test('/attributes is refused to a creator (NAV-04)', async () => {
		openPage('/attributes');
		expect(await screen.findByText('The Attribute Generator is only available in developer mode.')).toBeVisible();
	});
});

describe('the focus on the way from page to page', () => {
	test('goes to the heading of the new page where the link went away, and past the one that stands while it loads', async () => {
		respondWithJobs(createJob(1, { projectName: 'Frost Court' }));
		openPage('/?tab=latest');
		await userEvent.click(await screen.findByRole('link', { name: /Frost Court/ }));
		await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Frost Court' })).toHaveFocus());
	});

	test('goes home from the 404 page', async () => {
		openPage('/no/such/page');
		await userEvent.click(await screen.findByRole('link', { name: 'Back to Create' }));
		await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Create ADX characters' })).toHaveFocus());
	});

	test('stays at a link that stays', async () => {
		openPage('/');
		const link = await screen.findByRole('link', { name: 'Gallery' });
		await userEvent.click(link);
		expect(await screen.findByRole('heading', { level: 1, name: 'Coming Soon' })).toBeVisible();
		expect(link).toHaveFocus();
	});
});
