import { describe, expect, it } from 'vitest';
import { hasForge } from './foundry-fuzz-testing.ts';
import { type Mutant, named, useMutants } from './mutants-testing.ts';

/** Changes to the contract, each of which takes one of its guards away. */
const mutants: readonly Mutant[] = [
	['replay', 'if (_digests[nonce] != bytes32(0)) revert NonceUsed(nonce);\n        (address', '(address'],
	[
		'burnt tokens',
		'_digests[nonce] != bytes32(0)) revert NonceUsed(nonce);\n        (address',
		'_ownerOf(nonce) != address(0)) revert NonceUsed(nonce);\n        (address',
	],
	['deadline', 'block.timestamp > voucher.deadline', 'block.timestamp > uint256(voucher.deadline) + 1'],
	['price', 'msg.value != voucher.price', 'msg.value > voucher.price'],
	['signer', ' || !hasRole(SIGNER_ROLE, signer)', ''],
	['receiver in the hash', 'VOUCHER_TYPEHASH, voucher.to,', 'VOUCHER_TYPEHASH, address(0),'],
	['chain and contract in the hash', 'return _hashTypedDataV4(', 'return bytes32('],
	['digests that are none', 'digest == bytes32(0) || digest == CANCELLED', 'digest == CANCELLED'],
	['cancelling', '_digests[nonce] = CANCELLED;', ''],
	['who cancels', '_checkRole(DEFAULT_ADMIN_ROLE);', 'nonce;'],
	[
		'cancelling the redeemed',
		'if (_digests[nonce] != bytes32(0)) revert NonceUsed(nonce);\n        _digests[nonce] = CANCELLED',
		'_digests[nonce] = CANCELLED',
	],
	[
		'who withdraws',
		'withdraw(address payable to) external onlyRole(DEFAULT_ADMIN_ROLE)',
		'withdraw(address payable to) external',
	],
	['the whole balance', 'uint256 amount = address(this).balance;', 'uint256 amount = address(this).balance / 2;'],
	['the royalty cap', 'royaltyBps_ > MAX_ROYALTY_BPS', 'royaltyBps_ > 10_000'],
	['whose the royalty is', ' && _creators[tokenId] == address(0)) _creators', ') _creators'],
	['the owner’s royalty', 'if (receiver == address(0)) receiver = _ownerOf(tokenId);', ''],
	['the price of many', 'if (msg.value != price)', 'if (msg.value < price)'],
	['how many at once', 'count == 0 || count > MAX_BATCH', 'count == 0'],
	['none at once', 'count == 0 || count > MAX_BATCH', 'count > MAX_BATCH'],
	['the CID head', '0x01551220', '0x01701220'],
	['the CID end', '(bits << (5 - bitCount)) & 31', 'bits & 31'],
];

describe.skipIf(!hasForge)('the fuzz and invariant tests', () => {
	const failuresOf = useMutants('AdxCollection', mutants);

	it.each(named(mutants))('notice a contract without its guard of %s', async (_name, mutant) => {
		expect(await failuresOf(mutant)).not.toEqual([]);
	});
});
