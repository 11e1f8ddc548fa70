import { formatNumber as number } from '@adx/validators/format-number';
import { closeGraceHours } from '@adx/validators/sale/reveal';
import type { SaleNetwork, SaleStage } from '@adx/validators/sale/sales';
import { contractTexts } from '../contract/contract-texts.ts';

/** E.g. 'for the one item' or 'for each of the 30 items'. */
const each = (count: number, before: string) => (count === 1 ? 'the one item' : `${before} the ${number(count)} items`);
/** What is not minted yet. */
const left = (count: number) =>
	count === 1 ? 'the one item that is left' : `the ${number(count)} items that are left`;
/** How long what was set aside can still be bought, at most. */
const holdTimes: Readonly<Record<SaleNetwork, string>> = {
	solana: 'about a minute',
	polygon: 'up to ten minutes',
	ethereum: 'up to ten minutes',
};

/** How long what is left of a sale can be minted once it has ended, where the items are covered until then. */
const afterClosing = `for ${closeGraceHours} hours. After that anybody may close the sale in its contract, so that the items can be shown, and nothing more can be minted.`;
const lastMints: Readonly<Record<SaleNetwork, string>> = {
	solana:
		'The items are covered, and what is left cannot be minted any more once their order is decided, a minute or so after the end: mint it to your own wallet first.',
	polygon: `You can mint what is left to your own wallet ${afterClosing}`,
	ethereum: `You can mint what is left to your own wallet ${afterClosing}`,
};
const times = (count: number) => (count === 1 ? 'once' : `${number(count)} times`);

/** The texts of minting and listing a merged collection, by part. */
export const listingTexts = {
	open: 'Mint & List on Marketplace',
	title: 'Mint & List on Marketplace',
	/** Where Solana is not set up. */
	howToSetUp: 'Its operator can do so as “Selling collections on Solana” in docs/operations.md describes.',
	form: {
		name: 'Collection Name',
		symbol: 'Symbol',
		description: 'Description',
		descriptionHint: 'Describes the collection. Items keep the description they have; those without one get this.',
		network: 'Network',
		solana: 'Solana',
		price: (coin: string) => `Mint Price (${coin})`,
		connectFirst: 'Connect your wallet first.',
		pricePlaceholder: '0.1',
		royalty: 'Royalty (%)',
		start: 'Start Minting',
		cancel: 'Cancel',
		back: 'Back',
		saving: 'Saving...',
		starting: 'Starting...',
		connecting: 'Waiting for your wallet...',
		needs: 'Name, symbol and price are needed.',
		bytes: (used: number, most: number) => `${used} of ${most} bytes on the chain`,
		tooLong: (used: number, most: number) =>
			`Too long for Solana: ${used} of ${most} bytes. Letters with accents take two, emoji four.`,
		priceHint: 'What a buyer pays you for an item. 0 is free.',
		royaltyHint: 'Of later sales.',
		royaltyDecimals: 'At most two decimals',
		wallet: 'Your wallet signs the collection and is paid for every item.',
	},
	notes: {
		evmCost: (chain: string, coin: string) =>
			`Nothing is paid yet. The collection is a contract of your own on ${chain}: you pay the network’s fee for it once, in ${coin}, and see about how much before your wallet is asked. Buyers pay your price and the fee of their own transaction; what they pay goes to your wallet at once.`,
		evmMarketplaces:
			'Items are sold on a page of this site. Whether outside marketplaces list this very contract (ERC-721) is unverified; what they say of themselves is below.',
		title: 'Good to know before you start',
		cost: (count: number, collection: string, item: string) =>
			`Nothing is paid yet. Making the collection will cost you about ${collection}; buyers pay about ${item} for ${each(count, 'each of')} besides your price, and you pay the same for what you mint to yourself. You see the exact amounts before your wallet signs.`,
		costUnknown: (count: number) =>
			`Nothing is paid yet. Solana takes rent and fees: from you once, for the collection, and from each buyer for ${each(count, 'one of')}, besides your price; you pay the same for what you mint to yourself. The network’s amounts are shown as soon as the files are prepared, before your wallet signs.`,
		royalty:
			'The royalty is declared on the chain, but nothing there enforces it: marketplaces decide whether they pay it.',
		marketplaces:
			'Items are sold on a page of this site. Whether outside marketplaces list collections of this kind (Token-2022) is unverified.',
		/** By who publishes the files. */
		files: {
			server: 'Metadata and pictures have to be on IPFS. This server publishes them before you sign.',
			creator:
				'Metadata and pictures have to be on IPFS. This server publishes nothing: you download them as CAR files and publish them yourself before the sale opens.',
			unknown:
				'Metadata and pictures have to be on IPFS. Where this server publishes nothing, you download them as CAR files and publish them yourself before the sale opens.',
		},
		hidden:
			'This collection is hidden from the gallery. The page of its sale is public: whoever has the link can see it and buy.',
		frozen:
			'Name, symbol, description and royalty are fixed once the collection is signed. The price can be changed while it sells.',
	},
	started: { title: 'Minting Started', description: (name: string) => `${name} is being prepared` },
	failed: {
		title: 'Minting Failed',
		update: 'Failed to update collection metadata',
		start: 'Failed to start minting',
		process: 'Failed to start minting process',
	},
	phases: {
		preparing: 'Preparing',
		unsigned: 'Waiting for your signature',
		confirming: 'Confirming',
		unpublished: 'Waiting to be published',
		selling: 'Selling',
		sold_out: 'Sold out',
		failed: 'Minting failed',
	} satisfies Record<SaleStage, string>,
	/** In place of the phase's name. */
	states: { upcoming: 'Not open yet', paused: 'Paused', ended: 'Ended' },
	steps: {
		label: 'Steps',
		prepare: 'Prepare the files',
		sign: 'Sign the collection',
		confirm: 'Confirm on the chain',
		publish: 'Publish the files',
		sell: 'Sell',
		state: { done: 'done', now: 'now', later: 'to come' },
	},
	loading: 'Loading the sale',
	unreadable: 'The state of the sale could not be read.',
	tryAgain: 'Try again',
	facts: {
		label: 'The sale',
		name: 'Collection',
		price: 'Price',
		byPhase: 'That of each phase',
		royalty: 'Royalty (declared)',
		supply: 'Items',
		network: 'Network',
		wallet: 'Creator',
		mint: 'Address',
		explorer: 'View on Explorer',
	},
	change: 'Change the listing',
	preparing: {
		text: 'Numbers, metadata and pictures are being laid out. You may close this and come back.',
		bar: 'Preparation',
	},
	sign: {
		evmText: 'Your wallet deploys the contract of the collection, once. Items are minted later, each by its buyer.',
		text: 'Your wallet makes the collection on Solana, once. Items are minted later, each by its buyer.',
		costs: {
			collection: 'You pay now, once',
			item: 'A buyer pays per item, besides the price',
			own: 'Minting every item to yourself instead would cost',
			unknown: 'The network does not say right now what it costs. Try again in a minute.',
		},
		read: 'Sign the collection',
		evmRead: 'Deploy the collection',
		reading: 'Reading the transaction...',
		confirm: (wallet: string) => `Sign with ${wallet}`,
		otherWallet: (address: string) => `This collection belongs to the wallet ${address}. Connect that one to sign.`,
		needsWallet: 'Connect your wallet to sign.',
		submitting: 'Sent to the server...',
		expired: 'The transaction ran out before it was signed. Read it again.',
		closed: 'You closed the request. Nothing was signed.',
	},
	confirming: { text: 'Signed. The network has to confirm the collection now, which takes about half a minute.' },
	publish: {
		text: {
			sale: 'The collection is on the chain. This server publishes nothing on IPFS: download its files, import both CARs into an IPFS service that keeps them, and confirm. The sale opens then.',
			reveal:
				'The files are laid out in the drawn order. This server publishes nothing on IPFS: download them, import both CARs into an IPFS service that keeps them, and confirm. The items can be shown then.',
		},
		download: 'Download files (CAR)',
		confirm: 'They are published',
		confirming: { sale: 'Opening the sale...', reveal: 'Going on...' },
		warning: 'Buyers see no picture in their wallets while the files are missing.',
	},
	selling: {
		text: 'Everybody with this link can buy; they need no account here.',
		phased: 'Everybody with this link can buy as the phases below allow; they need no account here.',
		upcoming: 'The sale is not open yet: everybody with this link sees when it is, and nobody can buy until then.',
		link: 'Page of the sale',
		open: 'Open the page of the sale',
		progress: (minted: number, supply: number) => `${number(minted)} of ${number(supply)} minted`,
		bar: 'Minted',
		sold: 'Sold',
		own: 'Minted to you',
		left: 'Left',
		earned: 'Earned',
		earnedLater: 'A sale counts as earned once the chain cannot take it back, a minute or so after it.',
		soldOut: 'Every item is minted.',
		/** Said once every item is minted, by whether the chain holds their number for good. */
		capFixed: (supply: number) => `No more than ${number(supply)} can ever exist.`,
		capOpen:
			'The sale’s key could still admit more. It gives that up by itself, within a minute where it holds its deposit, the rest of which then comes back to your wallet.',
		paused: 'The sale is paused: everybody with this link sees it, and nobody can buy.',
		ended: 'You ended this sale. Its page stays, and nobody can buy.',
		over: 'The time of this sale is over, and nobody can buy. It goes on with a later end, or with a phase that runs now or later.',
	},
	sales: {
		label: 'Sales',
		buyers: (count: number) => (count === 1 ? '1 wallet has bought.' : `${number(count)} wallets have bought.`),
		save: 'Download as CSV',
		chart: (sold: number, start: string, end: string) => `${number(sold)} items sold from ${start} to ${end}`,
	},
	controls: {
		label: 'Running the sale',
		text: 'You can pause the sale at any time, change the price, or end it.',
		phasedText: 'You can pause the sale at any time, or end it. Each phase has its own price.',
		overText: 'A later end lets the sale go on; ending it is for good.',
		pausedText: 'The sale is paused: its page stays, and nobody can set an item aside.',
		pause: 'Pause the sale',
		resume: 'Resume the sale',
		end: 'End the sale',
		keep: 'Keep selling',
		ending: 'Ending...',
		saving: 'Saving...',
		endTitle: 'End this sale?',
		endText: (count: number, network: SaleNetwork, isCovered: boolean) =>
			`${count === 0 ? '' : `Nobody will be able to buy ${left(count)}. `}An ended sale cannot be opened again. What is set aside right now can still be bought for ${holdTimes[network]}.${
				count === 0 ? '' : isCovered ? ` ${lastMints[network]}` : ' You can mint what is left to your own wallet.'
			}`,
		price: (coin: string) => `Price (${coin})`,
		priceHint: 'What is set aside already keeps its price.',
		changePrice: 'Change the price',
		paused: (network: SaleNetwork) =>
			`Paused. What was set aside before can still be bought for ${holdTimes[network]}.`,
		resumed: 'The sale goes on.',
		ended: (network: SaleNetwork) => `Ended. What was set aside before can still be bought for ${holdTimes[network]}.`,
		priceChanged: (price: string) => `An item costs ${price} from now on.`,
		free: 'Items are free from now on.',
		priceUnchanged: 'That is the price already.',
	},
	chain: {
		title: 'On the chain',
		text: 'Pausing and ending above hold at once, on this server. In the contract they hold whatever becomes of this server: it sells nothing then, not even what was reserved. Your wallet sends a transaction for it and pays its fee.',
		closedText: {
			open: 'You ended the sale on this server. In the contract it is over once your wallet ends it there as well, for good: a transaction, whose fee your wallet pays.',
			covered: 'You ended the sale on this server. It is closed in its contract with the reveal.',
		},
		pausedText: 'The contract is paused: it sells nothing until your wallet resumes it, whatever this page says.',
		ended: 'This sale was ended in its contract: no further item comes into being, and what is left cannot be minted.',
		buttons: { pause: 'Pause on chain', resume: 'Resume on chain', end: 'End for good on chain' },
		waiting: 'Sent. The chain has to take it, which takes up to a minute.',
		done: {
			pause: 'The contract is paused.',
			resume: 'The contract sells again.',
			end: 'The sale is over in its contract, for good.',
		},
	},
	times: {
		label: 'Start and end of the sale',
		fields: { startsAt: 'Sale starts', endsAt: 'Sale ends' },
		hints: {
			startsAt: 'Leave empty to start as soon as possible.',
			endsAt: 'Leave empty to end when the last item is sold.',
		},
		text: 'Times are those of your time zone; this server’s clock decides. Before the start and after the end nobody can buy; what is set aside for a buyer by then can still be paid for. A sale that has ended goes on if you give it a later end.',
		save: 'Save start and end',
		saving: 'Saving...',
		saved: 'Start and end are saved.',
		unchanged: 'Nothing has changed.',
	},
	preview: {
		label: 'What the page shows',
		field: 'Items shown before they are bought',
		options: {
			all: () => 'All items',
			sample: (count: number) => `A sample of ${count}, spread over the collection`,
			covered: () => 'None: covered until they are minted',
		},
		text: 'As pictures of up to 512 px with their names. How many items have which trait is shown either way.',
		saved: {
			all: 'The page shows all items.',
			sample: 'The page shows a sample.',
			covered: 'The items are covered. Who saw one before may have kept it.',
		},
	},
	own: {
		evmText: (count: number, confirmations: number) =>
			`You can mint ${left(count)} to your own wallet, for the network fees only. Your wallet asks ${times(confirmations)}${count === 1 ? '' : ', for up to 20 items at a time'}.`,
		evmStart: (count: number) => (count === 1 ? 'Mint it to me' : `Mint ${number(count)} to me`),
		title: 'Mint all to me',
		text: (count: number, cost: string, confirmations: number) =>
			`You can mint ${left(count)} to your own wallet. Rent and fees: about ${cost}. Your wallet asks ${times(confirmations)}${count === 1 ? '' : ', for up to 25 items at a time'}.`,
		textUnknown: (count: number, confirmations: number) =>
			`You can mint ${left(count)} to your own wallet. The network does not say right now what that costs; you see it before you sign. Your wallet asks ${times(confirmations)}.`,
		start: (count: number) => (count === 1 ? 'Mint it to me' : `Mint all ${number(count)} to me`),
		resume: 'Go on minting',
		bar: 'Minted to you',
		progress: (done: number, total: number) => `${number(done)} of ${number(total)} minted to you`,
		steps: {
			reserving: 'Setting items aside...',
			reading: 'Reading the transactions...',
			asking:
				'Check what is going to be signed. The next items go to your wallet without this question, as long as none costs more.',
			submitting: 'Sent to the server...',
			delayed: 'The server does not have it yet. It is being submitted again; you need not sign it again...',
			waiting: (confirmed: number, count: number) =>
				count === 1
					? 'The network still has to confirm this item. Minting continues once it has.'
					: `The network confirms: ${number(confirmed)} of ${number(count)} of these items. This goes on once it has.`,
		},
		pause: 'Pause after these',
		pausing: 'Pausing after these...',
		paused: 'Paused. Nothing is lost: what is minted is yours, the rest stays for sale.',
		cancel: 'Cancel',
		failed: 'These items were not minted. Nothing was paid for them; go on to try again.',
		expired: 'These items were not signed in time. Go on to try again.',
		partly: (confirmed: number, count: number) =>
			`${number(confirmed)} of ${number(count)} of these items were minted, the others were not paid for. Go on to try again.`,
		ended: {
			unsigned: 'Cancelled. Nothing was signed or paid; what was set aside is soon for sale again.',
			signed:
				'Cancelled. Your wallet signed these items already, and they may be minted all the same. Go on to find out.',
			sent: 'Cancelled. These items are on their way to the chain and are minted all the same; the others stay for sale.',
		},
		interrupted: 'The page was closed while items were being minted. They are looked for on the chain first.',
	},
	again: { text: 'Nothing was sold. You can start again.', button: 'Start again' },
	stopped: contractTexts.stopped,
	offline: contractTexts.offline,
	close: 'Close',
	card: {
		progress: (minted: number, supply: number) => `${number(minted)} of ${number(supply)} minted`,
		sale: 'Page of the sale',
	},
} as const;
