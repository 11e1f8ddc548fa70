/** The texts of paying for Premium, by part. */
export const paymentTexts = {
	title: 'Or pay for it',
	chain: 'Chain to pay on',
	price: (price: string, symbol: string) => `${price} ${symbol}`,
	on: (chain: string) => `on ${chain}, once`,
	choice: (chain: string, price: string, symbol: string) => `${chain}, ${price} ${symbol}`,
	/** For an account without a name, which only its browser knows. */
	anonymous:
		'Premium will belong to the account of this browser. Sign in with Discord here, before or after, or make a recovery code, to have it in other browsers too.',
	named: (name: string) => `Premium will belong to ${name}, in every browser.`,
	lasts: 'It does not end with your session.',
	loading: 'Loading the wallet',
	notLoaded: 'The wallet could not be loaded. Reload the page, or pay manually.',
	pay: 'Pay with wallet',
	connectFirst: 'Connect a wallet to pay with it.',
	/** What the wallet asks. */
	sending: (amount: string) => `It shows ${amount} and what the gas costs, and asks whether to send the payment.`,
	closed: 'You closed the request. Nothing was paid.',
	stopped: (wallet: string) =>
		`You stopped waiting. If ${wallet} sends the payment after all, it is followed here; else close the request there.`,
	/** While it was asked to switch only. */
	stoppedSwitching: (wallet: string) =>
		`You stopped waiting. Nothing was paid. ${wallet} may still ask to switch: close that there.`,
	/** When one presses again all the same. */
	stillOpen: (wallet: string) =>
		`${wallet} has not answered the first request yet: confirm or close it there, since paying again could cost you twice. If it is gone there, reload this page.`,
	openElsewhere:
		'Another tab of this browser waits for your wallet to answer about a payment. Confirm or close that one first.',
	problems: {
		account: (wallet: string) =>
			`The account in ${wallet} was switched meanwhile. Nothing was paid; try again with the one that is chosen now.`,
		notSwitched: (wallet: string, chain: string) =>
			`${wallet} did not switch to ${chain}. Nothing was paid; switch there yourself, then try again.`,
		disconnected: 'The wallet is no longer connected. Nothing was paid; connect it and try again.',
		funds: (wallet: string, amount: string) => `There is not enough in ${wallet} for ${amount} and the gas.`,
		other: (wallet: string) => `${wallet} could not send the payment. Nothing was paid; try again.`,
		unclear: (wallet: string) =>
			`${wallet} was asked to pay and answered with an error. Look into it before you pay again: if it did pay, enter the transaction’s hash below.`,
	},
	/** While a wallet may have paid, and only it knows. */
	started: {
		title: 'A payment may be under way',
		asked: (wallet: string | null, chain: string) =>
			wallet === null
				? `A wallet was asked in another browser to pay for your account on ${chain}.`
				: `${wallet} was asked to pay on ${chain}, and this page does not know the outcome.`,
		watched:
			'The server looks for the payment on the chain for a day, also while this page is closed: once it is confirmed, Premium opens by itself.',
		until: (time: string) =>
			`No second payment is offered before ${time}, since it could cost you twice. If the wallet shows a transaction, you can enter its hash below.`,
		check: 'Check again',
		checking: 'Checking...',
		notFound: 'No confirmed payment has been found yet.',
		nothingSent: 'My wallet sent nothing',
	},
	hand: {
		title: 'Paid already, or paying manually',
		treasury: 'Address to pay',
		/** The account's id, as the transaction carries it. */
		data: 'Data of your account (hex)',
		text: (price: string, symbol: string, chain: string) =>
			`Send ${price} ${symbol} on ${chain} to this address in one transfer, from a wallet of your own rather than through an exchange’s contract. If the wallet has a field for data, put the data below in it: the transfer then counts for your account only. Then enter the transaction’s hash here. Without the data, a transfer counts for whichever account enters its hash first, and anybody can see the hash on the chain.`,
		label: (chain: string) => `Transaction hash on ${chain}`,
		submit: 'Check payment',
		checking: 'Checking...',
		missing: 'Enter the transaction hash',
		malformed: 'A transaction hash is 0x and 64 digits of 0-9 and a-f.',
	},
	waiting: {
		title: (count: number) => (count === 1 ? 'Your payment is on its way' : 'Your payments are on their way'),
		/** What belongs to somebody else who used this browser. */
		othersTitle: 'Paid by another account',
		first: 'Asking the chain about your payment.',
		confirmations: 'Confirmations',
		/** In a block, and not in one yet. */
		count: (seen: number, needed: number) =>
			seen === 0 ? 'Sent. It waits to be taken into a block.' : `${seen} of ${needed} confirmations`,
		mayLeave: 'You may close this window: Premium opens by itself, here or on your next visit.',
		replaced:
			'If you sped it up in the wallet, it has a new hash now: enter that one here. Stop waiting only if you called it off there.',
		newHash: (chain: string) => `New hash on ${chain}`,
		unavailable:
			'The payment is kept in this browser and asked about again. If it stays like this, give its hash to the operator.',
		others: 'It was sent by another account. Sign in with that one, and it counts there.',
	},
	off: {
		title: 'You have paid for Premium',
		text: 'It is switched off for your account since it was removed. Your payment is still yours.',
		resume: 'Switch Premium on again',
		resuming: 'Switching on...',
		failedTitle: 'Premium Is Still Off',
	},
	paid: {
		text: (date: string, chain: string) =>
			`Paid for on ${chain} on ${date}: it belongs to your account and does not end with your session.`,
		removal:
			'Removing it switches it off for your account, in every browser. Your payment stays yours: switch Premium on again here whenever you like.',
	},
	transaction: { hash: 'Transaction hash', explorer: 'View on Explorer' },
	accepted: {
		title: 'Premium Activated',
		description: 'Your payment has arrived. All art styles and batch sizes are open',
	},
	resumed: { title: 'Premium Activated', description: 'All art styles and batch sizes are open to you now' },
	refusedTitle: 'Payment Not Accepted',
} as const;
