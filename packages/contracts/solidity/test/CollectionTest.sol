// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {vm} from "./Vm.sol";

struct Voucher {
    address to;
    bytes32 digest;
    uint256 price;
    uint64 nonce;
    uint64 deadline;
}

struct SignedVoucher {
    Voucher voucher;
    bytes32 r;
    bytes32 vs;
}

enum NonceState {
    Unused,
    Redeemed,
    Cancelled
}

/// @dev What the tests call; the contract itself comes as the committed bytecode, so that tests run what is deployed.
interface Collection {
    error VoucherExpired(uint64 deadline);
    error NonceUsed(uint64 nonce);
    error WrongPrice(uint256 sent, uint256 price);
    error WrongSigner();
    error WrongDigest();
    error WrongBatch();

    function redeem(Voucher calldata voucher, bytes32 r, bytes32 vs) external payable;
    function redeemMany(SignedVoucher[] calldata signed) external payable;
    function cancel(uint64 nonce) external;
    function stateOf(uint64 nonce) external view returns (NonceState state, bytes32 digest);
    function burn(uint256 tokenId) external;
    function transferFrom(address from, address to, uint256 tokenId) external;
    function ownerOf(uint256 tokenId) external view returns (address);
    function balanceOf(address owner) external view returns (uint256);
    function tokenURI(uint256 tokenId) external view returns (string memory);
    function withdraw(address payable to) external;
    function royaltyInfo(uint256 tokenId, uint256 price) external view returns (address receiver, uint256 amount);
    function grantRole(bytes32 role, address account) external;
    function revokeRole(bytes32 role, address account) external;
}

/// @dev Deploys the collection and signs vouchers for it.
abstract contract CollectionTest {
    uint256 internal constant SIGNER_KEY = 0xA11CE;
    bytes32 internal constant SIGNER_ROLE = keccak256("SIGNER_ROLE");
    address internal constant ADMIN = address(0xAD);

    /// @dev Order of the group of secp256k1.
    uint256 internal constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    uint96 internal constant ROYALTY_BPS = 500;

    function deployCollection() internal returns (Collection collection) {
        collection = tryDeploying(ROYALTY_BPS);
        require(address(collection) != address(0), "not deployed");
    }

    /// @dev The zero address where the contract refuses to be made so.
    function tryDeploying(uint96 royaltyBps) internal returns (Collection collection) {
        bytes memory code = abi.encodePacked(
            vm.envBytes("ADX_CREATION_CODE"),
            abi.encode("ADX Realm", "ADX", "ipfs://collection", ADMIN, vm.addr(SIGNER_KEY), royaltyBps)
        );
        assembly {
            collection := create(0, add(code, 32), mload(code))
        }
    }

    function signVoucher(uint256 key, Collection collection, Voucher memory voucher)
        internal
        view
        returns (bytes32 r, bytes32 vs)
    {
        (uint8 v, bytes32 first, bytes32 s) = vm.sign(key, hashOf(collection, voucher));
        return (first, bytes32(uint256(s) | (uint256(v - 27) << 255)));
    }

    /// @dev Written out from the standard, apart from the contract's own way to it.
    function hashOf(Collection collection, Voucher memory voucher) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("ADX Voucher"),
                keccak256("1"),
                block.chainid,
                address(collection)
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Voucher(address to,bytes32 digest,uint256 price,uint64 nonce,uint64 deadline)"),
                voucher.to,
                voucher.digest,
                voucher.price,
                voucher.nonce,
                voucher.deadline
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    function equal(string memory a, string memory b) internal pure returns (bool) {
        return keccak256(bytes(a)) == keccak256(bytes(b));
    }
}
