import { describe, expect, it } from 'vitest';
import { hasForge } from '../foundry-fuzz-testing.ts';
import { type Mutant, named, useMutants } from '../mutants-testing.ts';

const refuseSold = 'if (_ownerOf(item) != address(0)) revert ItemSold(item);\n            _mint(voucher.buyer, item);';

/** Changes to the contract, each of which takes one of its guards away. */
const mutants: readonly Mutant[] = [
	['the end of the sale', 'if (sale.hasEnded) revert SaleOver();', ''],
	['pauses', 'if (sale.isPaused) revert SalePaused();', ''],
	['deadline', 'block.timestamp > voucher.deadline)', 'block.timestamp > uint256(voucher.deadline) + 1)'],
	['the longest deadline', 'block.timestamp + MAX_LIFETIME)', 'block.timestamp + MAX_LIFETIME + 1)'],
	['price that is less', 'msg.value != voucher.price', 'msg.value > voucher.price'],
	['price that is more', 'msg.value != voucher.price', 'msg.value < voucher.price'],
	['how many at once', 'count == 0 || count > MAX_BATCH', 'count == 0'],
	['none at once', 'count == 0 || count > MAX_BATCH', 'count > MAX_BATCH'],
	['signer', ' || actual != signer) revert', ') revert'],
	['whose word a purchase takes', '_requireSigned(sale.signer, ', '_requireSigned(revealer, '],
	['malformed signatures', 'problem != ECDSA.RecoverError.NoError || ', ''],
	['item 0', 'item == 0 || item > cap', 'item > cap'],
	['the cap', 'item == 0 || item > cap', 'item == 0'],
	['the last item', 'item == 0 || item > cap', 'item == 0 || item >= cap'],
	// ERC721's own guard is the next one: without both an item goes to a second buyer.
	['sold items', refuseSold, '_update(voucher.buyer, item, address(0));'],
	['the sold items’ own refusal', refuseSold, '_mint(voucher.buyer, item);'],
	['the count', 'sale.minted + uint32(count)', 'sale.minted + 1'],
	['payment', 'owner().call{value: msg.value}("")', 'address(this).staticcall("")'],
	['the whole payment', 'owner().call{value: msg.value}("")', 'owner().call{value: msg.value / 2}("")'],
	['payments that fail', 'if (!isPaid) revert PaymentFailed();', 'isPaid;'],
	['buyer in the hash', '                    voucher.buyer,\n', '                    address(0),\n'],
	['price in the hash', '                    voucher.price,\n', '                    uint256(0),\n'],
	['reservation in the hash', '                    voucher.reservation,\n', '                    uint64(0),\n'],
	['deadline in the hash', '                    voucher.deadline,\n', '                    uint64(0),\n'],
	['items in the hash', 'keccak256(abi.encodePacked(voucher.items))', 'bytes32(0)'],
	['chain and contract in the hash', 'return _hashTypedDataV4(', 'return bytes32('],
	[
		'whose word an end takes',
		'_requireSigned(revealer, _hashTypedDataV4(keccak',
		'_requireSigned(_sale.signer, _hashTypedDataV4(keccak',
	],
	['an end’s word', '_requireSigned(revealer, _hashTypedDataV4(keccak256(abi.encode(END_TYPEHASH))), r, vs);', ''],
	[
		'contract of an end',
		'_hashTypedDataV4(keccak256(abi.encode(END_TYPEHASH)))',
		'keccak256(abi.encode(END_TYPEHASH))',
	],
	[
		'whose word a reveal takes',
		'_requireSigned(revealer, _hashTypedDataV4(hash)',
		'_requireSigned(_sale.signer, _hashTypedDataV4(hash)',
	],
	['a reveal’s word', '_requireSigned(revealer, _hashTypedDataV4(hash), r, vs);', ''],
	['contract of a reveal', '_requireSigned(revealer, _hashTypedDataV4(hash)', '_requireSigned(revealer, hash'],
	['order in a reveal’s word', 'abi.encode(REVEAL_TYPEHASH, order, ', 'abi.encode(REVEAL_TYPEHASH, bytes32(0), '],
	['files in a reveal’s word', ', keccak256(bytes(newBase))));', ', bytes32(0)));'],
	['kept hashes', 'BLOCK_HASHES.staticcall(abi.encode(number))', 'BLOCK_HASHES.staticcall("")'],
	['answers that are not a hash', 'isKept && kept.length == 32', 'isKept'],
	['counting what was forgotten', '++forgottenDraws;', ''],
	['who pauses', 'setPaused(bool isPaused) external onlyOwner', 'setPaused(bool isPaused) external'],
	['resuming', '_sale.isPaused = isPaused;', '_sale.isPaused = true;'],
	['who names signers', 'setSigner(address signer) external onlyOwner', 'setSigner(address signer) external'],
	['naming signers', '_sale.signer = signer;\n', ''],
	['who ends the sale', 'if (_sale.minted < cap) _checkOwner();', ''],
	['ending what is sold out', 'if (_sale.minted < cap) _checkOwner();', '_checkOwner();'],
	['ending once', 'if (_sale.hasEnded) revert SaleOver();', ''],
	['ending', '_sale.hasEnded = true;', ''],
	[
		'blocks between end and draw',
		'drawBlock = uint64(block.number + DRAW_DELAY);\n        emit',
		'drawBlock = uint64(block.number);\n        emit',
	],
	['drawing after the end', 'drawBlock == 0 || block.number', 'block.number'],
	['drawing after the block', ' || block.number <= drawBlock', ''],
	['drawing once', ' || drawn != bytes32(0)) revert', ') revert'],
	['forgotten blocks', 'if (hash == bytes32(0)) {', 'if (block.number == 0) {'],
	['revealing after the draw', 'drawn == bytes32(0) || shuffle != bytes32(0)', 'shuffle != bytes32(0)'],
	['revealing once', 'drawn == bytes32(0) || shuffle != bytes32(0)', 'drawn == bytes32(0)'],
	['the seed', 'if (keccak256(abi.encode(seed)) != seedCommitment) revert WrongSeed();', ''],
	['the seed in the order', 'order = keccak256(abi.encode(seed, drawn));', 'order = keccak256(abi.encode(drawn));'],
	['the block in the order', 'order = keccak256(abi.encode(seed, drawn));', 'order = keccak256(abi.encode(seed));'],
	[
		'who describes the collection',
		'setContractURI(string calldata newURI) external onlyOwner',
		'setContractURI(string calldata newURI) external',
	],
	[
		'who sets the royalty',
		'setRoyalty(address receiver, uint96 royaltyBps) external onlyOwner',
		'setRoyalty(address receiver, uint96 royaltyBps) external',
	],
	['the royalty cap', 'royaltyBps > MAX_ROYALTY_BPS', 'royaltyBps > 10_000'],
	[
		'the royalty cap at first',
		'_setRoyalty(settings.owner, settings.royaltyBps);',
		'_setDefaultRoyalty(settings.owner, settings.royaltyBps);',
	],
	['covered items', 'seedCommitment != bytes32(0) && shuffle == bytes32(0)', 'seedCommitment == bytes32(0)'],
	['metadata of what is sold alone', '_requireOwned(tokenId);', ''],
];

describe.skipIf(!hasForge)('the fuzz and invariant tests of a drop', () => {
	const failuresOf = useMutants('AdxDrop', mutants);

	it('find nothing in the contract as it stands, compiled like its variants', async () => {
		expect(await failuresOf()).toEqual([]);
	});

	it.each(named(mutants))('notice a contract without its guard of %s', async (_name, mutant) => {
		expect(await failuresOf(mutant)).not.toEqual([]);
	});
});
