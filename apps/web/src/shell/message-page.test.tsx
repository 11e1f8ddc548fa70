import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { api, procedure } from '../test/api.ts';
import { signedInAs } from '../test/fixtures.ts';
import { openPage, usePage } from '../test/setup.tsx';

usePage();
afterEach(() => vi.unstubAllGlobals());

const ownPage = `${window.location.origin}/merger`;

test.each<readonly [string, { readonly canGoBack: boolean } | undefined, string, boolean]>([
	['the browser has a page of ours before it', { canGoBack: true }, '', true],
	['the browser has no page of ours before it', { canGoBack: false }, ownPage, false],
	['an older browser came from a page of ours', undefined, ownPage, true],
	['an older browser came from elsewhere', undefined, 'https://elsewhere.example/', false],
])('Go Back where the page was loaded and %s (ATT-01)', async (_case, navigation, referrer, isBack) => {
	vi.stubGlobal('navigation', navigation);
	vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
	vi.spyOn(window.history, 'length', 'get').mockReturnValue(2);
	const back = vi.spyOn(window.history, 'back').mockReturnValue();
	api.use(procedure('auth', 'check', () => signedInAs('creator')));
	openPage('/attributes');
	await userEvent.click(await screen.findByRole('link', { name: 'Go Back' }));
	expect(back).toHaveBeenCalledTimes(isBack ? 1 : 0);
	expect(window.location.pathname).toBe(isBack ? '/attributes' : '/');
});
