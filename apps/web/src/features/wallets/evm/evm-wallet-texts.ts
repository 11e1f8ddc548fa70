/** The texts of connecting a browser's wallet, by part. */
export const walletTexts = {
	connect: 'Connect Wallet',
	connected: { title: 'Wallet Connected', description: (address: string) => `Connected to ${address}` },
	notFound: { title: 'Wallet Not Found', description: 'Please install MetaMask or another Web3 wallet' },
	failed: { title: 'Connection Failed', description: 'Failed to connect wallet. Please try again.' },
	install: { link: 'Install MetaMask', href: 'https://metamask.io/download', without: 'Continue without' },
	choose: { title: 'Choose a wallet', text: 'This browser has more than one.' },
	unnamed: 'your wallet',
	/** What the wallet asks for at each of its two questions, or at the only one. */
	step: {
		confirm: (wallet: string, number: number, of: number) =>
			of === 1 ? `Confirm in ${wallet}` : `Confirm in ${wallet} (${number} of ${of})`,
		accounts: 'It asks whether this page may see your address.',
		chain: (chain: string) => `It asks to switch to ${chain}, and to add it if it does not know it yet.`,
	},
	closed: 'You closed the request. No wallet was connected.',
	closedSwitch: (chain: string) => `You closed the request. Your wallet was not switched to ${chain}.`,
	busy: (wallet: string) => `${wallet} is already waiting for your answer. Open it, then try again.`,
	stop: 'Stop waiting',
	stopped: (wallet: string) => `You stopped waiting. ${wallet} may still show the request: close it there.`,
	notSwitched: (wallet: string, chain: string) =>
		`${wallet} did not switch to ${chain}. Switch there yourself in ${wallet}, or try again.`,
	retry: 'Retry',
	wrongNetwork: {
		button: 'Wrong network',
		text: (wallet: string, chain: string) => `${wallet} is on another chain. Press to switch to ${chain}.`,
	},
	disconnect: 'Disconnect',
} as const;
