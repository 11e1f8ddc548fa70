// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {Drop, DropSettings, DropTest, DropVoucher} from "./DropTest.sol";
import {vm} from "./Vm.sol";

/// @dev A contract that takes no money.
contract Penniless {
    uint256 public nothing;
}

/// @dev Whatever a voucher says, it is redeemed as it was signed or not at all.
contract DropFuzz is DropTest {
    bytes32 private constant SEED = bytes32(uint256(0x5EED));
    address private constant HASHES = 0x0000F90827F1C53a10cb7A02335B175320002935;

    Drop private drop;

    function setUp() public {
        vm.warp(1_000_000);
        vm.roll(1_000);
        drop = deployDrop();
    }

    /// @dev A voucher that is good until it is changed, for 1 to 20 items.
    function toVoucher(uint256 seed, uint96 price) private view returns (DropVoucher memory) {
        uint256 count = 1 + seed % MAX_BATCH;
        address buyer = address(uint160(uint256(keccak256(abi.encode(seed)))));
        uint64 deadline = uint64(block.timestamp + seed % (MAX_LIFETIME + 1));
        return DropVoucher(buyer, price, uint64(seed >> 64), deadline, itemsFrom(1 + seed % (CAP - count + 1), count));
    }

    function testFuzz_sellsWhatWasSigned(uint256 seed, uint96 price) public {
        DropVoucher memory voucher = toVoucher(seed, price);
        redeem(drop, voucher);
        for (uint256 i = 0; i < voucher.items.length; ++i) {
            require(drop.ownerOf(voucher.items[i]) == voucher.buyer, "owner");
        }
        require(drop.totalSupply() == voucher.items.length, "supply");
        require(drop.balanceOf(voucher.buyer) == voucher.items.length, "balance");
        require(OWNER.balance == price && address(drop).balance == 0, "money");
    }

    function testFuzz_rejectsASoldItem(uint256 seed, uint96 price, uint8 index) public {
        DropVoucher memory voucher = toVoucher(seed, price);
        redeem(drop, voucher);
        reject(drop, voucher, Drop.ItemSold.selector);
        uint32 item = voucher.items[index % voucher.items.length];
        DropVoucher memory other =
            DropVoucher(address(1), 0, 0, voucher.deadline, new uint32[](2));
        // One that is free before it.
        other.items[0] = voucher.items[0] > 1 ? 1 : CAP;
        other.items[1] = item;
        reject(drop, other, Drop.ItemSold.selector);
        require(drop.totalSupply() == voucher.items.length, "supply");
    }

    function testFuzz_rejectsAnItemTwiceInOne(uint256 seed, uint8 index) public {
        DropVoucher memory voucher = toVoucher(seed | 1, 0);
        voucher.items[voucher.items.length - 1] = voucher.items[index % (voucher.items.length - 1)];
        reject(drop, voucher, Drop.ItemSold.selector);
    }

    function testFuzz_rejectsUnknownItems(uint256 seed, uint8 index, uint32 item) public {
        if (item > 0 && item <= CAP) item += CAP;
        DropVoucher memory voucher = toVoucher(seed, 0);
        uint256 at = index % voucher.items.length;
        voucher.items[at] = item;
        reject(drop, voucher, Drop.UnknownItem.selector);
        voucher.items[at] = 0;
        reject(drop, voucher, Drop.UnknownItem.selector);
        voucher.items[at] = CAP + 1;
        reject(drop, voucher, Drop.UnknownItem.selector);
    }

    function testFuzz_rejectsNoneAndTooMany(uint256 seed, uint96 price) public {
        DropVoucher memory voucher = toVoucher(seed, price);
        voucher.items = itemsFrom(1, MAX_BATCH + 1 + seed % (CAP - MAX_BATCH));
        reject(drop, voucher, Drop.WrongBatch.selector);
        voucher.items = new uint32[](0);
        reject(drop, voucher, Drop.WrongBatch.selector);
    }

    function testFuzz_rejectsAnotherAmountForItems(uint256 seed, uint96 price, uint96 sent) public {
        vm.assume(sent != price);
        DropVoucher memory voucher = toVoucher(seed, price);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, drop, voucher);
        vm.deal(address(this), sent);
        vm.expectPartialRevert(Drop.WrongPrice.selector);
        drop.redeem{value: sent}(voucher, r, vs);
    }

    function testFuzz_holdsUntilItsDeadlineAndNoLonger(uint256 seed, uint32 late) public {
        DropVoucher memory voucher = toVoucher(seed, 0);
        vm.warp(uint256(voucher.deadline) + 1 + late);
        reject(drop, voucher, Drop.VoucherExpired.selector);
        vm.warp(uint256(voucher.deadline) + 1);
        reject(drop, voucher, Drop.VoucherExpired.selector);
        vm.warp(voucher.deadline);
        redeem(drop, voucher);
    }

    function testFuzz_holdsForAnHourAtMost(uint256 seed, uint32 late) public {
        DropVoucher memory voucher = toVoucher(seed, 0);
        voucher.deadline = uint64(block.timestamp + MAX_LIFETIME + 1 + late);
        reject(drop, voucher, Drop.DeadlineTooFar.selector);
        voucher.deadline = uint64(block.timestamp + MAX_LIFETIME + 1);
        reject(drop, voucher, Drop.DeadlineTooFar.selector);
        voucher.deadline = uint64(block.timestamp + MAX_LIFETIME);
        redeem(drop, voucher);
    }

    function testFuzz_rejectsAChangedVoucherForItems(uint256 seed, uint96 price, uint8 field) public {
        DropVoucher memory voucher = toVoucher(seed, price);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, drop, voucher);
        field %= 6;
        if (field == 0) voucher.buyer = address(uint160(voucher.buyer) ^ 1);
        if (field == 1) voucher.price ^= 1;
        if (field == 2) voucher.reservation ^= 1;
        if (field == 3) voucher.deadline = uint64(voucher.deadline == block.timestamp ? voucher.deadline + 1 : block.timestamp);
        if (field == 4) voucher.items[0] = voucher.items[0] % CAP + 1;
        if (field == 5) voucher.items = itemsFrom(voucher.items[0], voucher.items.length % MAX_BATCH + 1);
        vm.deal(address(this), voucher.price);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem{value: voucher.price}(voucher, r, vs);
    }

    function testFuzz_rejectsAnotherKeyForItems(uint256 seed, uint256 key) public {
        key = 1 + key % (ORDER - 1);
        vm.assume(key != SIGNER_KEY);
        rejectFrom(key, drop, toVoucher(seed, 0), Drop.WrongSigner.selector);
    }

    function testFuzz_rejectsAMadeUpSignatureWhereNobodySigns(uint256 seed, bytes32 r, bytes32 vs) public {
        vm.prank(OWNER);
        drop.setSigner(address(0));
        DropVoucher memory voucher = toVoucher(seed, 0);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem(voucher, r, vs);
        reject(drop, voucher, Drop.WrongSigner.selector);
        // Of these the zero address is recovered.
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem(voucher, bytes32(0), bytes32(0));
    }

    function testFuzz_rejectsAMalleatedSignatureForItems(uint256 seed) public {
        DropVoucher memory voucher = toVoucher(seed, 0);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, drop, voucher);
        // The other s of the same signature, which the curve accepts, squeezed into either form of `vs`.
        uint256 otherS = ORDER - (uint256(vs) & type(uint256).max >> 1);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem(voucher, r, bytes32(otherS));
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem(voucher, r, bytes32(otherS ^ 1 << 255));
    }

    function testFuzz_rejectsItemsOfAnotherChain(uint256 seed, uint32 chain) public {
        vm.assume(chain != 0 && chain != block.chainid);
        DropVoucher memory voucher = toVoucher(seed, 0);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, drop, voucher);
        vm.chainId(chain);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem(voucher, r, vs);
    }

    function testFuzz_rejectsItemsOfAnotherDrop(uint256 seed) public {
        Drop other = deployDrop();
        DropVoucher memory voucher = toVoucher(seed, 0);
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, other, voucher);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.redeem(voucher, r, vs);
    }

    function testFuzz_anotherSignerVoidsWhatTheOneBeforeSigned(uint256 seed, uint256 key) public {
        key = 1 + key % (ORDER - 1);
        vm.assume(key != SIGNER_KEY);
        vm.prank(OWNER);
        drop.setSigner(vm.addr(key));
        DropVoucher memory voucher = toVoucher(seed, 0);
        reject(drop, voucher, Drop.WrongSigner.selector);
        (bytes32 r, bytes32 vs) = signVoucher(key, drop, voucher);
        drop.redeem(voucher, r, vs);
    }

    function testFuzz_sellsNothingWhilePaused(uint256 seed, uint96 price) public {
        DropVoucher memory voucher = toVoucher(seed, price);
        vm.prank(OWNER);
        drop.setPaused(true);
        reject(drop, voucher, Drop.SalePaused.selector);
        vm.prank(OWNER);
        drop.setPaused(false);
        redeem(drop, voucher);
    }

    function testFuzz_sellsNothingOnceEnded(uint256 seed, uint96 price) public {
        vm.prank(OWNER);
        drop.endSale();
        reject(drop, toVoucher(seed, price), Drop.SaleOver.selector);
        vm.prank(OWNER);
        vm.expectPartialRevert(Drop.SaleOver.selector);
        drop.endSale();
    }

    function testFuzz_undoesWhatTheOwnerTakesNoMoneyFor(uint256 seed, uint96 price) public {
        vm.assume(price > 0);
        DropSettings memory with = settings();
        with.owner = address(new Penniless());
        Drop unpaid = deployDrop(with);
        reject(unpaid, toVoucher(seed, price), Drop.PaymentFailed.selector);
        require(unpaid.totalSupply() == 0, "supply");
        redeem(unpaid, toVoucher(seed, 0));
    }

    function testFuzz_onlyTheOwnerRunsIt(address by, uint96 bps) public {
        vm.assume(by != OWNER);
        bytes4 refused = Drop.OwnableUnauthorizedAccount.selector;
        vm.prank(by);
        vm.expectPartialRevert(refused);
        drop.setPaused(true);
        vm.prank(by);
        vm.expectPartialRevert(refused);
        drop.setSigner(by);
        vm.prank(by);
        vm.expectPartialRevert(refused);
        drop.setRoyalty(by == address(0) ? address(1) : by, bps % 1_001);
        vm.prank(by);
        vm.expectPartialRevert(refused);
        drop.setContractURI("ipfs://other");
        vm.prank(by);
        vm.expectPartialRevert(refused);
        drop.endSale();
    }

    function testFuzz_anybodyEndsWhatIsSoldOut(address by, uint256 seed) public {
        DropVoucher memory voucher = toVoucher(seed, 0);
        voucher.items = itemsFrom(1, MAX_BATCH);
        redeem(drop, voucher);
        vm.prank(by == OWNER ? address(1) : by);
        vm.expectPartialRevert(Drop.OwnableUnauthorizedAccount.selector);
        drop.endSale();
        voucher.items = itemsFrom(1 + MAX_BATCH, CAP - MAX_BATCH);
        redeem(drop, voucher);
        vm.prank(by);
        drop.endSale();
        require(drop.drawBlock() > block.number, "known block");
    }

    function testFuzz_royaltyOfADropStaysBelowItsLimit(address receiver, uint96 bps, uint128 price) public {
        vm.assume(receiver != address(0));
        DropSettings memory with = settings();
        with.royaltyBps = bps;
        require((address(tryDeploying(with)) == address(0)) == (bps > 1_000), "made");
        vm.prank(OWNER);
        if (bps > 1_000) vm.expectPartialRevert(Drop.RoyaltyTooHigh.selector);
        drop.setRoyalty(receiver, bps);
        (address to, uint256 amount) = drop.royaltyInfo(1, price);
        require(to == (bps > 1_000 ? OWNER : receiver), "receiver");
        require(amount == uint256(price) * (bps > 1_000 ? ROYALTY_BPS : bps) / 10_000, "amount");
    }

    function testFuzz_hasNoMetadataOfWhatIsNotSold(uint256 tokenId) public {
        vm.expectPartialRevert(Drop.ERC721NonexistentToken.selector);
        drop.tokenURI(tokenId);
    }

    /// @dev A drop with a sold item 1, whose items are covered until the reveal.
    function deployCovered() private returns (Drop covered) {
        DropSettings memory with = settings();
        with.baseURI = "ipfs://covered";
        with.seedCommitment = keccak256(abi.encode(SEED));
        with.revealer = vm.addr(REVEALER_KEY);
        covered = deployDrop(with);
        redeem(covered, DropVoucher(address(1), 0, 0, uint64(block.timestamp), itemsFrom(1, 1)));
    }

    function end(Drop covered) private returns (uint256 drawBlock) {
        vm.prank(OWNER);
        covered.endSale();
        return covered.drawBlock();
    }

    function rejectEnd(Drop covered, uint256 key, Drop signedFor, bytes4 selector) private {
        (bytes32 r, bytes32 vs) = signEnd(key, signedFor);
        vm.expectPartialRevert(selector);
        covered.endSaleBySignature(r, vs);
    }

    function testFuzz_isEndedByAnybodyWithTheRevealersWord(address by, uint256 key) public {
        key = 1 + key % (ORDER - 1);
        vm.assume(key != REVEALER_KEY);
        Drop covered = deployCovered();
        rejectEnd(covered, key, covered, Drop.WrongSigner.selector);
        rejectEnd(covered, SIGNER_KEY, covered, Drop.WrongSigner.selector);
        rejectEnd(covered, REVEALER_KEY, deployCovered(), Drop.WrongSigner.selector);
        // Nobody has a word to give where nothing is covered.
        rejectEnd(drop, key, drop, Drop.WrongSigner.selector);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        drop.endSaleBySignature(bytes32(key), bytes32(key));
        (bytes32 r, bytes32 vs) = signEnd(REVEALER_KEY, covered);
        vm.prank(by);
        covered.endSaleBySignature(r, vs);
        require(covered.drawBlock() == block.number + 5, "block");
        reject(covered, DropVoucher(address(1), 0, 0, uint64(block.timestamp), itemsFrom(2, 1)), Drop.SaleOver.selector);
        rejectEnd(covered, REVEALER_KEY, covered, Drop.SaleOver.selector);
        vm.prank(OWNER);
        vm.expectPartialRevert(Drop.SaleOver.selector);
        covered.endSale();
    }

    function rejectDraw(Drop covered) private {
        vm.expectPartialRevert(Drop.TooEarlyOrTooLate.selector);
        covered.draw();
    }

    function testFuzz_drawsABlockThatNobodyKnewOnce(uint8 blocks) public {
        Drop covered = deployCovered();
        rejectDraw(covered);
        uint256 ended = block.number;
        uint256 drawBlock = end(covered);
        require(drawBlock == ended + 5, "block");
        rejectDraw(covered);
        vm.roll(drawBlock);
        rejectDraw(covered);
        vm.roll(drawBlock + 1 + blocks);
        bytes32 expected = blockhash(drawBlock);
        covered.draw();
        require(expected != bytes32(0) && covered.drawn() == expected, "hash");
        vm.roll(drawBlock + 300);
        rejectDraw(covered);
        require(covered.drawn() == expected && covered.drawBlock() == drawBlock, "drawn again");
        require(covered.forgottenDraws() == 0, "counted");
    }

    function testFuzz_drawsALaterBlockWhereTheHashIsForgotten(uint16 late) public {
        Drop covered = deployCovered();
        uint256 drawBlock = end(covered);
        vm.roll(drawBlock + 257 + late);
        covered.draw();
        require(covered.drawn() == bytes32(0), "drawn");
        require(covered.drawBlock() == block.number + 5, "block");
        require(covered.forgottenDraws() == 1, "not counted");
        rejectDraw(covered);
        vm.roll(block.number + 6);
        covered.draw();
        require(covered.drawn() != bytes32(0), "not drawn");
    }

    /// @dev What EIP-2935 has at its address.
    function keepHashes() private {
        vm.etch(
            HASHES,
            hex"3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500"
        );
    }

    function testFuzz_drawsWhatTheChainKeepsOfTheLast8191Blocks(uint16 late, bytes32 hash) public {
        vm.assume(hash != bytes32(0));
        keepHashes();
        Drop covered = deployCovered();
        uint256 drawBlock = end(covered);
        vm.store(HASHES, bytes32(drawBlock % 8_191), hash);
        uint256 blocks = 257 + uint256(late) % 9_000;
        vm.roll(drawBlock + blocks);
        covered.draw();
        bool isKept = blocks <= 8_191;
        require(covered.drawn() == (isKept ? hash : bytes32(0)), "hash");
        require(covered.forgottenDraws() == (isKept ? 0 : 1), "counted");
        require((covered.drawBlock() == drawBlock) == isKept, "block");
    }

    function testFuzz_drawsNothingThatIsNoHash(bytes calldata code) public {
        // Whatever lies there: it answers no word of 32 bytes, or none but zero.
        bool isOdd = code.length % 2 == 1;
        vm.etch(HASHES, isOdd ? bytes(hex"6001601ff3") : bytes(hex"60205ff3"));
        Drop covered = deployCovered();
        vm.roll(end(covered) + 300);
        covered.draw();
        require(covered.drawn() == bytes32(0) && covered.forgottenDraws() == 1, "drawn");
    }

    string private constant SHOWN = "ipfs://shown/";

    function rejectReveal(Drop covered, bytes32 seed, bytes4 selector) private {
        (bytes32 r, bytes32 vs) = signReveal(REVEALER_KEY, covered, shuffleOf(covered, seed), SHOWN);
        vm.prank(OWNER);
        vm.expectPartialRevert(selector);
        covered.reveal(seed, SHOWN, r, vs);
    }

    function rejectSigned(Drop covered, bytes32 r, bytes32 vs) private {
        vm.prank(OWNER);
        vm.expectPartialRevert(Drop.WrongSigner.selector);
        covered.reveal(SEED, SHOWN, r, vs);
    }

    function shuffleOf(Drop covered, bytes32 seed) private view returns (bytes32) {
        return keccak256(abi.encode(seed, covered.drawn()));
    }

    function draw(Drop covered) private returns (uint256 drawBlock) {
        drawBlock = end(covered);
        vm.roll(drawBlock + 1);
        covered.draw();
    }

    function testFuzz_revealsOnceBySeedAndBlock(address by, bytes32 wrong) public {
        vm.assume(wrong != SEED);
        Drop covered = deployCovered();
        rejectReveal(covered, SEED, Drop.TooEarlyOrTooLate.selector);
        end(covered);
        rejectReveal(covered, SEED, Drop.TooEarlyOrTooLate.selector);
        uint256 drawBlock = covered.drawBlock();
        vm.roll(drawBlock + 1);
        covered.draw();
        rejectReveal(covered, wrong, Drop.WrongSeed.selector);
        require(equal(covered.tokenURI(1), "ipfs://covered"), "shown before");
        bytes32 shuffle = keccak256(abi.encode(SEED, blockhash(drawBlock)));
        (bytes32 r, bytes32 vs) = signReveal(REVEALER_KEY, covered, shuffle, SHOWN);
        vm.prank(by);
        covered.reveal(SEED, SHOWN, r, vs);
        require(covered.shuffle() == shuffle, "shuffle");
        require(equal(covered.tokenURI(1), "ipfs://shown/1.json"), "not shown");
        rejectReveal(covered, SEED, Drop.TooEarlyOrTooLate.selector);
    }

    function testFuzz_showsNoFilesButTheRevealers(uint256 key, bytes32 order, string calldata base) public {
        key = 1 + key % (ORDER - 1);
        Drop covered = deployCovered();
        draw(covered);
        bytes32 shuffle = shuffleOf(covered, SEED);
        vm.assume(key != REVEALER_KEY && order != shuffle && !equal(base, SHOWN));
        (bytes32 r, bytes32 vs) = signReveal(key, covered, shuffle, SHOWN);
        rejectSigned(covered, r, vs);
        (r, vs) = signReveal(SIGNER_KEY, covered, shuffle, SHOWN);
        rejectSigned(covered, r, vs);
        (r, vs) = signReveal(REVEALER_KEY, covered, order, SHOWN);
        rejectSigned(covered, r, vs);
        (r, vs) = signReveal(REVEALER_KEY, covered, shuffle, base);
        rejectSigned(covered, r, vs);
        (r, vs) = signReveal(REVEALER_KEY, drop, shuffle, SHOWN);
        rejectSigned(covered, r, vs);
        (r, vs) = signEnd(REVEALER_KEY, covered);
        rejectSigned(covered, r, vs);
        rejectSigned(covered, bytes32(key), order);
        require(equal(covered.tokenURI(1), "ipfs://covered"), "shown");
    }
}
