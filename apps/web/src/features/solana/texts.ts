/** The texts of wallets and transactions on Solana, by part. */
export const solanaTexts = {
	connect: 'Connect Wallet',
	connected: { title: 'Wallet Connected', description: (address: string) => `Connected to ${address}…` },
	notFound: { title: 'Wallet Not Found', description: 'Please install Phantom wallet to mint NFTs' },
	failed: { title: 'Connection Failed', description: 'Failed to connect wallet. Please try again.' },
	install: { link: 'Install Phantom', href: 'https://phantom.com/download' },
	choose: { title: 'Choose a wallet', text: 'This browser has more than one.' },
	step: {
		connect: (wallet: string) => `Confirm in ${wallet}. It asks whether this page may see your address.`,
		sign: (wallet: string, count: number) =>
			count === 1
				? `Confirm in ${wallet}. It shows the transaction and asks for your signature.`
				: `Confirm in ${wallet}. It shows ${count} transactions and asks for your signature.`,
	},
	closed: 'You closed the request',
	retry: 'Retry',
	cancel: 'Stop waiting',
	address: {
		copy: 'Copy address',
		copied: 'Address copied',
		notCopied: 'The browser did not let the page copy. Select the address instead.',
	},
	disconnect: 'Disconnect',
	clusters: {
		'mainnet-beta': 'Solana',
		devnet: 'Solana devnet',
		testnet: 'Solana testnet',
		localnet: 'a local Solana',
	} as Readonly<Record<string, string>>,
	testSign: {
		title: 'Test network',
		text: (cluster: string) => `This is ${cluster}: its SOL and its pieces are worth nothing.`,
	},
	review: {
		title: 'What you are about to sign',
		reading: 'Reading the transaction...',
		payer: 'Pays',
		price: 'Price',
		to: (address: string) => `to ${address}`,
		cost: 'Rent and fees of the network',
		total: 'Leaves your wallet',
		creates: 'Creates',
		collection: 'the collection',
		pieces: (count: number) =>
			count === 1 ? 'one piece, which goes to your wallet' : `${count} pieces, which go to your wallet`,
		programs: 'Programs',
		details: 'Addresses',
		checked: 'Read from the transaction itself, not from what the server says about it.',
		transactions: 'Transactions',
	},
	refused: {
		title: 'Not signed',
		text: (reason: string) =>
			`This transaction does something else than this page promised: ${reason} Nothing was signed.`,
		unreadable: 'it cannot be read.',
		lookups: 'it hides addresses in a lookup table.',
		payer: 'it is not your wallet that pays for it.',
		recipient: (address: string) => `it sends SOL to ${address}.`,
		price: (asked: string, promised: string) => `it moves ${asked} instead of ${promised}.`,
		cost: (asked: string, promised: string) => `rent and fees take ${asked} instead of ${promised}.`,
		program: (address: string) => `it calls the program ${address}, which this page does not know.`,
		instruction: (program: string) => `it asks ${program} for something that this page does not know.`,
		foreign: 'it touches something that it does not create itself.',
		owner: 'what it creates does not go to your wallet.',
		created: 'it does not create what was ordered.',
	},
	problems: {
		changed: (wallet: string) =>
			`${wallet} changed the transaction before it signed it. Nothing was sent; try again or with another wallet.`,
		account: (wallet: string) =>
			`The account in ${wallet} was switched meanwhile. Nothing was sent; try again with the one that is chosen now.`,
		signing: (wallet: string) => `${wallet} could not sign. Nothing was sent; try again.`,
	},
} as const;
