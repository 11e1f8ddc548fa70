// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import {vm} from "./Vm.sol";

struct DropVoucher {
    address buyer;
    uint256 price;
    uint64 reservation;
    uint64 deadline;
    uint32[] items;
}

struct DropSettings {
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

/// @dev What the tests call; the contract itself comes as the committed bytecode, so that tests run what is deployed.
interface Drop {
    error VoucherExpired(uint64 deadline);
    error DeadlineTooFar(uint64 deadline);
    error WrongPrice(uint256 sent, uint256 price);
    error WrongSigner();
    error WrongBatch();
    error UnknownItem(uint32 item);
    error ItemSold(uint32 item);
    error SalePaused();
    error SaleOver();
    error PaymentFailed();
    error RoyaltyTooHigh(uint96 royaltyBps);
    error TooEarlyOrTooLate();
    error WrongSeed();
    error OwnableUnauthorizedAccount(address account);
    error ERC721NonexistentToken(uint256 tokenId);

    function redeem(DropVoucher calldata voucher, bytes32 r, bytes32 vs) external payable;
    function setPaused(bool isPaused) external;
    function setSigner(address signer) external;
    function setRoyalty(address receiver, uint96 royaltyBps) external;
    function setContractURI(string calldata newURI) external;
    function endSale() external;
    function endSaleBySignature(bytes32 r, bytes32 vs) external;
    function draw() external;
    function reveal(bytes32 seed, string calldata newBase, bytes32 r, bytes32 vs) external;
    function drawBlock() external view returns (uint64);
    function forgottenDraws() external view returns (uint32);
    function drawn() external view returns (bytes32);
    function shuffle() external view returns (bytes32);
    function totalSupply() external view returns (uint256);
    function ownerOf(uint256 tokenId) external view returns (address);
    function balanceOf(address owner) external view returns (uint256);
    function tokenURI(uint256 tokenId) external view returns (string memory);
    function transferFrom(address from, address to, uint256 tokenId) external;
    function royaltyInfo(uint256 tokenId, uint256 price) external view returns (address receiver, uint256 amount);
}

/// @dev Deploys drops and signs vouchers for them.
abstract contract DropTest {
    uint256 internal constant SIGNER_KEY = 0xA11CE;
    uint256 internal constant REVEALER_KEY = 0x5EA1;
    address internal constant OWNER = address(0xC4EA704);
    uint32 internal constant CAP = 40;
    uint256 internal constant MAX_BATCH = 20;
    uint256 internal constant MAX_LIFETIME = 1 hours;
    uint96 internal constant ROYALTY_BPS = 500;

    /// @dev Order of the group of secp256k1.
    uint256 internal constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    function settings() internal pure returns (DropSettings memory) {
        return DropSettings({
            name: "Frost Court",
            symbol: "FROST",
            contractURI: "ipfs://collection",
            baseURI: "ipfs://items/",
            owner: OWNER,
            signer: vm.addr(SIGNER_KEY),
            cap: CAP,
            royaltyBps: ROYALTY_BPS,
            provenance: bytes32(uint256(1)),
            seedCommitment: bytes32(0),
            revealer: address(0)
        });
    }

    function deployDrop() internal returns (Drop drop) {
        return deployDrop(settings());
    }

    function deployDrop(DropSettings memory with) internal returns (Drop drop) {
        drop = tryDeploying(with);
        require(address(drop) != address(0), "not deployed");
    }

    /// @dev The zero address where the contract refuses to be made so.
    function tryDeploying(DropSettings memory with) internal returns (Drop drop) {
        bytes memory code = abi.encodePacked(vm.envBytes("ADX_DROP_CREATION_CODE"), abi.encode(with));
        assembly {
            drop := create(0, add(code, 32), mload(code))
        }
    }

    function signVoucher(uint256 key, Drop drop, DropVoucher memory voucher)
        internal
        view
        returns (bytes32 r, bytes32 vs)
    {
        return signHash(key, hashOf(drop, voucher));
    }

    function signHash(uint256 key, bytes32 hash) internal pure returns (bytes32 r, bytes32 vs) {
        (uint8 v, bytes32 first, bytes32 s) = vm.sign(key, hash);
        return (first, bytes32(uint256(s) | (uint256(v - 27) << 255)));
    }

    function signEnd(uint256 key, Drop drop) internal view returns (bytes32 r, bytes32 vs) {
        return signHash(key, typedHash(drop, keccak256(abi.encode(keccak256("EndSale()")))));
    }

    function signReveal(uint256 key, Drop drop, bytes32 shuffle, string memory base)
        internal
        view
        returns (bytes32 r, bytes32 vs)
    {
        bytes32 kind = keccak256("Reveal(bytes32 shuffle,string baseURI)");
        return signHash(key, typedHash(drop, keccak256(abi.encode(kind, shuffle, keccak256(bytes(base))))));
    }

    /// @dev Written out from the standard, apart from the contract's own way to it.
    function hashOf(Drop drop, DropVoucher memory voucher) internal view returns (bytes32) {
        bytes memory items;
        for (uint256 i = 0; i < voucher.items.length; ++i) {
            items = abi.encodePacked(items, uint256(voucher.items[i]));
        }
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Voucher(address buyer,uint256 price,uint64 reservation,uint64 deadline,uint32[] items)"),
                voucher.buyer,
                voucher.price,
                voucher.reservation,
                voucher.deadline,
                keccak256(items)
            )
        );
        return typedHash(drop, message);
    }

    function typedHash(Drop drop, bytes32 message) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("ADX Drop"),
                keccak256("1"),
                block.chainid,
                address(drop)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    /// @dev `count` items in a row.
    function itemsFrom(uint256 first, uint256 count) internal pure returns (uint32[] memory items) {
        items = new uint32[](count);
        for (uint256 i = 0; i < count; ++i) {
            items[i] = uint32(first + i);
        }
    }

    /// @dev Pays as much as the voucher says, with the signer's signature.
    function redeem(Drop drop, DropVoucher memory voucher) internal {
        (bytes32 r, bytes32 vs) = signVoucher(SIGNER_KEY, drop, voucher);
        vm.deal(address(this), voucher.price);
        drop.redeem{value: voucher.price}(voucher, r, vs);
    }

    /// @dev As `redeem`, which has to be refused with that error.
    function reject(Drop drop, DropVoucher memory voucher, bytes4 selector) internal {
        rejectFrom(SIGNER_KEY, drop, voucher, selector);
    }

    function rejectFrom(uint256 key, Drop drop, DropVoucher memory voucher, bytes4 selector) internal {
        (bytes32 r, bytes32 vs) = signVoucher(key, drop, voucher);
        vm.deal(address(this), voucher.price);
        vm.expectPartialRevert(selector);
        drop.redeem{value: voucher.price}(voucher, r, vs);
    }

    function equal(string memory a, string memory b) internal pure returns (bool) {
        return keccak256(bytes(a)) == keccak256(bytes(b));
    }
}
