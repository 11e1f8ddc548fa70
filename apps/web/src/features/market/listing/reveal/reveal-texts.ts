import { formatNumber as number } from '@adx/validators/format-number';
import { closeGraceHours } from '@adx/validators/sale/reveal';
import { formatDateAndTime } from '../../../../lib/format/format-date.ts';

/** The texts of a delayed reveal, as its seller reads them. */
export const revealTexts = {
	choice: {
		label: 'When the items are shown',
		names: { at_once: 'From the start', delayed: 'After the sale' },
		hints: {
			at_once: 'The page shows what you choose, and buyers see their item at once.',
			delayed: 'Every item is covered until the sale has ended and you reveal them, at the latest two weeks after.',
		},
		note: 'Before the sale, a hash of all items and one of a secret seed are published. After it, a block that nobody could know decides together with the seed which item each number shows. Anybody can check that. Until the reveal the gallery does not show this collection either; who saw it there before may have kept what it showed.',
		deposit: (amount: string) =>
			`On Solana your deposit is about ${amount} higher: it pays for naming every item’s files at the reveal, and the rest comes back.`,
		evm: 'On this chain three more transactions follow the sale: its end, the draw and the reveal. You send them, or anybody else does.',
	},
	title: 'Reveal',
	facts: {
		label: 'What is committed to',
		provenance: 'Provenance',
		seedCommitment: 'Commitment of the seed',
		block: 'Block',
		hash: 'Its hash',
		forgotten: 'Blocks that nobody drew in time',
	},
	/** By phase. */
	covered: {
		selling:
			'The items are covered. Once every item is sold, or you end the sale, a block is drawn that decides on their order.',
		solana:
			'The sale is over. The key of the collection gives up its power to make items, and the first block 32 slots after that decides on their order. This goes by itself, within a minute or two.',
		timeOver:
			'The time of the sale is over, and you could still give it more. End it for good, and a block is drawn that decides on the order. After two weeks it ends by itself.',
		ending: 'The sale is over. Its contract has to know that too, and is being read.',
		end: 'The sale is over. Its contract has to know that too: its end names the block that decides on the order. Anybody may send it.',
		endEarly: `The sale is over. Its contract has to know that too: its end names the block that decides on the order, and no further item comes into being then. Mint what is left to your own wallet first. ${closeGraceHours} hours after you ended the sale anybody may send it.`,
	},
	drawing: {
		waiting: (block: number) => `Block ${number(block)} decides on the order. It has to be there for good first.`,
		draw: (block: number) =>
			`Block ${number(block)} is there. Send the draw soon: the chain forgets its hash, after 256 blocks or, where it keeps more, 8,191, and a later block is drawn then, which the page of the sale tells everybody. Anybody may send it, so that you cannot wait for an order that you like better.`,
		named: 'The block is named. It is waited for.',
	},
	drawn: (block: number, beginsBy: string | null) =>
		`Block ${number(block)} has decided on the order. It does not change any more, however long you wait. Reveal the items when you like: their files are published then, and nobody can cover them again.${
			beginsBy === null ? '' : ` By itself it begins on ${formatDateAndTime(new Date(beginsBy))}.`
		}`,
	button: 'Reveal the items',
	starting: 'Starting',
	preparing: { text: 'The files are laid out in the drawn order and published.', bar: 'Preparing the reveal' },
	ready: {
		evm: 'The files are there. A wallet tells the contract the seed and where they are, which shows the items for good. The page of the sale has others send it, too.',
		solana:
			'The files are there. The key of the collection names them on every item and gives up its power to change them. This goes by itself; what is left of the deposit comes back to you.',
	},
	revealed: 'The items are shown, for good. The page of the sale says how anybody can check their order.',
} as const;
