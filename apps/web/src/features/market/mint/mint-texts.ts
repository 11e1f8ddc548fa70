import type { MintStatus } from '@adx/validators/minted-token';

/** The texts of minting single images, by part. */
export const mintTexts = {
	section: {
		title: 'Mint',
		text: 'Make a finished character a token on a blockchain. It belongs to the connected wallet, which also pays the gas.',
		/** In the place of that where nothing can be minted. */
		notSetUp: (chain: string | null) =>
			`This server ${chain === null ? 'mints on no chain yet' : `does not mint on ${chain} yet`}. Its operator can set up a contract as “Minting on EVM chains” in docs/operations.md describes; until then no character becomes a token here.`,
		chain: 'Chain',
		loading: 'Loading what can be minted',
		tryAgain: 'Try again',
		stale: 'The state of the mints could not be read just now. What is shown may be old.',
	},
	empty: {
		title: 'No completed characters to mint yet',
		text: 'Generate a collection first; its characters appear here when it is completed.',
	},
	jobs: 'collections to mint',
	jobsShown: (from: number, to: number, total: number) =>
		from === to ? `Collection ${from} of ${total}` : `Collections ${from}–${to} of ${total}`,
	/** Several collections may have one name; one that was given none is named by its number. */
	collection: (name: string | null, number: number) => (name ? `${name} (#${number})` : `Collection #${number}`),
	job: (title: string) => `Mint: ${title}`,
	images: (title: string) => `characters of ${title}`,
	badges: { minting: 'Minting', confirmed: 'Minted', failed: 'Failed', cancelled: 'Cancelled' },
	buttons: {
		none: 'Mint NFT',
		prepared: 'Complete Mint',
		minting: 'Minting...',
		confirmed: 'Minted ✓',
		failed: 'Retry Mint',
	} satisfies Record<MintStatus, string>,
	cancel: {
		button: 'Cancel this mint',
		title: 'Cancel this mint?',
		/** What happens now, until when what was signed holds, and what then. */
		text: (until: string) => [
			'Now: this page stops waiting, and you can mint the image again at once. It would be the same token, so there are never two.',
			`Until ${until}: what the server signed cannot be taken back. A transaction that was sent can still go through, and then the token counts. To stop it sooner, cancel it in your wallet, which replaces it with an empty one and costs a little gas. Only the operator can end the permission itself sooner, by ruling out this image on the chain for good.`,
			'After that: nothing can come of it any more. Once the chain has shown that, some minutes later, the image can be changed again.',
		],
		confirm: 'Cancel mint',
		keep: 'Keep waiting',
		busy: 'Cancelling…',
		failed: 'Not cancelled',
		held: (until: string) =>
			`You cancelled this mint. What was signed holds until ${until}; some minutes later it is known whether anything came of it.`,
		over: 'You cancelled this mint. Nothing was minted, and nothing can come of it any more.',
	},
	/** Prepared, but not sent: nothing went wrong. */
	lapsed:
		'The permission to mint ran out before a transaction was sent. Nothing was minted; you can mint it at any time.',
	unknownTransaction:
		'The chain’s node does not know this transaction: the wallet has not passed it on, or the chain has dropped it. Look into your wallet, or cancel this mint.',
	connect: 'Connect Wallet',
	connectHint: 'Connect a wallet with the button at the top of this section.',
	explorer: 'View on Explorer',
	mintedOn: (chain: string) => `Already minted on ${chain}.`,
	files: 'Files for IPFS',
	dialog: {
		title: 'Mint to ADX Collection',
		name: 'NFT Name',
		nameMissing: 'Give it a name',
		description: 'Description',
		submit: 'Mint NFT',
		close: 'Close',
		notConnected: 'Connect a wallet first: the token needs an owner.',
		owner: 'Owner',
		/** What the contract asks of later sales; `receiver` is null where it is whoever the token is minted to. */
		royalty: (percent: number, receiver: string | null) =>
			percent === 0
				? 'No royalty is asked of later sales.'
				: `Royalty on later sales: ${percent}%, paid to ${receiver === null ? 'the wallet that receives the token' : `the operator (${receiver})`}. It cannot be changed; marketplaces decide whether they pay it.`,
		mintedOn: (other: string, chain: string) =>
			`This image is already a token on ${other}. If you mint it on ${chain} as well, there are two tokens of it.`,
		otherUnderWay: 'Another mint still waits for your wallet. Finish or close that one first.',
	},
	/** Shown when a running mint has ended. */
	news: {
		confirmed: { title: 'Minted', description: (what: string, chain: string) => `${what} is a token on ${chain} now.` },
		severalConfirmed: (count: number, chain: string) => `${count} characters are tokens on ${chain} now.`,
		severalFailed: (count: number, why: string) => `${count} characters did not become tokens. Of the first: ${why}`,
		failed: { title: 'Mint failed', description: (what: string, why: string) => `${what}: ${why}` },
		/** An image that the page has not loaded. */
		someone: 'A character',
		unexplained: 'It did not become a token.',
	},
	later: { title: 'Mint NFT', description: 'Minting comes in the next phase.' },
	steps: {
		preparing: 'Preparing: the server writes the metadata and signs the permission to mint.',
		checking: 'Checking with the contract that this mint goes through.',
		sending: 'It shows what the gas costs and asks whether to send the transaction.',
		reporting: 'Sent. Telling the server which transaction to look for.',
	},
	sent: {
		text: 'Sent. The chain has to confirm it now; you may leave this page.',
		unreported:
			'Sent. The server could not be told just now; it finds the token by itself as soon as the chain has it.',
	},
	confirmed: 'Minted: the chain has confirmed it.',
	sentTooLate: 'The permission to mint had run out when the transaction was sent. Nothing was minted; try again.',
	closed: 'You closed the request. Nothing was minted.',
	stopped: {
		page: 'Stopped. Nothing was sent.',
		switching: (wallet: string) => `You stopped waiting. ${wallet} may still show the request: close it there.`,
		sending: (wallet: string) =>
			`You stopped waiting. ${wallet} may still show the request: close it there. If you confirm it instead, the mint goes on.`,
	},
	car: {
		before:
			'This server publishes nothing on IPFS: after sending, download the token’s files (CAR) here and publish them yourself.',
		text: 'This server publishes nothing on IPFS: download the token’s files and import them into an IPFS service that keeps them, so that wallets and marketplaces can show the picture.',
		link: 'Download files (CAR)',
	},
	switchedAccount: (wallet: string, address: string) =>
		`You switched the account in ${wallet}. This mint is for ${address}; close the request to start again with the other account.`,
	problems: {
		account: (wallet: string) =>
			`The account in ${wallet} was switched meanwhile. Nothing was sent; try again with the one that is chosen now.`,
		chain: (wallet: string) => `The chain in ${wallet} was switched meanwhile. Nothing was sent; try again.`,
		notSwitched: (wallet: string, chain: string) =>
			`${wallet} did not switch to ${chain}. Nothing was sent; switch there yourself in ${wallet}, then try again.`,
		disconnected: 'The wallet is no longer connected. Nothing was sent; connect it and try again.',
		funds: (wallet: string, symbol: string) => `There is not enough ${symbol} in ${wallet} to pay for gas.`,
		unknown: (wallet: string) =>
			`${wallet} reported an error, and only the chain can tell whether the transaction was sent. Check ${wallet}: if it is there, wait, and this page will show the outcome; if not, try again. An image is never minted twice.`,
		other: (wallet: string) => `${wallet} could not ask the contract. Nothing was sent; try again.`,
		/** What the server signed is something else than this page asked for. */
		refused: {
			text: (reason: string) =>
				`The server’s answer does something else than this page promised: ${reason} Nothing was sent.`,
			network: 'it is for another network.',
			image: 'it mints another image.',
			owner: 'it makes somebody else the owner.',
			price: 'it takes a price, and minting here is free but for gas.',
		},
	},
	/** What the contract's refusals mean, by name. */
	reverts: {
		VoucherExpired: 'The permission to mint has run out after 15 minutes. Try again to get a new one.',
		NonceUsed:
			'This image is minted on this chain already, or was ruled out by the operator. Close this and wait a minute: the page shows what the chain says. If it still offers to mint, ask the operator.',
		WrongPrice: 'The contract asks another price than was sent. Try again.',
		WrongSigner: 'The contract does not accept this server’s signature. Tell the operator.',
		WrongDigest: 'The contract does not accept this metadata. Tell the operator.',
	} as Readonly<Record<string, string>>,
	revertOther: (name: string) => `The contract refused the mint (${name}). Nothing was sent; tell the operator.`,
} as const;
