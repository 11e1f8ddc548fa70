// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Drop, DropSettings, DropTest, DropVoucher} from "./DropTest.sol";
import {vm} from "./Vm.sol";

/// @dev Does what buyers, signers and the owner may do, in any order, and keeps its own account of what must follow.
contract DropActions is DropTest {
    uint32 public constant ITEMS = 8;
    uint256 public constant ACTORS = 3;
    uint256 private constant OTHER_SIGNER_KEY = 0xB0B;

    Drop public immutable drop;
    mapping(uint32 item => uint256) public mints;
    uint256 public sold;
    uint256 public paid;
    bool public isPaused;
    bool public hasEnded;
    uint256 private signerKey = SIGNER_KEY;
    /// @dev The first thing that went otherwise than by the account; empty while none did.
    string public disagreement;

    struct Signed {
        DropVoucher voucher;
        uint256 key;
        bytes32 r;
        bytes32 vs;
    }

    Signed[] private signed;

    constructor() {
        DropSettings memory with = settings();
        with.cap = ITEMS;
        drop = deployDrop(with);
    }

    function actor(uint256 index) public pure returns (address) {
        return address(uint160(0x1000 + index % ACTORS));
    }

    /// @dev Up to three items, which may be one twice, sold, or none that there is.
    function sign(uint8 buyer, uint96 price, uint32 seed, uint16 seconds_, bool byOther) external {
        uint32[] memory items = new uint32[](1 + seed % 3);
        for (uint256 i = 0; i < items.length; ++i) {
            items[i] = (seed >> (8 * (i + 1))) % (ITEMS + 2);
        }
        uint64 deadline = uint64(block.timestamp + seconds_ % (MAX_LIFETIME + 600));
        DropVoucher memory voucher = DropVoucher(actor(buyer), price, seed, deadline, items);
        uint256 key = byOther ? OTHER_SIGNER_KEY : SIGNER_KEY;
        (bytes32 r, bytes32 vs) = signVoucher(key, drop, voucher);
        signed.push(Signed(voucher, key, r, vs));
    }

    /// @dev Any voucher that was ever signed, used or not.
    function redeem(uint256 index) external {
        if (signed.length == 0) return;
        Signed memory one = signed[index % signed.length];
        DropVoucher memory voucher = one.voucher;
        bool isExpected = isRedeemable(one);
        vm.deal(address(this), voucher.price);
        try drop.redeem{value: voucher.price}(voucher, one.r, one.vs) {
            if (!isExpected) disagreement = "sold what must be refused";
            for (uint256 i = 0; i < voucher.items.length; ++i) {
                mints[voucher.items[i]] += 1;
            }
            sold += voucher.items.length;
            paid += voucher.price;
        } catch {
            if (isExpected) disagreement = "refused what must be sold";
        }
    }

    function isRedeemable(Signed memory one) private view returns (bool) {
        DropVoucher memory voucher = one.voucher;
        if (isPaused || hasEnded || one.key != signerKey) return false;
        if (block.timestamp > voucher.deadline || voucher.deadline > block.timestamp + MAX_LIFETIME) return false;
        for (uint256 i = 0; i < voucher.items.length; ++i) {
            uint32 item = voucher.items[i];
            if (item == 0 || item > ITEMS || mints[item] > 0) return false;
            for (uint256 j = 0; j < i; ++j) {
                if (voucher.items[j] == item) return false;
            }
        }
        return true;
    }

    function setPaused(bool shallPause) external {
        vm.prank(OWNER);
        drop.setPaused(shallPause);
        isPaused = shallPause;
    }

    function setSigner(bool other) external {
        signerKey = other ? OTHER_SIGNER_KEY : SIGNER_KEY;
        vm.prank(OWNER);
        drop.setSigner(vm.addr(signerKey));
    }

    /// @dev Seldom by the owner, or little would be sold.
    function endSale(uint8 by) external {
        bool byOwner = by == 0;
        bool isExpected = !hasEnded && (byOwner || sold == ITEMS);
        vm.prank(byOwner ? OWNER : actor(by));
        try drop.endSale() {
            if (!isExpected) disagreement = "ended what must go on";
            hasEnded = true;
        } catch {
            if (isExpected) disagreement = "did not end";
        }
    }

    function transfer(uint8 seed, uint8 to) external {
        uint32 item = seed % (ITEMS + 1);
        if (mints[item] == 0) return;
        address owner = drop.ownerOf(item);
        vm.prank(owner);
        drop.transferFrom(owner, actor(to), item);
    }

    function wait(uint16 seconds_) external {
        vm.warp(block.timestamp + seconds_ % 1_200);
    }
}

contract DropInvariants is DropTest {
    DropActions private actions;
    Drop private drop;

    function setUp() public {
        actions = new DropActions();
        drop = actions.drop();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actions);
    }

    function invariant_everyPurchaseEndsAsItMust() public view {
        require(bytes(actions.disagreement()).length == 0, actions.disagreement());
    }

    function invariant_noMoreItemsThanTheCap() public view {
        require(drop.totalSupply() == actions.sold() && actions.sold() <= actions.ITEMS(), "supply");
        uint256 held;
        for (uint256 index = 0; index < actions.ACTORS(); ++index) {
            held += drop.balanceOf(actions.actor(index));
        }
        require(held == actions.sold(), "held");
    }

    function invariant_noItemTwice() public view {
        for (uint32 item = 0; item <= actions.ITEMS() + 1; ++item) {
            require(actions.mints(item) <= 1, "sold twice");
            require(actions.mints(item) == 0 || (item > 0 && item <= actions.ITEMS()), "sold what is none");
        }
    }

    function invariant_theMoneyIsTheOwners() public view {
        require(address(drop).balance == 0, "kept");
        require(OWNER.balance == actions.paid(), "paid");
    }
}
