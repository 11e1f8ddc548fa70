import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../test/api.ts';
import { signedInAs, stats } from '../../test/fixtures.ts';
import { openPage, usePage } from '../../test/setup.tsx';

usePage();

beforeEach(() => {
	api.use(procedure('auth', 'check', () => signedInAs('creator')));
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const cleaned = { success: true, deletedImages: 3, keptImages: 0 } as const;

const panel = async () => within(await screen.findByRole('complementary', { name: 'Database' }));

async function unfold() {
	const side = await panel();
	await userEvent.click(side.getByRole('button', { name: /^Database/ }));
	return side;
}

describe('the side panel', () => {
	test('SIDE-01 stays in place, folded at first, and shows how much was generated', async () => {
		openPage();
		const side = await panel();
		expect(screen.getByRole('complementary', { name: 'Database' })).toHaveClass('fixed');
		const toggle = side.getByRole('button');
		expect(toggle).toHaveAttribute('aria-expanded', 'false');
		await waitFor(() => expect(toggle).toHaveTextContent('1,234'));
		expect(side.queryByRole('link')).toBeNull();
	});

	test('SIDE-02, SIDE-04 unfolded it has the total, a download for each of the 50 parts and a red delete button', async () => {
		openPage();
		const side = await unfold();
		expect(side.getByText('Total generated').parentElement).toHaveTextContent('Total generated1,234');
		const links = side.getAllByRole('link');
		expect(links.map((link) => link.getAttribute('href'))).toEqual(
			Array.from({ length: 50 }, (_, index) => `/api/database/download/${index + 1}`),
		);
		for (const [index, link] of links.entries()) {
			expect(link).toHaveAttribute('download');
			expect(link).toHaveAccessibleName(`Download part ${index + 1}`);
		}
		expect(side.getByRole('button', { name: 'Delete All Images' })).toHaveClass('bg-ember');
	});

	test('it folds and unfolds by keyboard, and keeps the focus', async () => {
		openPage();
		const toggle = (await panel()).getByRole('button');
		toggle.focus();
		await userEvent.keyboard('{Enter}');
		expect(toggle).toHaveAttribute('aria-expanded', 'true');
		await userEvent.tab();
		expect(screen.getByRole('link', { name: 'Download part 1' })).toHaveFocus();
		toggle.focus();
		await userEvent.keyboard(' ');
		expect(toggle).toHaveAttribute('aria-expanded', 'false');
		expect(toggle).toHaveFocus();
	});

	test.each(['creator', 'developer'] as const)('SIDE-03 is there for a %s', async (role) => {
		api.use(procedure('auth', 'check', () => signedInAs(role)));
		openPage();
		const side = await unfold();
		expect(side.getAllByRole('link')).toHaveLength(50);
		expect(side.getByRole('button', { name: 'Delete All Images' })).toBeVisible();
	});

	test('AMB-33 a developer may choose everybody’s images, a creator is not asked', async () => {
		openPage();
		expect((await unfold()).queryByRole('checkbox')).toBeNull();
	});

	test('AMB-33 what a developer chooses is downloaded and deleted', async () => {
		const deleted = vi.fn();
		vi.spyOn(window, 'confirm').mockReturnValue(true);
		vi.spyOn(window, 'alert').mockReturnValue();
		api.use(
			procedure('auth', 'check', () => signedInAs('developer')),
			procedure('database', 'cleanup', (input) => {
				deleted(input);
				return cleaned;
			}),
		);
		openPage();
		const side = await unfold();
		await userEvent.click(side.getByRole('checkbox', { name: 'Everybody’s images instead of my own' }));
		expect(side.getByRole('link', { name: 'Download part 50' })).toHaveAttribute(
			'href',
			'/api/database/download/50?scope=all',
		);
		await userEvent.click(side.getByRole('button', { name: 'Delete All Images' }));
		await waitFor(() => expect(deleted).toHaveBeenCalledExactlyOnceWith({ scope: 'all' }));
	});
});

describe('deleting all images', () => {
	async function press({ isSure, answer }: { isSure: boolean; answer: typeof cleaned | Refusal }) {
		const sent = vi.fn();
		const confirm = vi.spyOn(window, 'confirm').mockReturnValue(isSure);
		const alert = vi.spyOn(window, 'alert').mockReturnValue();
		api.use(
			procedure('database', 'cleanup', (input, request) => {
				sent(request.method, request.headers.get('content-type'), input);
				return answer;
			}),
		);
		const { reload } = openPage();
		const side = await unfold();
		await userEvent.click(side.getByRole('button', { name: 'Delete All Images' }));
		return { sent, confirm, alert, reload };
	}

	test('SIDE-05, SIDE-06 asks first, and sends nothing when told not to', async () => {
		const { sent, confirm, alert, reload } = await press({ isSure: false, answer: cleaned });
		expect(confirm).toHaveBeenCalledExactlyOnceWith(
			'Are you sure you want to delete all images from the database? This cannot be undone.',
		);
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(sent).not.toHaveBeenCalled();
		expect(alert).not.toHaveBeenCalled();
		expect(reload).not.toHaveBeenCalled();
	});

	test('SIDE-07, SIDE-08 sends JSON, says so and starts the page anew', async () => {
		const { sent, alert, reload } = await press({ isSure: true, answer: cleaned });
		await waitFor(() => expect(reload).toHaveBeenCalledOnce());
		expect(sent).toHaveBeenCalledExactlyOnceWith('POST', 'application/json', {});
		expect(alert).toHaveBeenCalledExactlyOnceWith('Database cleaned up successfully!');
		expect(alert.mock.invocationCallOrder[0]).toBeLessThan(reload!.mock.invocationCallOrder[0]!);
	});

	test.each([409, 500])('SIDE-09 rejects by the server (%i) are told, and the page stays', async (status) => {
		const { alert, reload } = await press({ isSure: true, answer: new Refusal(status, 'no') });
		await waitFor(() => expect(alert).toHaveBeenCalledExactlyOnceWith('Cleanup failed'));
		expect(reload).not.toHaveBeenCalled();
		expect(screen.getByRole('button', { name: 'Delete All Images' })).toBeEnabled();
	});
});

describe('the statistics card', () => {
	const card = async () => {
		const heading = await screen.findByRole('heading', { name: 'Statistics' });
		const details = heading.closest('details');
		if (details === null) throw new Error('the card cannot be folded');
		return details;
	};

	test('STS-01 is open until it is folded', async () => {
		openPage();
		const details = await card();
		expect(details).toHaveAttribute('open');
		await userEvent.click(within(details).getByRole('heading', { name: 'Statistics' }));
		expect(details).not.toHaveAttribute('open');
	});

	test('STS-02 ENT-11 shows the three figures', async () => {
		openPage();
		const details = await card();
		for (const [name, value] of [
			['Total Generated', '1,234'],
			['Unique Combinations', '1,200'],
			['Success Rate', '99.5%'],
		] as const) {
			const figure = within(details).getByText(name).parentElement;
			await waitFor(() => expect(figure).toHaveTextContent(value));
		}
	});

	test('STS-03 holds the figures’ places while they are fetched', async () => {
		api.use(procedure('database', 'stats', () => new Promise(() => {})));
		openPage();
		const details = await card();
		expect(details.querySelectorAll('dd [aria-hidden]')).toHaveLength(3);
		expect(details).not.toHaveTextContent('unknown');
	});

	test('a failure is said where the figures would be', async () => {
		api.use(procedure('database', 'stats', () => new Refusal(500, 'down')));
		openPage();
		const details = await card();
		await waitFor(() => expect(within(details).getByRole('alert')).toHaveTextContent(/^Service temporarily/), {
			timeout: 4_000,
		});
	});

	test('STS-04 API-10 asks again every 60 s', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		const asked = vi.fn(() => stats);
		api.use(procedure('database', 'stats', asked));
		openPage();
		await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
		await vi.advanceTimersByTimeAsync(59_000);
		expect(asked).toHaveBeenCalledTimes(1);
		await vi.advanceTimersByTimeAsync(2_000);
		await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
	});
});
