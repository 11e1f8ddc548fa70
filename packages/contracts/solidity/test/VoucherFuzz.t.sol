// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Collection, CollectionTest, NonceState, SignedVoucher, Voucher} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Whatever a voucher says, it is redeemed as it was signed or not at all.
contract VoucherFuzz is CollectionTest {
    Collection private collection;

    function setUp() public {
        collection = deployCollection();
    }

    function testFuzz_redeemsWhatWasSigned(Voucher memory voucher) public {
        makeValid(voucher);
        redeem(voucher);
        require(collection.ownerOf(voucher.nonce) == voucher.to, "owner");
        (NonceState state, bytes32 digest) = collection.stateOf(voucher.nonce);
        require(state == NonceState.Redeemed && digest == voucher.digest, "state");
        require(address(collection).balance == voucher.price, "balance");
    }

    function testFuzz_rejectsAReplay(Voucher memory voucher, bool isBurnt) public {
        makeValid(voucher);
        redeem(voucher);
        if (isBurnt) {
            vm.prank(voucher.to);
            collection.burn(voucher.nonce);
        }
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        vm.deal(address(this), voucher.price);
        vm.expectPartialRevert(Collection.NonceUsed.selector);
        collection.redeem{value: voucher.price}(voucher, r, vs);
    }

    function testFuzz_rejectsAChangedVoucher(Voucher memory voucher, uint8 field, uint256 change) public {
        makeValid(voucher);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        Voucher memory changed =
            Voucher(voucher.to, voucher.digest, voucher.price, voucher.nonce, voucher.deadline);
        field %= 5;
        if (field == 0) changed.to = address(uint160(change));
        if (field == 1) changed.digest = bytes32(change);
        if (field == 2) changed.price = uint96(change);
        if (field == 3) changed.nonce = uint64(change);
        if (field == 4) changed.deadline = uint64(change);
        vm.assume(keccak256(abi.encode(changed)) != keccak256(abi.encode(voucher)));
        vm.deal(address(this), changed.price);
        vm.expectRevert();
        collection.redeem{value: changed.price}(changed, r, vs);
    }

    function testFuzz_rejectsAnotherAmount(Voucher memory voucher, uint96 sent) public {
        makeValid(voucher);
        vm.assume(sent != voucher.price);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        vm.deal(address(this), sent);
        vm.expectPartialRevert(Collection.WrongPrice.selector);
        collection.redeem{value: sent}(voucher, r, vs);
    }

    function testFuzz_rejectsAnExpiredVoucher(Voucher memory voucher, uint64 late) public {
        makeValid(voucher);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        vm.warp(uint256(voucher.deadline) + 1 + late);
        vm.deal(address(this), voucher.price);
        vm.expectPartialRevert(Collection.VoucherExpired.selector);
        collection.redeem{value: voucher.price}(voucher, r, vs);
    }

    function testFuzz_rejectsAnotherKey(Voucher memory voucher, uint256 key) public {
        makeValid(voucher);
        key = 1 + key % (ORDER - 1);
        vm.assume(key != SIGNER_KEY);
        (bytes32 r, bytes32 vs) = signVoucher(key, collection, voucher);
        rejectSignature(voucher, r, vs);
    }

    function testFuzz_rejectsAMadeUpSignature(Voucher memory voucher, bytes32 r, bytes32 vs) public {
        makeValid(voucher);
        rejectSignature(voucher, r, vs);
    }

    /// @dev The other s of the same signature, which the curve accepts, squeezed into either form of `vs`.
    function testFuzz_rejectsAMalleatedSignature(Voucher memory voucher, bool parity) public {
        makeValid(voucher);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        uint256 otherS = ORDER - (uint256(vs) & type(uint256).max >> 1);
        rejectSignature(voucher, r, bytes32(otherS));
        rejectSignature(voucher, r, bytes32((otherS & type(uint256).max >> 1) | (parity ? 1 << 255 : 0)));
    }

    function testFuzz_rejectsAnotherChain(Voucher memory voucher, uint64 chain) public {
        makeValid(voucher);
        vm.assume(chain != 0 && chain != block.chainid);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        vm.chainId(chain);
        rejectSignature(voucher, r, vs);
    }

    function testFuzz_rejectsAnotherContract(Voucher memory voucher) public {
        makeValid(voucher);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, deployCollection(), voucher);
        rejectSignature(voucher, r, vs);
    }

    function testFuzz_rejectsACancelledNonce(Voucher memory voucher, bool byAdmin) public {
        makeValid(voucher);
        vm.prank(byAdmin ? ADMIN : vm.addr(SIGNER_KEY));
        collection.cancel(voucher.nonce);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        vm.deal(address(this), voucher.price);
        vm.expectPartialRevert(Collection.NonceUsed.selector);
        collection.redeem{value: voucher.price}(voucher, r, vs);
    }

    function testFuzz_onlySignersAndAdminsCancel(address caller, uint64 nonce) public {
        vm.assume(caller != ADMIN && caller != vm.addr(SIGNER_KEY));
        vm.prank(caller);
        vm.expectRevert();
        collection.cancel(nonce);
    }

    /// @dev Reads the CID back, five bits at a time, in place of writing it once more.
    function testFuzz_tokenURIIsTheCidOfTheDigest(Voucher memory voucher) public {
        makeValid(voucher);
        redeem(voucher);
        bytes memory uri = bytes(collection.tokenURI(voucher.nonce));
        require(uri.length == 7 + 59, "length");
        uint256 high;
        uint256 low;
        for (uint256 i = 0; i < uri.length; ++i) {
            if (i < 8) {
                require(uri[i] == bytes("ipfs://b")[i], "prefix");
                continue;
            }
            uint8 letter = uint8(uri[i]);
            bool isLetter = letter >= 0x61 && letter <= 0x7A;
            require(isLetter || (letter >= 0x32 && letter <= 0x37), "alphabet");
            high = (high << 5) | (low >> 251);
            low = (low << 5) | (isLetter ? letter - 0x61 : letter - 0x32 + 26);
        }
        // 58 characters hold 290 bits, the last two of them padding.
        require(low & 3 == 0, "padding");
        require((high >> 2) == 0x01551220, "head");
        require(bytes32((high << 254) | (low >> 2)) == voucher.digest, "digest");
    }

    function testFuzz_royaltyStaysBelowItsLimit(uint96 royaltyBps, uint16 nearLimit, uint128 price) public {
        Collection other = tryDeploying(royaltyBps);
        require((address(other) != address(0)) == (royaltyBps <= 1_000), "above the limit");
        uint96 bps = 990 + nearLimit % 20;
        other = tryDeploying(bps);
        require((address(other) != address(0)) == (bps <= 1_000), "at the limit");
        if (address(other) == address(0)) return;
        (, uint256 amount) = other.royaltyInfo(1, price);
        require(amount == uint256(price) * bps / 10_000 && amount <= price / 10, "royalty");
    }

    function testFuzz_theFirstOwnerKeepsTheRoyalty(Voucher memory voucher, address second, address third) public {
        vm.assume(second != address(0) && third != address(0));
        makeValid(voucher);
        redeem(voucher);
        vm.prank(voucher.to);
        collection.transferFrom(voucher.to, second, voucher.nonce);
        vm.prank(second);
        collection.transferFrom(second, third, voucher.nonce);
        vm.prank(third);
        collection.burn(voucher.nonce);
        (address receiver,) = collection.royaltyInfo(voucher.nonce, 10_000);
        require(receiver == voucher.to, "receiver");
    }

    function testFuzz_redeemsManyForTheSumOfTheirPrices(Voucher memory voucher, uint8 count, int8 change) public {
        makeValid(voucher);
        count %= 24;
        SignedVoucher[] memory signed = new SignedVoucher[](count);
        uint256 price;
        for (uint256 i = 0; i < count; ++i) {
            signed[i] = sign(voucher, i);
            price += signed[i].voucher.price;
        }
        if (change < 0 && price < 128) change = 1;
        uint256 sent = change < 0 ? price - uint256(uint8(-(change / 2))) : price + uint256(uint8(change));
        vm.deal(address(this), sent);
        if (count == 0 || count > 20) vm.expectRevert(Collection.WrongBatch.selector);
        else if (sent != price) vm.expectPartialRevert(Collection.WrongPrice.selector);
        collection.redeemMany{value: sent}(signed);
        if (count == 0 || count > 20 || sent != price) return;
        for (uint256 i = 0; i < count; ++i) {
            require(collection.ownerOf(signed[i].voucher.nonce) == voucher.to, "owner");
        }
        require(address(collection).balance == price, "balance");
    }

    /// @dev The other vouchers of the batch are good; the one at `place` is not.
    function testFuzz_redeemsNoneOfManyWithABadOne(Voucher memory voucher, uint8 place, uint8 fault) public {
        makeValid(voucher);
        voucher.price = 0;
        SignedVoucher[] memory signed = new SignedVoucher[](4);
        for (uint256 i = 0; i < 4; ++i) {
            signed[i] = sign(voucher, i);
        }
        place %= 4;
        fault %= 3;
        if (fault == 0) signed[place].r ^= bytes32(uint256(1));
        if (fault == 1) signed[place] = signed[(place + 1) % 4];
        if (fault == 2) signed[place].voucher.to = address(uint160(signed[place].voucher.to) ^ 1);
        vm.expectRevert();
        collection.redeemMany(signed);
        for (uint256 i = 0; i < 4; ++i) {
            (NonceState state,) = collection.stateOf(signed[i].voucher.nonce);
            require(state == NonceState.Unused, "state");
        }
    }

    function sign(Voucher memory voucher, uint256 index) private view returns (SignedVoucher memory) {
        uint64 nonce;
        unchecked {
            nonce = voucher.nonce + uint64(index);
        }
        uint256 price = voucher.price / (index + 1);
        Voucher memory one = Voucher(voucher.to, voucher.digest, price, nonce, voucher.deadline);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, one);
        return SignedVoucher(one, r, vs);
    }

    function makeValid(Voucher memory voucher) private view {
        vm.assume(voucher.to != address(0) && uint256(voucher.digest) > 1);
        voucher.price = uint96(voucher.price);
        if (voucher.deadline < block.timestamp) voucher.deadline += uint64(block.timestamp);
    }

    function redeem(Voucher memory voucher) private {
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, collection, voucher);
        vm.deal(address(this), voucher.price);
        collection.redeem{value: voucher.price}(voucher, r, vs);
    }

    function rejectSignature(Voucher memory voucher, bytes32 r, bytes32 vs) private {
        vm.deal(address(this), voucher.price);
        vm.expectRevert(Collection.WrongSigner.selector);
        collection.redeem{value: voucher.price}(voucher, r, vs);
    }
}
