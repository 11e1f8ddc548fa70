import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatCountdown } from './sale-schedule.tsx';
import { createOpenSale, openSale, useSaleServer } from './sale-testing.ts';

const server = useSaleServer();
afterEach(() => vi.restoreAllMocks());
const hour = 3_600_000;

const phase = (id: string, changes: object = {}) => ({
	id,
	name: `Phase ${id}`,
	priceLamports: '50000000',
	price: 0.05,
	startsAt: null,
	endsAt: null,
	walletLimit: null,
	totalLimit: null,
	allowlistCount: null,
	...changes,
});
const at = (ms: number) => new Date(ms).toISOString();

describe('the phases of a sale', () => {
	test('are listed with price, time, limits and list; the one that runs is marked', async () => {
		const now = Date.now();
		server.sale = createOpenSale({
			now: at(now),
			phaseId: 'a',
			supply: 3_000,
			phases: [
				phase('a', { endsAt: at(now + 2 * hour), walletLimit: 2, totalLimit: 1_000, allowlistCount: 500 }),
				phase('b', { startsAt: at(now + 3 * hour), priceLamports: '0' }),
			],
		});
		await openSale();
		const list = within(screen.getByRole('region', { name: 'Phases' }));
		const [first, second] = list.getAllByRole('listitem');
		expect(first).toHaveTextContent(
			/^Phase aNow0\.05 SOLUntil .* · 2 per wallet · 1,000 in total · for the 500 wallets of a list$/,
		);
		expect(second).toHaveTextContent(/^Phase bFreeFrom /);
		expect(await list.findByText(/^‘Phase a’ ends in 0[12]:\d\d:\d\d$/)).toBeVisible();
	});

	test('a phase for a list that is empty sells nothing, and says so', async () => {
		server.sale = createOpenSale({ phaseId: 'a', phases: [phase('a', { allowlistCount: 0 })] });
		await openSale();
		expect(
			screen.getByText('Only the wallets of a list may buy in this phase, and nobody is on the list yet.'),
		).toBeVisible();
		expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
		const list = within(screen.getByRole('region', { name: 'Phases' }));
		expect(list.getByRole('listitem')).toHaveTextContent(/for the wallets of a list, which is still empty$/);
	});

	test('a phase that promises more items than the sale has is shown with those', async () => {
		server.sale = createOpenSale({ phaseId: 'a', supply: 4, phases: [phase('a', { totalLimit: 99 })] });
		await openSale();
		const list = within(screen.getByRole('region', { name: 'Phases' }));
		expect(list.getByRole('listitem')).toHaveTextContent(/ · 4 in total$/);
	});

	test.each([-365 * 24 * hour, 365 * 24 * hour])(
		'count down by the server’s clock with a browser’s that is off by %i ms',
		async (offMs) => {
			const realNow = Date.now;
			vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offMs);
			const now = realNow();
			server.sale = createOpenSale({
				state: 'upcoming',
				now: at(now),
				phases: [phase('a', { startsAt: at(now + 30 * 60_000) })],
			});
			await openSale();
			expect(await screen.findByText(/^‘Phase a’ starts in 00:(30:00|29:5\d)$/)).toBeVisible();
			expect(screen.getByText('Not open yet')).toBeVisible();
			expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
		},
	);

	test('the start of the sale as a whole comes first, then its end', async () => {
		const now = Date.now();
		const times = { startsAt: at(now + 26 * hour), endsAt: at(now + 50 * hour) };
		server.sale = createOpenSale({ state: 'upcoming', now: at(now), ...times });
		await openSale();
		const part = within(screen.getByRole('region', { name: 'Start and end' }));
		expect(await part.findByText(/^The sale starts in 1 d 0[12]:\d\d:\d\d$/)).toBeVisible();
		expect(part.getByText(/^The sale: .+ to .+$/)).toBeVisible();
		expect(screen.getByText('Not open yet')).toBeVisible();
		expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
	});

	test('a phase stands beside the end of the sale, which counts down once the phase has no end before it', async () => {
		const now = Date.now();
		server.sale = createOpenSale({ now: at(now), endsAt: at(now + hour), phaseId: 'a', phases: [phase('a')] });
		await openSale();
		const part = within(screen.getByRole('region', { name: 'Phases' }));
		expect(await part.findByText(/^The sale ends in (01:00:00|00:59:5\d)$/)).toBeVisible();
		expect(part.getByText(/^The sale: Until /)).toBeVisible();
	});

	test('the sale is asked for again once the next one begins', async () => {
		const now = Date.now();
		const phases = [phase('a', { startsAt: at(now + 2_500) })];
		server.sale = createOpenSale({ state: 'upcoming', now: at(now), phases });
		await openSale();
		expect(screen.getByText('Not open yet')).toBeVisible();
		server.sale = createOpenSale({ state: 'selling', now: at(now + 2_500), phaseId: 'a', phases });
		await waitFor(() => expect(screen.getByRole('button', { name: /^Buy/ })).toBeVisible(), { timeout: 8_000 });
	});
});

test.each([
	[0, '00:00:00'],
	[1, '00:00:01'],
	[3_599_000, '00:59:59'],
	[90_061_000, '1 d 01:01:01'],
	[-5, '00:00:00'],
])('%i ms are %s', (ms, text) => {
	expect(formatCountdown(ms)).toBe(text);
});
