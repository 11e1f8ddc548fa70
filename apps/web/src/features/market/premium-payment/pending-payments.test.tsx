import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import { signedInAs, signedOut } from '../../../test/fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { haveWallet, refusal, testHash } from '../../wallets/evm/evm-wallet-testing.ts';
import {
	enterHash,
	ethereum,
	flags,
	listStarted,
	openConnected,
	openDialog,
	otherHash,
	pasteAndEnter,
	payButton,
	polygon,
	refused,
	removePayment,
	sell,
	storedHashes,
	storePayment,
	storeStarted,
	toastTitle,
	unknown,
	usePremiumServer,
	waiting,
} from './premium-testing.ts';

const server = usePremiumServer();

/** The event that a tab gets when another one has changed what is stored. */
const tellOfOtherTab = () => act(() => void window.dispatchEvent(new StorageEvent('storage')));

/** Closes what a wallet was left with: its answer is awaited by the page that all tests share. */
let closeLast = async () => {};
afterEach(() => closeLast());

/** A wallet that leaves the next payment open until the user decides. */
function holdPayment(wallet: ReturnType<typeof haveWallet>) {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	// A test that fails early leaves it to nobody.
	promise.catch(() => {});
	wallet.answerOnce('eth_sendTransaction', () => promise);
	const close = () => act(async () => reject(refusal(4001)));
	closeLast = close;
	return { confirm: (hash = testHash) => act(async () => resolve(hash)), close };
}

/** Presses 'Pay with wallet', then 'Stop waiting' while the wallet still asks. */
async function payAndStop({ dialog }: Awaited<ReturnType<typeof openConnected>>) {
	await userEvent.click(await payButton(dialog));
	await dialog.findByText(/^Confirm in Fake Wallet\. It shows 5 MATIC/);
	await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
	await dialog.findByText(/^You stopped waiting\. If Fake Wallet sends/);
}

// Each is a dozen presses, which a busy machine takes its time for.
describe('a request that the wallet still shows', () => {
	test('rejects a second one until it is answered', async () => {
		const page = await openConnected();
		const { dialog, wallet } = page;
		const first = holdPayment(wallet);
		await payAndStop(page);
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText(/^Fake Wallet has not answered the first request yet/)).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(1);
		await first.close();
		expect(await dialog.findByText('You closed the request. Nothing was paid.')).toBeVisible();
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(2);
	});

	test('rejects a second one on another chain too', async () => {
		sell(polygon, ethereum);
		const page = await openConnected();
		const { dialog, wallet } = page;
		const first = holdPayment(wallet);
		await payAndStop(page);
		await userEvent.click(dialog.getByRole('radio', { name: 'Ethereum, 0.002 ETH' }));
		await waitFor(async () => expect(await payButton(dialog)).toHaveAttribute('aria-disabled', 'false'));
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText(/^Fake Wallet has not answered the first request yet/)).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(1);
		await first.close();
	});

	test('is shown again to whoever closed the dialog, and what it sends is redeemed', async () => {
		server.answers = [waiting(1), waiting(2)];
		const { dialog, wallet } = await openConnected();
		const first = holdPayment(wallet);
		await userEvent.click(await payButton(dialog));
		await dialog.findByText(/^Confirm in Fake Wallet\. It shows 5 MATIC/);
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await userEvent.click(screen.getByRole('button', { name: 'Account' }));
		await userEvent.click(await screen.findByRole('menuitem', { name: /^Premium/ }));
		const again = within(await screen.findByRole('dialog', { name: 'Premium' }));
		expect(await again.findByText(/^Confirm in Fake Wallet\. It shows 5 MATIC/)).toBeVisible();
		expect(await payButton(again)).toHaveAttribute('aria-disabled', 'true');
		await first.confirm();
		expect(await again.findByText('Premium active')).toBeVisible();
		expect(flags()).toEqual(['true', testHash]);
	});

	test('keeps the hash that comes after somebody else has signed in, for the one who paid', async () => {
		const page = await openConnected();
		const first = holdPayment(page.wallet);
		await payAndStop(page);
		// In another tab, so that this one learns of it by the answer.
		server.check = signedInAs('creator', { id: 'user-2', name: 'Second' });
		server.answers = Array.from({ length: 3 }, () =>
			refused('It was made for another account.', 409, 'payment_of_another'),
		);
		await first.confirm();
		expect(await page.dialog.findByRole('heading', { name: 'Paid by another account' })).toBeVisible();
		expect(page.dialog.getByText(/^Premium will belong to Second/)).toBeVisible();
		expect(storedHashes()).toEqual([testHash]);
		expect(JSON.parse(localStorage.getItem(`adx_premium_payment:polygon:${testHash}`) ?? '')).toMatchObject({
			userId: 'user-1',
			isNamed: true,
		});
	});

	test('of a switch of chains asks nothing more once it was stopped', async () => {
		const { dialog, wallet } = await openConnected(haveWallet({ isConnected: true, chainId: 1 }));
		const { promise, resolve } = Promise.withResolvers<null>();
		wallet.answerOnce('wallet_switchEthereumChain', () => promise);
		await userEvent.click(await payButton(dialog));
		await dialog.findByText(/^Confirm in Fake Wallet \(1 of 2\)/);
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		expect(await dialog.findByText(/^You stopped waiting\. Nothing was paid/)).toBeVisible();
		await act(async () => {
			wallet.chooseChain(137);
			resolve(null);
		});
		expect(await dialog.findByText('Polygon · Fake Wallet')).toBeVisible();
		// Another press is the next that asks: had the first gone on, there would be two.
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(1);
	});

	test('is noted at the server before the wallet is asked', async () => {
		const { dialog, wallet } = await openConnected();
		server.refusesStart = () => new Refusal(409, 'The chain does not answer right now.', {}, 'chain_unavailable');
		vi.spyOn(console, 'error').mockReturnValue();
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText('The chain does not answer right now.')).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(0);
		expect(listStarted()).toEqual([]);
		server.refusesStart = null;
		const first = holdPayment(wallet);
		await userEvent.click(await payButton(dialog));
		await dialog.findByText(/^Confirm in Fake Wallet\. It shows 5 MATIC/);
		expect(server.started).toMatchObject([{ chain: 'polygon' }]);
		expect(listStarted()).toMatchObject([{ chain: 'polygon', wallet: 'Fake Wallet' }]);
		await first.close();
		expect(await dialog.findByText('You closed the request. Nothing was paid.')).toBeVisible();
		expect([server.started, listStarted()]).toEqual([[], []]);
	});
});

describe('a payment that only the wallet knows of', () => {
	const inMinutes = (minutes: number) => Date.now() + minutes * 60_000;

	test('keeps a second one from being offered after the page was closed, and opens Premium once the server has found it', async () => {
		storeStarted(inMinutes(10));
		const dialog = await openDialog();
		expect(await dialog.findByRole('heading', { name: 'A payment may be under way' })).toBeVisible();
		expect(dialog.getByText(/^Fake Wallet was asked to pay on Polygon/)).toBeVisible();
		expect(
			dialog.getByText(/^No second payment is offered before \d\d:\d\d, since it could cost you twice/),
		).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Pay with wallet' })).toBeNull();
		await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
		expect(await dialog.findByText('No confirmed payment has been found yet.')).toBeVisible();
		server.accept();
		await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
		expect(await dialog.findByText('Premium active')).toBeVisible();
	});

	test('is told in another browser too, and its hash can be entered', async () => {
		server.started = [{ chain: 'polygon', startedAt: new Date(), secondsLeft: 600 }];
		const dialog = await openDialog();
		expect(
			await dialog.findByText(/^A wallet was asked in another browser to pay for your account on Polygon/),
		).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Pay with wallet' })).toBeNull();
		await enterHash(dialog, testHash);
		expect(await dialog.findByText('Premium active')).toBeVisible();
	});

	test('makes room for another one when the time is over, when the wallet sent nothing, and under a clock that was wrong', async () => {
		storeStarted(inMinutes(-1));
		const { dialog } = await openConnected();
		expect(await payButton(dialog)).toBeVisible();
		act(() => storeStarted(inMinutes(60 * 24 * 365)));
		tellOfOtherTab();
		expect(await payButton(dialog)).toBeVisible();
		server.started = [{ chain: 'polygon', startedAt: new Date(), secondsLeft: 600 }];
		act(() => storeStarted(inMinutes(10)));
		tellOfOtherTab();
		await userEvent.click(await dialog.findByRole('button', { name: 'My wallet sent nothing' }));
		expect(await payButton(dialog)).toBeVisible();
		expect([server.started, listStarted()]).toEqual([[], []]);
	});

	test('is shown in place of a second one that the server refuses to start', async () => {
		const { dialog, wallet } = await openConnected();
		server.refusesStart = () => {
			server.started = [{ chain: 'polygon', startedAt: new Date(), secondsLeft: 600 }];
			return new Refusal(409, 'A payment may be under way.', {}, 'payment_under_way');
		};
		vi.spyOn(console, 'error').mockReturnValue();
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByRole('heading', { name: 'A payment may be under way' })).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(0);
		expect(server.started).toHaveLength(1);
	});
});

describe('two tabs', () => {
	afterEach(() => {
		Reflect.deleteProperty(navigator, 'locks');
	});

	/** Web Locks as browsers share them among the tabs, as far as they are used here. */
	function shareLocks(): Set<string> {
		const held = new Set<string>();
		const request = async (name: string, _options: LockOptions, work: (lock: object | null) => Promise<unknown>) => {
			if (held.has(name)) return work(null);
			held.add(name);
			return work({ name }).finally(() => held.delete(name));
		};
		Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
		return held;
	}

	test('rejects a payment while the other tab’s wallet is asked for one', async () => {
		const held = shareLocks().add('adx_payment');
		const { dialog, wallet } = await openConnected();
		await userEvent.click(await payButton(dialog));
		expect(await dialog.findByText(/^Another tab of this browser waits for your wallet/)).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toHaveLength(0);
		held.clear();
		const payment = holdPayment(wallet);
		await userEvent.click(await payButton(dialog));
		await dialog.findByText(/^Confirm in Fake Wallet\. It shows 5 MATIC/);
		expect([...held]).toEqual(['adx_payment']);
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		expect([...held]).toEqual(['adx_payment']);
		await payment.close();
		await waitFor(() => expect(held.size).toBe(0));
	});

	test('one shows what the other has sent, and offers nothing to pay again', async () => {
		server.answers = [unknown];
		const { dialog } = await openConnected();
		storePayment('user-1', true);
		tellOfOtherTab();
		expect(await dialog.findByRole('heading', { name: 'Your payment is on its way' })).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Pay with wallet' })).toBeNull();
		expect(server.asked).toHaveBeenCalledWith({ chain: 'polygon', signature: testHash });
	});

	test('one is premium once the other had its payment accepted', async () => {
		storePayment('user-1', true);
		server.answers = [unknown];
		const dialog = await openDialog();
		await dialog.findByText(/it has a new hash now/);
		server.accept();
		removePayment();
		tellOfOtherTab();
		expect(await dialog.findByText('Premium active')).toBeVisible();
	});
});

describe('several payments', () => {
	test('are all kept and redeemed: a manual one, and one that the wallet sends late', async () => {
		server.answers = [waiting(1), unknown, () => server.accept({ signature: otherHash })];
		const page = await openConnected();
		const { dialog, wallet } = page;
		const first = holdPayment(wallet);
		await payAndStop(page);
		await enterHash(dialog, otherHash);
		expect(await dialog.findByText(/it has a new hash now/)).toBeVisible();
		await first.confirm();
		expect(await dialog.findByText('Premium active')).toBeVisible();
		const named = server.asked.mock.calls.map(([{ signature }]) => signature);
		expect(named).toEqual([otherHash, otherHash, testHash]);
	});

	test('one that was sped up is followed under its other hash, and the first forgotten when that counts', async () => {
		storePayment('user-1', true);
		server.answers = [unknown, waiting(2), waiting(2)];
		const dialog = await openDialog();
		await userEvent.click(await dialog.findByLabelText('New hash on Polygon'));
		await pasteAndEnter(otherHash);
		expect(await dialog.findByText('Premium active')).toBeVisible();
		expect(flags()).toEqual(['true', otherHash]);
		await waitFor(() => expect(storedHashes()).toEqual([]));
	});
});

describe('a payment that waits', () => {
	test('goes on once somebody signs in again whose session had ended', async () => {
		storePayment('user-1', true);
		server.answers = [
			() => {
				server.check = signedOut;
				return refused('Sign in again.', 401, 'sign_in_required')();
			},
		];
		openPage();
		expect(await screen.findByText('Your session ended. Sign in again.')).toBeVisible();
		expect(storedHashes()).toEqual([testHash]);
		server.check = signedInAs('creator');
		await act(async () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
		expect(await toastTitle('Premium Activated')).toBeVisible();
		expect(storedHashes()).toEqual([]);
	});

	test('is kept where Premium is not sold any more, and says so', async () => {
		sell();
		storePayment('user-1', true);
		const sentence = 'Premium cannot be paid for here. A passphrase opens it.';
		server.answers = [refused(sentence, 409, 'premium_unavailable')];
		const dialog = await openDialog();
		expect(await dialog.findByText(sentence)).toBeVisible();
		expect(dialog.getByText(/^The payment is kept in this browser and asked about again/)).toBeVisible();
		expect(dialog.getByText(testHash)).toBeVisible();
		expect(storedHashes()).toEqual([testHash]);
	});

	test('offers no way to forget it once the chain knows it', async () => {
		storePayment('user-1', true);
		server.answers = Array.from({ length: 100 }, () => waiting(0));
		const dialog = await openDialog();
		expect(await dialog.findByText('Sent. It waits to be taken into a block.')).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Stop waiting' })).toBeNull();
	});

	test('of another account is shown as such, beside what it takes to pay for this one', async () => {
		storePayment('user-0', true);
		// What an earlier test's page still asked for takes one of them, where the machine is slow.
		server.answers = Array.from({ length: 3 }, () =>
			refused('It was made for another account.', 409, 'payment_of_another'),
		);
		const dialog = await openDialog();
		expect(await dialog.findByRole('heading', { name: 'Paid by another account' })).toBeVisible();
		expect(dialog.getByText(/^It was sent by another account\. Sign in with that one/)).toBeVisible();
		expect(await payButton(dialog)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		await waitFor(() => expect(dialog.queryByText('Paid by another account')).toBeNull());
		expect(storedHashes()).toEqual([]);
	});
});
