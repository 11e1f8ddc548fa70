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
		message: (wallet: string) => `Confirm in ${wallet}. It shows a message and asks for your signature.`,
		sign: (wallet: string, count: number) =>
			count === 1
				? `Confirm in ${wallet}. It shows the transaction and asks for your signature.`
				: `Confirm in ${wallet}. It shows ${count} transactions and asks for your signature.`,
	},
	closed: 'You closed the request. No wallet was connected.',
	rejected: 'You closed the request. Nothing was sent.',
	cancel: 'Stop waiting',
	disconnect: 'Disconnect',
	clusters: {
		'mainnet-beta': 'Solana',
		devnet: 'Solana devnet',
		testnet: 'Solana testnet',
		localnet: 'a local Solana',
	} as Readonly<Record<string, string>>,
	testSign: {
		title: 'Test network',
		text: (cluster: string) => `This is ${cluster}: its SOL and its items are worth nothing.`,
	},
	review: {
		title: 'What you are about to sign',
		payer: 'Pays',
		price: 'Price',
		to: (address: string) => `to ${address}`,
		cost: 'Rent and fees of the network',
		total: 'Leaves your wallet',
		creates: 'Creates',
		collection: 'the collection',
		items: (count: number) =>
			count === 1 ? 'one item, which goes to your wallet' : `${count} items, which go to your wallet`,
		name: 'Name',
		symbol: 'Symbol',
		size: 'Items at most',
		royalty: 'Royalty (declared)',
		percent: (basisPoints: string) => `${Number(basisPoints) / 100}%`,
		editor: 'May change its texts',
		yourWallet: 'your wallet',
		keeper: 'Lets items in',
		deposit: 'Deposit, counted in below',
		depositText: 'pays for fixing the number of items once all are minted; the rest comes back to you',
		covered: 'Until the reveal',
		coveredText: 'the sale’s own key may name the item’s files, once',
		programs: 'Programs',
		details: 'Addresses',
		checked: 'Read from the transaction itself and compared with this page, instruction by instruction.',
		tokenRent: (count: number) =>
			count === 1
				? 'The network itself takes the rent of the account for your token: it is counted in by its size, at the same rate.'
				: 'The network itself takes the rent of the accounts for your tokens: it is counted in by their size, at the same rate.',
	},
	refused: {
		text: (reason: string) =>
			`This transaction does something else than this page promised: ${reason} Nothing was signed.`,
		unreadable: 'it cannot be read as a whole.',
		lookups: 'it hides addresses in a lookup table.',
		payer: 'it is not your wallet that pays for it.',
		recipient: (address: string) => `it sends SOL to ${address}.`,
		price: (asked: string, promised: string) => `it moves ${asked} instead of ${promised}.`,
		cost: (asked: string, promised: string) => `rent and fees take ${asked} instead of ${promised}.`,
		rent: (paid: string) => `it puts ${paid} into what it creates, which is not the rent for it.`,
		deposit: (paid: string) => `it leaves ${paid} with the key that lets items in, which is not the deposit.`,
		ceiling: (asked: string, most: string) =>
			`rent and fees take ${asked}, and this page lets nothing take more than ${most}.`,
		program: (address: string) => `it calls the program ${address}, which this page does not know.`,
		instruction: (program: string) => `it asks ${program} for something that was not ordered.`,
		foreign: 'it touches something that it does not create itself.',
		owner: 'what it creates does not go to your wallet.',
		created: 'it does not create what was ordered.',
		pointer: 'it takes metadata or group from somewhere else.',
		decimals: 'what it creates could be divided.',
		minter: 'somebody else could make more of it.',
		freeze: 'somebody could freeze what it creates.',
		amount: (count: string) => `it makes ${count} tokens instead of one.`,
		editor: 'somebody else could change its metadata.',
		group: 'it is about another collection.',
		name: (asked: string, promised: string) => `it is named “${asked}” instead of “${promised}”.`,
		symbol: (asked: string, promised: string) => `its symbol is “${asked}” instead of “${promised}”.`,
		size: (asked: string, promised: string) => `the collection has room for ${asked} items instead of ${promised}.`,
		royalty: (basisPoints: string, promised: number) =>
			`it declares a royalty of ${basisPoints} hundredths of a percent instead of ${promised} %.`,
		field: 'it declares something that was not ordered.',
		files: (uri: string) => `its metadata lies at ${uri}.`,
	},
	problems: {
		changed: (wallet: string) =>
			`${wallet} changed the transaction before it signed it. Nothing was sent; try again or with another wallet.`,
		account: (wallet: string) =>
			`The account in ${wallet} was switched meanwhile. Nothing was sent; try again with the one that is chosen now.`,
		noMessages: (wallet: string) =>
			`${wallet} cannot sign messages here, so it cannot show that it is yours. Nothing was paid; try another wallet.`,
		signing: (wallet: string) => `${wallet} could not sign. Nothing was sent; try again.`,
	},
} as const;
