const number = (value: number) => value.toLocaleString('en');

/** The texts of a delayed reveal, as buyers read them. */
export const revealCardTexts = {
	title: 'Delayed reveal',
	covered:
		'Every item is covered until the sale has ended. What the items are, and the secret that shuffles them, were fixed before the first was sold: the two hashes below say so. A block after the end, which nobody can know before, decides with that secret which item each number shows.',
	drawn: (block: number) =>
		`The sale is over, and block ${number(block)} decides on the order. The creator has still to reveal the items.`,
	ended: 'The sale is over. The block that decides on the order is not there for good yet.',
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
