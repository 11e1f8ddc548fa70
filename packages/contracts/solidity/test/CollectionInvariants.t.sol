// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Collection, CollectionTest, NonceState, SignedVoucher, Voucher} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Does what users, signers and admins may do, in any order, and keeps its own account of what must follow.
contract CollectionActions is CollectionTest {
    uint256 public constant NONCES = 6;
    uint256 public constant ACTORS = 3;
    uint256 private constant OTHER_SIGNER_KEY = 0xB0B;

    Collection public immutable collection;
    mapping(uint256 key => bool) public isSigner;
    mapping(uint64 nonce => uint256) public mints;
    mapping(uint64 nonce => bool) public isCancelled;
    mapping(uint64 nonce => bool) public isBurnt;
    mapping(uint64 nonce => bytes32) public digests;
    mapping(uint64 nonce => string) public uris;
    mapping(uint64 nonce => address) public creators;
    uint256 public paid;
    uint256 public withdrawn;
    uint256 public alive;
    /// @dev The first thing that went otherwise than by the account; empty while none did.
    string public disagreement;

    struct Signed {
        Voucher voucher;
        uint256 key;
        bytes32 r;
        bytes32 vs;
    }

    Signed[] private signed;

    constructor() {
        collection = deployCollection();
        isSigner[SIGNER_KEY] = true;
    }

    function actor(uint256 index) public pure returns (address) {
        return address(uint160(0x1000 + index % ACTORS));
    }

    function sign(uint8 nonce, uint8 to, uint96 price, bytes32 digest, bool byOther, uint32 seconds_) external {
        // The two that are refused come up now and then.
        if (uint256(digest) % 8 < 2) digest = bytes32(uint256(digest) % 8);
        Voucher memory voucher = Voucher(
            actor(to), digest, price, uint64(nonce % NONCES), uint64(block.timestamp + seconds_ % 1 days)
        );
        uint256 key = byOther ? OTHER_SIGNER_KEY : SIGNER_KEY;
        (bytes32 r, bytes32 vs) = signVoucher(key, collection, voucher);
        signed.push(Signed(voucher, key, r, vs));
    }

    /// @dev Any voucher that was ever signed, used or not.
    function redeem(uint256 index) external {
        if (signed.length == 0) return;
        Signed memory one = signed[index % signed.length];
        Voucher memory voucher = one.voucher;
        bool isExpected = isRedeemable(one);
        vm.deal(address(this), voucher.price);
        try collection.redeem{value: voucher.price}(voucher, one.r, one.vs) {
            if (!isExpected) disagreement = "redeemed what must be refused";
            note(voucher);
        } catch {
            if (isExpected) disagreement = "refused what must be redeemed";
        }
    }

    /// @dev Any two of them in one transaction.
    function redeemMany(uint256 first, uint256 second) external {
        if (signed.length == 0) return;
        Signed memory one = signed[first % signed.length];
        Signed memory other = signed[second % signed.length];
        bool isExpected = isRedeemable(one) && isRedeemable(other) && one.voucher.nonce != other.voucher.nonce;
        SignedVoucher[] memory both = new SignedVoucher[](2);
        both[0] = SignedVoucher(one.voucher, one.r, one.vs);
        both[1] = SignedVoucher(other.voucher, other.r, other.vs);
        uint256 price = one.voucher.price + other.voucher.price;
        vm.deal(address(this), price);
        try collection.redeemMany{value: price}(both) {
            if (!isExpected) disagreement = "redeemed many that must be refused";
            note(one.voucher);
            note(other.voucher);
        } catch {
            if (isExpected) disagreement = "refused many that must be redeemed";
        }
    }

    function isRedeemable(Signed memory one) private view returns (bool) {
        Voucher memory voucher = one.voucher;
        return isSigner[one.key] && mints[voucher.nonce] == 0 && !isCancelled[voucher.nonce]
            && block.timestamp <= voucher.deadline && uint256(voucher.digest) > 1;
    }

    function note(Voucher memory voucher) private {
        mints[voucher.nonce] += 1;
        digests[voucher.nonce] = voucher.digest;
        uris[voucher.nonce] = collection.tokenURI(voucher.nonce);
        creators[voucher.nonce] = voucher.to;
        paid += voucher.price;
        alive += 1;
    }

    function cancel(uint8 nonceSeed, bool byAdmin) external {
        uint64 nonce = uint64(nonceSeed % NONCES);
        bool isExpected = mints[nonce] == 0 && !isCancelled[nonce] && (byAdmin || isSigner[SIGNER_KEY]);
        vm.prank(byAdmin ? ADMIN : vm.addr(SIGNER_KEY));
        try collection.cancel(nonce) {
            if (!isExpected) disagreement = "cancelled what must be refused";
            isCancelled[nonce] = true;
        } catch {
            if (isExpected) disagreement = "did not cancel";
        }
    }

    function burn(uint8 nonceSeed, uint8 by) external {
        uint64 nonce = uint64(nonceSeed % NONCES);
        bool isExpected = mints[nonce] > 0 && !isBurnt[nonce] && collection.ownerOf(nonce) == actor(by);
        vm.prank(actor(by));
        try collection.burn(nonce) {
            if (!isExpected) disagreement = "burnt what must be refused";
            isBurnt[nonce] = true;
            alive -= 1;
        } catch {
            if (isExpected) disagreement = "did not burn";
        }
    }

    function transfer(uint8 nonceSeed, uint8 to) external {
        uint64 nonce = uint64(nonceSeed % NONCES);
        if (mints[nonce] == 0 || isBurnt[nonce]) return;
        address owner = collection.ownerOf(nonce);
        vm.prank(owner);
        collection.transferFrom(owner, actor(to), nonce);
    }

    function setSigner(bool other, bool isActive) external {
        uint256 key = other ? OTHER_SIGNER_KEY : SIGNER_KEY;
        vm.prank(ADMIN);
        if (isActive) collection.grantRole(SIGNER_ROLE, vm.addr(key));
        else collection.revokeRole(SIGNER_ROLE, vm.addr(key));
        isSigner[key] = isActive;
    }

    function withdraw(uint8 to) external {
        uint256 amount = address(collection).balance;
        uint256 before = actor(to).balance;
        vm.prank(ADMIN);
        collection.withdraw(payable(actor(to)));
        if (actor(to).balance != before + amount) disagreement = "withdrew another amount";
        withdrawn += amount;
    }

    function withdrawByNobody(uint8 by) external {
        vm.prank(actor(by));
        try collection.withdraw(payable(actor(by))) {
            disagreement = "let anybody withdraw";
        } catch {}
    }

    function wait(uint16 seconds_) external {
        vm.warp(block.timestamp + seconds_);
    }
}

contract CollectionInvariants is CollectionTest {
    CollectionActions private actions;
    Collection private collection;

    function setUp() public {
        actions = new CollectionActions();
        collection = actions.collection();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actions);
    }

    function invariant_everyCallEndsAsItMust() public view {
        require(bytes(actions.disagreement()).length == 0, actions.disagreement());
    }

    function invariant_aNonceIsMintedAtMostOnceEver() public view {
        for (uint64 nonce = 0; nonce < actions.NONCES(); ++nonce) {
            require(actions.mints(nonce) <= 1, "minted twice");
            require(actions.mints(nonce) == 0 || !actions.isCancelled(nonce), "minted and cancelled");
        }
    }

    function invariant_theBalanceIsWhatWasPaidLessWhatWasWithdrawn() public view {
        require(address(collection).balance == actions.paid() - actions.withdrawn(), "balance");
    }

    function invariant_metadataNeverChanges() public view {
        for (uint64 nonce = 0; nonce < actions.NONCES(); ++nonce) {
            (NonceState state, bytes32 digest) = collection.stateOf(nonce);
            require(digest == actions.digests(nonce), "digest");
            require((state == NonceState.Redeemed) == (actions.mints(nonce) == 1), "redeemed");
            require((state == NonceState.Cancelled) == actions.isCancelled(nonce), "cancelled");
            if (actions.mints(nonce) == 0 || actions.isBurnt(nonce)) continue;
            require(equal(collection.tokenURI(nonce), actions.uris(nonce)), "uri");
        }
    }

    function invariant_theFirstOwnerGetsTheRoyalty() public view {
        for (uint64 nonce = 0; nonce < actions.NONCES(); ++nonce) {
            (address receiver, uint256 amount) = collection.royaltyInfo(nonce, 10_000);
            require(receiver == actions.creators(nonce), "receiver");
            require(amount == ROYALTY_BPS, "amount");
        }
    }

    function invariant_theOwnersHoldWhatIsAlive() public view {
        uint256 held;
        for (uint256 index = 0; index < actions.ACTORS(); ++index) {
            held += collection.balanceOf(actions.actor(index));
        }
        require(held == actions.alive(), "held");
    }
}
