import { formatNumber as number } from '@adx/validators/format-number';
import { formatDateAndTime } from '../../../../lib/format/format-date.ts';

/** The texts of a delayed reveal, as buyers read them. */
export const revealCardTexts = {
	title: 'Delayed reveal',
	covered:
		'Every item is covered until the sale has ended. What the items are, and the secret that shuffles them, were fixed before the first was sold: the two hashes below say so. A block after the end, which nobody can know before, decides with that secret which item each number shows.',
	drawing: (block: number) =>
		`The sale is over, and block ${number(block)} decides on the order. It is not there for good yet, or nobody has drawn it.`,
	drawn: (block: number, beginsBy: string | null) =>
		`The sale is over, and block ${number(block)} has decided on the order, which nobody can change any more. The creator still has to reveal the items${
			beginsBy === null ? '.' : `; by itself it begins on ${formatDateAndTime(new Date(beginsBy))}.`
		}`,
	started: (block: number) =>
		`The sale is over, and block ${number(block)} has decided on the order. The reveal has started: the files of the items are published, and then every item names its own.`,
	/** On whom it depends. */
	who: {
		solana:
			'Nobody names that block: it is the first one 32 slots after the key of the collection has given up its power to make items. That key then names the files of every item by itself. Should its creator leave that undone, it begins two weeks later all the same.',
		evm: 'Nobody waits for the creator alone: anybody may send what closes the sale in its contract, draws that block and reveals the items, and this page offers it when it is time. Where the creator ends the sale before all is sold, that is a day later, in which what is left can still be minted to the creator. Should the creator leave the reveal undone, its files are laid out two weeks later all the same.',
	},
	forgotten: (blocks: number) =>
		`${blocks === 1 ? 'Another block was' : `${number(blocks)} other blocks were`} named before, and nobody drew while the chain knew the hash. Whoever knew the seed could have waited for an order that they liked better.`,
	/** What anybody may send the contract, by step. */
	next: {
		title: 'Until the reveal',
		end: 'The sale is over, and its contract has to be told: that names the block that decides on the order. Anybody may send it. No further item comes into being then. It moves no money and costs the network’s fee.',
		draw: 'The block that decides on the order is there. Its hash has to be kept before the chain forgets it, or a later block decides. Anybody may send that, so that nobody can wait for an order that they like better. It moves no money and costs the network’s fee.',
		reveal:
			'The files of the items are there. The contract has to be told the seed and where they are: then every item is shown, for good. Anybody may send it. It moves no money and costs the network’s fee.',
	},
	revealed: (block: number) =>
		`The items are shown, in the order that the seed and block ${number(block)} make. What is below lets anybody check that nothing was exchanged and nobody chose.`,
	facts: {
		provenance: 'Provenance: SHA-256 of the hashes of all items',
		seedCommitment: 'Commitment: Keccak-256 of the seed',
		block: 'Block that decides',
		hash: 'Hash of that block',
		seed: 'Seed',
		shuffle: 'Shuffle: Keccak-256 of seed and hash',
	},
	verify: 'Check it yourself',
	verifyText:
		'With the source code of ADX Realm, a node of the chain and a gateway of IPFS, whoever runs them. It ends with one line that says whether all of it is as committed.',
	wall: (supply: number) =>
		supply === 1
			? 'The one item is covered until the reveal, after the sale.'
			: `The ${number(supply)} items are covered until the reveal, after the sale.`,
	frozen:
		'Until the reveal every item shows the same cover. Then its files are named, once, and after that nobody can change name or picture.',
	shown: 'Every item names its files for good: nobody can change its name or its picture any more.',
	drawnItem:
		'The transaction that you sign names the number of your item. What that number shows is decided after the sale.',
} as const;
