import { formatNumber as number } from '@adx/validators/format-number';
import { lapsedReservationsOfWalletMax } from '@adx/validators/limits';

/** What becomes of an item that a buyer does not take: its transaction is out, so nobody can let go of it sooner. */
const held =
	'The item stays set aside for your wallet for about two minutes: until then, buying gives you the same one.';
const limit = `A wallet that lets ${lapsedReservationsOfWalletMax} items go within an hour has to wait before it may buy again.`;

/** The texts of the page of a sale, by part. */
export const saleTexts = {
	site: 'ADX Realm',
	title: (name: string) => `${name} – ADX Realm`,
	/** In the browser's tab until its name is known. */
	kind: 'Sale',
	home: 'ADX Realm, to the main page',
	loading: 'Loading the sale',
	notFound: {
		title: 'No sale found',
		text: 'There is no sale at this address, or it has not started yet. Ask the person who gave you the link.',
	},
	failed: { title: 'The sale could not be loaded', again: 'Load again' },
	stale: 'The numbers could not be read just now. What is shown may be old.',
	cover: (name: string) => `Cover of ${name}`,
	by: (creator: string) => `by ${creator}`,
	about: 'About this sale',
	facts: {
		label: 'Facts',
		creator: 'Paid to',
		supply: 'Items',
		royalty: 'Royalty',
		network: 'Network',
		collection: 'Collection',
		explorer: 'View collection on Explorer',
	},
	royalty: (percent: number) =>
		percent === 0
			? 'No royalty is declared for later sales.'
			: `A royalty of ${percent}% is declared for later sales. The chain does not enforce it: marketplaces decide whether they ask for it.`,
	drawn:
		'The next item comes from a secret, shuffled order, and the transaction that you sign names it. You see it here as soon as it is yours.',
	cap: {
		fixed: (supply: number) => `No more than ${number(supply)} can ever exist.`,
		see: 'See it on Explorer',
		open: (supply: number) =>
			`The chain holds the number of items at ${number(supply)}. Until every item is minted, the sale’s own key on this server could raise it; then it gives that up for good.`,
	},
	/** Of a sale that ended before its last item. */
	endedShort: (minted: number, supply: number) =>
		`The sale ended with ${number(minted)} of ${number(supply)} items minted. Nobody can buy the rest here.`,
	frozen: 'Once it is minted, nobody can change the name or the picture of an item.',
	evmMarketplaces:
		'Items are ERC-721 tokens of a contract that is the creator’s own. Whether outside marketplaces list this very contract is unverified; what they say of themselves is below.',
	marketplaces: 'Items are Token-2022 tokens on Solana. Whether outside marketplaces list them is unverified.',
	minted: {
		bar: 'Minted',
		text: (minted: number, supply: number) => `${number(minted)} of ${number(supply)} minted`,
		left: (left: number) => `${number(left)} left`,
		notSold: (left: number) => `${number(left)} not minted`,
		held: (held: number) => `${number(held)} being bought right now`,
	},
	buy: {
		title: 'Buy an item',
		price: 'Price',
		/** In place of that while something is: the sale may ask another price by now. */
		heldPrice: 'Price of what is set aside for you',
		besides: (cost: string) => `plus about ${cost} for rent and fees of the network`,
		besidesUnknown: 'plus rent and fees of the network, which you see before you sign',
		besidesFee: 'plus the fee of the network, which your wallet shows',
		button: (price: string, count = 1) => {
			const items = count === 1 ? '' : ` ${count} items`;
			return price === 'Free' ? `Mint${items} for free` : `Buy${items} for ${price}`;
		},
		count: { label: 'How many', fewer: 'One fewer', more: 'One more' },
		another: 'Buy another',
		goOn: 'Go on',
		heldFor: (address: string) =>
			`An item is still set aside for the wallet ${address}. Go on, or leave it: nothing was paid.`,
		leave: 'Leave it',
		left: `You left it. Nothing was paid. ${held} ${limit}`,
		/** By what the sale is in place of selling. */
		closed: {
			sold_out: { title: 'Sold out', text: 'Every item has found its owner.' },
			upcoming: { title: 'Not open yet', text: 'It opens at the time given on this page.' },
			paused: { title: 'Paused', text: 'The creator has paused this sale. Come back later.' },
			confirming: { title: 'All taken', text: 'Every item is minted. The network still has to confirm the last ones.' },
			unlisted: {
				title: 'Not open yet',
				text: 'Only the wallets of a list may buy in this phase, and nobody is on the list yet.',
			},
			ended: { title: 'Ended', text: 'This sale is over. The items that are left are not for sale.' },
		},
		allHeld: 'All items that are left are being bought right now. Try again in a minute.',
		steps: {
			connecting: 'Connecting your wallet...',
			reserving: 'Setting an item aside for you...',
			reading: 'Reading the transaction...',
			submitting: 'Sending...',
		},
		proof: {
			why: 'Before an item is set aside, your wallet signs a message that shows it is yours, so that nobody can hold items for the wallets of others. It is not a transaction, and nothing is paid.',
			stopped:
				'You stopped waiting. Nothing was paid, and nothing is set aside. Should the wallet still show the request, close it there.',
			foreign: 'it is a message about something else than this sale.',
		},
		timeLeft: (text: string) => `Set aside for you for ${text}`,
		timeUp:
			'The time to sign this transaction is over. Nothing was paid. Get a new one: for the same item, as long as nobody else was given it.',
		renew: 'Get a new one',
		sign: (wallet: string) => `Sign with ${wallet}`,
		cancel: 'Cancel',
		cancelled: `Cancelled. Nothing was paid. ${held} ${limit}`,
		stopped: `You stopped waiting. Should the wallet still show the request, close it there. ${held}`,
		expired: 'No signature reached the server in time. Nothing was paid but, at most, a network fee.',
		failed: 'The network refused the purchase. Nothing was paid but, at most, its fee.',
		unknown:
			'The server no longer knows the purchase that you signed. Check your wallet for the item before you buy again.',
		waiting: 'Sent. The chain has to confirm it, which takes a few seconds.',
		waitingLong: 'You may close this page: the purchase goes on, and your item is shown when you come back.',
		keepOpen: 'Leave this page open until it is sent.',
		unanswered:
			'The server did not answer. Your signature is kept and will be submitted again automatically; do not sign a second time.',
		busy: 'Your network is sending too many requests right now. Your signature is kept and will be submitted again automatically; do not sign a second time.',
		offline: 'The server could not be reached. Nothing was paid; try again.',
		switched: (address: string) =>
			`You switched the account. This purchase was for ${address}; choose that one again, or cancel.`,
		disconnected: (address: string) =>
			`The wallet is disconnected. This purchase is for ${address}; connect that one again, or cancel.`,
	},
	phases: {
		label: 'Phases',
		times: 'Start and end',
		sale: (time: string) => `The sale: ${time}`,
		running: 'Now',
		always: 'As long as the sale runs',
		from: (start: string) => `From ${start}`,
		until: (end: string) => `Until ${end}`,
		fromTo: (start: string, end: string) => `${start} to ${end}`,
		walletLimit: (count: number) => `${number(count)} per wallet`,
		totalLimit: (count: number) => `${number(count)} in total`,
		allowlist: (count: number) => {
			if (count === 0) return 'for the wallets of a list, which is still empty';
			return count === 1 ? 'for the one wallet of a list' : `for the ${number(count)} wallets of a list`;
		},
		change: {
			starts: (name: string, time: string) => `‘${name}’ starts in ${time}`,
			ends: (name: string, time: string) => `‘${name}’ ends in ${time}`,
		},
		saleChange: {
			starts: (time: string) => `The sale starts in ${time}`,
			ends: (time: string) => `The sale ends in ${time}`,
		},
	},
	bought: 'Bought here before',
	reveal: {
		title: 'Yours',
		got: (names: string) => `It is yours: ${names}`,
		traits: 'Traits',
		covered: 'It is covered until the reveal: this page shows then what it is.',
		noTraits: 'This item carries no traits.',
		/** Never provisional, however few they are: the items of a sale are all there will be. */
		rarity: (rank: number, supply: number, tier: string) => `Rank ${number(rank)} of ${number(supply)} · ${tier}`,
		explorer: 'View on Explorer',
		address: 'Address',
		picture: 'Picture in full size',
	},
	wall: {
		title: 'The items',
		all: (count: number) => (count === 1 ? 'The one item of this sale.' : `All ${number(count)} items of this sale.`),
		sample: (shown: number, supply: number) =>
			`${number(shown)} of the ${number(supply)} items, spread over the collection.`,
		/** While it is not known how many they are. */
		sampleUncounted: (supply: number) => `Some of the ${number(supply)} items, spread over the collection.`,
		covered: (supply: number) =>
			supply === 1
				? 'The one item is covered: it is shown once it is minted.'
				: `The ${number(supply)} items are covered: each is shown once it is minted.`,
		minted: 'Minted',
		more: (count: number) => `Show ${number(count)} more`,
		loading: 'Loading more items',
		failed: 'The items could not be loaded.',
		again: 'Load again',
	},
	traits: {
		title: 'Traits',
		values: (count: number) => (count === 1 ? '1 value' : `${number(count)} values`),
		count: (count: number, share: string) => `${number(count)} (${share})`,
		rest: (count: number) => (count === 1 ? 'and 1 value more' : `and ${number(count)} values more`),
	},
	latest: {
		title: 'Latest items',
		none: 'No item is minted yet. The first one could be yours.',
		noneWereMinted: 'No item was minted before the sale ended.',
	},
} as const;
