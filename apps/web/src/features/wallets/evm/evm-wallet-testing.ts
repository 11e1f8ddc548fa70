interface Call {
	readonly method: string;
	readonly params?: readonly unknown[];
}

/** Answers one of the wallet's methods; throws what a wallet refuses with. */
type WalletResponse = (call: Call) => unknown;

export const testAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
export const otherAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const testHash = `0x${'ab'.repeat(32)}`;

/** What a wallet refuses with. */
export const refusal = (code: number, message = 'No.', data?: unknown) =>
	Object.assign(new Error(message), { code, data });

/** A wallet in the page, as the browser's extensions put one there. */
export interface FakeWallet {
	/** Methods asked for, without those that only read. */
	readonly asked: string[];
	/** Every call of that method. */
	callsOf(method: string): readonly Call[];
	/** What it answers from now on. */
	answer(method: string, answer: WalletResponse): void;
	/** What it answers next, once. */
	answerOnce(method: string, answer: WalletResponse): void;
	chooseChain(chainId: number): void;
	chooseAccount(address: string): void;
	/** As wallets do when they have started: they announce themselves to the page. */
	reportIn(): void;
	/** Acts as when the user revokes the page's permission. */
	forget(): void;
}

const reading = /^(eth_accounts|eth_chainId|eth_call|eth_estimateGas|eth_gasPrice)$/;

/** Announces a wallet until the test ends; it is on that chain and knows Polygon and Ethereum. */
export function haveWallet({ name = 'Fake Wallet', chainId: first = 137, isConnected = false } = {}): FakeWallet {
	let chainId = first;
	let accounts = [testAddress];
	let isKnown = isConnected;
	const calls: Call[] = [];
	const once = new Map<string, WalletResponse[]>();
	const listeners = new Map<string, Set<(value: unknown) => void>>();
	const of = (event: string) => listeners.get(event) ?? listeners.set(event, new Set()).get(event)!;
	const emit = (event: string, value: unknown) => {
		for (const listener of of(event)) listener(value);
	};
	function chooseChain(next: number) {
		chainId = next;
		emit('chainChanged', `0x${next.toString(16)}`);
	}
	const answers = new Map<string, WalletResponse>([
		['eth_accounts', () => (isKnown ? accounts : [])],
		['eth_chainId', () => `0x${chainId.toString(16)}`],
		[
			'eth_requestAccounts',
			() => {
				isKnown = true;
				return accounts;
			},
		],
		[
			'wallet_switchEthereumChain',
			({ params }) => {
				chooseChain(Number((params as [{ chainId: string }])[0].chainId));
				return null;
			},
		],
		['eth_call', () => '0x'],
		['eth_sendTransaction', () => testHash],
	]);
	const provider = {
		async request(call: Call) {
			calls.push(call);
			const answer = once.get(call.method)?.shift() ?? answers.get(call.method);
			if (answer === undefined) throw refusal(-32_601, `There is no method ${call.method}`);
			return answer(call);
		},
		on: (event: string, listener: (value: unknown) => void) => void of(event).add(listener),
		removeListener: (event: string, listener: (value: unknown) => void) => void of(event).delete(listener),
	};
	const detail = { info: { uuid: name, rdns: `test.${name}`, name, icon: 'data:image/png;base64,' }, provider };
	announced.push(() => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
	return {
		get asked() {
			return calls.map(({ method }) => method).filter((method) => !reading.test(method));
		},
		callsOf: (method) => calls.filter((call) => call.method === method),
		answer: (method, answer) => void answers.set(method, answer),
		answerOnce: (method, answer) => void once.set(method, [...(once.get(method) ?? []), answer]),
		chooseChain,
		chooseAccount(address) {
			accounts = [address];
			emit('accountsChanged', accounts);
		},
		reportIn: () => emit('connect', { chainId: `0x${chainId.toString(16)}` }),
		forget() {
			isKnown = false;
			emit('accountsChanged', []);
		},
	};
}

let announced: (() => void)[] = [];
/** Has all of them announce themselves, as those do that start after the page. */
export const announceWallets = (): void => {
	for (const announce of announced) announce();
};

/** Call before each test: no wallet until one is given. */
export function startWithoutWallets(): void {
	announced = [];
	window.removeEventListener('eip6963:requestProvider', announceWallets);
	window.addEventListener('eip6963:requestProvider', announceWallets);
}

/** Call after each test: what follows finds no wallet. */
export function endWithoutWallets(): void {
	announced = [];
	window.removeEventListener('eip6963:requestProvider', announceWallets);
}
