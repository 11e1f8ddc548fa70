import { formatNumber } from '@adx/validators/format-number';
import { formatMany } from '../../../../lib/format/format-quantity.ts';

const images = (count: number) => formatMany(count, 'image', 'images');

/** The texts of minting many images. */
export const batchTexts = {
	select: (title: string) => `Select ${title}`,
	selectShown: 'Select all shown',
	selected: (count: number) => `${images(count)} selected`,
	open: (count: number) => `Mint ${images(count)}`,
	clear: 'Clear selection',
	unfinished: (left: number, total: number) =>
		left === 0 ? `All ${images(total)} are sent.` : `${formatNumber(left)} of ${images(total)} are still to be minted.`,
	finished: (total: number) => (total === 1 ? 'The image is minted.' : `All ${images(total)} are minted.`),
	show: 'Show them',
	title: 'Mint many',
	owner: 'Owner',
	terms: (count: number, transactions: number) =>
		`${images(count)} in ${formatMany(transactions, 'transaction', 'transactions')}, each of which your wallet asks about once. Price: free.`,
	gas: (gas: number, cost: string | null) =>
		`Gas: at most ${formatNumber(gas)} in all${cost === null ? '' : `, at present about ${cost}`}. Your wallet shows the exact amount before you confirm.`,
	names: 'Each token is called as it is here.',
	publish:
		'This server publishes nothing on IPFS: after sending, download the files of each image (CAR) below it and publish them yourself.',
	asked:
		'Your wallet was asked to send a transaction, and this page does not know whether it did. Check the wallet first: if the transaction is there, wait until this page shows the outcome.',
	states: {
		waiting: 'To be minted',
		preparing: 'Preparing',
		asking: 'In your wallet',
		minting: 'Sent, waiting for the chain',
		confirmed: 'Minted',
	},
	list: 'Images of this batch',
	submit: (count: number) => `Mint ${images(count)}`,
	resume: (count: number) => `Continue with ${images(count)}`,
	discard: 'Discard list',
	close: 'Close',
	done: 'Done',
	progress: (done: number, total: number) => `${formatNumber(done)} of ${images(total)} sent`,
	checking: 'Checking with the contract that this transaction goes through.',
	sending: (count: number) => `It shows what the gas costs and asks whether to send ${images(count)}.`,
	reporting: 'Sent. Telling the server which transaction to look for.',
	sent: 'All are sent. The chain has to confirm them now; you may leave this page.',
	confirmed: (count: number) =>
		count === 1 ? 'Minted: the chain has confirmed it.' : 'All are minted: the chain has confirmed them.',
	refused: (count: number) => `${images(count)} could not be prepared; the list says why.`,
	stopped: 'Stopped. If your wallet still shows a request, close it there; what you confirm all the same is minted.',
} as const;
