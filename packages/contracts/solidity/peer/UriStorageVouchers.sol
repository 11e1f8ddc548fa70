// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title The same job as OpenZeppelin's parts do it: vouchers that carry a token's URI, which is stored as text
/// @dev To measure against; it is never deployed. A replay is kept out by the token alone, so it comes back with a burn.
contract UriStorageVouchers is ERC721URIStorage, AccessControl, EIP712 {
    struct Voucher {
        address to;
        string uri;
        uint256 price;
        uint256 tokenId;
        uint256 deadline;
    }

    bytes32 public constant SIGNER_ROLE = keccak256("SIGNER_ROLE");

    bytes32 private constant VOUCHER_TYPEHASH =
        keccak256("Voucher(address to,string uri,uint256 price,uint256 tokenId,uint256 deadline)");

    error Refused();

    constructor(address signer) ERC721("Peer", "PEER") EIP712("Peer", "1") {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(SIGNER_ROLE, signer);
    }

    function redeem(Voucher calldata voucher, bytes calldata signature) external payable {
        if (block.timestamp > voucher.deadline || msg.value != voucher.price) revert Refused();
        bytes32 digest = _hashTypedDataV4(
            keccak256(
                abi.encode(
                    VOUCHER_TYPEHASH,
                    voucher.to,
                    keccak256(bytes(voucher.uri)),
                    voucher.price,
                    voucher.tokenId,
                    voucher.deadline
                )
            )
        );
        if (!hasRole(SIGNER_ROLE, ECDSA.recover(digest, signature))) revert Refused();
        _mint(voucher.to, voucher.tokenId);
        _setTokenURI(voucher.tokenId, voucher.uri);
    }

    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(ERC721URIStorage, AccessControl)
        returns (bool)
    {
        return super.supportsInterface(interfaceId);
    }
}
