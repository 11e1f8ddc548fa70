// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Burnable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Burnable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title ERC-721 collection whose tokens are minted with vouchers that a server signed
/// @notice A voucher mints the token it names, to the owner it names, once, at its price, until its deadline. A signer can
/// sign vouchers and cancel them, and nothing else: it holds no funds and owns no token.
/// @dev A token's id is its voucher's nonce. For every nonce the SHA-256 of the token's metadata is stored; `tokenURI` is
/// built from it, and since it outlives the token it is the guard against replay as well. Vouchers are EIP-712 messages,
/// so they are bound to this contract on this chain. Redeeming calls no foreign code; the only call out is `withdraw`'s.
/// The royalty is the first owner's, whom no mint has to store: until a token is first moved that is who owns it.
contract AdxCollection is ERC721Burnable, IERC2981, AccessControlDefaultAdminRules, EIP712 {
    /// @notice A permission to mint one token.
    /// @param to Who becomes the owner, whoever sends the transaction.
    /// @param digest SHA-256 of the metadata, a JSON text short enough to be a single IPFS block.
    /// @param price What has to be paid with it, exactly, in wei.
    /// @param nonce Id of the token. Several vouchers may bear the same nonce; one of them can be redeemed.
    /// @param deadline The last second (Unix time) in which it can be redeemed.
    struct Voucher {
        address to;
        bytes32 digest;
        uint256 price;
        uint64 nonce;
        uint64 deadline;
    }

    /// @notice A voucher with its signature, as `redeemMany` takes it.
    /// @param voucher The permission.
    /// @param r First half of the signature.
    /// @param vs Second half, with the parity in the highest bit (EIP-2098).
    struct SignedVoucher {
        Voucher voucher;
        bytes32 r;
        bytes32 vs;
    }

    /// @notice What became of a nonce. Only Unused ever changes.
    enum NonceState {
        Unused,
        Redeemed,
        Cancelled
    }

    /// @notice The role whose holders sign vouchers and may cancel them. Taking it away voids all that a holder signed.
    bytes32 public constant SIGNER_ROLE = keccak256("SIGNER_ROLE");

    /// @notice The highest royalty, in hundredths of a percent.
    uint96 public constant MAX_ROYALTY_BPS = 1_000;

    /// @notice The most vouchers of one `redeemMany`.
    uint256 public constant MAX_BATCH = 20;

    /// @notice The royalty of every token, in hundredths of a percent; it never changes.
    uint96 public immutable royaltyBps;

    bytes32 private constant VOUCHER_TYPEHASH =
        keccak256("Voucher(address to,bytes32 digest,uint256 price,uint64 nonce,uint64 deadline)");

    /// @dev Stands in `_digests` for a nonce that shall never be redeemed.
    bytes32 private constant CANCELLED = bytes32(uint256(1));

    /// @dev Zero: unused; CANCELLED; else the metadata's digest. Never changes once set.
    mapping(uint256 nonce => bytes32 digest) private _digests;

    /// @dev The first owner of a token that has been moved since.
    mapping(uint256 tokenId => address creator) private _creators;

    string private _contractURI;

    /// @notice A voucher was redeemed; the ERC-721 Transfer event of the same transaction names the owner.
    /// @param nonce The voucher's nonce, which is the token's id.
    /// @param digest SHA-256 of the token's metadata.
    event Minted(uint64 indexed nonce, bytes32 digest);

    /// @notice A nonce can no longer be redeemed.
    /// @param nonce The cancelled nonce.
    event VoucherCancelled(uint64 indexed nonce);

    /// @notice The collection's metadata lies elsewhere now (ERC-7572).
    event ContractURIUpdated();

    /// @notice What was paid has been sent to a receiver.
    /// @param to The receiver.
    /// @param amount How much, in wei.
    event Withdrawn(address indexed to, uint256 amount);

    /// @notice The voucher's time is over.
    /// @param deadline Its last second, in Unix time.
    error VoucherExpired(uint64 deadline);

    /// @notice The nonce was redeemed or cancelled before.
    /// @param nonce The nonce in question.
    error NonceUsed(uint64 nonce);

    /// @notice Another amount was sent than the voucher's price.
    /// @param sent What was sent, in wei.
    /// @param price What is asked, in wei.
    error WrongPrice(uint256 sent, uint256 price);

    /// @notice The signature is malformed, or by nobody who holds the role, or of another voucher, contract or chain.
    error WrongSigner();

    /// @notice The digest is one of the two values that are not an SHA-256 of anything.
    error WrongDigest();

    /// @notice No voucher was given, or more than `MAX_BATCH`.
    error WrongBatch();

    /// @notice The royalty is above the highest.
    /// @param royaltyBps What was asked, in hundredths of a percent.
    error RoyaltyTooHigh(uint96 royaltyBps);

    /// @notice The receiver took no money, or is the zero address.
    error WithdrawalFailed();

    /// @param name_ Name of the collection.
    /// @param symbol_ Its short name.
    /// @param contractURI_ Where the collection's metadata lies.
    /// @param admin Names signers, sets the contract URI, withdraws what was paid, and is the owner as far as marketplaces
    /// ask (ERC-173). Hands this over in two steps: another account is named, and takes it.
    /// @param signer The first signer.
    /// @param royaltyBps_ Royalty in hundredths of a percent, at most `MAX_ROYALTY_BPS`.
    constructor(
        string memory name_,
        string memory symbol_,
        string memory contractURI_,
        address admin,
        address signer,
        uint96 royaltyBps_
    ) ERC721(name_, symbol_) EIP712("ADX Voucher", "1") AccessControlDefaultAdminRules(0, admin) {
        if (royaltyBps_ > MAX_ROYALTY_BPS) revert RoyaltyTooHigh(royaltyBps_);
        royaltyBps = royaltyBps_;
        _grantRole(SIGNER_ROLE, signer);
        _contractURI = contractURI_;
    }

    /// @notice Mints the voucher's token. Anybody may send it; the token goes to the owner that the voucher names.
    /// @dev Mints without asking the receiver (`_mint`, not `_safeMint`): the voucher names an address that its user chose,
    /// a contract wallet without `onERC721Received` shall get its token too, and no foreign code runs in here.
    /// Only the compact signature is taken, and only with its lower s, so that there is one signature per voucher.
    /// @param voucher The signed permission.
    /// @param r First half of the signature.
    /// @param vs Second half, with the parity in the highest bit (EIP-2098).
    function redeem(Voucher calldata voucher, bytes32 r, bytes32 vs) external payable {
        if (msg.value != voucher.price) revert WrongPrice(msg.value, voucher.price);
        _redeem(voucher, r, vs);
    }

    /// @notice Mints the tokens of up to `MAX_BATCH` vouchers, or none where one of them is refused. What has to be paid is
    /// the sum of their prices, exactly.
    /// @param signed The signed permissions.
    function redeemMany(SignedVoucher[] calldata signed) external payable {
        uint256 count = signed.length;
        if (count == 0 || count > MAX_BATCH) revert WrongBatch();
        uint256 price = 0;
        for (uint256 i = 0; i < count; ++i) {
            price += signed[i].voucher.price;
        }
        if (msg.value != price) revert WrongPrice(msg.value, price);
        for (uint256 i = 0; i < count; ++i) {
            _redeem(signed[i].voucher, signed[i].r, signed[i].vs);
        }
    }

    /// @notice Makes sure that a nonce is never redeemed. For signers and admins.
    /// @param nonce A nonce that was neither redeemed nor cancelled.
    function cancel(uint64 nonce) external {
        if (!hasRole(SIGNER_ROLE, msg.sender)) _checkRole(DEFAULT_ADMIN_ROLE);
        if (_digests[nonce] != bytes32(0)) revert NonceUsed(nonce);
        _digests[nonce] = CANCELLED;
        emit VoucherCancelled(nonce);
    }

    /// @notice What became of a nonce; it stays redeemed when the token is burnt.
    /// @param nonce Any nonce.
    /// @return state Whether it can still be redeemed.
    /// @return digest SHA-256 of the metadata that it was redeemed with; zero unless redeemed.
    function stateOf(uint64 nonce) external view returns (NonceState state, bytes32 digest) {
        digest = _digests[nonce];
        if (digest == bytes32(0)) return (NonceState.Unused, digest);
        if (digest == CANCELLED) return (NonceState.Cancelled, bytes32(0));
        return (NonceState.Redeemed, digest);
    }

    /// @notice Tells contracts of this kind apart: the first, which had no such function, took the royalty for its admin.
    /// @return The version.
    function version() external pure returns (uint256) {
        return 2;
    }

    /// @notice Who gets how much of a sale, as far as marketplaces honour ERC-2981: the token's first owner.
    /// @param tokenId The token.
    /// @param salePrice What it is sold for.
    /// @return receiver The first owner; the zero address for a token that never was.
    /// @return royaltyAmount The royalty, in the unit of the price.
    function royaltyInfo(uint256 tokenId, uint256 salePrice)
        external
        view
        returns (address receiver, uint256 royaltyAmount)
    {
        receiver = _creators[tokenId];
        if (receiver == address(0)) receiver = _ownerOf(tokenId);
        royaltyAmount = salePrice * royaltyBps / 10_000;
    }

    /// @notice Where the collection's metadata lies (ERC-7572).
    /// @return The URI, as the admin set it.
    function contractURI() external view returns (string memory) {
        return _contractURI;
    }

    /// @notice Tells where the collection's metadata lies from now on. For admins.
    /// @param newURI The new URI.
    function setContractURI(string calldata newURI) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _contractURI = newURI;
        emit ContractURIUpdated();
    }

    /// @notice Sends everything that was paid. For admins.
    /// @param to The receiver.
    function withdraw(address payable to) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (to == address(0)) revert WithdrawalFailed();
        uint256 amount = address(this).balance;
        (bool isPaid,) = to.call{value: amount}("");
        if (!isPaid) revert WithdrawalFailed();
        emit Withdrawn(to, amount);
    }

    /// @notice `ipfs://` and the CIDv1 of the token's metadata; reverts for a token that does not exist.
    /// @inheritdoc ERC721
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return string.concat("ipfs://", _cidOf(_digests[tokenId]));
    }

    /// @inheritdoc ERC721
    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(ERC721, AccessControlDefaultAdminRules, IERC165)
        returns (bool)
    {
        return interfaceId == type(IERC2981).interfaceId || super.supportsInterface(interfaceId);
    }

    /// @dev Keeps who a token is first moved away from, burning included; a mint stores nothing for it.
    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        from = super._update(to, tokenId, auth);
        if (from != address(0) && _creators[tokenId] == address(0)) _creators[tokenId] = from;
    }

    function _redeem(Voucher calldata voucher, bytes32 r, bytes32 vs) private {
        uint64 nonce = voucher.nonce;
        bytes32 digest = voucher.digest;
        if (block.timestamp > voucher.deadline) revert VoucherExpired(voucher.deadline);
        if (digest == bytes32(0) || digest == CANCELLED) revert WrongDigest();
        if (_digests[nonce] != bytes32(0)) revert NonceUsed(nonce);
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecover(_hashOf(voucher), r, vs);
        if (problem != ECDSA.RecoverError.NoError || !hasRole(SIGNER_ROLE, signer)) revert WrongSigner();

        _digests[nonce] = digest;
        emit Minted(nonce, digest);
        _mint(voucher.to, nonce);
    }

    /// @dev What a signer signs: the EIP-712 hash of the voucher in this contract's domain.
    function _hashOf(Voucher calldata voucher) private view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    VOUCHER_TYPEHASH, voucher.to, voucher.digest, voucher.price, voucher.nonce, voucher.deadline
                )
            )
        );
    }

    /// @dev CIDv1 of a raw block (version 1, codec 0x55, SHA-256 0x12 of 0x20 bytes) in base32 without padding, as which
    /// 36 bytes are 58 characters of five bits, the last two of them zero.
    function _cidOf(bytes32 digest) private pure returns (string memory) {
        bytes memory alphabet = "abcdefghijklmnopqrstuvwxyz234567";
        bytes memory text = new bytes(59);
        text[0] = "b";
        bytes memory source = abi.encodePacked(bytes4(0x01551220), digest);
        uint256 bits;
        uint256 bitCount;
        uint256 length = 1;
        for (uint256 i = 0; i < source.length; ++i) {
            bits = (bits << 8) | uint8(source[i]);
            bitCount += 8;
            while (bitCount >= 5) {
                bitCount -= 5;
                text[length++] = alphabet[(bits >> bitCount) & 31];
            }
        }
        text[length] = alphabet[(bits << (5 - bitCount)) & 31];
        return string(text);
    }
}
