// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2Step, Ownable} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title ERC-721 collection whose items are sold with vouchers that a server signed
/// @notice The owner is the creator: what a buyer pays goes to the owner in the same transaction, and this contract never
/// holds money. The signer decides who may buy which items at what price and until when, and nothing else; whatever becomes
/// of its key, no more items than the cap come into being, none twice, and none once the sale has ended. Where items are
/// covered, who shows them is fixed when it is made: neither the owner nor the signer can show others than were committed to.
/// @dev Items have the numbers 1 to `cap` and cannot be burnt, so that the existence of an item is the guard against replay.
/// Vouchers are EIP-712 messages, so they are bound to this contract on this chain.
contract AdxDrop is ERC721, ERC2981, IERC4906, Ownable2Step, EIP712 {
    using Strings for uint256;

    /// @notice A permission to buy items.
    /// @param buyer Who becomes their owner, whoever sends the transaction.
    /// @param price What has to be paid for all of them together, exactly, in wei.
    /// @param reservation The reservation that it is about, for whoever follows the chain.
    /// @param deadline The last second (Unix time) in which it can be redeemed, at most `MAX_LIFETIME` ahead.
    /// @param items Their numbers: 1 to `MAX_BATCH` of them.
    struct Voucher {
        address buyer;
        uint256 price;
        uint64 reservation;
        uint64 deadline;
        uint32[] items;
    }

    /// @notice What a collection is made with.
    /// @param name Its name.
    /// @param symbol Its short name.
    /// @param contractURI Where its metadata lies (ERC-7572).
    /// @param baseURI The folder with the metadata of the items, `1.json` and on; with a `seedCommitment` one file that stands
    /// for every item until the reveal.
    /// @param owner The creator.
    /// @param signer Signs vouchers.
    /// @param cap How many items there can be.
    /// @param royaltyBps The creator's royalty in hundredths of a percent, at most `MAX_ROYALTY_BPS`.
    /// @param provenance SHA-256 of the list of all items' files in their first order.
    /// @param seedCommitment keccak256 of a secret seed that the items will be shuffled by; zero: shown from the start.
    /// @param revealer Signs the reveal, which anybody may send then; the zero address for items that are shown from the start.
    struct Settings {
        string name;
        string symbol;
        string contractURI;
        string baseURI;
        address owner;
        address signer;
        uint32 cap;
        uint96 royaltyBps;
        bytes32 provenance;
        bytes32 seedCommitment;
        address revealer;
    }

    /// @dev What `redeem` reads and writes, in one slot.
    struct Sale {
        address signer;
        uint32 minted;
        bool isPaused;
        bool hasEnded;
    }

    /// @notice The highest royalty, in hundredths of a percent.
    uint96 public constant MAX_ROYALTY_BPS = 1_000;

    /// @notice The longest time that a voucher can hold, in seconds.
    uint256 public constant MAX_LIFETIME = 1 hours;

    /// @notice The most items of one voucher.
    uint256 public constant MAX_BATCH = 20;

    /// @dev Blocks between the end of the sale and the one whose hash decides on the order.
    uint256 private constant DRAW_DELAY = 5;

    /// @dev Where a chain keeps the hashes of its last 8,191 blocks (EIP-2935), which `blockhash` knows of the last 256.
    address private constant BLOCK_HASHES = 0x0000F90827F1C53a10cb7A02335B175320002935;

    bytes32 private constant END_TYPEHASH = keccak256("EndSale()");

    bytes32 private constant REVEAL_TYPEHASH = keccak256("Reveal(bytes32 shuffle,string baseURI)");

    bytes32 private constant VOUCHER_TYPEHASH =
        keccak256("Voucher(address buyer,uint256 price,uint64 reservation,uint64 deadline,uint32[] items)");

    /// @notice How many items there can be.
    uint32 public immutable cap;

    /// @notice SHA-256 of the list of all items' files in their first order, published before the first sale.
    bytes32 public immutable provenance;

    /// @notice keccak256 of the seed that `reveal` takes; zero where the items are shown from the start.
    bytes32 public immutable seedCommitment;

    /// @notice Whose signature `reveal` takes, for good; the zero address where the items are shown from the start.
    address public immutable revealer;

    /// @notice The block whose hash decides on the order, together with the seed; zero until the sale has ended.
    uint64 public drawBlock;

    /// @notice How many blocks were named before that one, and forgotten before anybody drew.
    uint32 public forgottenDraws;

    /// @notice The hash of that block, once `draw` was called; zero before.
    bytes32 public drawn;

    /// @notice keccak256 of the seed and `drawn`, by which the items were shuffled; zero until the reveal.
    bytes32 public shuffle;

    Sale private _sale;

    string private _base;

    string private _contractURI;

    /// @notice Items were sold; the ERC-721 Transfer events of the same transaction name them.
    /// @param reservation What the voucher names.
    /// @param buyer The owner of the items.
    /// @param price What was paid for all of them, in wei.
    event Sold(uint64 indexed reservation, address indexed buyer, uint256 price);

    /// @notice Another account signs vouchers from now on; all that the one before signed are void.
    /// @param signer The account; the zero address for none.
    event SignerChanged(address signer);

    /// @notice The sale was paused, or goes on.
    /// @param isPaused Whether it is paused now.
    event PauseChanged(bool isPaused);

    /// @notice The sale is over for good: no further item comes into being.
    /// @param drawBlock The block whose hash decides on the order.
    event SaleEnded(uint64 drawBlock);

    /// @notice The block's hash is kept.
    /// @param drawn The hash.
    event Drawn(bytes32 drawn);

    /// @notice The items are shown, for good.
    /// @param seed The secret that `seedCommitment` is of.
    /// @param shuffle What they were shuffled by.
    event Revealed(bytes32 seed, bytes32 shuffle);

    /// @notice The collection's metadata lies elsewhere now (ERC-7572).
    event ContractURIUpdated();

    /// @notice The voucher's time is over.
    /// @param deadline Its last second, in Unix time.
    error VoucherExpired(uint64 deadline);

    /// @notice The voucher would hold longer than any may.
    /// @param deadline Its last second, in Unix time.
    error DeadlineTooFar(uint64 deadline);

    /// @notice Another amount was sent than the voucher's price.
    /// @param sent What was sent, in wei.
    /// @param price What is asked, in wei.
    error WrongPrice(uint256 sent, uint256 price);

    /// @notice The signature is malformed, or somebody else's, or of something else, another contract or another chain.
    error WrongSigner();

    /// @notice The voucher names no item, or more than `MAX_BATCH`.
    error WrongBatch();

    /// @notice There is no such item.
    /// @param item Its number.
    error UnknownItem(uint32 item);

    /// @notice The item was sold before.
    /// @param item Its number.
    error ItemSold(uint32 item);

    /// @notice The owner has paused the sale.
    error SalePaused();

    /// @notice The sale is over.
    error SaleOver();

    /// @notice The owner's account took no money.
    error PaymentFailed();

    /// @notice The royalty is above the highest.
    /// @param royaltyBps What was asked, in hundredths of a percent.
    error RoyaltyTooHigh(uint96 royaltyBps);

    /// @notice Not at this point: the sale has not ended, the block is not there yet, or the items are shown already.
    error TooEarlyOrTooLate();

    /// @notice The seed is not the one that was committed to.
    error WrongSeed();

    /// @param settings What the collection is made with.
    constructor(Settings memory settings)
        ERC721(settings.name, settings.symbol)
        EIP712("ADX Drop", "1")
        Ownable(settings.owner)
    {
        cap = settings.cap;
        provenance = settings.provenance;
        seedCommitment = settings.seedCommitment;
        revealer = settings.revealer;
        _sale.signer = settings.signer;
        _base = settings.baseURI;
        _contractURI = settings.contractURI;
        _setRoyalty(settings.owner, settings.royaltyBps);
    }

    /// @notice Sells the voucher's items: mints them to its buyer and pays the owner. Anybody may send it.
    /// @dev Mints without asking the receiver (`_mint`, not `_safeMint`): a contract wallet without `onERC721Received` shall
    /// get its items too. The only call out is the payment, after everything else; it cannot sell an item twice.
    /// Only the compact signature is taken, and only with its lower s, so that there is one signature per voucher.
    /// @param voucher The signed permission.
    /// @param r First half of the signature.
    /// @param vs Second half, with the parity in the highest bit (EIP-2098).
    function redeem(Voucher calldata voucher, bytes32 r, bytes32 vs) external payable {
        Sale memory sale = _sale;
        uint256 count = voucher.items.length;
        if (sale.hasEnded) revert SaleOver();
        if (sale.isPaused) revert SalePaused();
        if (block.timestamp > voucher.deadline) revert VoucherExpired(voucher.deadline);
        if (voucher.deadline > block.timestamp + MAX_LIFETIME) revert DeadlineTooFar(voucher.deadline);
        if (msg.value != voucher.price) revert WrongPrice(msg.value, voucher.price);
        if (count == 0 || count > MAX_BATCH) revert WrongBatch();
        _requireSigned(sale.signer, _hashOf(voucher), r, vs);

        for (uint256 i = 0; i < count; ++i) {
            uint32 item = voucher.items[i];
            if (item == 0 || item > cap) revert UnknownItem(item);
            if (_ownerOf(item) != address(0)) revert ItemSold(item);
            _mint(voucher.buyer, item);
        }
        _sale.minted = sale.minted + uint32(count);
        emit Sold(voucher.reservation, voucher.buyer, voucher.price);
        if (msg.value == 0) return;
        (bool isPaid,) = owner().call{value: msg.value}("");
        if (!isPaid) revert PaymentFailed();
    }

    /// @notice Pauses the sale, or lets it go on. For the owner.
    /// @param isPaused Whether it shall be paused.
    function setPaused(bool isPaused) external onlyOwner {
        _sale.isPaused = isPaused;
        emit PauseChanged(isPaused);
    }

    /// @notice Names who signs vouchers from now on, which voids all that were signed before. For the owner.
    /// @param signer The account; the zero address for none.
    function setSigner(address signer) external onlyOwner {
        _sale.signer = signer;
        emit SignerChanged(signer);
    }

    /// @notice Ends the sale for good. For the owner; for anybody once every item is sold.
    function endSale() external {
        if (_sale.minted < cap) _checkOwner();
        _end();
    }

    /// @notice The same with what the revealer signed for a sale that is over, so that buyers need not wait for the owner.
    /// Anybody may send it.
    /// @param r First half of the signature.
    /// @param vs Second half, with the parity in the highest bit (EIP-2098).
    function endSaleBySignature(bytes32 r, bytes32 vs) external {
        _requireSigned(revealer, _hashTypedDataV4(keccak256(abi.encode(END_TYPEHASH))), r, vs);
        _end();
    }

    /// @notice Keeps the hash of `drawBlock`, of which nobody could know anything before the sale ended. Anybody may, and
    /// whoever wants a fair order does: once the chain has forgotten the hash a later block decides, and is counted.
    function draw() external {
        if (drawBlock == 0 || block.number <= drawBlock || drawn != bytes32(0)) revert TooEarlyOrTooLate();
        bytes32 hash = _hashOfBlock(drawBlock);
        if (hash == bytes32(0)) {
            ++forgottenDraws;
            drawBlock = uint64(block.number + DRAW_DELAY);
            emit SaleEnded(drawBlock);
            return;
        }
        drawn = hash;
        emit Drawn(hash);
    }

    /// @notice Shows the items, in the order that seed and block decide, and never changes it again. Anybody may, with what
    /// the revealer signed, so that it waits for nobody and nobody can show other files.
    /// @param seed The secret that `seedCommitment` is of.
    /// @param newBase The folder with the metadata of the items, `1.json` and on.
    /// @param r First half of the signature.
    /// @param vs Second half, with the parity in the highest bit (EIP-2098).
    function reveal(bytes32 seed, string calldata newBase, bytes32 r, bytes32 vs) external {
        if (drawn == bytes32(0) || shuffle != bytes32(0)) revert TooEarlyOrTooLate();
        if (keccak256(abi.encode(seed)) != seedCommitment) revert WrongSeed();
        bytes32 order = keccak256(abi.encode(seed, drawn));
        bytes32 hash = keccak256(abi.encode(REVEAL_TYPEHASH, order, keccak256(bytes(newBase))));
        _requireSigned(revealer, _hashTypedDataV4(hash), r, vs);
        shuffle = order;
        _base = newBase;
        emit Revealed(seed, shuffle);
        emit BatchMetadataUpdate(1, cap);
    }

    /// @notice How many items were sold.
    /// @return Their number.
    function totalSupply() external view returns (uint256) {
        return _sale.minted;
    }

    /// @notice Whether and by whom items are sold.
    /// @return signer Who signs vouchers; the zero address for nobody.
    /// @return isPaused Whether the owner has paused the sale.
    /// @return hasEnded Whether it is over for good.
    function saleState() external view returns (address signer, bool isPaused, bool hasEnded) {
        return (_sale.signer, _sale.isPaused, _sale.hasEnded);
    }

    /// @notice Where the collection's metadata lies (ERC-7572).
    /// @return The URI, as the owner set it.
    function contractURI() external view returns (string memory) {
        return _contractURI;
    }

    /// @notice Tells where the collection's metadata lies from now on; that of its items never changes but once, at the
    /// reveal. For the owner.
    /// @param newURI The new URI.
    function setContractURI(string calldata newURI) external onlyOwner {
        _contractURI = newURI;
        emit ContractURIUpdated();
    }

    /// @notice Sets the royalty of every item, as far as marketplaces honour ERC-2981. For the owner.
    /// @param receiver Who gets it; not the zero address.
    /// @param royaltyBps In hundredths of a percent, at most `MAX_ROYALTY_BPS`.
    function setRoyalty(address receiver, uint96 royaltyBps) external onlyOwner {
        _setRoyalty(receiver, royaltyBps);
    }

    /// @notice The metadata of an item; reverts for one that was not sold.
    /// @inheritdoc ERC721
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        if (seedCommitment != bytes32(0) && shuffle == bytes32(0)) return _base;
        return string.concat(_base, tokenId.toString(), ".json");
    }

    /// @inheritdoc ERC721
    function supportsInterface(bytes4 interfaceId) public view override(ERC721, ERC2981, IERC165) returns (bool) {
        // ERC-4906 has no functions, and this identifier.
        return interfaceId == bytes4(0x49064906) || super.supportsInterface(interfaceId);
    }

    function _setRoyalty(address receiver, uint96 royaltyBps) private {
        if (royaltyBps > MAX_ROYALTY_BPS) revert RoyaltyTooHigh(royaltyBps);
        _setDefaultRoyalty(receiver, royaltyBps);
    }

    function _end() private {
        if (_sale.hasEnded) revert SaleOver();
        _sale.hasEnded = true;
        drawBlock = uint64(block.number + DRAW_DELAY);
        emit SaleEnded(drawBlock);
    }

    /// @dev Zero where the chain has forgotten it. A chain without EIP-2935 has nothing there, and answers nothing.
    function _hashOfBlock(uint256 number) private view returns (bytes32 hash) {
        hash = blockhash(number);
        if (hash != bytes32(0)) return hash;
        (bool isKept, bytes memory kept) = BLOCK_HASHES.staticcall(abi.encode(number));
        if (isKept && kept.length == 32) hash = abi.decode(kept, (bytes32));
    }

    function _requireSigned(address signer, bytes32 hash, bytes32 r, bytes32 vs) private pure {
        (address actual, ECDSA.RecoverError problem,) = ECDSA.tryRecover(hash, r, vs);
        if (problem != ECDSA.RecoverError.NoError || actual != signer) revert WrongSigner();
    }

    /// @dev What the signer signs: the EIP-712 hash of the voucher in this contract's domain.
    function _hashOf(Voucher calldata voucher) private view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    VOUCHER_TYPEHASH,
                    voucher.buyer,
                    voucher.price,
                    voucher.reservation,
                    voucher.deadline,
                    keccak256(abi.encodePacked(voucher.items))
                )
            )
        );
    }
}
